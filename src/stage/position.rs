//! The GBR notation of a position: `a7d3 0116.00 b2b3c6d6 3/3+.`

use super::{At, Stage};
use crate::game::Game;
use crate::gbr;
use crate::record::Record;
use crate::row::Column;

/// The notation of one of the positions.
pub struct Position(pub At);

impl Stage for Position {
    fn column(&self) -> Column {
        match self.0 {
            At::Start => Column::text("GBRPosition", "gbrpos"),
            At::Final => Column::text("GBRFinalPosition", "gbrfinalpos"),
            At::Found => Column::text("GBRFoundPosition", "gbrfoundpos"),
        }
    }

    fn at(&self) -> Option<At> {
        Some(self.0)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let Some(setup) = self.0.of(game) else { return false };
        let indicator = game.indicator(setup.turn);
        let position = gbr::Position::new(setup.board.clone(), indicator).ok();
        position.inspect(|position| position.append_ascii_to(out)).is_some()
    }
}
