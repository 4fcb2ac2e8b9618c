//! Where in the main line a search found what it wants.

use super::{At, Stage};
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;
use crate::text::decimal;

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
        game.found.as_ref().map(|found| decimal::append(found.ply.into(), out)).is_some()
    }
}
