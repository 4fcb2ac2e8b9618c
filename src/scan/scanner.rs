//! Reads a text piece by piece and finds the notations in it.
//!
//! In: a reader. Out: hits in their order, whatever the pieces were.

use std::io::{self, Read};

use super::candidate::{BEFORE, BEHIND, Candidate, is_code, is_short_code};
use super::skim::{Passage, Skim};
use super::{Hit, plain_text::PlainText};

/// How much is read at once.
const READ: usize = 64 * 1024;

/// How much more than a notation must be there on either side, to see where it ends.
const MARGIN: usize = 16;

/// An iterator over the notations in a text.
pub struct Scanner<R> {
    reader: R,
    buffer: Vec<u8>,
    is_bare: bool,
    /// What was read and is not on the sheet yet.
    raw: Vec<u8>,
    sheet: PlainText,
    skim: Skim,
    /// Where on the sheet to look next.
    at: usize,
    /// Where on the sheet the last hit ends.
    floor: usize,
    is_at_end: bool,
    /// What kept the reader from reading on; due when all that was read is searched.
    error: Option<io::Error>,
}

impl<R: Read> Scanner<R> {
    /// Scans for all forms but the code alone.
    pub fn new(reader: R) -> Scanner<R> {
        Scanner {
            reader,
            buffer: vec![0; READ],
            is_bare: false,
            raw: Vec::new(),
            sheet: PlainText::new(),
            skim: Skim::default(),
            at: 0,
            floor: 0,
            is_at_end: false,
            error: None,
        }
    }

    /// Scans for codes alone as well: `0002.01` and `4100`. Prices may look like that.
    #[must_use]
    pub fn bare(self, is_bare: bool) -> Scanner<R> {
        Scanner { is_bare, ..self }
    }

    /// The next hit on the sheet.
    fn search(&mut self) -> Option<Hit> {
        let len = self.sheet.text().len();
        // All that may belong to a notation must be there.
        let end = if self.is_at_end { len } else { len.saturating_sub(BEHIND + MARGIN) };
        while self.at < end {
            let at = self.at;
            self.at += 1;
            if self.sheet.text()[at].is_ascii_digit()
                && let Some(hit) = self.look(at)
            {
                return Some(hit);
            }
        }
        None
    }

    /// What a digit on the sheet begins.
    fn look(&mut self, at: usize) -> Option<Hit> {
        let text = self.sheet.text();
        let floor = self.floor.max(at.saturating_sub(BEFORE));
        let candidate = Candidate { text, at, floor, is_bare: self.is_bare };
        let found = if is_code(text, at) {
            candidate.find()?
        } else if self.is_bare && is_short_code(text, at) {
            candidate.find_short()?
        } else {
            return None;
        };
        self.at = found.range.end;
        self.floor = found.range.end;
        Some(Hit::new(&self.sheet, found))
    }

    /// Reads on, and forgets what was searched.
    fn fill(&mut self) {
        let done = self.at.saturating_sub(BEFORE + MARGIN);
        self.sheet.forget(done);
        self.at -= done;
        self.floor = self.floor.saturating_sub(done);
        match self.reader.read(&mut self.buffer) {
            Ok(read) => {
                self.raw.extend_from_slice(&self.buffer[..read]);
                self.is_at_end = read == 0;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.error = Some(error);
                self.is_at_end = true;
            }
        }
        let seen = if self.is_bare { self.read_all() } else { self.read_some() };
        self.raw.drain(..seen);
    }

    /// Puts everything on the sheet: four digits may be anywhere.
    fn read_all(&mut self) -> usize {
        self.sheet.read(&self.raw, self.raw.len(), self.is_at_end)
    }

    /// Puts on the sheet what may be a notation, or hide one.
    fn read_some(&mut self) -> usize {
        let mut at = 0;
        loop {
            let bytes = &self.raw[at..];
            at += match self.skim.passage(bytes, self.is_at_end) {
                Passage::Read(len) => self.sheet.read(bytes, len, self.is_at_end),
                Passage::Skip(len) => {
                    self.sheet.skip(&bytes[..len]);
                    len
                }
                Passage::Wait => return at,
            };
        }
    }
}

impl<R: Read> Iterator for Scanner<R> {
    type Item = io::Result<Hit>;

    fn next(&mut self) -> Option<io::Result<Hit>> {
        loop {
            if (self.is_at_end || self.sheet.knows_pages())
                && let Some(hit) = self.search()
            {
                return Some(Ok(hit));
            }
            if self.is_at_end {
                return self.error.take().map(Err);
            }
            self.fill();
        }
    }
}
