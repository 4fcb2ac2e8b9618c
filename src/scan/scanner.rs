//! Reads a text piece by piece and finds the notations in it.
//!
//! In: a reader. Out: hits in their order.

use std::io::{self, Read};

use super::Hit;
use super::text_search::TextSearch;

/// How much is read at once.
const READ: usize = 64 * 1024;

/// An iterator over the notations in a text.
pub struct Scanner<R> {
    reader: R,
    buffer: Vec<u8>,
    search: TextSearch,
    /// What kept the reader from reading on; due when all that was read is searched.
    error: Option<io::Error>,
}

impl<R: Read> Scanner<R> {
    /// Scans for all forms but the code alone.
    pub fn new(reader: R) -> Scanner<R> {
        Scanner { reader, buffer: vec![0; READ], search: TextSearch::new(false), error: None }
    }

    /// Scans for codes alone as well: `0002.01` and `4100`. Prices may look like that.
    #[must_use]
    pub fn bare(self, is_bare: bool) -> Scanner<R> {
        Scanner { search: TextSearch::new(is_bare), ..self }
    }

    fn fill(&mut self) {
        match self.reader.read(&mut self.buffer) {
            Ok(read) => self.search.feed(&self.buffer[..read], read == 0),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.error = Some(error);
                self.search.feed(&[], true);
            }
        }
    }
}

impl<R: Read> Iterator for Scanner<R> {
    type Item = io::Result<Hit>;

    fn next(&mut self) -> Option<io::Result<Hit>> {
        loop {
            if let Some(hit) = self.search.next_hit() {
                return Some(Ok(hit));
            }
            if self.search.is_at_end() {
                return self.error.take().map(Err);
            }
            self.fill();
        }
    }
}
