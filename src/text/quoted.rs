//! Text between quotes, in which a backslash takes the meaning from what follows it: the values of tags
//! in PGN, the strings of EPD.

use std::borrow::Cow;

use super::bytes::is_white;

/// The value with `\"` and `\\` read as what they stand for, and any white space as blanks.
#[must_use]
pub fn unescape(value: &[u8]) -> Cow<'_, [u8]> {
    if value.iter().all(|&byte| byte == b' ' || byte != b'\\' && !is_white(byte)) {
        return Cow::Borrowed(value);
    }
    let mut text = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unescaped() {
        for (value, text) in
            [(r#"a \"b\" \\ \c"#, r#"a "b" \ \c"#), ("a b", "a b"), ("a\tb", "a b"), ("", "")]
        {
            assert_eq!(*unescape(value.as_bytes()), *text.as_bytes(), "{value}");
        }
    }
}
