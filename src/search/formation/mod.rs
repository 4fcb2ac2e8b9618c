//! Men on squares: which boards a search wants. In comes a board with squares left open, out comes a test of positions.
//!
//! The text is that of pgn-extract's `FENPattern`.

mod contents;
mod parse;
mod starred;

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Board, Square};

use self::contents::{Occupant, Occupants};
use self::starred::Starred;
use crate::gbr::ParseError;
use crate::gbr::token::whole;
use crate::play::Sight;

/// Boards that look alike in some squares.
///
/// Eight ranks from the eighth down, with `/` between. Letters and digits are those of FEN; `?` is any square, `!` one with
/// a man, `_` one without; `A` and `a` are any man of White or Black, `m` is a square without a pawn; `[Qq]` is one of
/// these, `[^P]` a man that is none of these; `*` is any number of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// What each rank has, from the eighth down.
    ranks: [Vec<RankItem>; 8],
    sieve: RankSieve,
}

/// A part of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RankItem {
    /// One square, and who may stand on it.
    Square(Occupants),
    /// Any number of squares, also none.
    Star,
}

/// The ranks, made ready for being asked often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RankSieve {
    /// Sorts, and squares that must have them: most boards fail here.
    needed: Vec<(Occupant, Bitboard)>,
    /// Sorts, and squares that must not have them.
    banned: Vec<(Occupant, Bitboard)>,
    /// Ranks in which squares have no fixed place.
    starred: Vec<Starred>,
}

impl Formation {
    /// Reads a formation.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not one.
    pub fn from_ascii(text: &[u8]) -> Result<Formation, ParseError> {
        whole(parse::board, text)
    }

    /// Exactly this board.
    #[must_use]
    pub fn from_board(board: &Board) -> Formation {
        Formation::from_squares(|square| Occupants::of(board.piece_at(square)))
    }

    fn from_squares(contents: impl Fn(Square) -> Occupants) -> Formation {
        let rank =
            |at: u32| (0..8).map(|file| RankItem::Square(contents(square(at, file)))).collect();
        Formation::new(std::array::from_fn(|at| rank(at as u32)))
    }

    fn new(ranks: [Vec<RankItem>; 8]) -> Formation {
        let sieve = RankSieve::new(&ranks);
        Formation { ranks, sieve }
    }

    /// Whether a position looks so.
    #[inline]
    #[must_use]
    pub fn takes(&self, sight: &Sight<'_>) -> bool {
        self.sieve.takes(sight)
    }

    /// Whether every square has its place, as there is no `*`.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.ranks.iter().flatten().all(|item| *item != RankItem::Star)
    }

    /// The same for the board seen from Black's side, with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Formation {
        let reversed = |item: &RankItem| match item {
            RankItem::Square(contents) => RankItem::Square(contents.reversed()),
            RankItem::Star => RankItem::Star,
        };
        let rank = |at: usize| self.ranks[7 - at].iter().map(reversed).collect();
        Formation::new(std::array::from_fn(rank))
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Formation {
        let rank = |at: usize| self.ranks[at].iter().rev().copied().collect();
        Formation::new(std::array::from_fn(rank))
    }

    /// The same on a board of which each square goes to another; none where a `*` leaves open which.
    #[must_use]
    pub fn moved(&self, to: impl Fn(Square) -> Square) -> Option<Formation> {
        let mut squares = [Occupants::ANY; 64];
        for (at, items) in (0..8).zip(&self.ranks) {
            for (file, item) in (0..8).zip(items) {
                let RankItem::Square(contents) = item else { return None };
                squares[to(square(at, file)).to_usize()] = *contents;
            }
        }
        Some(Formation::from_squares(|square| squares[square.to_usize()]))
    }
}

/// The square on a rank, counted from the eighth down, and a file.
fn square(rank: u32, file: u32) -> Square {
    Square::new((7 - rank) * 8 + file)
}

impl RankSieve {
    fn new(ranks: &[Vec<RankItem>; 8]) -> RankSieve {
        let starred = (0..8).zip(ranks).filter(|(_, items)| items.contains(&RankItem::Star));
        RankSieve {
            needed: sorted(ranks, Occupants::is_only),
            banned: sorted(ranks, |contents, sort| !contents.include(sort)),
            starred: starred.filter_map(|(at, items)| Starred::new(7 - at, items)).collect(),
        }
    }

    #[inline]
    fn takes(&self, sight: &Sight<'_>) -> bool {
        let are_there =
            |(sort, squares): &(Occupant, Bitboard)| squares.is_subset(sort.squares(sight));
        let are_away =
            |(sort, squares): &(Occupant, Bitboard)| squares.is_disjoint(sort.squares(sight));
        self.needed.iter().all(are_there)
            && self.banned.iter().all(are_away)
            && self.starred.iter().all(|rank| rank.takes(sight))
    }
}

/// By sort, the squares with a fixed place of which something is so.
fn sorted(
    ranks: &[Vec<RankItem>; 8],
    is_so: impl Fn(Occupants, Occupant) -> bool,
) -> Vec<(Occupant, Bitboard)> {
    let fixed = || (0..8).zip(ranks).filter(|(_, items)| !items.contains(&RankItem::Star));
    let squares = |sort| {
        let mut squares = Bitboard::EMPTY;
        for (at, items) in fixed() {
            for (file, item) in (0..8).zip(items) {
                let is_taken = matches!(item, RankItem::Square(contents) if is_so(*contents, sort));
                squares |= Bitboard::from_iter(is_taken.then(|| square(at, file)));
            }
        }
        squares
    };
    let all = Occupant::ALL.map(|sort| (sort, squares(sort)));
    all.into_iter().filter(|(_, squares)| squares.any()).collect()
}

impl fmt::Display for Formation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, items) in self.ranks.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            write_rank(f, items)?;
        }
        Ok(())
    }
}

/// Writes a rank, empty squares in a row as their number.
fn write_rank(f: &mut fmt::Formatter<'_>, items: &[RankItem]) -> fmt::Result {
    let is_empty = |item: &RankItem| *item == RankItem::Square(Occupants::EMPTY);
    for part in items.chunk_by(|one, next| is_empty(one) && is_empty(next)) {
        match part[0] {
            RankItem::Square(Occupants::EMPTY) => write!(f, "{}", part.len())?,
            RankItem::Square(contents) => write!(f, "{contents}")?,
            RankItem::Star => f.write_str("*")?,
        }
    }
    Ok(())
}

impl FromStr for Formation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Formation, ParseError> {
        Formation::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests;
