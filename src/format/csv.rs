//! A table with commas, one row per game.

use super::row_format::RowFormat;
use super::table::{Format, Setting, Writer};
use crate::row::{CellKind, Column, Row};

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "csv",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "a table with a heading, one row per game",
        endings: &[],
        heeds: &[Setting::At, Setting::Spreadsheet, Setting::Study, Setting::Full],
        is_full: false,
        keeps_records: false,
        make: |settings| Box::new(Csv { spreadsheet: settings.spreadsheet }),
    }),
};

/// Comma-separated values with a heading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv {
    /// Writes codes as `="0002.01"`: a spreadsheet would make 2.01 of a bare one.
    pub spreadsheet: bool,
}

impl RowFormat for Csv {
    fn heading(&self, columns: &[Column], out: &mut Vec<u8>) {
        line(out, columns.iter().map(|column| column.key.as_bytes().to_vec()));
    }

    fn row(&self, columns: &[Column], row: &Row, out: &mut Vec<u8>) {
        let cells = row.cells().zip(columns).map(|(cell, column)| {
            let cell = cell.unwrap_or_default();
            if self.spreadsheet && is_mistaken(column, cell) {
                as_formula(cell)
            } else {
                cell.to_vec()
            }
        });
        line(out, cells);
    }
}

/// Whether a spreadsheet would take the cell for something else than its text:
/// a code for a number, or a name that begins like a formula for one.
fn is_mistaken(column: &Column, cell: &[u8]) -> bool {
    match column.kind {
        CellKind::Code | CellKind::Codes => !cell.is_empty(),
        CellKind::Text | CellKind::Date => {
            matches!(without_blanks(cell).first(), Some(b'=' | b'+' | b'-' | b'@'))
        }
        // A position begins with the square of a king.
        CellKind::Number | CellKind::Numbers | CellKind::Position => false,
    }
}

/// The text without what some programs drop before they look: blanks of all kinds, line ends,
/// control characters, a byte-order mark.
fn without_blanks(cell: &[u8]) -> &[u8] {
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    std::str::from_utf8(cell)
        .map_or(cell.trim_ascii_start(), |text| text.trim_start_matches(is_blank).as_bytes())
}

/// A formula whose value is the text.
fn as_formula(text: &[u8]) -> Vec<u8> {
    let mut formula = b"=\"".to_vec();
    for &byte in text {
        formula.push(byte);
        if byte == b'"' {
            formula.push(byte);
        }
    }
    formula.push(b'"');
    formula
}

fn line(out: &mut Vec<u8>, cells: impl Iterator<Item = Vec<u8>>) {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
}
