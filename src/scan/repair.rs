//! What was probably meant: the one digit or square that makes a text agree
//! with itself.

use std::fmt;
use std::ops::Range;

use shakmaty::Square;

use crate::gbr::{ErrorKind, ParseError, Reading};

/// One change of one digit or one square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The bytes of the text that change.
    pub range: Range<usize>,
    /// What stands there.
    pub old: String,
    /// The whole text with the change.
    pub text: String,
}

/// `3/3 for 3/4`: the whole number or square that changes.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = &self.text[self.range.clone()];
        let mut old = self.text.clone();
        old.replace_range(self.range.clone(), &self.old);
        if changed.starts_with(|first: char| first.is_ascii_lowercase()) {
            return write!(f, "{changed} for {}", self.old);
        }
        let word = number_around(&old, self.range.start);
        write!(f, "{} for {}", &self.text[word.clone()], &old[word])
    }
}

/// The digits around a place, with point and slash.
fn number_around(text: &str, at: usize) -> Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'/');
    let before = text.as_bytes()[..at].iter().rev().take_while(|byte| is_part(byte)).count();
    let behind = text.as_bytes()[at..].iter().take_while(|byte| is_part(byte)).count();
    let end = at + text[at..at + behind].trim_end_matches('.').len();
    at - before..end
}

impl Repair {
    /// The only change with which a text can be read; none where there are several.
    pub(super) fn find(text: &str, error: &ParseError) -> Option<Repair> {
        let mut found = changes(text, error).filter(|change| change.reads());
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }

    fn new(text: &str, range: Range<usize>, new: &str) -> Repair {
        let mut changed = text.to_owned();
        changed.replace_range(range.clone(), new);
        Repair { old: text[range.clone()].into(), text: changed, range }
    }

    fn reads(&self) -> bool {
        Reading::from_ascii(self.text.as_bytes()).is_ok()
    }
}

/// Every other digit in place of a digit, and every other square in place of
/// one that is at fault.
fn changes<'a>(text: &'a str, error: &'a ParseError) -> impl Iterator<Item = Repair> + 'a {
    let digits = numbers(text).flat_map(move |at| {
        ('0'..='9').filter_map(move |digit| {
            let is_other = !text[at..].starts_with(digit);
            is_other.then(|| Repair::new(text, at..at + 1, digit.encode_utf8(&mut [0; 4])))
        })
    });
    let squares = faulty_squares(text, error).into_iter().flat_map(move |at| {
        Square::ALL.into_iter().filter_map(move |square| {
            let square = square.to_string();
            (text[at..at + 2] != square).then(|| Repair::new(text, at..at + 2, &square))
        })
    });
    digits.chain(squares)
}

/// The digits of code and count: all but those of squares.
fn numbers(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter(move |&at| {
        let is_rank = at > 0 && bytes[at - 1].is_ascii_alphabetic();
        bytes[at].is_ascii_digit() && !is_rank
    })
}

/// The square that an error complains of, and others that it may be confused
/// with: the same square elsewhere, or the kings that are given twice.
fn faulty_squares(text: &str, error: &ParseError) -> Vec<usize> {
    let is_square = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_lowercase);
    let faulty = match error.kind() {
        ErrorKind::Occupied | ErrorKind::Backrank | ErrorKind::Kings => error.byte(),
        _ => return Vec::new(),
    };
    let Some(square) = text.get(faulty..faulty + 2) else { return Vec::new() };
    let mut squares: Vec<usize> =
        text.match_indices(square).map(|(at, _)| at).filter(|&at| is_square(at)).collect();
    if error.kind() == ErrorKind::Kings {
        squares.extend([0, 2]);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repair(text: &str) -> Option<String> {
        let error = Reading::from_ascii(text.as_bytes()).expect_err("a misprint");
        Repair::find(text, &error).map(|repair| repair.text)
    }

    #[test]
    fn a_count_is_repaired_where_code_and_squares_agree() {
        assert_eq!(
            repair("a7d3 0116.00 b2b3c6d6 3/4+.").as_deref(),
            Some("a7d3 0116.00 b2b3c6d6 3/3+.")
        );
    }

    #[test]
    fn a_repair_shows_the_number_that_changes() {
        let text = "a7d3 0116.00 b2b3c6d6 3/4+.";
        let error = Reading::from_ascii(text.as_bytes()).expect_err("a misprint");
        assert_eq!(Repair::find(text, &error).unwrap().to_string(), "3/3 for 3/4");
    }

    #[test]
    fn what_may_be_meant_in_several_ways_is_not_guessed() {
        // Count or code: 3/3, or a second white pawn, or a queen, ...
        assert_eq!(repair("d5f8 0010.12 4/3 Win"), None);
        // One of the two stands anywhere else.
        assert_eq!(repair("h3e3 0011.23 e7g1.d3h5a2d3h7 5/4+."), None);
    }

    #[test]
    fn a_digit_of_the_code_is_repaired_where_the_point_tells_which() {
        assert_eq!(
            repair("a2c4 0000.42 .d4e3f2e4f3 4/3 WTM.").as_deref(),
            Some("a2c4 0000.32 .d4e3f2e4f3 4/3 WTM.")
        );
    }
}
