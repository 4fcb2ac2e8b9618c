//! How one position may correspond to another: mirrored, with colours reversed, shifted, or
//! several of these, and what each is charged.

use std::{fmt, sync::LazyLock};

use shakmaty::{Board, Color, Piece, Square, uci::UciMove};

use super::{Cost, Symmetry, point::Point};

/// By how many files or ranks all men are shifted; never both.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shift {
    /// To the right, towards the h-file; to the left when negative.
    pub files: i8,
    /// Upwards, towards the eighth rank; downwards when negative.
    pub ranks: i8,
}

impl Shift {
    /// All men stay.
    pub const NONE: Shift = Shift { files: 0, ranks: 0 };
    /// The widest shift.
    const WIDEST: i8 = 3;

    fn by_files() -> impl Iterator<Item = Shift> {
        Shift::widths().map(|files| Shift { files, ranks: 0 })
    }

    fn by_ranks() -> impl Iterator<Item = Shift> {
        Shift::widths().map(|ranks| Shift { files: 0, ranks })
    }

    /// One before two before three, left before right.
    fn widths() -> impl Iterator<Item = i8> {
        (1..=Shift::WIDEST).flat_map(|width| [-width, width])
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match (self.files + self.ranks).abs() {
            1 => "one",
            2 => "two",
            _ => "three",
        };
        let plural = if number == "one" { "" } else { "s" };
        match (self.files.signum(), self.ranks.signum()) {
            (0, 0) => Ok(()),
            (0, 1) => write!(f, "shifted {number} rank{plural} up"),
            (0, _) => write!(f, "shifted {number} rank{plural} down"),
            (1, _) => write!(f, "shifted {number} file{plural} to the right"),
            _ => write!(f, "shifted {number} file{plural} to the left"),
        }
    }
}

/// A way to lay one position upon another: first the colours are reversed, then the board is
/// mirrored or turned, then all men are shifted.
///
/// Written in words, `mirrored and shifted one file to the left`; `as it is` for the identity.
///
/// # Which there are, and their price
///
/// Each of the three parts is charged one half, whatever the symmetry or the width of the shift; a
/// product is charged the sum of its parts. Each part occurs at most once, in any order: mirrored
/// then shifted to the left is the same as shifted to the right then mirrored. Symmetries other
/// than the file mirror are only for two positions without pawns, where a quarter turn makes a
/// shift by ranks of a shift by files; so those are among the products too, and the inverse of a
/// correspondence is always one at the same price. A half for every symmetry, rather than for each
/// mirror it is made of, because none of the eight is further from the board than another: which of
/// them are called generators would be arbitrary.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Correspondence {
    /// White's men become Black's, the ranks are turned, and the other side is to move.
    pub reversed: bool,
    /// How the board is mirrored or turned after that.
    pub symmetry: Symmetry,
    /// How far the men are shifted in the end.
    pub shift: Shift,
}

impl Correspondence {
    /// The position as it is.
    pub const IDENTITY: Correspondence =
        Correspondence { reversed: false, symmetry: Symmetry::Identity, shift: Shift::NONE };

    /// All of them, cheaper ones first: those for any two positions, and with `pawnless` those for
    /// two positions without pawns too. Of two with the same cost the one that comes first here is
    /// taken.
    #[must_use]
    pub fn all(pawnless: bool) -> &'static [Correspondence] {
        static ANY: LazyLock<Vec<Correspondence>> = LazyLock::new(|| listed(false));
        static PAWNLESS: LazyLock<Vec<Correspondence>> = LazyLock::new(|| listed(true));
        if pawnless { &PAWNLESS } else { &ANY }
    }

    /// What it is charged.
    #[must_use]
    pub fn price(self) -> Cost {
        let parts = [self.reversed, self.symmetry != Symmetry::Identity, self.shift != Shift::NONE];
        Cost::CORRESPONDENCE.times(parts.into_iter().filter(|&part| part).count() as u32)
    }

    /// Whether it may be used where there are pawns.
    pub(super) fn suits_pawns(self) -> bool {
        self.symmetry.suits_pawns()
    }

    /// Where a man comes to stand, unless a shift takes him off the board.
    #[must_use]
    pub fn square(self, square: Square) -> Option<Square> {
        self.point(square).square()
    }

    /// Where a man comes to stand, on the board or beside it.
    pub(super) fn point(self, square: Square) -> Point {
        let Point { file, rank } = self.unshifted(square).into();
        Point { file: file + self.shift.files, rank: rank + self.shift.ranks }
    }

    /// Where a man would stand without the shift.
    pub(super) fn unshifted(self, square: Square) -> Square {
        self.symmetry.image(if self.reversed { square.flip_vertical() } else { square })
    }

    /// What becomes of a side.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self.reversed { !color } else { color }
    }

    /// What becomes of a man.
    #[must_use]
    pub fn piece(self, piece: Piece) -> Piece {
        Piece { color: self.color(piece.color), role: piece.role }
    }

    /// What becomes of a board. Men whom a shift takes off it are left out.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let mut image = Board::empty();
        for (square, piece) in board.iter() {
            if let Some(square) = self.square(square) {
                image.set_piece_at(square, self.piece(piece));
            }
        }
        image
    }

    /// Whether one move becomes the other.
    fn takes(self, one: &UciMove, other: &UciMove) -> bool {
        match (one, other) {
            (
                &UciMove::Normal { from, to, promotion },
                &UciMove::Normal { from: other_from, to: other_to, promotion: other_promotion },
            ) => {
                self.square(from) == Some(other_from)
                    && self.square(to) == Some(other_to)
                    && promotion == other_promotion
            }
            (UciMove::Null, UciMove::Null) => true,
            _ => false,
        }
    }

    /// How many moves two solutions have in common from the start, when the first is played under
    /// this correspondence: what orders hits of equal cost.
    ///
    /// ```
    /// use gbr_pgn::similarity::{Correspondence, Symmetry};
    /// use shakmaty::uci::UciMove;
    ///
    /// let moves = |text: &str| -> Vec<UciMove> {
    ///     text.split(' ').map(|one| one.parse().expect("a move")).collect()
    /// };
    /// let mirrored = Correspondence { symmetry: Symmetry::FileMirror, ..Correspondence::IDENTITY };
    /// assert_eq!(mirrored.agreement(&moves("c6c7 d6d5"), &moves("f6f7 e6e5")), 2);
    /// assert_eq!(mirrored.agreement(&moves("c6c7 d6d5"), &moves("f6f7 e6e4")), 1);
    /// ```
    #[must_use]
    pub fn agreement(self, solution: &[UciMove], other: &[UciMove]) -> usize {
        solution.iter().zip(other).take_while(|(one, other)| self.takes(one, other)).count()
    }
}

