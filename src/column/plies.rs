//! The length of the main line.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;
use crate::text::decimal;

/// Half-moves, where all of them could be played.
pub struct Plies;

impl Stage for Plies {
    fn column(&self) -> Column {
        Column::number("PlyCount", "plies")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        game.last.as_ref().map(|_| decimal::append(game.plies.into(), out)).is_some()
    }
}
