//! Bytes as text: UTF-8 where they are, and Latin-1, which any bytes are, where they are not.

/// UTF-8 where it is, Latin-1 where it is not.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => latin_1(bytes),
    }
}

/// The same, appended to what is written.
pub fn append(bytes: &[u8], out: &mut Vec<u8>) {
    if is_utf8(bytes) {
        out.extend_from_slice(bytes);
    } else {
        out.extend_from_slice(latin_1(bytes).as_bytes());
    }
}

/// Whether bytes are UTF-8. Most are ASCII, which is told in a third of the time.
#[must_use]
pub fn is_utf8(bytes: &[u8]) -> bool {
    bytes.is_ascii() || std::str::from_utf8(bytes).is_ok()
}

/// The same as [`text`], and only the beginning of what is too long for a message.
#[must_use]
pub fn brief(bytes: &[u8]) -> String {
    const LONGEST: usize = 255;
    if bytes.len() <= LONGEST {
        return text(bytes);
    }
    let is_inside = |at: &usize| bytes[*at] & 0xc0 == 0x80;
    let end = (LONGEST - 3..=LONGEST).rev().find(|at| !is_inside(at)).unwrap_or(LONGEST);
    text(&bytes[..end]) + "…"
}

/// The beginning of a text, fit for a message.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.escape_debug().to_string()
}

/// Each byte for the character of its number.
#[must_use]
pub fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}
