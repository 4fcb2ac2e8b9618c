//! The fields of a position at the beginning of a line.

use std::ops::Range;

use crate::format::line;
use crate::text::bytes::skip_blanks;
use crate::text::vector::word_end;

/// Where the fields of the position lie in a line: two, four or six of them, and the checks of
/// three-check chess (`3+3 0 1`, `0 1 +0+0`, or `3+3` alone).
#[must_use]
pub fn fields(line: &[u8]) -> Option<Range<usize>> {
    let start = skip_blanks(line, line::begin(line));
    let mut words = Words { line, at: start };
    let board = words.next()?;
    let turn = words.next()?;
    if !is_placement(&line[board]) || !is_turn(&line[turn.clone()]) {
        return None;
    }
    let Some(end) = words.pair(is_castling, is_ep_square) else { return Some(start..turn.end) };
    let early = words.one(is_checks);
    let clocks = words.pair(is_number, is_number);
    let late = if early.is_none() && clocks.is_some() { words.one(is_checks) } else { None };
    Some(start..late.or(clocks).or(early).unwrap_or(end))
}

/// Whether the fields of a position hold its clocks.
pub(super) fn has_clocks(position: &[u8]) -> bool {
    Words { line: position, at: 0 }.skip(4).any(|word| is_number(&position[word]))
}

/// The words of a line.
struct Words<'a> {
    line: &'a [u8],
    at: usize,
}

impl Words<'_> {
    /// The end of the next word if it is of this kind; else nothing is taken.
    fn one(&mut self, kind: fn(&[u8]) -> bool) -> Option<usize> {
        let back = self.at;
        let end = self.next().filter(|word| kind(&self.line[word.clone()])).map(|word| word.end);
        if end.is_none() {
            self.at = back;
        }
        end
    }

    /// The end of the next two words if they are of these kinds; else nothing is taken.
    fn pair(&mut self, one: fn(&[u8]) -> bool, two: fn(&[u8]) -> bool) -> Option<usize> {
        let back = self.at;
        let end = self
            .next()
            .filter(|word| one(&self.line[word.clone()]))
            .and_then(|_| self.next())
            .filter(|word| two(&self.line[word.clone()]))
            .map(|word| word.end);
        if end.is_none() {
            self.at = back;
        }
        end
    }
}

impl Iterator for Words<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = skip_blanks(self.line, self.at);
        self.at = word_end(self.line, start);
        (self.at > start).then_some(start..self.at)
    }
}

/// Eight ranks, perhaps with a pocket or a slash after them.
fn is_placement(word: &[u8]) -> bool {
    let slashes: usize = word.iter().map(|&byte| usize::from(byte == b'/')).sum();
    let is_known = word.iter().fold(true, |is_known, &byte| {
        is_known & (byte.is_ascii_alphanumeric() | matches!(byte, b'/' | b'~' | b'[' | b']'))
    });
    (7..=8).contains(&slashes) && is_known
}

fn is_turn(word: &[u8]) -> bool {
    matches!(word, b"w" | b"b" | b"W" | b"B")
}

fn is_dash(word: &[u8]) -> bool {
    matches!(word, b"-" | b"\xe2\x80\x93" | b"\xe2\x80\x94" | b"\xe2\x88\x92")
}

fn is_castling(word: &[u8]) -> bool {
    let known = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
    is_dash(word) || (word.len() <= 4 && word.iter().all(known))
}

fn is_ep_square(word: &[u8]) -> bool {
    is_dash(word) || matches!(word, [b'a'..=b'h', b'1'..=b'8'])
}

/// Checks that are left (`3+3`) or given (`+0+0`).
fn is_checks(word: &[u8]) -> bool {
    matches!(word.strip_prefix(b"+").unwrap_or(word), [b'0'..=b'3', b'+', b'0'..=b'3'])
}

fn is_number(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";

    #[test]
    fn the_checks_of_three_check_belong_to_the_position() {
        let end = |rest: &str| {
            let line = format!("{POSITION} {rest}");
            line[fields(line.as_bytes()).unwrap().end..].to_owned()
        };
        assert_eq!(end("3+3 0 1 bm e4;"), " bm e4;");
        assert_eq!(end("0 1 +0+2 bm e4;"), " bm e4;");
        assert_eq!(end("2+3; bm e4;"), "; bm e4;");
        assert_eq!(end("3+3 0 1 +0+0"), " +0+0");
        assert_eq!(end("7+3 0 1"), " 7+3 0 1");
    }

    #[test]
    fn two_four_or_six_fields() {
        let end = |text: &str| fields(text.as_bytes()).map(|range| text[range].to_owned());
        assert_eq!(end("8/8/8/8/8/8/8/8 w").as_deref(), Some("8/8/8/8/8/8/8/8 w"));
        assert_eq!(end("8/8/8/8/8/8/8/8 w ce 1;").as_deref(), Some("8/8/8/8/8/8/8/8 w"));
        assert_eq!(end("8/8/8/8/8/8/8/8 w - - bm e4;").as_deref(), Some("8/8/8/8/8/8/8/8 w - -"));
        assert_eq!(
            end(" 8/8/8/8/8/8/8/8\tb - e3 0 12 ; x").as_deref(),
            Some("8/8/8/8/8/8/8/8\tb - e3 0 12")
        );
        assert_eq!(end("hello world"), None);
    }
}
