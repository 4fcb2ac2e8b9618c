//! Pages: columns below headings, form feeds between.

use super::GUTTER;
use super::block::Paragraph;
use super::columns;
use unicode_width::UnicodeWidthStr;

/// A part of the directory does not begin with less room than this at the foot of a page.
const LEAST: usize = 6;

/// A title and the blank line below it.
const HEAD: usize = 2;

/// What is printed so far.
pub struct Pages {
    text: String,
    width: usize,
    /// Lines a page; none for a page without end.
    length: Option<usize>,
    page: usize,
    /// Lines that are left on the page.
    room: usize,
}

impl Pages {
    pub fn new(width: usize, length: usize) -> Pages {
        let length = (length > 0).then_some(length);
        Pages { text: String::new(), width, length, page: 0, room: 0 }
    }

    /// Prints one part of the directory, on as many pages as it takes.
    pub fn print(&mut self, title: &str, blocks: &[Paragraph], columns: usize, width: usize) {
        let mut rest = blocks;
        while !rest.is_empty() {
            let is_first = rest.len() == blocks.len();
            let is_shared = is_first && self.page > 0 && self.room >= LEAST;
            if is_shared {
                self.line("");
            } else {
                self.turn();
            }
            let (filled, taken) = columns::set(rest, columns, self.room - HEAD);
            let continued = if is_first { "" } else { ", continued" };
            self.head(&[title, continued, &codes_of(&rest[..taken])], is_shared);
            self.body(&filled, width);
            rest = &rest[taken..];
        }
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn turn(&mut self) {
        if self.page > 0 {
            self.text.push('\u{c}');
        }
        self.page += 1;
        self.room = self.length.unwrap_or(usize::MAX);
    }

    /// The title, as much of it as fits; at the top of a page, beside its number.
    fn head(&mut self, title: &[&str], is_shared: bool) {
        let number = match self.length {
            Some(_) if !is_shared => format!(" page {}", self.page),
            _ => String::new(),
        };
        let room = self.width.saturating_sub(number.len());
        let fits = |title: &String| title.width() <= room;
        let title = (1..=title.len()).rev().map(|parts| title[..parts].concat()).find(fits);
        let title = title.unwrap_or_default();
        let blanks = if number.is_empty() { 0 } else { room - title.width() };
        self.line(&format!("{title}{}{number}", " ".repeat(blanks)));
        self.line("");
    }

    /// Columns side by side.
    fn body(&mut self, columns: &[columns::Column<'_>], width: usize) {
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..height {
            let mut line = String::new();
            for (index, column) in columns.iter().enumerate() {
                let start = index * (width + GUTTER);
                line += &" ".repeat(start.saturating_sub(line.width()));
                line += column.get(row).copied().unwrap_or_default();
            }
            self.line(line.trim_end());
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.room = self.room.saturating_sub(1);
    }
}

/// `: 0000.11 to 0002.01`, for whoever leafs through.
fn codes_of(blocks: &[Paragraph]) -> String {
    match blocks {
        [first, .., last] if first.key != last.key => {
            format!(": {} to {}", first.key, last.key)
        }
        [first, ..] => format!(": {}", first.key),
        [] => String::new(),
    }
}
