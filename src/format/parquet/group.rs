//! The rows of a row group, column by column.

use super::column::{Cells, Piece};
use crate::row::Column;

/// The most rows of a group: many enough for engines, which take groups as units of work.
pub const ROWS: usize = 1 << 17;

/// And the most bytes, for rows that are longer than usual. Together they are the limit of memory.
const BYTES: usize = 64 << 20;

/// Rows that wait to be written.
pub struct RowGroup {
    columns: Vec<Cells>,
    rows: usize,
    bytes: usize,
}

impl RowGroup {
    pub fn new(columns: &[Column]) -> RowGroup {
        let columns = columns.iter().map(|column| Cells::new(column.kind)).collect();
        RowGroup { columns, rows: 0, bytes: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// How many rows there is room for.
    pub fn room(&self) -> usize {
        if self.bytes >= BYTES { 0 } else { ROWS - self.rows }
    }

    /// Adds rows: a piece of each column.
    pub fn push(&mut self, pieces: Vec<Piece>, rows: usize) {
        self.rows += rows;
        self.bytes += pieces.iter().map(Piece::size).sum::<usize>();
        self.columns.iter_mut().zip(pieces).for_each(|(column, piece)| column.push(piece));
    }

    pub fn into_columns(self) -> Vec<Cells> {
        self.columns
    }
}
