//! Finds the notations in a text that comes piece by piece.
//!
//! In: bytes. Out: hits in their order, whatever the pieces were.

use super::candidate::{BEFORE, BEHIND, Candidate, MARGIN, is_code, is_short_code};
use super::skim::{Passage, Skim};
use super::{Hit, plain_text::PlainText};

/// What is known of a text so far.
pub(super) struct TextSearch {
    is_bare: bool,
    /// What came and is not on the sheet yet.
    raw: Vec<u8>,
    sheet: PlainText,
    skim: Skim,
    /// Where on the sheet to look next.
    at: usize,
    /// Where on the sheet the last hit ends.
    floor: usize,
    is_at_end: bool,
}

impl TextSearch {
    pub(super) fn new(is_bare: bool) -> TextSearch {
        TextSearch {
            is_bare,
            raw: Vec::new(),
            sheet: PlainText::new(),
            skim: Skim::default(),
            at: 0,
            floor: 0,
            is_at_end: false,
        }
    }

    /// Whether nothing more comes.
    pub(super) const fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// What has been read.
    pub(super) const fn sheet(&self) -> &PlainText {
        &self.sheet
    }

    /// Reads on, and forgets what was searched.
    pub(super) fn feed(&mut self, bytes: &[u8], is_last: bool) {
        let done = self.at.saturating_sub(BEFORE + MARGIN);
        self.sheet.forget(done);
        self.at -= done;
        self.floor = self.floor.saturating_sub(done);
        self.raw.extend_from_slice(bytes);
        self.is_at_end = is_last;
        let seen = if self.is_bare { self.read_all() } else { self.read_some() };
        self.raw.drain(..seen);
    }

    /// The next hit, as far as enough has come to tell.
    pub(super) fn next_hit(&mut self) -> Option<Hit> {
        if self.is_at_end || self.sheet.knows_pages() { self.search() } else { None }
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
