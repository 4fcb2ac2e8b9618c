//! Text in JSON, and lists of it. What needs no escape is copied as it is, however far it goes; a general writer looks at each
//! byte by itself, which takes four times as long.

use wide::u8x16;

use super::cpu::Vector;
use super::vector::find;

/// Appends a text in quotes.
pub fn append(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    out.reserve(bytes.len() + 2);
    out.push(b'"');
    let mut at = 0;
    while at < bytes.len() {
        let end = plain_end(bytes, at);
        out.extend_from_slice(&bytes[at..end]);
        if let Some(&byte) = bytes.get(end) {
            escape(byte, out);
        }
        at = end + 1;
    }
    out.push(b'"');
}

/// Appends a list of what `append` appends for each.
pub fn append_list<T>(
    items: impl IntoIterator<Item = T>,
    append: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        append(item, out);
    }
    out.push(b']');
}

/// The next byte that has to be escaped.
fn plain_end(text: &[u8], at: usize) -> usize {
    let is_escaped = |byte| matches!(byte, b'"' | b'\\' | 0..b' ');
    let block = |block: u8x16| block.is(b'"') | block.is(b'\\') | block.is_within(0, b' ');
    find(text, at, block, is_escaped)
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let letter = match byte {
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        0..b' ' => {
            let [high, low] = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
            return out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
        }
        mark => mark,
    };
    out.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        append(text, &mut out);
        out
    }

    #[test]
    fn each_letter_is_written_as_serde_does() {
        for letter in '\0'..='\u{3000}' {
            for text in [format!("{letter}"), format!("{}{letter}é\"", "x".repeat(17))] {
                assert_eq!(written(&text), serde_json::to_vec(&text).unwrap(), "{letter:?}");
            }
        }
        assert_eq!(written(""), b"\"\"");
    }

    #[test]
    fn a_list_has_commas_between() {
        let list = |items: &[&str]| {
            let mut out = Vec::new();
            append_list(items, |item, out| append(item, out), &mut out);
            out
        };
        for items in [&[][..], &["a"], &["a", "b\n", ""]] {
            assert_eq!(list(items), serde_json::to_vec(items).unwrap());
        }
    }
}
