//! A format that is written.

use std::io;

use super::binding::Binding;
use super::source::Source;
use crate::fault::Fault;
use crate::game::Game;
use crate::record::Record;
use crate::row::{CellKind, Column, Row};

/// Writes records and what was found out about them.
///
/// A sink has no state, so that workers can write their own records; what
/// they wrote is put together in the order of the input.
pub trait Sink: Sync {
    /// What comes before the first record.
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// What comes after the last record. Where several inputs go into one output, there is one head and one foot.
    fn foot(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// Writes one record.
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>);

    /// Writes one record, and returns what a person should know about the way it was written: for
    /// sinks that may have to leave a record as it is. This is what a run calls.
    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        self.write(entry, out);
        None
    }

    /// What puts together the rows of all workers, which then are collected and not written; none for formats in
    /// which they follow each other as they are.
    ///
    /// # Errors
    ///
    /// Returns why the format cannot hold these columns.
    fn binding(&self, columns: &[Column]) -> io::Result<Option<Box<dyn Binding>>> {
        let _ = columns;
        Ok(None)
    }

    /// How many positions of a record the format could not say all of.
    fn lost(&self, game: &Game) -> u64 {
        let _ = game;
        0
    }
}

/// A record with all that is known about it.
pub struct Entry<'a> {
    /// What framed it.
    pub source: &'a dyn Source,
    /// Its bytes.
    pub record: &'a Record<'a>,
    /// What it says.
    pub game: &'a Game,
    /// The names of the cells.
    pub columns: &'a [Column],
    /// The cells.
    pub row: &'a Row,
}

impl Entry<'_> {
    /// The columns that were answered, and their cells.
    pub(super) fn answers(&self) -> (Vec<Column>, Row) {
        let (mut columns, mut row) = (Vec::new(), Row::default());
        for (column, cell) in self.columns.iter().zip(self.row.cells()) {
            if let Some(cell) = cell.filter(|_| column.kind == CellKind::Answer) {
                columns.push(*column);
                row.push(|out| {
                    out.extend_from_slice(cell);
                    true
                });
            }
        }
        (columns, row)
    }

    /// The row without them.
    pub(super) fn without_answers(&self) -> Row {
        self.row.without(|column| self.columns[column].kind == CellKind::Answer)
    }
}
