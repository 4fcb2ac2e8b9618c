//! Pages: columns below headings, form feeds between.

use super::GUTTER;
use super::block::{Paragraph, extent_of};
use super::columns;
use std::io::{self, Write};
use std::iter;
use unicode_width::UnicodeWidthStr;

/// A part of the directory does not begin with less room than this at the foot of a page.
const LEAST: usize = 6;

/// A title and the blank line below it.
const HEAD: usize = 2;

/// Where pages are printed, and how far.
pub struct Pages<'a, W> {
    out: &'a mut W,
    width: usize,
    /// Lines a page; none for a page without end.
    length: Option<usize>,
    page: usize,
    /// Lines that are left on the page.
    room: usize,
}

impl<'a, W: Write> Pages<'a, W> {
    pub fn new(width: usize, length: usize, out: &'a mut W) -> Pages<'a, W> {
        let length = (length > 0).then_some(length);
        Pages { out, width, length, page: 0, room: 0 }
    }

    /// Prints one part of the directory, on as many pages as it takes.
    pub fn print(
        &mut self,
        title: &str,
        blocks: impl Iterator<Item = Paragraph>,
        columns: usize,
        width: usize,
    ) -> io::Result<()> {
        let mut blocks = blocks.peekable();
        let mut waiting = Vec::new();
        let mut continued = "";
        while blocks.peek().is_some() || !waiting.is_empty() {
            let is_shared = continued.is_empty() && self.page > 0 && self.room >= LEAST;
            if is_shared {
                self.line("")?;
            } else {
                self.turn()?;
            }
            let height = self.room - HEAD;
            await_page(&mut waiting, &mut blocks, columns, height);
            let (filled, taken) = columns::set(&waiting, columns, height);
            self.head(&[title, continued, &codes_of(&waiting[..taken])], is_shared)?;
            self.body(&filled, width)?;
            waiting.drain(..taken);
            continued = ", continued";
        }
        Ok(())
    }

    fn turn(&mut self) -> io::Result<()> {
        if self.page > 0 {
            self.out.write_all(b"\x0c")?;
        }
        self.page += 1;
        self.room = self.length.unwrap_or(usize::MAX);
        Ok(())
    }

    /// The title, as much of it as fits; at the top of a page, beside its number.
    fn head(&mut self, title: &[&str], is_shared: bool) -> io::Result<()> {
        let number = match self.length {
            Some(_) if !is_shared => format!(" page {}", self.page),
            _ => String::new(),
        };
        let room = self.width.saturating_sub(number.len());
        let fits = |title: &String| title.width() <= room;
        let title = (1..=title.len()).rev().map(|parts| title[..parts].concat()).find(fits);
        let title = title.unwrap_or_default();
        let blanks = if number.is_empty() { 0 } else { room - title.width() };
        self.line(&format!("{title}{}{number}", " ".repeat(blanks)))?;
        self.line("")
    }

    /// Columns side by side.
    fn body(&mut self, columns: &[columns::Column<'_>], width: usize) -> io::Result<()> {
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut line = String::new();
        for row in 0..height {
            line.clear();
            let mut taken = 0;
            for (index, column) in columns.iter().enumerate() {
                let blanks = (index * (width + GUTTER)).saturating_sub(taken);
                let text = column.get(row).copied().unwrap_or_default();
                line.extend(iter::repeat_n(' ', blanks));
                line.push_str(text);
                taken += blanks + extent_of(text);
            }
            self.line(line.trim_end())?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.room = self.room.saturating_sub(1);
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }
}

/// Has so many blocks wait, as far as there are any, that those after them cannot matter for a page: even a heading and
/// an entry that are longer than a column each take one.
fn await_page(
    waiting: &mut Vec<Paragraph>,
    more: &mut impl Iterator<Item = Paragraph>,
    columns: usize,
    height: usize,
) {
    let lines = |block: &Paragraph| block.lines.len().min(height);
    let enough = columns.saturating_mul(height.saturating_add(1).saturating_mul(2));
    let mut have: usize = waiting.iter().map(lines).sum();
    while have <= enough
        && let Some(block) = more.next()
    {
        have += lines(&block);
        waiting.push(block);
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
