//! The length of the main line.

use std::io::Write as _;

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// Half-moves, where all of them could be played.
pub struct Plies;

impl Stage for Plies {
    fn column(&self) -> Column {
        Column::number("PlyCount", "plies")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        game.last.is_some() && write!(out, "{}", game.plies).is_ok()
    }
}
