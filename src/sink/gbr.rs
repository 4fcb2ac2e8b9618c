//! GBR positions, one line each.

use super::{Entry, Format, Sink};
use crate::stage::{At, Position, Stage as _};

pub(super) const FORMAT: Format = Format {
    name: "gbr",
    help: "GBR positions, one line each",
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
}
