//! Where in its file an input begins: not always at the first byte.

/// What comes before the first byte of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputStart {
    /// How many bytes.
    pub offset: u64,
    /// The line, from 1, on which the input begins.
    pub line: u64,
    /// How many games.
    pub games: u64,
    /// The last byte: after a CR, an LF does not begin another line.
    pub before: Option<u8>,
}

impl Default for InputStart {
    /// The beginning of the file.
    fn default() -> InputStart {
        InputStart { offset: 0, line: 1, games: 0, before: None }
    }
}
