//! The directory for print: columns that are read downwards, on pages.

mod block;
mod columns;
mod page;

use crate::directory::{Directory, Entry, classes};
use anyhow::{Result, ensure};
use block::{Block, ENTRY, Style};
use page::Pages;
use unicode_width::UnicodeWidthStr;

/// What lies between two columns.
pub const GUTTER: usize = 3;

/// The narrowest column: an entry and a short reference.
const NARROWEST: usize = ENTRY + 8;

/// The shortest page that has room for a heading and some entries.
const SHORTEST: usize = 10;

/// The sheet to print on.
#[derive(Clone, Debug)]
pub struct Sheet {
    width: usize,
    columns: Option<usize>,
    /// Lines; 0 is a page without end.
    page_length: usize,
    /// Whether classes have headings.
    headings: bool,
}

impl Sheet {
    pub fn new(
        width: usize,
        columns: Option<usize>,
        page_length: usize,
        headings: bool,
    ) -> Result<Sheet> {
        ensure!(columns != Some(0), "--columns 0: expected one or more");
        let needed = columns.unwrap_or(1).saturating_mul(NARROWEST + GUTTER) - GUTTER;
        ensure!(
            width >= needed,
            "{} do not fit into {width} characters: expected a --width of {needed} or more",
            columns.map_or("entries".to_owned(), |n| format!("{n} columns")),
        );
        ensure!(
            page_length == 0 || page_length >= SHORTEST,
            "--page-length {page_length} is too short: expected {SHORTEST} or more, or 0"
        );
        Ok(Sheet { width, columns, page_length, headings })
    }

    fn column_width(&self, columns: usize) -> usize {
        (self.width - GUTTER * (columns - 1)) / columns
    }

    /// As told, or as many as four in five entries fit into.
    fn columns_for(&self, entries: &[Entry], style: &Style) -> usize {
        let fitting = |columns: &usize| {
            let room = self.column_width(*columns).saturating_sub(ENTRY);
            let fits = |entry: &&Entry| style.reference(entry).width() <= room;
            entries.iter().filter(fits).count() * 5 >= entries.len() * 4
        };
        let most = (self.width + GUTTER) / (NARROWEST + GUTTER);
        self.columns.unwrap_or_else(|| (2..=most).take_while(fitting).last().unwrap_or(1))
    }
}

/// Prints all of it.
pub fn print(directory: &Directory, sheet: &Sheet) -> String {
    let mut style = Style::of(directory.entries());
    let columns = sheet.columns_for(directory.entries(), &style);
    style.width = sheet.column_width(columns);
    let mut pages = Pages::new(sheet.width, sheet.page_length);
    for (section, entries) in directory.sections() {
        let title = format!("{} ({})", section.title(), entries.len());
        pages.print(&title, &blocks(entries, sheet, &style), columns, style.width);
    }
    pages.finish()
}

fn blocks(entries: &[Entry], sheet: &Sheet, style: &Style) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (code, entries) in classes(entries) {
        if sheet.headings {
            blocks.push(style.heading(code, entries.len()));
        }
        blocks.extend(entries.iter().map(|entry| style.entry(entry)));
    }
    blocks
}
