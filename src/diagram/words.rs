//! The men of a board in words, for those who cannot see it.

use shakmaty::{Board, Color, Role};

/// `White: king a7, rook b2. Black: king d3, knights c6, d6.`
#[must_use]
pub fn men(board: &Board) -> String {
    format!("White: {}. Black: {}.", side(board, Color::White), side(board, Color::Black))
}

fn side(board: &Board, color: Color) -> String {
    let roles =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn].into_iter();
    let kinds: Vec<String> = roles.filter_map(|role| kind(board, color, role)).collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
}

fn kind(board: &Board, color: Color, role: Role) -> Option<String> {
    let men = board.by_color(color) & board.by_role(role);
    let mut squares: Vec<String> = men.into_iter().map(|square| square.to_string()).collect();
    squares.sort_unstable();
    let plural = if squares.len() > 1 { "s" } else { "" };
    let name = format!("{role:?}").to_lowercase();
    (!squares.is_empty()).then(|| format!("{name}{plural} {}", squares.join(", ")))
}
