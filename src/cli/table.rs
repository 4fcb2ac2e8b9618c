//! Rows that are not games, as CSV or JSON lines: what check, scan and directory have to tell.

use crate::format::RowFormat;
use crate::row::{Column, Row};

/// Columns, and what writes them.
pub struct Table {
    pub columns: &'static [Column],
    pub format: &'static dyn RowFormat,
}

impl Table {
    /// The heading, where the format has one.
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.format.heading(self.columns, &mut out);
        out
    }

    /// One row; a cell of which nothing is known is none.
    pub fn row(&self, cells: &[Option<String>]) -> Vec<u8> {
        let mut row = Row::default();
        for cell in cells {
            row.push(|out| {
                out.extend_from_slice(cell.as_deref().unwrap_or_default().as_bytes());
                cell.is_some()
            });
        }
        let mut out = Vec::new();
        self.format.row(self.columns, &row, &mut out);
        out
    }
}
