//! The directory for print: columns that are read downwards, on pages.

pub(super) mod block;
pub(super) mod columns;
mod page;

use super::printed_list::{PrintedEntry, PrintedList};
use super::{Captions, Directory};
use block::{ENTRY, Paragraph, Typesetting};
use page::Pages;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use thiserror::Error;

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
    fn columns_for(&self, listing: &(impl PrintedList + ?Sized), style: &Typesetting) -> usize {
        if let Some(columns) = self.columns {
            return columns;
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        listing.all().for_each(|entry| *counts.entry(style.extent(&entry)).or_default() += 1);
        let fitting = |columns: &usize| {
            let room = self.column_width(*columns).saturating_sub(ENTRY);
            counts.range(..=room).map(|(_, count)| count).sum::<usize>() * 5 >= listing.len() * 4
        };
        let most = (self.width + GUTTER) / (NARROWEST + GUTTER);
        (2..=most).take_while(fitting).last().unwrap_or(1)
    }
}

impl Directory {
    /// Columns for print, which are read downwards, on pages with a form feed between.
    #[must_use]
    pub fn to_text(&self, sheet: &Sheet) -> String {
        let mut text = Vec::new();
        print(self.entries(), sheet, &mut text).expect("memory takes all");
        String::from_utf8(text).expect("lines are text")
    }
}

impl Captions {
    /// Puts them in order and writes them as [`Directory::to_text`] does, page by page.
    ///
    /// # Errors
    ///
    /// Returns the error of `out`.
    pub fn write_text(&mut self, sheet: &Sheet, out: &mut impl Write) -> io::Result<()> {
        self.sort();
        print(self, sheet, out)
    }
}

fn print(
    listing: &(impl PrintedList + ?Sized),
    sheet: &Sheet,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut style = Typesetting::of(listing);
    let columns = sheet.columns_for(listing, &style);
    style.width = sheet.column_width(columns);
    let mut pages = Pages::new(sheet.width, sheet.page_length, out);
    let mut start = 0;
    while start < listing.len() {
        let section = listing.listed(start).section;
        let end = end_of(listing, start, |entry| entry.section == section);
        let title = format!("{} ({})", section.title(), end - start);
        let blocks = Blocks { listing, sheet, style, class: start..start, end };
        pages.print(&title, blocks, columns, style.width)?;
        start = end;
    }
    Ok(())
}

/// Where the entries end that are like the first.
fn end_of(
    listing: &(impl PrintedList + ?Sized),
    start: usize,
    is_like: impl Fn(&PrintedEntry<'_>) -> bool,
) -> usize {
    (start..listing.len()).find(|&at| !is_like(&listing.listed(at))).unwrap_or(listing.len())
}

/// The entries of a part, below the headings of their classes.
struct Blocks<'a, L: ?Sized> {
    listing: &'a L,
    sheet: &'a Sheet,
    style: Typesetting,
    /// What is left of the class.
    class: Range<usize>,
    /// Where the part ends.
    end: usize,
}

impl<L: PrintedList + ?Sized> Iterator for Blocks<'_, L> {
    type Item = Paragraph;

    fn next(&mut self) -> Option<Paragraph> {
        if let Some(at) = self.class.next() {
            return Some(self.style.entry(&self.listing.listed(at)));
        }
        let start = self.class.end;
        let code = (start < self.end).then(|| self.listing.listed(start).code)?;
        let end = end_of(self.listing, start, |entry| entry.code == code).min(self.end);
        self.class = start..end;
        match self.sheet.headings {
            true => Some(self.style.heading(code, end - start)),
            false => self.next(),
        }
    }
}
