//! A table with commas, one row per game.

use super::{Entry, Format, Sink};
use crate::row::Column;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    help: "a table, one row per game",
    make: |settings| Box::new(Csv { spreadsheet: settings.spreadsheet }),
};

/// Comma-separated values with a heading.
pub struct Csv {
    /// Writes codes as `="0002.01"`: a spreadsheet would make 2.01 of a bare one.
    pub spreadsheet: bool,
}

impl Sink for Csv {
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        line(out, columns.iter().map(|column| column.key.as_bytes().to_vec()));
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if !entry.record.is_game() {
            return;
        }
        let cells = entry.row.cells().zip(entry.columns).map(|(cell, column)| {
            let cell = cell.unwrap_or_default();
            if self.spreadsheet && is_code(column) && !cell.is_empty() {
                [b"=\"", cell, b"\""].concat()
            } else {
                cell.to_vec()
            }
        });
        line(out, cells);
    }
}

/// Whether a spreadsheet would take the column for numbers.
fn is_code(column: &Column) -> bool {
    matches!(column.key, "gbr" | "gbrfinal")
}

fn line(out: &mut Vec<u8>, cells: impl Iterator<Item = Vec<u8>>) {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
}
