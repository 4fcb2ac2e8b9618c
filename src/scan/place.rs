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

    /// Moves on past bytes of ASCII, of which the last ends no line.
    pub(super) fn leap(&mut self, bytes: &[u8]) {
        self.line += line_ends(bytes);
        let last = memchr::memrchr2(b'\n', b'\r', bytes);
        self.column = last.map_or(self.column, |_| 1);
        self.column += last.map_or(bytes.len(), |last| bytes.len() - last - 1) as u64;
        self.offset += bytes.len() as u64;
    }
}

/// How many lines end in some bytes, which must not part CR and LF.
pub(super) fn line_ends(bytes: &[u8]) -> u64 {
    let is_alone = |&at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let returns = memchr::memchr_iter(b'\r', bytes).filter(is_alone).count();
    (memchr::memchr_iter(b'\n', bytes).count() + returns) as u64
}
