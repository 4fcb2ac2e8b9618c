//! Positions as studies have them, out of a seed: a few men, about half of them pawns, and now and
//! then a version of an earlier one.

use shakmaty::{Board, Color, Piece, Role, Square};

use super::dice::Dice;

/// Half of them pawns.
const ROLES: [Role; 10] = [
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Rook,
    Role::Queen,
];

/// So many positions, each with the side to move. Every tenth is an earlier one with a man moved.
pub fn placements(number: usize, seed: u64) -> Vec<(Board, Color)> {
    let mut dice = Dice::new(seed);
    let mut all: Vec<(Board, Color)> = Vec::with_capacity(number);
    for at in 0..number {
        let next = if at % 10 == 9 { version(&all, &mut dice) } else { study(&mut dice) };
        all.push(next);
    }
    all
}

/// Kings apart, and one to five men a side on squares where they may stand.
pub fn study(dice: &mut Dice<'_>) -> (Board, Color) {
    let mut board = Board::empty();
    let white = Square::new(dice.below(64) as u32);
    board.set_piece_at(white, Color::White.king());
    loop {
        let black = Square::new(dice.below(64) as u32);
        if white.distance(black) > 1 {
            board.set_piece_at(black, Color::Black.king());
            break;
        }
    }
    for color in Color::ALL {
        for _ in 0..1 + dice.below(5) {
            add(&mut board, Piece { color, role: dice.pick(&ROLES) }, dice);
        }
    }
    (board, Color::from_white(!dice.one_in(20)))
}

/// Puts a man on an empty square.
pub fn add(board: &mut Board, piece: Piece, dice: &mut Dice<'_>) -> Square {
    loop {
        let square = Square::new(dice.below(64) as u32);
        if board.piece_at(square).is_none() && may_stand(piece, square) {
            board.set_piece_at(square, piece);
            return square;
        }
    }
}

/// Pawns stand on neither the first rank nor the last.
pub fn may_stand(piece: Piece, square: Square) -> bool {
    piece.role != Role::Pawn || !matches!(u32::from(square.rank()), 0 | 7)
}

/// One of the earlier positions with a man put elsewhere.
fn version(all: &[(Board, Color)], dice: &mut Dice<'_>) -> (Board, Color) {
    let (mut board, turn) = all[dice.below(all.len().min(1 << 16))].clone();
    let men: Vec<(Square, Piece)> =
        board.iter().filter(|(_, piece)| piece.role != Role::King).collect();
    let (square, piece) = dice.pick(&men);
    board.discard_piece_at(square);
    add(&mut board, piece, dice);
    (board, turn)
}
