//! Where in the main line a search found what it wants.

use std::io::Write as _;

use super::{At, Stage};
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// Half-moves played before the position that was found.
pub struct Ply;

impl Stage for Ply {
    fn column(&self) -> Column {
        Column::number("FoundPly", "ply")
    }

    fn at(&self) -> Option<At> {
        Some(At::Found)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        game.found.as_ref().is_some_and(|found| write!(out, "{}", found.ply).is_ok())
    }
}
