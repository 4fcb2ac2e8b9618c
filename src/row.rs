//! What was found out about a game: cells under columns.
//!
//! Stages fill cells without knowing where they will be written, and sinks
//! write them without knowing what they mean.

use std::ops::Range;

/// The name of a cell, as tag and as key, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name as a PGN tag.
    pub tag: &'static str,
    /// Its name as an EPD opcode, CSV column or JSON key.
    pub key: &'static str,
    /// What its cells hold.
    pub kind: CellKind,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Any text.
    Text,
    /// A code: text that looks like a number.
    Code,
    /// Codes, with a space between.
    Codes,
    /// A position in GBR notation.
    Position,
    /// A number, whole wherever rows are about games.
    Number,
    /// Whole numbers, with a space between.
    Numbers,
    /// A date as tags have it, `2010.06.17`; its parts may be unknown.
    Date,
    /// What somebody outside answered, as text: where there is nothing, what a record says under the same name is not ours.
    Answer,
}

impl Column {
    /// A column of text.
    #[must_use]
    pub const fn text(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Text }
    }

    /// A column of codes.
    #[must_use]
    pub const fn code(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Code }
    }

    /// A column of positions.
    #[must_use]
    pub const fn position(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Position }
    }

    /// A column of several codes each.
    #[must_use]
    pub const fn codes(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Codes }
    }

    /// A column of several numbers each.
    #[must_use]
    pub const fn numbers(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Numbers }
    }

    /// A column of answers.
    #[must_use]
    pub const fn answer(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Answer }
    }

    /// A column of numbers.
    #[must_use]
    pub const fn number(tag: &'static str, key: &'static str) -> Column {
        Column { tag, key, kind: CellKind::Number }
    }
}

/// The cells of one game, in the order of the columns.
#[derive(Clone, Debug, Default)]
pub struct Row {
    text: Vec<u8>,
    cells: Vec<Option<Range<usize>>>,
}

impl Row {
    /// Forgets all cells, but not the memory they used.
    pub fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
    }

    /// Adds a cell with the text that `write` appends; an empty one if it returns false.
    pub fn push(&mut self, write: impl FnOnce(&mut Vec<u8>) -> bool) {
        let start = self.text.len();
        if write(&mut self.text) {
            self.cells.push(Some(start..self.text.len()));
        } else {
            self.text.truncate(start);
            self.cells.push(None);
        }
    }

    /// Adds a cell that is the same as an earlier one.
    pub(crate) fn repeat(&mut self, column: usize) {
        let start = self.text.len();
        self.cells.push(self.cells[column].clone().map(|text| {
            self.text.extend_from_within(text);
            start..self.text.len()
        }));
    }

    /// The text of a cell; none where nothing was found out.
    #[must_use]
    pub fn cell(&self, column: usize) -> Option<&[u8]> {
        let range = self.cells.get(column)?.clone()?;
        Some(&self.text[range])
    }

    /// Adds cells until there are so many; those that are missing are empty.
    pub(crate) fn extend(&mut self, width: usize, cells: &[Option<Vec<u8>>]) {
        for cell in 0..width.saturating_sub(self.cells.len()) {
            let cell = cells.get(cell).and_then(Option::as_deref);
            self.push(|out| cell.map(|cell| out.extend_from_slice(cell)).is_some());
        }
    }

    /// The row without the cells of some columns, which count as not found out.
    pub(crate) fn without(&self, is_left_out: impl Fn(usize) -> bool) -> Row {
        let mut row = Row::default();
        for (column, cell) in self.cells().enumerate() {
            let cell = cell.filter(|_| !is_left_out(column));
            row.push(|out| cell.map(|cell| out.extend_from_slice(cell)).is_some());
        }
        row
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Option<&[u8]>> {
        (0..self.cells.len()).map(|column| self.cell(column))
    }
}
