//! JSON, one object per game and line.

use super::row_format::RowFormat;
use super::table::{Format, Setting, Writer};
use crate::row::{CellKind, Column, Row};
use crate::text::decimal;
use crate::text::encoding::latin_1;
use crate::text::json_text::{append, append_list};

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "jsonl",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "JSON, one object per game and line",
        endings: &[],
        heeds: &[Setting::At, Setting::Study, Setting::Full, Setting::Answers],
        is_full: false,
        keeps_records: false,
        make: |_| Box::new(Jsonl),
    }),
};

/// JSON lines, keys in the order of the columns; cells of which nothing is known are null.
#[derive(Clone, Copy, Debug, Default)]
pub struct Jsonl;

impl RowFormat for Jsonl {
    fn row(&self, columns: &[Column], row: &Row, out: &mut Vec<u8>) {
        let start = out.len();
        for (column, cell) in columns.iter().zip(row.cells()) {
            out.push(if out.len() == start { b'{' } else { b',' });
            append(column.key, out);
            out.push(b':');
            value(column, cell, out);
        }
        if out.len() == start {
            out.push(b'{');
        }
        out.extend_from_slice(b"}\n");
    }
}

/// A cell as JSON. What is not UTF-8 is taken for Latin-1.
fn value(column: &Column, cell: Option<&[u8]>, out: &mut Vec<u8>) {
    let Some(cell) = cell else { return out.extend_from_slice(b"null") };
    let Ok(text) = str::from_utf8(cell) else {
        return value(column, Some(latin_1(cell).as_bytes()), out);
    };
    match column.kind {
        CellKind::Number => number(text, out),
        CellKind::Numbers => append_list(text.split(' ').filter(is_number), number, out),
        CellKind::Codes => append_list(text.split(' '), append, out),
        CellKind::Text
        | CellKind::Code
        | CellKind::Position
        | CellKind::Date
        | CellKind::Answer => append(text, out),
    }
}

fn is_number(text: &&str) -> bool {
    decimal::is_plain(text.as_bytes()) || text.parse::<f64>().is_ok()
}

/// Whole numbers stay so, however large. What is not a number is null.
fn number(text: &str, out: &mut Vec<u8>) {
    if decimal::is_plain(text.as_bytes()) {
        return out.extend_from_slice(text.as_bytes());
    }
    // A number cannot fail, either.
    let _ = match (text.parse::<u64>(), text.parse::<i64>()) {
        (Ok(whole), _) => serde_json::to_writer(out, &whole),
        (_, Ok(whole)) => serde_json::to_writer(out, &whole),
        _ => serde_json::to_writer(out, &text.parse::<f64>().ok()),
    };
}
