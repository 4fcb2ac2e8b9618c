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
}

impl CellColumn {
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
}
