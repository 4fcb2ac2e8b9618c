//! Castling rights as text that is read as the same rights again, whatever stands on the board.

use shakmaty::{Bitboard, Board, Color, File, Role, Setup, Square};

/// Whether there is a king on its rank, and a rook, for each right.
pub(super) fn has_men(setup: &Setup) -> bool {
    Color::ALL.iter().all(|&color| {
        let rights = setup.castling_rights & color.backrank();
        let has_king = (of(&setup.board, color, Role::King) & color.backrank()).any();
        rights.is_empty() || has_king && rights.is_subset(of(&setup.board, color, Role::Rook))
    })
}

/// The field of a FEN, where there are rights.
pub(super) fn field(setup: &Setup) -> String {
    Color::ALL.iter().flat_map(|&color| letters(setup, color)).collect()
}

fn letters(setup: &Setup, color: Color) -> impl Iterator<Item = char> {
    let rights = setup.castling_rights & color.backrank();
    rights.into_iter().rev().map(move |right| {
        let letter = letter(&setup.board, color, right);
        color.fold_wb(letter.to_ascii_uppercase(), letter)
    })
}

/// The usual letter where it is read as this square, or the letter of the file.
fn letter(board: &Board, color: Color, right: Square) -> char {
    let (kings, queens) = ((king_side(board, color), 'k'), (queen_side(board, color), 'q'));
    let usual = if right.file() >= File::E { [kings, queens] } else { [queens, kings] };
    let meant = usual.into_iter().find(|(square, _)| *square == right);
    meant.map_or(right.file().char(), |(_, letter)| letter)
}

/// What `K` is read as: the last of rooks and king, if that is a rook.
fn king_side(board: &Board, color: Color) -> Square {
    rook(board, color, Bitboard::last)
        .unwrap_or_else(|| Square::from_coords(File::H, color.backrank()))
}

fn queen_side(board: &Board, color: Color) -> Square {
    rook(board, color, Bitboard::first)
        .unwrap_or_else(|| Square::from_coords(File::A, color.backrank()))
}

fn rook(board: &Board, color: Color, which: fn(Bitboard) -> Option<Square>) -> Option<Square> {
    let rooks = of(board, color, Role::Rook) & color.backrank();
    let kings = of(board, color, Role::King) & color.backrank();
    which(rooks | kings).filter(|&square| rooks.contains(square))
}

fn of(board: &Board, color: Color, role: Role) -> Bitboard {
    board.by_piece(role.of(color))
}
