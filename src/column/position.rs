//! The GBR notation of a position: `a7d3 0116.00 b2b3c6d6 3/3+.`

use shakmaty::{Board, Color};

use super::{At, Stage};
use crate::game::Game;
use crate::gbr::{self, Indicator, Material};
use crate::record::Record;
use crate::row::Column;

/// The initial position, from which nearly every game starts.
const INITIAL: &[u8] = b"e1e8 4888.88 d1d8a1h1a8h8c1f1c8f8b1g1b8g8\
    .a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7 16/16 WTM.";

fn is_initial(board: &Board, indicator: Indicator) -> bool {
    indicator == Indicator::to_move(Color::White) && *board == Board::new()
}

/// The notation of one of the positions.
pub struct Position(pub At);

impl Stage for Position {
    fn column(&self) -> Column {
        match self.0 {
            At::Start => Column::position("GBRPosition", "gbrpos"),
            At::Final => Column::position("GBRFinalPosition", "gbrfinalpos"),
            At::Found => Column::position("GBRFoundPosition", "gbrfoundpos"),
        }
    }

    fn at(&self) -> Option<At> {
        Some(self.0)
    }

    fn twin(&self) -> Option<&'static str> {
        (self.0 == At::Final).then(|| Position(At::Start).column().key)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let Some(setup) = self.0.of(game) else { return false };
        let indicator = self.0.indicator(game, setup.turn);
        if is_initial(&setup.board, indicator) {
            out.extend_from_slice(INITIAL);
            return true;
        }
        let counted = self.0.material(game).copied();
        let material = counted.unwrap_or_else(|| Material::from_board(&setup.board));
        let position = gbr::Position::counted(setup.board.clone(), material, indicator).ok();
        position.inspect(|position| position.append_ascii_to(out)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_is_what_the_notation_makes_of_it() {
        let position = gbr::Position::new(Board::new(), Indicator::to_move(Color::White)).unwrap();
        assert_eq!(INITIAL, position.to_string().as_bytes());
    }
}
