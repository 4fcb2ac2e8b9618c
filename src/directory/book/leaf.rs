//! Lines in columns on pages: for the look-up directory and for the index.

use super::quoted::text;
use crate::directory::text::block::Paragraph;
use crate::directory::text::columns::{Column, set};

/// Lines that the heading of a part takes on its first page.
const HEADING: usize = 5;

/// Lines that the title of a chapter takes.
const TITLE: usize = 3;

/// A chapter does not begin with less room than this at the foot of a page.
const LEAST: usize = 12;

/// What is kept together under a title, which may be empty.
pub struct LeafChapter<K> {
    pub title: String,
    pub blocks: Vec<Paragraph<K>>,
}

/// As much of a chapter as is on one page.
pub struct LeafPart<'a, K> {
    pub chapter: &'a LeafChapter<K>,
    is_first: bool,
    columns: Vec<Column<'a>>,
    blocks: &'a [Paragraph<K>],
}

/// Chapters on pages of so many lines, in so many columns.
pub fn pages<K>(
    chapters: &[LeafChapter<K>],
    columns: usize,
    lines: usize,
) -> Vec<Vec<LeafPart<'_, K>>> {
    let mut pages: Vec<Vec<LeafPart<'_, K>>> = vec![Vec::new()];
    let mut room = lines - HEADING;
    for chapter in chapters {
        let head = if chapter.title.is_empty() { 0 } else { TITLE };
        let mut rest = chapter.blocks.as_slice();
        let mut is_first = true;
        while !rest.is_empty() {
            if room < LEAST || !is_first {
                pages.push(Vec::new());
                room = lines;
            }
            let (filled, taken) = set(rest, columns, room - head);
            let height = filled.iter().map(Vec::len).max().unwrap_or(0);
            room = room.saturating_sub(head + height + 1);
            let (blocks, after) = rest.split_at(taken);
            let stretch = LeafPart { chapter, is_first, columns: filled, blocks };
            pages.last_mut().expect("there is a page").push(stretch);
            (rest, is_first) = (after, false);
        }
    }
    pages
}

impl<K: PartialEq> LeafPart<'_, K> {
    pub fn html(&self) -> String {
        let columns: String = self.columns.iter().map(column).collect();
        format!("{}<div class=\"columns\">\n{columns}</div>\n", self.title())
    }

    fn title(&self) -> String {
        let title = text(&self.chapter.title);
        match self.is_first {
            _ if title.is_empty() => title,
            true => format!("<h3>{title}</h3>\n"),
            // A second heading would be a second place in the outline.
            false => format!("<p class=\"again\">{title}, continued</p>\n"),
        }
    }

    /// `first - last`, for whoever leafs through.
    pub fn range(&self, name: impl Fn(&K) -> String) -> String {
        match self.blocks {
            [first, .., last] if first.key != last.key => {
                format!("{} - {}", name(&first.key), name(&last.key))
            }
            [first, ..] => name(&first.key),
            [] => String::new(),
        }
    }
}

fn column(lines: &Column<'_>) -> String {
    let lines: String = lines.iter().map(|line| format!("<div>{line}</div>\n")).collect();
    format!("<div class=\"column\">\n{lines}</div>\n")
}
