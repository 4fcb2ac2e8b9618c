//! What is compared: which man stands where, and who is to move.

use shakmaty::{Board, Color, Role};

/// Men on their squares with one king each, and the side to move.
///
/// Castling rights, en passant squares and clocks do not count: two placements are equal when a
/// diagram shows the same and the same side is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    board: Board,
    turn: Color,
}

impl Placement {
    /// Nothing where a side has no king, or more than one.
    #[must_use]
    pub fn new(board: Board, turn: Color) -> Option<Placement> {
        let kings = |color| (board.kings() & board.by_color(color)).count();
        (kings(Color::White) == 1 && kings(Color::Black) == 1).then_some(Placement { board, turn })
    }

    /// The men on their squares.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn pawnless(&self) -> bool {
        self.board.by_role(Role::Pawn).is_empty()
    }
}
