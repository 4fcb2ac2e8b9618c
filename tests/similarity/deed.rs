//! What a plagiarist may do to a study, each deed with the words that must tell of it.

use gbr_pgn::similarity::Placement;
use shakmaty::{Board, Color, Piece, Role, Square};

use crate::corpus::{
    dice::Dice,
    placements::{add, may_stand},
};

/// A changed position: the query. The words read from it to its source.
#[derive(Debug)]
pub struct Deed {
    /// What was done, in one word.
    pub name: &'static str,
    pub query: Placement,
    pub as_words: String,
    pub differs: String,
}

fn deed(name: &'static str, (board, turn): (Board, Color), as_words: &str, differs: &str) -> Deed {
    let query = Placement::new(board, turn).expect("kings stay");
    Deed { name, query, as_words: as_words.to_owned(), differs: differs.to_owned() }
}

/// All that can be done to a position.
pub fn deeds(source: &Placement, dice: &mut Dice<'_>) -> Vec<Deed> {
    let certain = [mirrored(source), reversed(source), added(source, dice), stepped(source, dice)];
    let shifts = [-3, -2, -1, 1, 2, 3].map(|files| shifted(source, files));
    let possible = shifts.into_iter().chain([taken(source, dice)]).flatten();
    certain.into_iter().chain(possible).collect()
}

fn mirrored(source: &Placement) -> Deed {
    let mut board = source.board().clone();
    board.flip_horizontal();
    deed("mirrored", (board, source.turn()), "mirrored", "")
}

fn reversed(source: &Placement) -> Deed {
    let mut board = source.board().clone();
    board.mirror();
    deed("reversed", (board, !source.turn()), "colours reversed", "")
}

/// Where nobody falls off the board.
fn shifted(source: &Placement, files: i32) -> Option<Deed> {
    let mut board = Board::empty();
    for (square, piece) in source.board() {
        let file = square.file().offset(files)?;
        board.set_piece_at(Square::from_coords(file, square.rank()), piece);
    }
    // The words tell the way back.
    let number = ["one file", "two files", "three files"][files.unsigned_abs() as usize - 1];
    let words = format!("shifted {number} to the {}", if files > 0 { "left" } else { "right" });
    Some(deed("shifted", (board, source.turn()), &words, ""))
}

fn added(source: &Placement, dice: &mut Dice<'_>) -> Deed {
    let mut board = source.board().clone();
    let color = dice.pick(&Color::ALL);
    let square = add(&mut board, Piece { color, role: Role::Pawn }, dice);
    let colour = color.fold_wb("white", "black");
    deed("added", (board, source.turn()), "as it is", &format!("- {colour} pawn {square}"))
}

fn taken(source: &Placement, dice: &mut Dice<'_>) -> Option<Deed> {
    let mut board = source.board().clone();
    let pawns: Vec<Square> = board.by_role(Role::Pawn).into_iter().collect();
    let square = (!pawns.is_empty()).then(|| dice.pick(&pawns))?;
    let colour = board.remove_piece_at(square)?.color.fold_wb("white", "black");
    Some(deed("taken", (board, source.turn()), "as it is", &format!("+ {colour} pawn {square}")))
}

fn stepped(source: &Placement, dice: &mut Dice<'_>) -> Deed {
    let mut board = source.board().clone();
    let steps: Vec<(Square, Square, Piece)> = board
        .iter()
        .flat_map(|(from, piece)| Square::ALL.map(|to| (from, to, piece)))
        .filter(|&(from, to, piece)| {
            from.distance(to) == 1 && board.piece_at(to).is_none() && may_stand(piece, to)
        })
        .collect();
    let (from, to, piece) = dice.pick(&steps);
    board.discard_piece_at(from);
    board.set_piece_at(to, piece);
    let man = match piece.role {
        Role::Pawn => "pawn ".to_owned(),
        role => role.upper_char().to_string(),
    };
    deed("stepped", (board, source.turn()), "as it is", &format!("{man}{to} on {from}"))
}
