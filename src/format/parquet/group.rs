//! The rows of a row group, column by column.

use super::column::Cells;
use crate::row::Column;

/// The most rows of a group: many enough for engines, which take groups as units of work.
pub const ROWS: usize = 1 << 17;

/// And the most bytes, for rows that are longer than usual. Together they are the limit of memory.
const BYTES: usize = 64 << 20;

/// Rows that wait to be written.
pub struct Group {
    columns: Vec<Cells>,
    rows: usize,
    bytes: usize,
}

impl Group {
    pub fn new(columns: &[Column]) -> Group {
        let columns = columns.iter().map(|column| Cells::new(column.kind)).collect();
        Group { columns, rows: 0, bytes: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// Adds a row: a cell for each column.
    pub fn push<'a>(&mut self, mut cells: impl FnMut() -> Option<Option<&'a [u8]>>) -> Option<()> {
        for column in &mut self.columns {
            self.bytes += column.push(cells()?);
        }
        self.rows += 1;
        Some(())
    }

    pub fn into_columns(self) -> Vec<Cells> {
        self.columns
    }
}
