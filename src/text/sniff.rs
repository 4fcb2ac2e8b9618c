//! What a file is that is not text, told from its first bytes.
//!
//! Such a file is refused as a whole. Single odd bytes, a NUL among them, are
//! a matter of the record they are in.

/// Files that people do have among their games, by their first bytes; each
/// with what it is, and what to do.
const MAGIC: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "is a zip archive: name it as a file, or end its name in .zip"),
    (b"PK\x05\x06", "is an empty zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "is a 7z archive; unpack it first, for example with 7z x -so"),
    (b"Rar!\x1a\x07", "is a RAR archive; unpack it first"),
    (b"\x04\x22\x4d\x18", "is compressed with lz4; unpack it first with lz4 -dc"),
    (b"LZIP\x01", "is compressed with lzip; unpack it first with lzip -dc"),
    (b"\x1f\x9d", "is compressed with compress; unpack it first with gzip -dc"),
    (b"\x1f\x8b", "is compressed twice; unpack it first with gzip -dc"),
    (b"\x28\xb5\x2f\xfd", "is compressed twice; unpack it first with zstd -dc"),
    (b"\xfd7zXZ\0", "is compressed twice; unpack it first with xz -dc"),
    (b"Scid.s", "is a Scid database; export it as PGN first"),
    (b"SQLite format 3\0", "is an SQLite database; PGN or EPD was expected"),
    (b"PAR1", "is a Parquet file; PGN or EPD was expected"),
    (b"%PDF-", "is a PDF; make text of it first with pdftotext, for gbr-pgn scan"),
    (b"\x89PNG", "is an image; PGN or EPD was expected"),
    (b"\xff\xd8\xff", "is an image; PGN or EPD was expected"),
    (b"\x7fELF", "is a program; PGN or EPD was expected"),
];

const UTF_16: &str = "is UTF-16 text; convert it first, for example with iconv -f UTF-16 -t UTF-8";
const TAR: &str = "is a tar archive; unpack it first, for example with tar -xO";
const BINARY: &str = "is binary data; PGN or EPD was expected";

/// Control bytes up to this number are oddities of a text, whatever its size.
const FEW: usize = 8;

/// What the beginning of an input shows that is not text, and what can be done about it after the first semicolon; none where it
/// is text.
#[must_use]
pub fn reason(head: &[u8]) -> Option<&'static str> {
    let magic = MAGIC.iter().find(|(magic, _)| head.starts_with(magic));
    if let Some((_, reason)) = magic {
        Some(reason)
    } else if head.get(257..262) == Some(b"ustar") {
        Some(TAR)
    } else if is_utf_16(head) {
        Some(UTF_16)
    } else {
        is_binary(head).then_some(BINARY)
    }
}

/// By its byte order mark, or because every other byte is NUL, as in any
/// Latin text.
fn is_utf_16(head: &[u8]) -> bool {
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return true;
    }
    // What most files show at once.
    if memchr::memchr(0, head).is_none() {
        return false;
    }
    let nuls = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, pairs) = (nuls(0), nuls(1), head.len() / 2);
    pairs >= 4 && even.min(odd) * 20 < pairs && even.max(odd) * 10 >= pairs * 7
}

/// More than one byte in 20 is a control character that no text has. In data
/// that is evenly random it is one in 10, in most databases one in 3.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: u8| matches!(byte, 0..=7 | 14..=25 | 28..=31 | 127);
    // Counted in bytes, as many at a time as a byte can count, for which processors have wide additions.
    let few = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(is_control(byte))).sum::<u8>();
    let count: usize = head.chunks(usize::from(u8::MAX)).map(|bytes| usize::from(few(bytes))).sum();
    count > FEW && count * 20 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_16_is_told_with_and_without_its_mark() {
        for text in ["\u{feff}[Event \"x\"]", "[White \"Dvo\u{159}\u{e1}k\"]"] {
            assert_eq!(reason(&utf_16(text, u16::to_le_bytes)), Some(UTF_16));
            assert_eq!(reason(&utf_16(text, u16::to_be_bytes)), Some(UTF_16));
        }
    }

    #[test]
    fn archives_are_named() {
        assert!(reason(b"PK\x03\x04\x14\0").unwrap().contains("zip"));
        assert!(reason(b"7z\xbc\xaf\x27\x1c\0\x04").unwrap().contains("7z"));
    }

    #[test]
    fn binary_data_is_told() {
        let mixed: Vec<u8> =
            (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert_eq!(reason(&mixed), Some(BINARY));
        assert_eq!(reason(&[0; 100]), Some(BINARY));
    }

    #[test]
    fn text_with_single_odd_bytes_is_text() {
        for text in
            [&b""[..], b"\0", b"\xef\xbb\xbf[Event \"\0\x01\"]", b"1. e4 \x1a", b"%\xfe\xff"]
        {
            assert_eq!(reason(text), None, "{text:?}");
        }
    }
}
