//! Lines and blanks in bytes: LF, CRLF and CR all end a line.

/// Space, tab, and the vertical white space that some editors leave behind.
#[must_use]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// LF or CR.
#[must_use]
pub const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The old end-of-file mark of DOS, Ctrl-Z.
pub const CTRL_Z: u8 = 0x1a;

/// The UTF-8 byte-order mark.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// The place after the byte-order mark that stands at `at`, or `at` where none stands.
#[must_use]
pub fn behind_mark(bytes: &[u8], at: usize) -> usize {
    if bytes[at..].starts_with(BOM) { at + BOM.len() } else { at }
}

/// Whether a line begins at `at`; the first one begins after a byte-order mark.
#[must_use]
pub fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || is_line_end(bytes[at - 1]) || bytes[..at] == *BOM
}

/// Where the old end-of-file marks begin that a text ends with, with white space at most among them and after them: they belong to
/// a file that ended there, and not to its last record.
#[must_use]
pub fn end_mark(text: &[u8]) -> Option<usize> {
    // Nearly every record ends otherwise.
    let last = text.iter().rposition(|&byte| !is_white(byte)).filter(|&at| text[at] == CTRL_Z)?;
    let is_content = |&byte: &u8| !is_white(byte) && byte != CTRL_Z;
    let end = text[..last].iter().rposition(is_content).map_or(0, |at| at + 1);
    memchr::memchr(CTRL_Z, &text[end..]).map(|at| end + at)
}

/// Blank or line end.
#[must_use]
pub const fn is_white(byte: u8) -> bool {
    is_blank(byte) || is_line_end(byte)
}

/// The first place at or after `at` that holds no blank.
#[must_use]
pub fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    skip_while(bytes, at, is_blank)
}

/// The first place at or after `at` that holds no white space.
#[must_use]
pub fn skip_white(bytes: &[u8], at: usize) -> usize {
    skip_while(bytes, at, is_white)
}

fn skip_while(bytes: &[u8], mut at: usize, test: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&byte| test(byte)) {
        at += 1;
    }
    at
}

/// Where the line of `at` ends: the place of its line end, or the end of the bytes.
#[must_use]
pub fn line_stop(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |found| at + found)
}

/// The place after the line end that stands at `at`, or `at` where none stands.
#[must_use]
pub fn behind_line_end(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => at + 2,
        (Some(b'\r' | b'\n'), _) => at + 1,
        _ => at,
    }
}

/// The place before the line end that stops at `at`, or `at` where none does.
#[must_use]
pub fn before_line_end(bytes: &[u8], at: usize) -> usize {
    match (at.checked_sub(2).map(|two| bytes[two]), at.checked_sub(1).map(|one| bytes[one])) {
        (Some(b'\r'), Some(b'\n')) => at - 2,
        (_, Some(b'\r' | b'\n')) => at - 1,
        _ => at,
    }
}

/// Where the blanks directly before `at` begin.
#[must_use]
pub fn before_blanks(bytes: &[u8], mut at: usize) -> usize {
    while at > 0 && is_blank(bytes[at - 1]) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_begins_behind_a_byte_order_mark() {
        let bytes = b"\xef\xbb\xbf%\n%";
        let starts: Vec<usize> = (0..6).filter(|&at| is_line_start(bytes, at)).collect();
        assert_eq!(starts, [0, 3, 5]);
    }

    #[test]
    fn line_ends_are_found_from_both_sides() {
        let bytes = b"a\r\nb";
        assert_eq!(line_stop(bytes, 0), 1);
        assert_eq!(behind_line_end(bytes, 1), 3);
        assert_eq!(before_line_end(bytes, 3), 1);
        assert_eq!(before_line_end(bytes, 1), 1);
    }

    #[test]
    fn the_marks_at_the_end_are_known() {
        assert_eq!(end_mark(b"\n\x1a\r\n"), Some(1));
        assert_eq!(end_mark(b"; c\n\x1a"), Some(4));
        assert_eq!(end_mark(b"1-0 \x1a\x1a\n\x1a"), Some(4));
        assert_eq!((end_mark(b"\n"), end_mark(b"\x1ax")), (None, None));
    }
}
