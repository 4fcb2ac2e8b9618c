//! The directory for programs: CSV and JSON lines.

use crate::cli::table::Table;
use crate::directory::{Directory, Entry};
use crate::format::{Csv, Jsonl};
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

pub const CSV: Table = Table { columns: COLUMNS, format: &Csv { spreadsheet: false } };
pub const JSONL: Table = Table { columns: COLUMNS, format: &Jsonl };

/// A row for each entry, in order.
pub fn write(directory: &Directory, table: &Table) -> Vec<u8> {
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
