//! Text between quotes, in which a backslash takes the meaning from what follows it: the values of tags
//! in PGN, the strings of EPD.

use std::borrow::Cow;

use super::bytes::is_white;
use super::cpu::Vector;
use super::vector::find;

/// The value with `\"` and `\\` read as what they stand for, and any white space as blanks.
#[must_use]
pub fn unescape(value: &[u8]) -> Cow<'_, [u8]> {
    let plain = plain_end(value, 0);
    if plain == value.len() {
        return Cow::Borrowed(value);
    }
    let mut text = Vec::with_capacity(value.len());
    text.extend_from_slice(&value[..plain]);
    let mut bytes = value[plain..].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(&next @ (b'"' | b'\\'))) => {
                text.push(next);
                bytes.next();
            }
            _ => text.push(if is_white(byte) { b' ' } else { byte }),
        }
    }
    Cow::Owned(text)
}

/// A text with a backslash before each quote and each backslash.
pub fn append_escaped(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        if matches!(byte, b'"' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
}

/// The next byte that may stand for something else: a backslash, or white space but for the blank.
fn plain_end(value: &[u8], at: usize) -> usize {
    let is_odd = |byte: u8| byte == b'\\' || is_white(byte) && byte != b' ';
    find(value, at, |block| block.is(b'\\') | block.is_within(b'\t', 5), is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vector::tests::check;

    #[test]
    fn vectors_find_what_has_to_be_unescaped() {
        check(plain_end, b'e', |byte| b"\\\t\n\x0b\x0c\r".contains(&byte));
    }

    #[test]
    fn values_are_unescaped() {
        for (value, text) in
            [(r#"a \"b\" \\ \c"#, r#"a "b" \ \c"#), ("a b", "a b"), ("a\tb", "a b"), ("", "")]
        {
            assert_eq!(*unescape(value.as_bytes()), *text.as_bytes(), "{value}");
        }
    }
}
