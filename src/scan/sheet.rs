//! A stretch of plain text, and where each of its characters comes from.
//!
//! A gap of any width is one byte: a blank where it stays on its line, a line break
//! where it does not, and [`PARTING`] where so many lines part what is before it from what is behind
//! that the two do not belong together.

use super::glyph::{self, Glyph, LONGEST};
use super::place::Place;

/// The byte for a gap that no notation is broken by.
pub(super) const PARTING: u8 = 0x0c;

/// The byte for a character that no notation has.
const OTHER: u8 = 0x1a;

/// How many line breaks a gap may have: a blank line is one that converters put in.
const MOST_BREAKS: u32 = 2;

/// Plain text and its places.
pub(super) struct Sheet {
    text: Vec<u8>,
    places: Vec<Place>,
    /// Where the next glyph stands.
    next: Place,
    gap: Option<Gap>,
    /// Whether nothing but blanks and mail quotes stands before on its line.
    is_line_start: bool,
}

/// White space that is not over yet.
struct Gap {
    place: Place,
    breaks: u32,
}

impl Sheet {
    pub(super) fn new() -> Sheet {
        let (text, places) = (Vec::new(), Vec::new());
        Sheet { text, places, next: Place::START, gap: None, is_line_start: true }
    }

    /// The text.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Where a byte of the text comes from.
    pub(super) fn place(&self, at: usize) -> Place {
        self.places[at]
    }

    /// Forgets the first bytes of the text.
    pub(super) fn forget(&mut self, len: usize) {
        self.text.drain(..len);
        self.places.drain(..len);
    }

    /// Reads as much as can be told apart, and returns how many bytes that is.
    pub(super) fn read(&mut self, bytes: &[u8], at_end: bool) -> usize {
        let mut at = 0;
        while at < bytes.len() && (at_end || bytes.len() - at >= LONGEST) {
            let (glyph, len) = glyph::first(&bytes[at..]);
            self.push(glyph, &bytes[at..at + len]);
            at += len;
        }
        at
    }

    fn push(&mut self, glyph: Glyph, bytes: &[u8]) {
        match glyph {
            Glyph::Ascii(b'>') if self.is_line_start => self.widen(0),
            Glyph::Ascii(byte) => self.put(byte),
            Glyph::Other => self.put(OTHER),
            Glyph::Blank => self.widen(0),
            Glyph::LineEnd => {
                self.widen(1);
                self.is_line_start = true;
            }
            Glyph::Nothing => {}
        }
        self.advance(bytes);
    }

    fn put(&mut self, byte: u8) {
        if let Some(gap) = self.gap.take() {
            self.places.push(gap.place);
            self.text.push(match gap.breaks {
                0 => b' ',
                1..=MOST_BREAKS => b'\n',
                _ => PARTING,
            });
        }
        self.places.push(self.next);
        self.text.push(byte);
        self.is_line_start = false;
    }

    fn widen(&mut self, breaks: u32) {
        let gap = self.gap.get_or_insert(Gap { place: self.next, breaks: 0 });
        gap.breaks = gap.breaks.saturating_add(breaks);
    }

    /// Moves on behind the bytes of one glyph.
    fn advance(&mut self, bytes: &[u8]) {
        match bytes {
            [b'\n' | b'\r'] | b"\r\n" => self.next.next_line(bytes.len()),
            [_] => self.next.step(1),
            // A tag is the only glyph of several characters that may hold line ends.
            [b'<' | b'&', ..] => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    rest = self.advance_in_markup(rest);
                }
            }
            _ => self.next.step(bytes.len()),
        }
    }

    fn advance_in_markup<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let len = match bytes[0] {
            b'<' | b'&' => 1,
            _ => glyph::first(bytes).1,
        };
        self.advance(&bytes[..len]);
        &bytes[len..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &[u8]) -> Sheet {
        let mut sheet = Sheet::new();
        assert_eq!(sheet.read(text, true), text.len());
        sheet
    }

    #[test]
    fn gaps_are_one_byte() {
        assert_eq!(sheet(b"a  \t b \r\n > > c\n\nd\n\n\ne").text(), b"a b\nc\nd\x0ce");
        assert_eq!(sheet(b"> a > b").text(), b" a > b");
        assert_eq!(sheet(b"<p>a<b>b</b>&nbsp;c<br>\n").text(), b"\nab c");
    }

    #[test]
    fn places_are_those_of_the_text() {
        let sheet = sheet("é <b\n>x</b>\r\ny".as_bytes());
        assert_eq!(sheet.text(), b"\x1a x\ny");
        assert_eq!(sheet.place(2), Place { line: 2, column: 2, offset: 7 });
        assert_eq!(sheet.place(4), Place { line: 3, column: 1, offset: 14 });
    }

    #[test]
    fn a_glyph_is_not_cut() {
        let mut sheet = Sheet::new();
        assert_eq!(sheet.read(b"<b", false), 0);
        assert_eq!(sheet.read(b"<b>x", true), 4);
        assert_eq!(sheet.text(), b"x");
    }
}
