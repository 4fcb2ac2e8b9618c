//! Ways to turn a board over: the same play, seen from elsewhere.

use shakmaty::{Bitboard, Square};

/// A way to turn or reflect a board: it takes a square to where its man goes.
pub(super) type Symmetry = fn(Square) -> Square;

/// Where everything stays.
const SAME: Symmetry = |square| square;

/// Pawns go up the board, so only left and right can be exchanged.
pub(super) const WITH_PAWNS: &[Symmetry] = &[SAME, Square::flip_horizontal];

/// All eight.
pub(super) const WITHOUT_PAWNS: &[Symmetry] = &[
    SAME,
    Square::flip_horizontal,
    Square::flip_vertical,
    Square::rotate_180,
    Square::flip_diagonal,
    Square::flip_anti_diagonal,
    Square::rotate_90,
    Square::rotate_270,
];

/// Takes a set of squares along.
pub(super) fn moved(squares: Bitboard, symmetry: Symmetry) -> Bitboard {
    squares.into_iter().map(symmetry).collect()
}
