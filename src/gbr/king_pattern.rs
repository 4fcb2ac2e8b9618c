//! Where a search wants the kings: `e1?8` is White's king on e1, Black's on the
//! eighth rank.

use std::str::FromStr;

use nom::{
    Parser, branch::alt, bytes::complete::tag, combinator::cut, multi::fold_many1,
    sequence::delimited,
};
use shakmaty::{Bitboard, Board, ByColor, Color, Square};

use super::{
    ParseError,
    token::{Input, Parsed, expect, fail, whole},
};

/// The squares that it takes for each king.
///
/// Four places: file and rank of White's king, file and rank of Black's. Each is a
/// letter or digit, `?` for any, or some of them as in `[a-c]` and `[18]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Kings {
    white: Bitboard,
    black: Bitboard,
}

impl Kings {
    /// Each king on one square.
    #[must_use]
    pub fn on(squares: ByColor<Square>) -> Kings {
        Kings { white: squares.white.into(), black: squares.black.into() }
    }

    /// Reads `e1?8`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not such a pattern.
    pub fn from_ascii(text: &[u8]) -> Result<Kings, ParseError> {
        whole(kings_pattern, text)
    }

    /// Whether the kings of a board stand so; a side without a king, or with several, does not.
    #[must_use]
    pub fn matches(&self, board: &Board) -> bool {
        self.take(|color| board.king_of(color))
    }

    /// The same for kings of which each stands on a square, or on none that is known.
    #[inline]
    #[must_use]
    pub fn take(&self, king_of: impl Fn(Color) -> Option<Square>) -> bool {
        king_of(Color::White).is_some_and(|king| self.white.contains(king))
            && king_of(Color::Black).is_some_and(|king| self.black.contains(king))
    }

    /// The same on a board that is turned or reflected.
    #[must_use]
    pub fn moved(&self, map: impl Fn(Bitboard) -> Bitboard) -> Kings {
        Kings { white: map(self.white), black: map(self.black) }
    }

    /// The same for the board seen from Black's side, with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Kings {
        Kings { white: self.black.flip_vertical(), black: self.white.flip_vertical() }
    }
}

// kings-pattern = 2(file-item rank-item)
fn kings_pattern(i: Input<'_>) -> Parsed<'_, Kings> {
    let (rest, (white, black)) = (squares_item, squares_item).parse(i)?;
    Ok((rest, Kings { white, black }))
}

fn squares_item(i: Input<'_>) -> Parsed<'_, Bitboard> {
    let (rest, (files, ranks)) = (item(b'a'), item(b'1')).parse(i)?;
    let is_taken = |square: &Square| {
        files >> u32::from(square.file()) & 1 == 1 && ranks >> u32::from(square.rank()) & 1 == 1
    };
    Ok((rest, Square::ALL.into_iter().filter(is_taken).collect()))
}

// file-item = "?" / file / "[" 1*file-range "]"; likewise rank-item
fn item<'a>(first: u8) -> impl FnMut(Input<'a>) -> Parsed<'a, u8> {
    move |i| {
        let any = expect("`?`", tag("?")).map(|_| 0xff);
        let one = name(first).map(|at| 1 << at);
        let set = fold_many1(range(first), || 0, |all, some| all | some);
        let opening = expect("`[`", tag("["));
        alt((any, one, delimited(opening, set, expect("`]`", tag("]"))))).parse(i)
    }
}

// file-range = file ["-" file]; likewise rank-range
fn range<'a>(first: u8) -> impl FnMut(Input<'a>) -> Parsed<'a, u8> {
    move |i| {
        let (rest, from) = name(first)(i)?;
        let Some((b'-', behind)) = rest.split_first() else { return Ok((rest, 1 << from)) };
        let (end, to) = cut(name(first)).parse(behind)?;
        if to < from {
            return cut(|i| Err(fail(i, "one that comes later"))).parse(behind);
        }
        Ok((end, (from..=to).fold(0, |all, at| all | 1 << at)))
    }
}

/// One of eight names in a row, as its number.
fn name<'a>(first: u8) -> impl FnMut(Input<'a>) -> Parsed<'a, u8> {
    let wish = if first == b'a' { "a file" } else { "a rank" };
    move |i| match i.split_first() {
        Some((byte, rest)) if byte.wrapping_sub(first) < 8 => Ok((rest, byte - first)),
        _ => Err(fail(i, wish)),
    }
}

impl FromStr for Kings {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Kings, ParseError> {
        Kings::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(kings: &str, board: &str) -> bool {
        let board = Board::from_ascii_board_fen(board.as_bytes()).expect("board");
        kings.parse::<Kings>().expect("kings").matches(&board)
    }

    #[test]
    fn places_may_be_open() {
        let board = "k7/8/8/8/8/8/8/4K3"; // white e1, black a8
        for kings in ["e1a8", "e1?8", "????", "[d-f]1a[78]", "[ace]1[ah]?"] {
            assert!(matches(kings, board), "{kings}");
        }
        for kings in ["a8e1", "e1?7", "d1??", "[a-d]???"] {
            assert!(!matches(kings, board), "{kings}");
        }
    }

    #[test]
    fn reversing_turns_the_board() {
        let kings: Kings = "e1?7".parse().unwrap();
        assert_eq!(kings.reversed(), "?2e8".parse().unwrap());
        assert_eq!(kings.reversed().reversed(), kings);
    }

    #[test]
    fn a_side_without_a_king_does_not_match() {
        assert!(!matches("????", "k7/8/8/8/8/8/8/8"));
    }

    #[test]
    fn bad_patterns_say_where() {
        for (text, byte) in [
            ("", 0),
            ("e1", 2),
            ("e9a1", 1),
            ("[d-a]1a1", 3),
            ("e1a1x", 4),
            ("[e1a1", 2),
            ("[]1a1", 1),
        ] {
            assert_eq!(text.parse::<Kings>().unwrap_err().byte(), byte, "{text}");
        }
    }
}
