//! Sixteen bytes at a time: where the next byte of some sort stands.
//!
//! Framing looks at every byte of the input; one by one, that cost four times
//! as many instructions.

use wide::u8x16;

use super::bytes::is_white;
use super::cpu::Vector;

/// The first place at or after `at` with a byte of the sort that `block` marks in
/// sixteen and `byte` tells of one; the end of the bytes where there is none.
#[inline(always)]
pub(crate) fn find(
    bytes: &[u8],
    mut at: usize,
    block: impl Fn(u8x16) -> u8x16,
    byte: impl Fn(u8) -> bool,
) -> usize {
    while let Some(chunk) = bytes[at..].first_chunk::<16>() {
        let marks = block(u8x16::new(*chunk)).to_bitmask();
        if marks != 0 {
            return at + marks.trailing_zeros() as usize;
        }
        at += 16;
    }
    // The last sixteen once more, without those that were looked at.
    if let Some(chunk) = bytes.last_chunk::<16>() {
        let marks = block(u8x16::new(*chunk)).to_bitmask() >> (at + 16 - bytes.len());
        return if marks == 0 { bytes.len() } else { at + marks.trailing_zeros() as usize };
    }
    let rest = &bytes[at..];
    at + rest.iter().position(|&one| byte(one)).unwrap_or(rest.len())
}

/// What ends a quoted text, or makes it odd: quote, backslash or a line end.
#[inline(always)]
pub(super) fn is_value_end<L: Vector>(block: L) -> L {
    block.is(b'"') | block.is(b'\\') | block.is(b'\n') | block.is(b'\r')
}

/// Letters of ASCII.
#[inline(always)]
pub(super) fn is_letter<L: Vector>(block: L) -> L {
    // Capitals differ from the others in one bit.
    block.with(0x20).is_within(b'a', 26)
}

/// The next byte that can end a quoted text, or make it odd: quote, backslash or a line end.
#[inline]
#[must_use]
pub fn value_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, is_value_end, |byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))
}

/// The next byte that ends a word of a line: white space, or a semicolon.
#[inline]
#[must_use]
pub fn word_end(bytes: &[u8], at: usize) -> usize {
    // Tab, LF, VT, FF and CR are neighbours.
    let block = |block: u8x16| block.is(b' ') | block.is(b';') | block.is_within(b'\t', 5);
    find(bytes, at, block, |byte| is_white(byte) || byte == b';')
}

/// The next byte that is not a letter.
#[inline]
#[must_use]
pub fn letters_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |block| !is_letter(block), |byte| !byte.is_ascii_alphabetic())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Every byte at every place of a block and of the rest after it.
    pub(crate) fn check(
        find: fn(&[u8], usize) -> usize,
        filler: u8,
        is_found: impl Fn(u8) -> bool,
    ) {
        for byte in 0..=255 {
            for place in 0..40 {
                let mut bytes = [filler; 40];
                bytes[place] = byte;
                let expected = if is_found(byte) { place } else { 40 };
                assert_eq!(find(&bytes, 0), expected, "{byte} at {place}");
                // What stands before the place to begin at is not found.
                assert_eq!(find(&bytes, place + 1), 40, "{byte} at {place}");
                assert_eq!(find(&bytes[place..place + 1], 0), usize::from(!is_found(byte)));
            }
        }
    }

    #[test]
    fn vectors_find_what_bytes_find() {
        check(value_end, b'e', |byte| b"\"\\\n\r".contains(&byte));
        check(word_end, b'e', |byte| is_white(byte) || byte == b';');
        check(letters_end, b'e', |byte| !byte.is_ascii_alphabetic());
    }
}
