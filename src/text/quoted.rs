//! Text between quotes, in which a backslash takes the meaning from what follows it: the values of tags
//! in PGN, the strings of EPD.

use super::bytes::is_white;

/// The value with `\"` and `\\` read as what they stand for.
#[must_use]
pub fn unescape(value: &[u8]) -> Vec<u8> {
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
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unescaped() {
        assert_eq!(unescape(br#"a \"b\" \\ \c"#), br#"a "b" \ \c"#);
    }
}
