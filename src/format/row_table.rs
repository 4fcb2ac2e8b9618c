//! Rows that are not games, as CSV or JSON lines: what check, scan and directory have to tell.

use super::row_format::RowFormat;
use crate::row::{Column, Row};

/// Columns of whatever has rows, and the format to write them in.
pub struct RowTable {
    /// What the cells of each row are called.
    pub columns: &'static [Column],
    /// What writes them: [`Csv`](super::Csv), [`Tsv`](super::Tsv) or [`Jsonl`](super::Jsonl).
    pub format: &'static dyn RowFormat,
}

impl RowTable {
    /// The heading, where the format has one.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.format.heading(self.columns, &mut out);
        out
    }

    /// One row; a cell of which nothing is known is none.
    #[must_use]
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
