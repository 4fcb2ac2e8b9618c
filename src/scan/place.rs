//! Where something stands in a text.

/// A place in a text, as people and as programs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1. LF, CRLF and CR all end one.
    pub line: u64,
    /// The character in its line, from 1. A byte that is not UTF-8 is one.
    pub column: u64,
    /// The byte, from 0.
    pub offset: u64,
}

impl TextPlace {
    /// Where every text begins.
    pub(super) const START: TextPlace = TextPlace { line: 1, column: 1, offset: 0 };

    /// Moves on by one character of so many bytes that ends no line.
    pub(super) fn step(&mut self, len: usize) {
        self.column += 1;
        self.offset += len as u64;
    }

    /// Moves on past a line end.
    pub(super) fn next_line(&mut self, len: usize) {
        self.line += 1;
        self.column = 1;
        self.offset += len as u64;
    }
}
