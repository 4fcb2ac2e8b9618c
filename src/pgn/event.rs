//! `[Event "` behind a blank line: where games begin in bytes of which it is not known what
//! came before them.

use super::bytes::{is_line_end, is_white};
use crate::record::Opening;

/// Where the next game begins in the rest of a record that is too long: the
/// first `[Event "` behind a blank line. Comments do not count, for one that
/// was never closed is the usual reason for such a record.
#[must_use]
pub fn resume(input: &[u8]) -> Option<usize> {
    event_behind_blank_line(input, 0, input.len())
}

/// Where the first game begins in bytes that may begin in the middle of one: at the first
/// `[Event "` behind a blank line that is in no comment. It is in one if the next brace closes.
#[must_use]
pub fn opening(input: &[u8], at_end: bool) -> Opening {
    let mut from = 0;
    while let Some(at) = event_behind_blank_line(input, from, input.len()) {
        let ahead = &input[at..input.len().min(at + AHEAD)];
        match memchr::memchr2(b'{', b'}', ahead) {
            Some(brace) if ahead[brace] == b'}' => from = at + brace + 1,
            None if ahead.len() < AHEAD && !at_end => {
                return Opening::Beyond(at.saturating_sub(FAR));
            }
            _ => return Opening::At(at),
        }
    }
    Opening::Beyond(input.len() - if at_end { 0 } else { undecided(input) })
}

/// How far behind an `[Event "` to look for the brace that tells whether it is in a comment.
const AHEAD: usize = 64 << 10;

/// How many bytes at the end of the input may belong to the beginning of what
/// [`resume`] looks for: its text, and the white space before it.
#[must_use]
pub fn undecided(input: &[u8]) -> usize {
    input.len().min(FAR + EVENT.len())
}

const EVENT: &[u8] = b"[Event \"";

/// More white space than this before a tag is no record's usual beginning.
const FAR: usize = 48;

/// The first `[Event "` behind a blank line within `from..to`.
pub(super) fn event_behind_blank_line(input: &[u8], from: usize, to: usize) -> Option<usize> {
    // To set up the search takes longer than to see that there is no room.
    if to - from < EVENT.len() {
        return None;
    }
    memchr::memmem::find_iter(&input[from..to], EVENT)
        .map(|found| from + found)
        .find(|&at| is_behind_blank_line(input, at))
}

/// Whether only blanks and at least two line ends stand directly before `at`.
fn is_behind_blank_line(input: &[u8], at: usize) -> bool {
    let mut ends = 0;
    let mut place = at;
    while place > 0 && at - place < FAR && is_white(input[place - 1]) && ends < 2 {
        place -= 1;
        let pair = input[place] == b'\n' && place > 0 && input[place - 1] == b'\r';
        place -= usize::from(pair);
        ends += usize::from(is_line_end(input[place]));
    }
    ends == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_an_event_behind_a_blank_line_and_in_no_comment() {
        let at = |text: &'static str| match opening(text.as_bytes(), true) {
            Opening::At(at) => Some(&text[at..at + 10]),
            Opening::Beyond(all) => {
                assert_eq!(all, text.len());
                None
            }
        };
        assert_eq!(at("2. d4 *\n\n[Event \"a\"]\n\n1. e4 {b} *\n"), Some("[Event \"a\""));
        assert_eq!(at("2. d4 *\r\n \r\n[Event \"a\"]"), Some("[Event \"a\""));
        assert_eq!(at("[Event \"a\"]\n\n*\n\n[Event \"b\"]"), Some("[Event \"b\""));
        assert_eq!(at("x\n[Event \"a\"]\n\n*\n\n[Site \"b\"]"), None);
        assert_eq!(at("in\n\n[Event \"a\"] a comment} *\n\n[Event \"b\"]"), Some("[Event \"b\""));
        assert_eq!(at("{never\n\n[Event \"a\"]\n\n1. e4 {b} *"), Some("[Event \"a\""));
        assert_eq!(at(""), None);
    }

    #[test]
    fn an_opening_is_the_same_however_the_bytes_come() {
        let text =
            b"{x\n\n[Event \"no\"] } *\n\n \n[Event \"a\"]\n\n1. e4 {b} *\n\n[Event \"c\"]\n";
        let whole = opening(text, true);
        for step in 1..text.len() {
            let (mut begin, mut end) = (0, 0);
            let found = loop {
                end = (end + step).min(text.len());
                match opening(&text[begin..end], end == text.len()) {
                    Opening::At(at) => break Opening::At(begin + at),
                    Opening::Beyond(keep) if end == text.len() => break Opening::Beyond(keep),
                    Opening::Beyond(keep) => begin += keep,
                }
            };
            assert_eq!(found, whole, "{step} bytes at a time");
        }
    }
}
