//! Lines on which records begin.
//!
//! Few of them are asked for: those of faults, and a column of some tables. So they are counted for a chunk
//! when somebody asks for the first of them.

use std::sync::OnceLock;

use super::Frame;
use crate::text::survey::Survey;

/// The lines of the records of a chunk.
#[derive(Debug)]
pub(crate) struct Lines {
    first: u64,
    /// The byte before the first record.
    before: Option<u8>,
    all: OnceLock<Vec<u64>>,
}

impl Lines {
    /// The first record begins on this line, after this byte.
    pub(crate) fn new(first: u64, before: Option<u8>) -> Lines {
        Lines { first, before, all: OnceLock::new() }
    }

    /// The lines of all records that tile `bytes`.
    fn all(&self, bytes: &[u8], frames: &[Frame]) -> &[u64] {
        self.all.get_or_init(|| {
            let (mut line, mut rest, mut before) = (self.first, bytes, self.before);
            let begin = |frame: &Frame| {
                let begin = line;
                let (record, behind) = rest.split_at(frame.len);
                line += Survey::of(before, record).lines;
                (rest, before) = (behind, record.last().copied());
                begin
            };
            frames.iter().map(begin).collect()
        })
    }
}

/// The line on which a record begins.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a>(LineSource<'a>);

#[derive(Clone, Copy, Debug)]
enum LineSource<'a> {
    Known(u64),
    Chunk { lines: &'a Lines, bytes: &'a [u8], frames: &'a [Frame], index: usize },
}

impl<'a> Line<'a> {
    /// A line that is known already.
    #[must_use]
    pub const fn known(number: u64) -> Line<'a> {
        Line(LineSource::Known(number))
    }

    /// The line of a record of a chunk, which has these bytes and frames.
    pub(crate) const fn of(
        lines: &'a Lines,
        bytes: &'a [u8],
        frames: &'a [Frame],
        index: usize,
    ) -> Line<'a> {
        Line(LineSource::Chunk { lines, bytes, frames, index })
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        match self.0 {
            LineSource::Known(number) => number,
            LineSource::Chunk { lines, bytes, frames, index } => lines.all(bytes, frames)[index],
        }
    }
}
