//! GBR positions, one line each.

use super::{Entry, Format, Setting, Sink};
use crate::fen::says_more_than_gbr;
use crate::game::Game;
use crate::stage::{At, Position, Stage as _};

pub(super) const FORMAT: Format = Format {
    name: "gbr",
    help: "GBR positions, one line each",
    heeds: &[Setting::At],
    is_full: false,
    make: |settings| Box::new(Gbr { at: settings.at.clone() }),
};

/// Lines of GBR notation.
pub struct Gbr {
    /// Which positions of a game.
    pub at: Vec<At>,
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
