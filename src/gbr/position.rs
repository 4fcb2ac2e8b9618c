//! A board with its indicator: what the full notation says. Code, squares and
//! count are made when it is written, so that they cannot disagree.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Role, Setup, Square};

use super::{Code, Form, Indicator, ManyPawns, Material, write::Text};

/// One king a side, up to eight pawns a side, any other men, and an indicator.
///
/// Its text is the full notation: `a7d3 0116.00 b2b3c6d6 3/3+.`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    material: Material,
    indicator: Indicator,
}

/// Why a board has no position notation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Not one king on each side.
    #[error("{white} white and {black} black kings: a GBR position has one of each")]
    Kings {
        /// White kings.
        white: u8,
        /// Black kings.
        black: u8,
    },
    /// A pawn where none can stand, so that no reader would take it.
    #[error("a pawn on {0}: pawns stand between the second and the seventh rank")]
    Backrank(Square),
    /// More pawns than there are digits for.
    #[error(transparent)]
    ManyPawns(#[from] ManyPawns),
}

impl Position {
    /// Takes a board that can be written.
    ///
    /// # Errors
    ///
    /// [`PositionError`] where kings or pawns are not as they must be.
    pub fn new(board: Board, indicator: Indicator) -> Result<Position, PositionError> {
        let material = Material::from_board(&board);
        Position::counted(board, material, indicator)
    }

    /// The same for a board whose men were counted already.
    pub(crate) fn counted(
        board: Board,
        material: Material,
        indicator: Indicator,
    ) -> Result<Position, PositionError> {
        debug_assert_eq!(material, Material::from_board(&board));
        let [white, black] = Color::ALL.map(|color| material.count(color, Role::King));
        if (white, black) != (1, 1) {
            return Err(PositionError::Kings { white, black });
        }
        Code::from_material(&material)?;
        match (board.pawns() & Bitboard::BACKRANKS).first() {
            Some(square) => Err(PositionError::Backrank(square)),
            None => Ok(Position { board, material, indicator }),
        }
    }

    /// Takes board and side to move of a setup, and claims nothing.
    ///
    /// # Errors
    ///
    /// [`PositionError`] where kings or pawns are not as they must be.
    pub fn from_setup(setup: &Setup) -> Result<Position, PositionError> {
        Position::new(setup.board.clone(), Indicator::to_move(setup.turn))
    }

    /// The caller has looked at kings and pawns.
    pub(super) fn from_checked(board: Board, indicator: Indicator) -> Position {
        let material = Material::from_board(&board);
        Position { board, material, indicator }
    }

    /// Where the men stand.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many men of each sort there are.
    #[must_use]
    pub const fn material(&self) -> &Material {
        &self.material
    }

    /// The squares of the kings, White's first: `a7d3`.
    #[must_use]
    pub fn kings(&self) -> String {
        let mut text = Text::new();
        text.kings(&self.board);
        text.as_str().to_owned()
    }

    /// Side to move and claim.
    #[must_use]
    pub const fn indicator(&self) -> Indicator {
        self.indicator
    }

    /// The class it belongs to.
    #[must_use]
    pub fn code(&self) -> Code {
        code_of(&self.material)
    }

    /// Board and side to move (White's, where unknown), without any castling
    /// rights, en passant square or clocks: the notation has none.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup { board: self.board.clone(), turn: self.indicator.turn_or_white(), ..Setup::empty() }
    }

    /// Writes the text after what the buffer holds.
    pub fn append_ascii_to(&self, buf: &mut Vec<u8>) {
        buf.extend_from_slice(self.write(Form::Page).as_bytes());
    }
}

/// [`Position::new`] has seen to it that there is one.
pub(super) fn code_of(material: &Material) -> Code {
    Code::from_material(material).expect("a position has at most eight pawns a side")
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.write(Form::Page).as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::Claim;

    fn text(board_fen: &str, indicator: Indicator) -> Result<String, PositionError> {
        let board = Board::from_ascii_board_fen(board_fen.as_bytes()).expect("board");
        Position::new(board, indicator).map(|position| position.to_string())
    }

    #[test]
    fn pieces_alone_have_no_point() {
        let win = Indicator::claim(Claim::Win, Color::White);
        let text = text("8/K7/2nn4/8/8/1B1k4/1R6/8", win).unwrap();
        assert_eq!(text, "a7d3 0116.00 b2b3c6d6 3/3+.");
    }

    #[test]
    fn pawns_alone_begin_with_a_point() {
        let text = text("8/8/8/8/2kPp3/4Pp2/K4P2/8", Indicator::to_move(Color::White)).unwrap();
        assert_eq!(text, "a2c4 0000.32 .d4e3f2e4f3 4/3 WTM.");
    }

    #[test]
    fn bare_kings_have_no_squares() {
        let text = text("8/8/8/8/8/2k5/8/K7", Indicator::to_move(Color::Black)).unwrap();
        assert_eq!(text, "a1c3 0000.00 1/1 BTM.");
    }

    #[test]
    fn squares_run_by_file_then_rank() {
        let text = text("k7/8/8/8/8/8/1PPPPPP1/KQQ1Q2Q", Indicator::default()).unwrap();
        assert_eq!(text, "a1a8 9000.60 b1c1e1h1.b2c2d2e2f2g2 11/1.");
    }

    #[test]
    fn kings_and_pawns_must_be_in_order() {
        let nobody = Indicator::default();
        assert_eq!(
            text("8/8/8/8/8/8/8/K7", nobody),
            Err(PositionError::Kings { white: 1, black: 0 })
        );
        assert_eq!(text("8/8/k7/8/8/8/8/K1P5", nobody), Err(PositionError::Backrank(Square::C1)));
        assert!(matches!(
            text("k7/8/8/8/8/P7/PPPPPPPP/K7", nobody),
            Err(PositionError::ManyPawns(_))
        ));
    }

    #[test]
    fn the_longest_text_fits() {
        let full = "kqqqqqqq/pppppppp/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/PPPPPPPP/KQQQQQQQ";
        let text = text(full, Indicator::to_move(Color::White)).unwrap();
        assert!(text.ends_with("h7 32/32 WTM."), "{text}");
    }
}
