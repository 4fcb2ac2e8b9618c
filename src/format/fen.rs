//! FEN, one line per position.

use super::sink::{Entry, Sink};
use super::table::{Format, Setting, Writer};
use crate::column::At;

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "fen",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "FEN, one line per position",
        endings: &[],
        heeds: &[Setting::At],
        is_full: false,
        keeps_records: false,
        make: |settings| Box::new(Fen { at: settings.at.clone() }),
    }),
};

/// FEN lines.
pub struct Fen {
    /// Which positions of a game.
    pub at: Vec<At>,
}

/// Of the position a game starts from.
impl Default for Fen {
    fn default() -> Fen {
        Fen { at: vec![At::Start] }
    }
}

impl Sink for Fen {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        for setup in self.at.iter().filter_map(|at| at.of(entry.game)) {
            crate::fen::append(setup, out);
            out.push(b'\n');
        }
    }
}