fn listed(pawnless: bool) -> Vec<Correspondence> {
    let symmetries =
        Symmetry::ALL.into_iter().filter(|symmetry| pawnless || symmetry.suits_pawns());
    let mut all: Vec<_> = symmetries
        .flat_map(|symmetry| [false, true].map(|reversed| (symmetry, reversed)))
        .flat_map(|(symmetry, reversed)| {
            shifts(symmetry).map(move |shift| Correspondence { reversed, symmetry, shift })
        })
        .collect();
    all.sort_by_key(|correspondence| correspondence.price());
    all
}

/// By files; and by ranks where the shift by files may have come before a turn.
fn shifts(symmetry: Symmetry) -> impl Iterator<Item = Shift> {
    let by_ranks = symmetry.turns_files().then(Shift::by_ranks).into_iter().flatten();
    [Shift::NONE].into_iter().chain(Shift::by_files()).chain(by_ranks)
}

impl fmt::Display for Correspondence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = if self.reversed { "colours reversed" } else { "" };
        let parts = [self.symmetry.to_string(), colours.to_owned(), self.shift.to_string()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        match parts.split_last() {
            None => f.write_str("as it is"),
            Some((last, [])) => f.write_str(last),
            Some((last, rest)) => write!(f, "{} and {last}", rest.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_products() {
        assert_eq!(Correspondence::all(false).len(), 2 * 2 * 7);
        assert_eq!(Correspondence::all(true).len(), 2 * (4 * 7 + 4 * 13));
        assert_eq!(Correspondence::all(false)[0], Correspondence::IDENTITY);
    }

    #[test]
    fn words_say_what_is_done() {
        let words = |reversed, symmetry, files, ranks| {
            Correspondence { reversed, symmetry, shift: Shift { files, ranks } }.to_string()
        };
        assert_eq!(words(false, Symmetry::Identity, 0, 0), "as it is");
        assert_eq!(words(false, Symmetry::FileMirror, 0, 0), "mirrored");
        assert_eq!(words(true, Symmetry::Identity, 0, 0), "colours reversed");
        assert_eq!(words(false, Symmetry::Identity, -1, 0), "shifted one file to the left");
        assert_eq!(words(false, Symmetry::Identity, 3, 0), "shifted three files to the right");
        assert_eq!(
            words(false, Symmetry::Diagonal, 0, -2),
            "mirrored in the diagonal a1-h8 and shifted two ranks down"
        );
        assert_eq!(words(true, Symmetry::FileMirror, 0, 0), "mirrored and colours reversed");
        assert_eq!(
            words(true, Symmetry::FileMirror, 2, 0),
            "mirrored, colours reversed and shifted two files to the right"
        );
    }

    #[test]
    fn parts_come_in_the_order_told() {
        let moved = Correspondence {
            reversed: true,
            symmetry: Symmetry::QuarterClockwise,
            shift: Shift { files: 0, ranks: -1 },
        };
        // b1 to b8 by the colours, to h7 by the turn, to h6 by the shift.
        assert_eq!(moved.square(Square::B1), Some(Square::H6));
        assert_eq!(moved.color(Color::White), Color::Black);
        assert_eq!(moved.price(), Cost::from_halves(3));
    }

    #[test]
    fn a_board_loses_whom_a_shift_takes_off_it() {
        let shift = Shift { files: -1, ranks: 0 };
        let moved = Correspondence { shift, ..Correspondence::IDENTITY };
        let board = Board::from_ascii_board_fen(b"8/8/1KP5/3r4/8/8/8/k7").unwrap();
        assert_eq!(moved.board(&board).to_string(), "8/8/KP6/2r5/8/8/8/8");
    }
}
