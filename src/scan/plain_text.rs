//! A stretch of plain text, and where each of its characters comes from.
//!
//! A gap of any width is one byte: a blank where it is one, [`WIDE`] where it is more and stays on
//! its line, a line break where it does not, and [`PARTING`] where so many lines part what is before it from what is after
//! that the two do not belong together.

use super::glyph::{self, Glyph, LONGEST};
use super::place::TextPlace;

/// The byte for a gap that parts columns or fields: several blanks, a tab or a new cell.
pub(super) const WIDE: u8 = b'\t';

/// The byte for a gap that no notation is broken by.
pub(super) const PARTING: u8 = 0x0c;

/// The byte for a character that no notation has.
const OTHER: u8 = 0x1a;

/// How many bytes the first page may have; so much is read before anything is told of it.
const FIRST_PAGE: u64 = 32 * 1024;

/// The byte that ends a page.
const FORM_FEED: u8 = 0x0c;

/// How many line breaks a gap may have: a blank line is one that converters put in.
const MOST_BREAKS: u32 = 2;

/// Plain text and its places.
pub(super) struct PlainText {
    text: Vec<u8>,
    places: Vec<TextPlace>,
    /// Where the next glyph stands.
    next: TextPlace,
    gap: Option<Gap>,
    /// Whether nothing but blanks and mail quotes stands before on its line.
    is_line_start: bool,
    /// Where the first form feed is.
    first_feed: Option<u64>,
    /// Where the form feeds are that have not been forgotten.
    feeds: Vec<u64>,
    /// How many form feeds there were before those.
    pages_before: u64,
}

/// White space that is not over yet.
struct Gap {
    place: TextPlace,
    breaks: u32,
    blanks: u32,
}

