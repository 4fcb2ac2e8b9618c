//! The directory for print: columns that are read downwards, on pages.

pub(super) mod block;
pub(super) mod columns;
mod page;

use super::{Directory, Entry, classes};
use block::{ENTRY, Paragraph, Typesetting};
use page::Pages;
use thiserror::Error;
use unicode_width::UnicodeWidthStr;

/// What lies between two columns.
const GUTTER: usize = 3;

/// The narrowest column: an entry and a short reference.
const NARROWEST: usize = ENTRY + 8;

/// The shortest page that has room for a heading and some entries.
const SHORTEST: usize = 10;

/// The sheet to print on: its size, its columns, and whether classes have headings.
#[derive(Clone, Debug)]
pub struct Sheet {
    width: usize,
    columns: Option<usize>,
    /// Lines; 0 is a page without end.
    page_length: usize,
    /// Whether classes have headings.
    headings: bool,
}

/// 80 characters a line and 60 lines a page, in as many columns as most entries fit into.
impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { width: 80, columns: None, page_length: 60, headings: true }
    }
}

/// Why a directory cannot be printed on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SheetError {
    /// There is not one column.
    #[error("no columns: expected one or more")]
    NoColumns,
    /// Lines are too short.
    #[error("too narrow: expected {needed} characters or more")]
    Narrow {
        /// How many characters each line must have.
        needed: usize,
    },
    /// Pages are too short.
    #[error("pages are too short: expected {needed} lines or more")]
    Short {
        /// How many lines each page must have.
        needed: usize,
    },
}

impl Sheet {
    /// A sheet of lines with so many characters, in so many columns, or in as many as most entries fit into; a page
    /// has so many lines, or no end where that is 0.
    ///
    /// # Errors
    ///
    /// Returns why nothing could be printed on it.
    pub fn new(
        width: usize,
        columns: Option<usize>,
        page_length: usize,
        headings: bool,
    ) -> Result<Sheet, SheetError> {
        let needed = columns.unwrap_or(1).saturating_mul(NARROWEST + GUTTER).saturating_sub(GUTTER);
        match () {
            () if columns == Some(0) => Err(SheetError::NoColumns),
            () if width < needed => Err(SheetError::Narrow { needed }),
            () if (1..SHORTEST).contains(&page_length) => {
                Err(SheetError::Short { needed: SHORTEST })
            }
            () => Ok(Sheet { width, columns, page_length, headings }),
        }
    }

    fn column_width(&self, columns: usize) -> usize {
        (self.width - GUTTER * (columns - 1)) / columns
    }

    /// As told, or as many as four in five entries fit into.
    fn columns_for(&self, entries: &[Entry], style: &Typesetting) -> usize {
        let fitting = |columns: &usize| {
            let room = self.column_width(*columns).saturating_sub(ENTRY);
            let fits = |entry: &&Entry| style.reference(entry).width() <= room;
            entries.iter().filter(fits).count() * 5 >= entries.len() * 4
        };
        let most = (self.width + GUTTER) / (NARROWEST + GUTTER);
        self.columns.unwrap_or_else(|| (2..=most).take_while(fitting).last().unwrap_or(1))
    }
}

impl Directory {
    /// Columns for print, which are read downwards, on pages with a form feed between.
    #[must_use]
    pub fn to_text(&self, sheet: &Sheet) -> String {
        print(self, sheet)
    }
}

fn print(directory: &Directory, sheet: &Sheet) -> String {
    let mut style = Typesetting::of(directory.entries());
    let columns = sheet.columns_for(directory.entries(), &style);
    style.width = sheet.column_width(columns);
    let mut pages = Pages::new(sheet.width, sheet.page_length);
    for (section, entries) in directory.sections() {
        let title = format!("{} ({})", section.title(), entries.len());
        pages.print(&title, &blocks(entries, sheet, &style), columns, style.width);
    }
    pages.finish()
}

fn blocks(entries: &[Entry], sheet: &Sheet, style: &Typesetting) -> Vec<Paragraph> {
    let mut blocks = Vec::new();
    for (code, entries) in classes(entries) {
        if sheet.headings {
            blocks.push(style.heading(code, entries.len()));
        }
        blocks.extend(entries.iter().map(|entry| style.entry(entry)));
    }
    blocks
}
