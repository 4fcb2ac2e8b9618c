//! What belongs between two records that did not follow each other.
//!
//! Within its file every record is kept apart from the next one by its own bytes; only
//! the last one may lack its line end, or the blank line before the tags of another game.

/// What must stand between the end of an input and a record of another place.
#[must_use]
pub fn behind(end: &[u8], is_pgn: bool) -> &'static [u8] {
    let (rest, wanted) = (end, if is_pgn { 2 } else { 1 });
    let missing = wanted - line_ends(rest, wanted);
    let is_crlf = memchr::memchr(b'\n', end).is_some_and(|at| at > 0 && end[at - 1] == b'\r');
    match (end.is_empty(), missing, is_crlf) {
        (true, ..) | (_, 0, _) => b"",
        (_, 1, false) => b"\n",
        (_, 1, true) => b"\r\n",
        (_, _, false) => b"\n\n",
        (_, _, true) => b"\r\n\r\n",
    }
}

/// How many line ends a text ends with, as far as they are wanted.
fn line_ends(mut text: &[u8], wanted: usize) -> usize {
    let mut found = 0;
    while found < wanted {
        text = match text {
            [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => rest,
            [rest @ .., b' ' | b'\t'] => {
                text = rest;
                continue;
            }
            _ => return found,
        };
        found += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_added() {
        for (end, seam) in [
            ("", ""),
            ("1. e4 *", "\n\n"),
            ("1. e4 *\n", "\n"),
            ("1. e4 *\n\n", ""),
            ("1. e4 *\n \n", ""),
            ("[A \"\"]\r\n\r\n*", "\r\n\r\n"),
            ("[A \"\"]\r\n\r\n*\r\n", "\r\n"),
            ("[A \"\"]\r\r*\r\r", ""),
        ] {
            assert_eq!(behind(end.as_bytes(), true), seam.as_bytes(), "{end:?}");
        }
    }

    #[test]
    fn lines_need_no_blank_line() {
        assert_eq!(behind(b"8/8 w - -", false), b"\n");
        assert_eq!(behind(b"8/8 w - -\r\n", false), b"");
    }
}