impl PlainText {
    pub(super) fn new() -> PlainText {
        PlainText {
            text: Vec::new(),
            places: Vec::new(),
            next: TextPlace::START,
            gap: None,
            is_line_start: true,
            first_feed: None,
            feeds: Vec::new(),
            pages_before: 0,
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Where a byte of the text comes from.
    pub(super) fn place(&self, at: usize) -> TextPlace {
        self.places[at]
    }

    /// The page that a byte of the text is on, from 1, where there are pages: the first ends soon,
    /// or before that byte.
    pub(super) fn page(&self, at: usize) -> Option<u64> {
        let offset = self.places[at].offset;
        self.first_feed.filter(|&feed| feed < FIRST_PAGE.max(offset))?;
        Some(1 + self.pages_before + self.feeds.partition_point(|&feed| feed < offset) as u64)
    }

    /// Whether so much was read that a text in pages has shown it.
    pub(super) fn knows_pages(&self) -> bool {
        self.first_feed.is_some() || self.next.offset >= FIRST_PAGE
    }

    /// Where the text goes on.
    pub(super) const fn end(&self) -> TextPlace {
        self.next
    }

    /// How many form feeds there were.
    pub(super) fn feeds(&self) -> u64 {
        self.pages_before + self.feeds.len() as u64
    }

    /// Forgets the first bytes of the text.
    pub(super) fn forget(&mut self, len: usize) {
        if let Some(place) = self.places.get(len) {
            let feeds = self.feeds.partition_point(|&feed| feed < place.offset);
            self.feeds.drain(..feeds);
            self.pages_before += feeds as u64;
        }
        self.text.drain(..len);
        self.places.drain(..len);
    }

    /// Reads up to `stop`, or as much as can be told apart, and returns how many bytes that is: those of the last
    /// glyph may be beyond.
    pub(super) fn read(&mut self, bytes: &[u8], stop: usize, at_end: bool) -> usize {
        let mut at = 0;
        while at < stop && (at_end || bytes.len() - at >= LONGEST) {
            let (glyph, len) = glyph::first(&bytes[at..]);
            self.push(glyph, &bytes[at..at + len]);
            at += len;
        }
        at
    }

    /// Leaves out bytes of ASCII without markup or form feeds, of which the last is seen. A character that no notation
    /// has stands for them.
    pub(super) fn skip(&mut self, bytes: &[u8]) {
        self.gap = None;
        self.put(OTHER);
        self.next.leap(bytes);
    }

    fn push(&mut self, glyph: Glyph, bytes: &[u8]) {
        match glyph {
            Glyph::Ascii(b'>') if self.is_line_start => self.widen(0, 0),
            Glyph::Ascii(byte) => self.put(byte),
            Glyph::Other => self.put(OTHER),
            // A tab and a cell are as wide as several.
            Glyph::Blank if matches!(bytes[0], b'\t' | b'<') => self.widen(0, 2),
            Glyph::Blank => self.widen(0, 1),
            Glyph::LineEnd => {
                if bytes[0] == FORM_FEED {
                    self.feeds.push(self.next.offset);
                    self.first_feed.get_or_insert(self.next.offset);
                }
                self.widen(1, 0);
                self.is_line_start = true;
            }
            Glyph::Nothing => {}
        }
        self.advance(bytes);
    }

    fn put(&mut self, byte: u8) {
        if let Some(gap) = self.gap.take() {
            self.places.push(gap.place);
            self.text.push(match (gap.breaks, gap.blanks) {
                (0, 0..=1) => b' ',
                (0, _) => WIDE,
                (1..=MOST_BREAKS, _) => b'\n',
                _ => PARTING,
            });
        }
        self.places.push(self.next);
        self.text.push(byte);
        self.is_line_start = false;
    }

    fn widen(&mut self, breaks: u32, blanks: u32) {
        let gap = self.gap.get_or_insert(Gap { place: self.next, breaks: 0, blanks: 0 });
        gap.breaks = gap.breaks.saturating_add(breaks);
        gap.blanks = gap.blanks.saturating_add(blanks);
    }

    /// Moves on past the bytes of one glyph.
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

    fn sheet(text: &[u8]) -> PlainText {
        let mut sheet = PlainText::new();
        assert_eq!(sheet.read(text, text.len(), true), text.len());
        sheet
    }

    #[test]
    fn gaps_are_one_byte() {
        assert_eq!(sheet(b"a  \t b \r\n > > c\n\nd\n\n\ne").text(), b"a\tb\nc\nd\x0ce");
        assert_eq!(sheet(b"a b  c\td<td>e").text(), b"a b\tc\td\te");
        assert_eq!(sheet(b"> a > b").text(), b" a > b");
        assert_eq!(sheet(b"<p>a<b>b</b>&nbsp;c<br>\n").text(), b"\nab c");
    }

    #[test]
    fn places_are_those_of_the_text() {
        let sheet = sheet("é <b\n>x</b>\r\ny".as_bytes());
        assert_eq!(sheet.text(), b"\x1a x\ny");
        assert_eq!(sheet.place(2), TextPlace { line: 2, column: 2, offset: 7 });
        assert_eq!(sheet.place(4), TextPlace { line: 3, column: 1, offset: 14 });
    }

    #[test]
    fn a_glyph_is_not_cut() {
        let mut sheet = PlainText::new();
        assert_eq!(sheet.read(b"<b", 2, false), 0);
        assert_eq!(sheet.read(b"<b>x", 4, true), 4);
        assert_eq!(sheet.text(), b"x");
    }
    #[test]
    fn form_feeds_are_pages() {
        let mut sheet = sheet(b"a\n\x0cb\x0cc");
        assert_eq!([0, 2, 4].map(|at| sheet.page(at)), [Some(1), Some(2), Some(3)]);
        sheet.forget(2);
        assert_eq!(sheet.page(0), Some(2));
    }

    #[test]
    fn a_text_without_form_feeds_has_no_pages() {
        assert_eq!(sheet(b"a\nb").page(2), None);
    }
}
