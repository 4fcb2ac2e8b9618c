//! A long text in pieces that several threads search at a time.
//!
//! In: bytes as they were read. Out: pieces, each with what it takes to search it: nothing where it begins at a seam, and else
//! the search of the piece before, for which its worker waits.

use std::io::{self, Read};
use std::{iter, mem};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::Hit;
use super::place::TextPlace;
use super::seam::Seam;
use super::text_search::TextSearch;

/// How much is read at once; the first page is in the first of them.
pub(super) const PORTION: usize = 256 * 1024;

/// How much is searched at once, so that what is made of it stays in the cache.
const STEP: usize = 64 * 1024;

/// Some bytes of a text.
pub(super) struct TextPortion {
    bytes: Vec<u8>,
    is_last: bool,
    failed: Option<io::Error>,
}

/// Reads portions.
pub(super) struct TextPortions<R> {
    reader: R,
    size: usize,
    has_ended: bool,
}

impl<R: Read> TextPortions<R> {
    /// Reads so many bytes at once.
    pub(super) fn new(reader: R, size: usize) -> TextPortions<R> {
        TextPortions { reader, size, has_ended: false }
    }
}

impl<R: Read> Iterator for TextPortions<R> {
    type Item = TextPortion;

    fn next(&mut self) -> Option<TextPortion> {
        if self.has_ended {
            return None;
        }
        let mut bytes = Vec::with_capacity(self.size);
        let failed = self.reader.by_ref().take(self.size as u64).read_to_end(&mut bytes).err();
        self.has_ended = failed.is_some() || bytes.len() < self.size;
        Some(TextPortion { bytes, is_last: self.has_ended, failed })
    }
}

/// Parts a text at seams, where there are any.
pub(super) struct TextCutter {
    is_bare: bool,
    /// The lead of the next piece, and what follows it.
    rest: Vec<u8>,
    /// The search of the piece before, where no seam parts it from the next.
    before: Option<Receiver<TextSearch>>,
}

/// A piece of a text.
pub(super) struct TextPiece {
    bytes: Vec<u8>,
    before: Option<Receiver<TextSearch>>,
    after: Option<Sender<TextSearch>>,
    /// What of its end is the lead of the next piece.
    seam: Option<Seam>,
    failed: Option<io::Error>,
}

impl TextCutter {
    pub(super) const fn new(is_bare: bool) -> TextCutter {
        TextCutter { is_bare, rest: Vec::new(), before: None }
    }

    /// The next piece of what `more` gives.
    pub(super) fn next(
        &mut self,
        more: &mut dyn FnMut() -> Option<TextPortion>,
    ) -> Option<TextPiece> {
        let TextPortion { bytes: read, is_last, failed } = more()?;
        let mut bytes = mem::take(&mut self.rest);
        bytes.extend_from_slice(&read);
        let seam = if is_last { None } else { Seam::last(&bytes, self.is_bare) };
        if let Some(seam) = seam {
            self.rest = bytes[seam.lead..].to_vec();
            bytes.truncate(seam.at);
        }
        let before = self.before.take();
        let goes_on = seam.is_none() && !is_last;
        let (after, next) = goes_on.then(|| bounded(1)).unzip();
        self.before = next;
        Some(TextPiece { bytes, before, after, seam, failed })
    }
}

/// What was found in a piece. Places count from where the last one began that follows a seam.
pub(super) struct SearchedPiece {
    pub hits: Vec<Hit>,
    /// How far the next piece is from there, where it follows a seam.
    pub next: Option<TextDistance>,
    pub failed: Option<io::Error>,
}

/// What lies between two places of a text, both at the beginning of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextDistance {
    pub lines: u64,
    pub bytes: u64,
    pub feeds: u64,
}

impl TextPiece {
    /// Searches it; waits for the piece before where it has to.
    pub(super) fn search(self, is_bare: bool) -> SearchedPiece {
        let fresh = || TextSearch::new(is_bare);
        // Whoever had the piece before and does not hand over has panicked, and the run with it.
        let before = self.before.and_then(|before| before.recv().ok());
        let mut search = before.unwrap_or_else(fresh);
        let mut hits = Vec::new();
        let mut left = &self.bytes[..];
        loop {
            let (step, rest) = left.split_at(left.len().min(STEP));
            search.feed(step, rest.is_empty() && self.after.is_none());
            hits.extend(iter::from_fn(|| search.next_hit()));
            if rest.is_empty() {
                break;
            }
            left = rest;
        }
        let next = self.seam.map(|seam| TextDistance::of(&search, seam));
        if let Some(after) = self.after {
            // Nobody waits for it any more if the caller broke off.
            let _ = after.send(search);
        }
        SearchedPiece { hits, next, failed: self.failed }
    }
}

impl TextDistance {
    /// From where a search began to the lead of a seam at its end.
    fn of(search: &TextSearch, seam: Seam) -> TextDistance {
        let TextPlace { line, offset, .. } = search.sheet().end();
        let lead = (seam.at - seam.lead) as u64;
        let feeds = search.sheet().feeds();
        TextDistance { lines: line - 1 - seam.lines, bytes: offset - lead, feeds }
    }
}
