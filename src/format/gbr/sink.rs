//! GBR positions, one line each.

use crate::column::{At, Position, Stage as _};
use crate::fen::says_more_than_gbr;
use crate::format::sink::{Entry, Sink};
use crate::game::Game;

/// Lines of GBR notation.
pub struct Gbr {
    /// Which positions of a game.
    pub at: Vec<At>,
}

/// Of the position a game starts from.
impl Default for Gbr {
    fn default() -> Gbr {
        Gbr { at: vec![At::Start] }
    }
}

impl Sink for Gbr {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        for &at in &self.at {
            if Position(at).cell(entry.record, entry.game, out) {
                out.push(b'\n');
            }
        }
    }

    fn lost(&self, game: &Game) -> u64 {
        self.at
            .iter()
            .filter_map(|at| at.of(game))
            .filter(|setup| says_more_than_gbr(setup))
            .count() as u64
    }
}
