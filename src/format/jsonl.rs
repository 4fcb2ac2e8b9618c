//! JSON, one object per game and line.

use serde_json::Value;

use super::row_format::RowFormat;
use super::table::{Format, Setting, Writer};
use crate::row::{CellKind, Column, Row};

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "jsonl",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "JSON, one object per game and line",
        endings: &[],
        heeds: &[Setting::At, Setting::Study, Setting::Full],
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
            append(&Value::from(column.key), out);
            out.push(b':');
            append(&value(column, cell), out);
        }
        if out.len() == start {
            out.push(b'{');
        }
        out.extend_from_slice(b"}\n");
    }
}

fn append(value: &Value, out: &mut Vec<u8>) {
    out.extend_from_slice(value.to_string().as_bytes());
}

/// A cell as JSON. What is not UTF-8 is taken for Latin-1.
fn value(column: &Column, cell: Option<&[u8]>) -> Value {
    let Some(cell) = cell else { return Value::Null };
    let text = crate::text::encoding::text(cell);
    match column.kind {
        CellKind::Number => number(&text).unwrap_or_default(),
        CellKind::Numbers => text.split(' ').filter_map(number).collect(),
        CellKind::Codes => text.split(' ').collect(),
        CellKind::Text | CellKind::Code | CellKind::Position | CellKind::Date => {
            Value::String(text)
        }
    }
}

/// Whole numbers stay so, however large.
fn number(text: &str) -> Option<Value> {
    let whole = text.parse::<u64>().ok().map(Value::from);
    let whole = whole.or_else(|| text.parse::<i64>().ok().map(Value::from));
    whole.or_else(|| text.parse::<f64>().ok().map(Value::from))
}
