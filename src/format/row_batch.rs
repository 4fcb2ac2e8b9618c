//! Rows on their way from a worker to a format that puts them together, column by column.

use std::ops::Range;

use super::sink::Entry;
use crate::text::encoding;

/// The cells of some rows.
#[derive(Debug, Default)]
pub struct RowBatch {
    /// A cell of each row, for each column.
    pub columns: Vec<CellColumn>,
    /// How many rows there are.
    pub rows: usize,
}

/// The cells of one column.
#[derive(Clone, Debug, Default)]
pub struct CellColumn {
    /// The text of all of them: UTF-8.
    pub text: Vec<u8>,
    /// Where in it each of them is; one that is like the one before is there once.
    pub extents: Vec<Extent>,
}

/// Where in the text of its column a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    start: u32,
    length: u32,
}

/// What a cell may hold. A page of Parquet counts its bytes in 31 bits, and holds several cells.
const LONGEST: usize = 1 << 27;

/// The rows of a chunk of ordinary games, and the most room for their text: columns that grow side by side are copied
/// each time they do.
const USUAL_ROWS: usize = 320;
const USUAL_TEXT: usize = 1 << 16;

impl RowBatch {
    /// Adds the row of a game.
    pub fn add(game: &Entry<'_>, batch: &mut RowBatch) {
        let cells = game.row.cells();
        batch.columns.resize_with(game.columns.len(), CellColumn::default);
        batch.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        batch.rows += 1;
    }

    /// Whether it is one of few rows, as the batch of a small file is: many of them take less room as one.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let text: usize = self.columns.iter().map(|column| column.text.len()).sum();
        self.rows < USUAL_ROWS && text < USUAL_TEXT
    }

    /// Adds the rows of another batch of the same columns.
    pub fn append(&mut self, other: &RowBatch) {
        if self.columns.is_empty() {
            self.columns.resize_with(other.columns.len(), CellColumn::default);
        }
        let columns = self.columns.iter_mut().zip(&other.columns);
        columns.for_each(|(column, other)| column.append(other));
        self.rows += other.rows;
    }
}

impl CellColumn {
    /// Adds the cells of another.
    fn append(&mut self, other: &CellColumn) {
        let before = self.text.len() as u32;
        self.text.extend_from_slice(&other.text);
        self.extents.extend(other.extents.iter().map(|extent| extent.moved(before)));
    }

    /// Adds a cell. What is not UTF-8 is taken for Latin-1; what is too long is left out.
    fn push(&mut self, cell: Option<&[u8]>) {
        let cell = cell.filter(|cell| cell.len() <= LONGEST);
        if self.extents.is_empty() {
            self.make_room(cell.map_or(0, <[u8]>::len));
        }
        match cell {
            Some(cell) if !encoding::is_utf8(cell) => {
                self.push_text(Some(encoding::latin_1(cell).as_bytes()));
            }
            cell => self.push_text(cell),
        }
    }

    /// Makes room for the cells of a chunk, if they are as long as the first one.
    fn make_room(&mut self, len: usize) {
        self.extents.reserve(USUAL_ROWS);
        self.text.reserve(USUAL_TEXT.min(USUAL_ROWS * len));
    }

    fn push_text(&mut self, cell: Option<&[u8]>) {
        let last = self.extents.last().copied().unwrap_or(Extent::NONE);
        let is_like_last = last.range().map(|range| &self.text[range]) == cell;
        self.extents.push(match cell {
            _ if is_like_last => last,
            None => Extent::NONE,
            Some(cell) => {
                // A chunk has one long record at most, and a cell of it is far below 4 GiB.
                let start = self.text.len() as u32;
                self.text.extend_from_slice(cell);
                Extent { start, length: cell.len() as u32 }
            }
        });
    }
}

impl Extent {
    const NONE: Extent = Extent { start: 0, length: u32::MAX };

    /// The place in the text; none where there is no cell.
    #[must_use]
    pub fn range(self) -> Option<Range<usize>> {
        let range = self.start as usize..self.start as usize + self.length as usize;
        (self.length != u32::MAX).then_some(range)
    }

    /// The same cell with so much text before it; what is no cell is nowhere.
    fn moved(self, by: u32) -> Extent {
        if self == Extent::NONE { self } else { Extent { start: self.start + by, ..self } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_they_were_pushed() {
        let mut column = CellColumn::default();
        for cell in [Some(&b"a\0b"[..]), None, Some(b""), Some(b"Andr\xe9"), Some(b"Andr\xe9")] {
            column.push(cell);
        }
        let text = |extent: &Extent| extent.range().map(|range| &column.text[range]);
        let cells: Vec<_> = column.extents.iter().map(text).collect();
        let name = Some("André".as_bytes());
        assert_eq!(cells, [Some(&b"a\0b"[..]), None, Some(b""), name, name]);
        assert_eq!(column.text, "a\0bAndré".as_bytes());
    }

    #[test]
    fn batches_that_are_put_together_have_the_cells_of_both() {
        let batch = |cells: &[Option<&[u8]>]| {
            let mut column = CellColumn::default();
            cells.iter().for_each(|cell| column.push(*cell));
            RowBatch { columns: vec![column], rows: cells.len() }
        };
        let mut all = RowBatch::default();
        all.append(&batch(&[Some(b"one"), None]));
        all.append(&RowBatch::default());
        all.append(&batch(&[None, Some(b"two"), Some(b"two")]));
        let RowBatch { columns, rows } = &all;
        let text = |extent: &Extent| extent.range().map(|range| &columns[0].text[range]);
        let cells: Vec<_> = columns[0].extents.iter().map(text).collect();
        assert_eq!(cells, [Some(&b"one"[..]), None, None, Some(b"two"), Some(b"two")]);
        assert_eq!(*rows, 5);
    }
}
