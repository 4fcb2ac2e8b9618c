//! The moves of a solution, read off its positions.

use shakmaty::{Bitboard, Board, Color, Role, uci::UciMove};

/// The moves that lead from each board to the next, for
/// [`Correspondence::agreement`](super::Correspondence::agreement).
///
/// Castling is the move of the king; where nobody moves, it is a null move.
///
/// ```
/// use gbr_pgn::similarity::solution;
/// use shakmaty::Board;
///
/// let boards = ["8/8/1KP5/3r4/8/8/8/k7", "8/2P5/1K6/3r4/8/8/8/k7", "8/2P5/1K1r4/8/8/8/8/k7"];
/// let boards = boards.map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).expect("a board"));
/// let moves: Vec<String> = solution(&boards).iter().map(|one| one.to_string()).collect();
/// assert_eq!(moves, ["c6c7", "d5d6"]);
/// ```
pub fn solution<'b>(boards: impl IntoIterator<Item = &'b Board>) -> Vec<UciMove> {
    let mut boards = boards.into_iter();
    let Some(mut before) = boards.next() else { return Vec::new() };
    boards.map(|after| step(std::mem::replace(&mut before, after), after)).collect()
}

fn step(before: &Board, after: &Board) -> UciMove {
    let arrived = |color: Color| after.by_color(color) & !before.by_color(color);
    let Some(mover) = Color::ALL.into_iter().find(|&color| arrived(color).any()) else {
        return UciMove::Null;
    };
    let left = before.by_color(mover) & !after.by_color(mover);
    // Who castles moves his rook too.
    let is_castling = arrived(mover).count() > 1;
    let of = |board: &Board, squares: Bitboard| {
        if is_castling { board.king_of(mover) } else { squares.first() }
    };
    let to = of(after, arrived(mover)).expect("somebody has arrived there");
    let role = after.role_at(to).expect("he stands there now");
    let Some(from) = of(before, left) else { return UciMove::Put { role, to } };
    let was_pawn = before.role_at(from) == Some(Role::Pawn);
    let promotion = (was_pawn && role != Role::Pawn).then_some(role);
    UciMove::Normal { from, to, promotion }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str, after: &str) -> String {
        let boards =
            [before, after].map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        solution(&boards)[0].to_string()
    }

    #[test]
    fn every_sort_of_move_is_known() {
        assert_eq!(told("8/2P5/1K6/8/8/8/3r4/k7", "2R5/8/1K6/8/8/8/3r4/k7"), "c7c8r");
        assert_eq!(told("3r4/2P5/1K6/8/8/8/8/k7", "3Q4/8/1K6/8/8/8/8/k7"), "c7d8q");
        assert_eq!(told("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/5RK1"), "e1g1");
        assert_eq!(told("r3k3/8/8/8/8/8/8/4K3", "2kr4/8/8/8/8/8/8/4K3"), "e8c8");
        assert_eq!(told("4k3/8/8/3pP3/8/8/8/4K3", "4k3/8/3P4/8/8/8/8/4K3"), "e5d6");
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3"), "0000");
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/4N3/8/8/4K3"), "N@e4");
    }

    #[test]
    fn a_position_alone_has_no_moves() {
        assert!(solution([&Board::new()]).is_empty());
        assert!(solution([]).is_empty());
    }
}
