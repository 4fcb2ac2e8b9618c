//! `[Event "` after a blank line: where games begin in bytes of which it is not known what
//! came before them.

use crate::record::Opening;
use crate::text::bytes::{behind_mark, is_line_end, is_white};

/// Where the next game begins in the rest of a record that is too long: the
/// first `[Event "` after a blank line, at `from` or later. Comments do not count, for one that
/// was never closed is the usual reason for such a record.
#[must_use]
pub fn resume(input: &[u8], from: usize) -> Option<usize> {
    event_behind_blank_line(input, from.min(input.len()), input.len())
}

/// Where a game begins for certain in bytes that may begin in the middle of one: at the first `[Event "` at
/// the beginning of a line, after a blank line and after a line that belongs to the game before. Whatever
/// came before, framing ends a record there, unless it is in a comment.
///
/// It is in one if the next brace closes. If that opens, a comment that was open was never closed and
/// ends at the first such place at the latest, as it does where there is no brace within `reach`.
#[must_use]
pub fn opening(input: &[u8], reach: usize) -> Opening {
    let mut from = 0;
    while let Some(at) = certain_event(input, from) {
        let ahead = &input[at..input.len().min(at.saturating_add(reach))];
        match memchr::memchr2(b'{', b'}', ahead) {
            Some(brace) if ahead[brace] == b'}' => from = at + brace + 1,
            None if ahead.len() < reach => {
                return Opening::Unless { at, from: at.saturating_sub(BACK) };
            }
            _ => return Opening::At(at),
        }
    }
    Opening::Beyond(input.len().saturating_sub(BACK + EVENT.len()))
}

/// How long the line before a blank line may be, to be looked at as a whole.
const LINE: usize = 64 << 10;

/// How much before an `[Event "` is looked at: white space, that line, and the line end before it.
const BACK: usize = FAR + LINE + 1;

/// The first `[Event "` after `from` that begins a record unless it is in a comment.
fn certain_event(input: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find_iter(&input[from..], EVENT)
        .map(|found| from + found)
        .find(|&at| is_behind_blank_line(input, at) && is_behind_record(input, at))
}

/// Whether the line before white space that stands before `at` belongs to another record. A comment or an
/// escape may stand at the head of the record at `at`; blanks may belong to the one or to the other.
fn is_behind_record(input: &[u8], at: usize) -> bool {
    let white = input[..at].iter().rev().take(FAR).take_while(|&&byte| is_white(byte)).count();
    let end = at - white;
    let reach = &input[end.saturating_sub(LINE + 1)..end];
    let Some(begin) = reach.iter().rposition(|&byte| is_line_end(byte)) else { return false };
    let line = &reach[begin + 1..];
    let line = &line[behind_mark(line, 0)..];
    is_line_end(input[at - 1])
        && line.last().is_some_and(|&last| last.is_ascii_graphic() && last != b'}')
        && line[0] != b'%'
        && memchr::memchr(b';', line).is_none()
}

/// How many bytes at the end of the input may belong to the beginning of what
/// [`resume`] looks for: its text, and the white space before it.
#[must_use]
pub fn undecided(input: &[u8]) -> usize {
    input.len().min(FAR + EVENT.len())
}

const EVENT: &[u8] = b"[Event \"";

/// More white space than this before a tag is not a record's usual beginning.
const FAR: usize = 48;

/// The first `[Event "` after a blank line within `from..to`.
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

    /// What stands there if nothing follows.
    fn at(text: &str) -> Option<&str> {
        match opening(text.as_bytes(), 1000) {
            Opening::At(at) | Opening::Unless { at, .. } => Some(&text[at..at + 10]),
            Opening::Beyond(_) => None,
        }
    }

    #[test]
    fn an_opening_is_an_event_behind_another_record_and_in_no_comment() {
        assert_eq!(at("x\n2. d4 *\n\n[Event \"a\"]\n\n1. e4 {b} *\n"), Some("[Event \"a\""));
        assert_eq!(at("x\r\n2. d4 *\r\n \r\n[Event \"a\"]"), Some("[Event \"a\""));
        assert_eq!(at("[Event \"a\"]\n\n*\n\n[Event \"b\"]"), Some("[Event \"b\""));
        assert_eq!(at("x\n[Event \"a\"]\n\n*\n\n[Site \"b\"]"), None);
        let quoted = "in\nx\n\n[Event \"a\"] a comment} *\n\n*\n\n[Event \"b\"]";
        assert_eq!(at(quoted), Some("[Event \"b\""));
        assert_eq!(at("{never\nx\n\n[Event \"a\"]\n\n1. e4 {b} *"), Some("[Event \"a\""));
        assert_eq!(at(""), None);
    }

    /// A line of which the beginning is not there may be anything.
    #[test]
    fn what_may_belong_to_the_record_or_to_the_one_before_is_no_opening() {
        for before in ["*", "\n{c}", "\n; *", "\n% *", "\n\u{feff}", "\n* ;", "", "\n\u{feff}%*"] {
            assert_eq!(at(&format!("{before}\n\n[Event \"a\"]")), None, "{before:?}");
        }
        assert_eq!(at("\n*\n\n [Event \"a\"]"), None);
    }

    #[test]
    fn an_opening_is_the_same_however_the_bytes_come() {
        let text =
            b"{x\n\n[Event \"no\"] } *\n\n \n[Event \"a\"]\n\n1. e4 {b} *\n\n[Event \"c\"]\n";
        let whole = opening(text, 1000);
        for step in 1..text.len() {
            let (mut begin, mut end) = (0, 0);
            let found = loop {
                end = (end + step).min(text.len());
                match opening(&text[begin..end], 1000) {
                    Opening::At(at) => break Opening::At(begin + at),
                    Opening::Unless { at, .. } if end == text.len() => {
                        break Opening::Unless { at: begin + at, from: 0 };
                    }
                    Opening::Beyond(keep) if end == text.len() => break Opening::Beyond(keep),
                    Opening::Beyond(keep) | Opening::Unless { from: keep, .. } => begin += keep,
                }
            };
            assert_eq!(found, whole, "{step} bytes at a time");
        }
    }
}
