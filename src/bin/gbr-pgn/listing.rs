//! Sinks for a search that does not want the records themselves.

use gbr_pgn::gbr::Code;
use gbr_pgn::sink::{Entry, Sink};
use std::io::Write;

/// A line for each record: file, line, offset, game, ply and code.
pub struct Listing {
    /// What the file is called.
    pub file: String,
}

impl Sink for Listing {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let record = entry.record;
        let place = [record.line, record.offset, record.number].map(|number| number.to_string());
        // Writing to memory cannot fail.
        let _ = match &entry.game.found {
            Some(found) => {
                let code = Code::from_material(&found.material);
                let code = code.map_or_else(|_| "-".to_owned(), |code| code.to_string());
                writeln!(out, "{}\t{}\t{}\t{code}", self.file, place.join("\t"), found.ply)
            }
            None => writeln!(out, "{}\t{}\t-\t-", self.file, place.join("\t")),
        };
    }
}

/// Nothing at all: only the number of records matters.
pub struct Silence;

impl Sink for Silence {
    fn write(&self, _: &Entry<'_>, _: &mut Vec<u8>) {}
}
