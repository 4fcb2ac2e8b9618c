//! A format of rows, whatever they are about.

use super::sink::{Entry, Sink};
use crate::row::{Column, Row};

/// A format of rows: a cell under each column, whatever it is that has them. For games it is a [`Sink`].
pub trait RowFormat: Sync {
    /// What comes before the first row.
    fn heading(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// What comes after the last row.
    fn footing(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// Writes one row.
    fn row(&self, columns: &[Column], row: &Row, out: &mut Vec<u8>);
}

impl<F: RowFormat> Sink for F {
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        self.heading(columns, out);
    }

    fn foot(&self, columns: &[Column], out: &mut Vec<u8>) {
        self.footing(columns, out);
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if entry.record.is_game() {
            self.row(entry.columns, entry.row, out);
        }
    }
}
