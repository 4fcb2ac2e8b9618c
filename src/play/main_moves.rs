//! The moves of a main line, whatever its rules.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position as _};

use super::tree::{Visit, Walk};
use super::{Movetext, Player, Start};

/// The moves that lead to the last position, castling as the rules of the game write it; none where they cannot all be played.
pub(crate) fn main_moves(
    player: &mut Player,
    moves: &Movetext<'_>,
    start: &Start,
) -> Option<Vec<UciMove>> {
    let mut walk = Walk::new(player, moves, start)?;
    let (plies, is_whole) = (walk.main_line().plies, walk.main_line().last.is_some());
    let mode = walk.position().castles().mode();
    let uci = |played: Option<Move>| played.map_or(UciMove::Null, |one| one.to_uci(mode));
    let mut found = Vec::new();
    while found.len() < plies as usize
        && let Some(visit) = walk.next()
    {
        if let Visit::Move(node) = visit
            && node.depth == 0
        {
            found.push(uci(node.played));
        }
    }
    (is_whole && found.len() == plies as usize).then_some(found)
}
