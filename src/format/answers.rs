//! Whether what somebody outside answered can come into a record and go again.

use super::sink::{Entry, Sink};
use crate::row::{CellKind, Column, Row};

/// The sinks of a format that edits its records.
pub(super) struct Editors<'a> {
    /// Brings ours up to date.
    pub ours: &'a dyn Sink,
    /// Takes ours out, and what is named.
    pub remover: &'a dyn Sink,
}

impl Editors<'_> {
    /// Whether a record with answers in it, read again, stays as it is when ours are brought up to date once more, and would be
    /// without them what it was without them before.
    pub(super) fn hold(&self, before: &Entry<'_>, after: &Entry<'_>) -> bool {
        let ours = before.without_answers();
        written(self.ours, &Entry { row: &ours, columns: before.columns, ..*after })
            == after.record.bytes
            && self.gone(before, before) == self.gone(before, after)
    }

    /// A record without ours and without the answers of an entry.
    fn gone(&self, answered: &Entry<'_>, entry: &Entry<'_>) -> Vec<u8> {
        let cells = answered.columns.iter().zip(answered.row.cells());
        let columns: Vec<Column> = cells
            .filter_map(|(column, cell)| match (column.kind, cell) {
                (CellKind::Answer, None) => None,
                (CellKind::Answer, Some(_)) => Some(Column::text(column.tag, column.key)),
                _ => Some(*column),
            })
            .collect();
        written(self.remover, &Entry { columns: &columns, row: &Row::default(), ..*entry })
    }
}

fn written(sink: &dyn Sink, entry: &Entry<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(entry.record.bytes.len() + 200);
    sink.write(entry, &mut out);
    out
}
