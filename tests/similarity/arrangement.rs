//! Random placements: few kinds on few squares, so that men have a choice whom to be matched with.

use gbr_pgn::similarity::Placement;
use proptest::{collection::vec, prelude::*};
use shakmaty::{Board, Color, Piece, Role, Square};

/// Any men, with pawns or without.
pub fn placement() -> impl Strategy<Value = Placement> {
    prop_oneof![with(&Role::ALL[..5]), with(&Role::ALL[1..5]), with(&[Role::Pawn])]
}

/// Without pawns.
pub fn pawnless() -> impl Strategy<Value = Placement> {
    with(&Role::ALL[1..5])
}

fn with(roles: &'static [Role]) -> impl Strategy<Value = Placement> {
    let man = (0..roles.len(), any::<bool>(), square());
    (square(), square(), vec(man, 0..6), any::<bool>()).prop_filter_map(
        "kings on one square",
        |(white, black, men, turn)| {
            let mut board = Board::empty();
            for (role, color, square) in men {
                let piece = Piece { color: Color::from_white(color), role: roles[role] };
                board.set_piece_at(square, piece);
            }
            board.set_piece_at(white, Color::White.king());
            board.set_piece_at(black, Color::Black.king());
            Placement::new(board, Color::from_white(turn))
        },
    )
}

/// Mostly near the corner, so that positions are near one another.
fn square() -> impl Strategy<Value = Square> {
    prop_oneof![
        (0u32..4, 0u32..4).prop_map(|(file, rank)| Square::new(8 * rank + file)),
        (0u32..64).prop_map(Square::new),
    ]
}
