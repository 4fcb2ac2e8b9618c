//! JSON, one object per game and line.

use serde_json::{Map, Value};

use super::{Entry, Format, Sink};

pub(super) const FORMAT: Format =
    Format { name: "jsonl", help: "JSON, one object per game and line", make: |_| Box::new(Jsonl) };

/// JSON lines; cells of which nothing is known are null.
pub struct Jsonl;

impl Sink for Jsonl {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if !entry.record.is_game() {
            return;
        }
        let cells = entry.columns.iter().zip(entry.row.cells());
        let object: Map<String, Value> =
            cells.map(|(column, cell)| (column.key.to_owned(), value(column.key, cell))).collect();
        out.extend_from_slice(Value::Object(object).to_string().as_bytes());
        out.push(b'\n');
    }
}

/// Counts are numbers, everything else is text.
fn value(key: &str, cell: Option<&[u8]>) -> Value {
    let Some(cell) = cell else { return Value::Null };
    let text = crate::record::text(cell);
    match key {
        "number" | "line" | "offset" | "plies" => {
            text.parse::<u64>().map_or(Value::Null, Value::from)
        }
        _ => Value::String(text),
    }
}
