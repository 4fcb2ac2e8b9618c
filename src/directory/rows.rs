//! The directory for programs: CSV and JSON lines.

use super::{Directory, Entry};
use crate::format::{Csv, Jsonl, RowFormat, RowTable};
use crate::row::Column;

/// Named as those of convert, where they say the same.
const COLUMNS: &[Column] = &[
    Column::text("Claim", "claim"),
    Column::code("GBR", "gbr"),
    Column::text("Class", "class"),
    Column::text("Kings", "kings"),
    Column::text("Reference", "reference"),
    Column::number("Number", "number"),
    Column::text("Composers", "composers"),
    Column::text("Turn", "turn"),
    Column::text("GBRPosition", "gbrpos"),
    Column::text("FEN", "fen"),
];

impl Directory {
    /// Comma-separated values with a heading, a row for each entry.
    #[must_use]
    pub fn to_csv(&self) -> Vec<u8> {
        write(self, &Csv { spreadsheet: false })
    }

    /// An object for each entry, with the columns of the table.
    #[must_use]
    pub fn to_jsonl(&self) -> Vec<u8> {
        write(self, &Jsonl)
    }
}

fn write(directory: &Directory, format: &'static dyn RowFormat) -> Vec<u8> {
    let table = RowTable { columns: COLUMNS, format };
    let mut out = table.head();
    for entry in directory.entries() {
        out.extend(table.row(&cells(entry)));
    }
    out
}

fn cells(entry: &Entry) -> [Option<String>; 10] {
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let code = entry.position.code();
    let turn = entry.position.indicator().turn_or_white();
    [
        known(entry.section().claim()),
        Some(code.to_string()),
        Some(code.words().to_string()),
        Some(entry.position.kings()),
        known(&entry.reference),
        Some(entry.number.to_string()),
        known(&entry.composers),
        Some(turn.to_string()),
        Some(entry.position.to_string()),
        Some(entry.fen.clone()),
    ]
}
