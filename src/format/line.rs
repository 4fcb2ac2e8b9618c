//! Records that are lines: blank ones and comments, from `#` or `%` on, are not games.

use crate::record::{Frame, RecordKind, Step};
use crate::text::bytes::{behind_line_end, behind_mark, end_mark, line_stop, skip_blanks};

/// Frames one line.
pub(super) fn frame(input: &[u8], at_end: bool, limit: usize) -> Step {
    let stop = line_stop(input, 0);
    let len = behind_line_end(input, stop);
    // A CR at the end of the bytes may be half of a CRLF.
    if len == input.len() && !at_end && input.last() != Some(&b'\n') {
        return if len > limit { Step::TooLong } else { Step::More };
    }
    if len > limit {
        return Step::TooLong;
    }
    let start = skip_blanks(input, begin(input));
    let text = &input[start..stop];
    // What a file ended with does not belong to its last line, and is nothing by itself.
    let mark = end_mark(text);
    let is_game = text.first().is_some_and(|&first| !begins_comment(first)) && mark != Some(0);
    let kind = if is_game { RecordKind::Game } else { RecordKind::Empty };
    let len = mark.filter(|_| is_game).map_or(len, |mark| start + mark);
    Step::Record(Frame::without_attributes(len, kind, 0))
}

/// A line that is too long ends where it ends.
pub(super) fn resume(input: &[u8], from: usize) -> Option<usize> {
    let stop = line_stop(input, from.min(input.len()));
    let next = behind_line_end(input, stop);
    (next > stop && (next < input.len() || input[stop] == b'\n')).then_some(next)
}

/// After a byte-order mark.
pub(super) fn begin(line: &[u8]) -> usize {
    behind_mark(line, 0)
}

/// `%` is the escape of PGN, which files of positions use, too.
fn begins_comment(first: u8) -> bool {
    matches!(first, b'#' | b'%')
}

/// The first line that says something, without the blanks before it.
pub(super) fn first(head: &[u8]) -> Option<&[u8]> {
    let mut at = begin(head);
    while at < head.len() {
        let first = skip_blanks(head, at);
        let stop = line_stop(head, first);
        if stop > first && !begins_comment(head[first]) && end_mark(&head[first..stop]) != Some(0) {
            return Some(&head[first..stop]);
        }
        at = behind_line_end(head, stop);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_says_something() {
        let first = |text: &'static str| first(text.as_bytes());
        assert_eq!(first("\u{feff}# note\r\n \t\r\n  one\r\ntwo"), Some(&b"one"[..]));
        assert_eq!(first("one"), Some(&b"one"[..]));
        assert_eq!(first("% note\none"), Some(&b"one"[..]));
        assert_eq!(first("# note\n\n"), None);
        assert_eq!(first(""), None);
    }
}
