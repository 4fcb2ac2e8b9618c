//! One character of a text, as it is seen and not as it is written: in come
//! bytes in UTF-8, Latin-1 or neither, out comes what the first of them are to a reader.

use super::markup;

/// How many bytes a glyph may be long, and must be there to tell it from others.
pub(super) const LONGEST: usize = 512;

/// What a reader sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    /// A character of ASCII.
    Ascii(u8),
    /// A blank of any width.
    Blank,
    /// The end of a line.
    LineEnd,
    /// Nothing at all.
    Nothing,
    /// A character that no notation has.
    Other,
}

/// The first glyph of some bytes and its length; there must be one.
pub(super) fn first(bytes: &[u8]) -> (Glyph, usize) {
    match bytes[0] {
        b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => (white(bytes), line_end_len(bytes)),
        b' ' => (Glyph::Blank, 1),
        b'<' => markup::tag(bytes).unwrap_or((Glyph::Ascii(b'<'), 1)),
        b'&' => markup::entity(bytes).unwrap_or((Glyph::Ascii(b'&'), 1)),
        byte if byte.is_ascii() => (Glyph::Ascii(byte), 1),
        _ => beyond_ascii(bytes),
    }
}

/// What a character is to a reader.
pub(super) fn of_char(char: char) -> Glyph {
    match char {
        '\n' | '\r' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Glyph::LineEnd,
        char if char.is_whitespace() => Glyph::Blank,
        // Minus signs and dashes, as typesetters take them for a hyphen.
        '\u{2010}'..='\u{2014}' | '\u{2212}' => Glyph::Ascii(b'-'),
        // Soft hyphen, zero-width characters, byte-order mark.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => Glyph::Nothing,
        '\u{2044}' | '\u{2215}' => Glyph::Ascii(b'/'),
        char => u8::try_from(char).ok().filter(u8::is_ascii).map_or(Glyph::Other, Glyph::Ascii),
    }
}

/// A form feed ends a line to a reader, though editors do not count it as one.
fn white(bytes: &[u8]) -> Glyph {
    match bytes[0] {
        b'\t' | 0x0b => Glyph::Blank,
        _ => Glyph::LineEnd,
    }
}

fn line_end_len(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\r\n") { 2 } else { 1 }
}

/// A character of UTF-8, or else one byte of Latin-1.
fn beyond_ascii(bytes: &[u8]) -> (Glyph, usize) {
    let len = match bytes[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let char = bytes.get(..len).and_then(|bytes| str::from_utf8(bytes).ok()?.chars().next());
    match char {
        Some(char) => (of_char(char), len),
        None => (of_latin1(bytes[0]), 1),
    }
}

/// In Latin-1 0x85 is not a line end that anybody means: Windows has an ellipsis there.
fn of_latin1(byte: u8) -> Glyph {
    match byte {
        0x85 => Glyph::Other,
        0x96 | 0x97 => Glyph::Ascii(b'-'),
        byte => of_char(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_any_sort_are_blanks() {
        for text in [&b" "[..], b"\t", b"\xa0", "\u{a0}".as_bytes(), "\u{2009}".as_bytes()] {
            assert_eq!(first(text), (Glyph::Blank, text.len()));
        }
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_one_character_each() {
        assert_eq!(first(b"\xe9t\xe9"), (Glyph::Other, 1));
        assert_eq!(first("é".as_bytes()), (Glyph::Other, 2));
        assert_eq!(first(b"\xf0\x9f"), (Glyph::Other, 1));
    }

    #[test]
    fn what_is_not_seen_is_nothing() {
        assert_eq!(first("\u{ad}".as_bytes()), (Glyph::Nothing, 2));
        assert_eq!(first(b"\xad"), (Glyph::Nothing, 1));
        assert_eq!(first(b"\r\n"), (Glyph::LineEnd, 2));
    }
}
