//! The FEN of a position.

use super::{At, Stage};
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// The FEN of one of the positions.
pub struct Fen(pub At);

impl Stage for Fen {
    fn column(&self) -> Column {
        match self.0 {
            At::Start => Column::text("FEN", "fen"),
            At::Final => Column::text("FinalFEN", "fenfinal"),
            At::Found => Column::text("FoundFEN", "fenfound"),
        }
    }

    fn at(&self) -> Option<At> {
        Some(self.0)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let Some(setup) = self.0.of(game) else { return false };
        crate::fen::append(setup, out);
        true
    }
}
