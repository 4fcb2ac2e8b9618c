//! Sixty-four bytes at a time: a bit for each byte of some sort, the first byte lowest.

use wide::u8x16;

use super::vector::{is, is_letter, is_value_end, is_within};

/// How many bytes are marked at once.
pub const LANES: usize = 64;

/// Bytes of the sort that `block` marks in sixteen; `at` says where they begin.
#[inline(always)]
pub(super) fn marks(block: impl Fn(usize) -> u8x16) -> u64 {
    let quarter = |at: usize| u64::from(block(at).to_bitmask());
    quarter(0) | quarter(16) << 16 | quarter(32) << 32 | quarter(48) << 48
}

/// Sixteen bytes from a place on.
#[inline(always)]
pub(super) fn sixteen<const N: usize>(bytes: &[u8; N], at: usize) -> u8x16 {
    bytes[at..].first_chunk().map_or(u8x16::ZERO, |chunk| u8x16::new(*chunk))
}

/// White space, as [`is_white`](super::bytes::is_white) has it.
#[inline(always)]
#[must_use]
pub fn white(bytes: &[u8; LANES]) -> u64 {
    marks(|at| {
        let block = sixteen(bytes, at);
        // Tab, LF, VT, FF and CR are neighbours.
        is(block, b' ') | is_within(block, b'\t', 5)
    })
}

/// Braces that close comments.
#[inline(always)]
#[must_use]
pub fn closing(bytes: &[u8; LANES]) -> u64 {
    marks(|at| is(sixteen(bytes, at), b'}'))
}

/// What ends a tag's value, or makes it odd: quote, backslash or a line end.
#[inline(always)]
#[must_use]
pub fn value_ends(bytes: &[u8; LANES]) -> u64 {
    marks(|at| is_value_end(sixteen(bytes, at)))
}

/// Letters among the first sixteen.
#[inline(always)]
#[must_use]
pub fn letters(bytes: &[u8; LANES]) -> u64 {
    u64::from(is_letter(sixteen(bytes, 0)).to_bitmask())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::bytes::is_white;

    #[test]
    fn marks_are_those_of_single_bytes() {
        for place in 0..LANES {
            for byte in 0..=255 {
                let mut bytes = [b'e'; LANES];
                bytes[place] = byte;
                assert_eq!(white(&bytes), u64::from(is_white(byte)) << place, "{byte}");
                assert_eq!(closing(&bytes), u64::from(byte == b'}') << place, "{byte}");
                let is_end = b"\"\\\n\r".contains(&byte);
                assert_eq!(value_ends(&bytes), u64::from(is_end) << place, "{byte}");
                bytes = [b'1'; LANES];
                bytes[place] = byte;
                let is_marked = byte.is_ascii_alphabetic() && place < 16;
                assert_eq!(letters(&bytes), u64::from(is_marked) << place, "{byte}");
            }
        }
    }
}
