//! What a position lacks for a code or a notation: told as faults, whatever the format.

use shakmaty::{Bitboard, Board, Color, Role};

use crate::fault::FaultKind;
use crate::game::Game;
use crate::gbr::Material;
use crate::record::Record;

/// Tells what the position at the start lacks for a code or a notation.
pub(super) fn remark_men(
    record: &Record<'_>,
    at: usize,
    board: &Board,
    material: &Material,
    game: &mut Game,
) {
    let defects = defects(board, material).into_iter();
    game.faults.extend(defects.map(|(kind, message)| record.fault(kind, at, message)));
}

/// The same of the last position, as far as the start has not had it told.
pub(super) fn remark_last_men(
    record: &Record<'_>,
    board: &Board,
    material: &Material,
    game: &mut Game,
) {
    let at = record.bytes.trim_ascii_end().len();
    for (kind, message) in defects(board, material) {
        if game.faults.iter().all(|fault| fault.kind != kind) {
            game.faults.push(record.fault(kind, at, format!("at the end, {message}")));
        }
    }
}

/// A code needs no kings, but the position notation needs one of each; and a
/// code holds no more than eight pawns of a colour.
fn defects(board: &Board, material: &Material) -> Vec<(FaultKind, String)> {
    let mut defects = Vec::new();
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = material.count(color, Role::King);
        let pawns = material.count(color, Role::Pawn);
        if pawns > 8 {
            let message = format!("{name} has {pawns} pawns, a code holds no more than 8");
            defects.push((FaultKind::ManyPawns, message));
        } else if kings != 1 {
            let message = format!("{name} has {kings} kings, expected one: no position notation");
            defects.push((FaultKind::Kings, message));
        }
    }
    let is_coded = Color::ALL.iter().all(|&color| material.count(color, Role::Pawn) <= 8);
    if let Some(square) = (board.pawns() & Bitboard::BACKRANKS).first()
        && is_coded
    {
        let message = format!("a pawn on {square}: no position notation");
        defects.push((FaultKind::Backrank, message));
    }
    defects
}
