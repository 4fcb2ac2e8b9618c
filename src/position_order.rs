//! The order of positions: by code, White's king, Black's king, and where the other
//! men stand, as their notation is read.

use shakmaty::{Bitboard, Board, ByColor, Color, Role, Square};

use crate::gbr::Code;

/// How long code and kings are in a key.
pub(crate) const CAPTION: usize = 8;

/// Appends bytes that sort as code, White's king and Black's king do; nothing, and false, where
/// there is no code.
pub(crate) fn append_caption_key(board: &Board, out: &mut Vec<u8>) -> bool {
    let Ok(code) = Code::from_board(board) else { return false };
    out.extend(caption(code, ByColor::new_with(|color| kings(board, color).first())));
    true
}

/// These bytes for a code and the kings that come first where there are several.
pub(crate) fn caption(code: Code, kings: ByColor<Option<Square>>) -> [u8; CAPTION] {
    let [a, b, c, d, e, f] = code.digits();
    let [white, black] = [kings.white, kings.black].map(|king| king.map_or(0, rank_in_file));
    [a, b, c, d, e, f, white, black]
}

/// Appends bytes that sort as positions do; nothing, and false, where there is no code.
///
/// Boards with the same bytes are the same.
pub fn append_key(board: &Board, out: &mut Vec<u8>) -> bool {
    if !append_caption_key(board, out) {
        return false;
    }
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        for color in [Color::White, Color::Black] {
            append_squares(board.by_color(color) & board.by_role(role), out);
        }
    }
    // Two kings of a colour, or none, must not make different boards the same.
    for color in [Color::White, Color::Black] {
        let kings = kings(board, color);
        if kings.count() > 1 {
            append_squares(kings, out);
        }
    }
    true
}

fn kings(board: &Board, color: Color) -> Bitboard {
    board.by_color(color) & board.kings()
}

/// The squares by file, then rank; an end mark tells the kinds apart.
fn append_squares(squares: Bitboard, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend(squares.into_iter().map(rank_in_file));
    out[start..].sort_unstable();
    out.push(0);
}

/// a1 is 1, a2 is 2, h8 is 64.
fn rank_in_file(square: Square) -> u8 {
    let number = u32::from(square.file()) * 8 + u32::from(square.rank()) + 1;
    u8::try_from(number).expect("no more than 64")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(board: &str) -> Vec<u8> {
        let mut key = Vec::new();
        assert!(append_key(&Board::from_ascii_board_fen(board.as_bytes()).unwrap(), &mut key));
        key
    }

    #[test]
    fn code_goes_before_kings_and_kings_before_the_rest() {
        let boards = [
            "8/8/8/8/8/1k6/8/7K",   // bare kings
            "8/8/8/8/8/1k6/p7/K7",  // a pawn, White's king on a1
            "8/8/8/8/8/K7/p7/1k6",  // White's king on a3, file before rank
            "k7/8/8/8/8/8/p7/1K6",  // White's king on b1
            "8/8/8/8/8/1k6/P7/7K",  // a white pawn
            "8/8/8/8/8/1k6/7R/N6K", // rook after knight in the code
        ];
        let keys: Vec<_> = boards.iter().map(|board| key(board)).collect();
        assert!(keys.is_sorted());
        assert!(key("8/8/8/8/8/8/QQ6/K6k") < key("8/8/8/8/8/8/Q1Q5/K6k"));
        assert!(key("8/8/Q7/8/8/8/1Q6/K6k") < key("8/8/8/8/8/8/1QQ5/K6k"));
    }

    #[test]
    fn different_boards_have_different_keys() {
        assert_ne!(key("8/8/8/8/8/8/8/BBBk3K"), key("8/8/8/8/8/8/8/bbbk3K"));
        assert_ne!(key("KK6/8/8/8/8/8/8/7k"), key("K1K5/8/8/8/8/8/8/7k"));
    }

    #[test]
    fn nine_pawns_have_no_place() {
        assert!(!append_key(&Board::horde(), &mut Vec::new()));
    }
}
