//! The class `Fault`.

use std::fmt;

use gbr_pgn::fault;
use pyo3::prelude::*;

/// What is wrong with a record, or odd about it. The run went on.
#[pyclass(module = "gbr_pgn", frozen, eq, hash, str, get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// What sort of defect: illegal-move, bad-fen and so on.
    kind: &'static str,
    /// What was found and what was expected.
    message: String,
    /// The file it is in.
    file: String,
    /// The line, from 1.
    line: u64,
    /// The byte, from 0, in the file as it is unpacked.
    offset: u64,
    /// The number of the game in its file, from 1; None outside of games.
    game: Option<u64>,
    /// "White - Black", as far as the tags say so.
    players: Option<String>,
    /// Whether the record was coded all the same.
    is_note: bool,
}

impl Fault {
    pub fn new(file: &str, fault: &fault::Fault) -> Fault {
        let place = &fault.place;
        Fault {
            kind: fault.kind.name(),
            message: fault.message.clone(),
            file: file.to_owned(),
            line: place.line,
            offset: place.offset,
            game: place.game,
            players: place.players.clone(),
            is_note: fault.is_note(),
        }
    }
}

/// The line that the program prints.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.is_note { "note: " } else { "" };
        write!(f, "{}:{}: {note}", self.file, self.line)?;
        if let Some(game) = self.game {
            let players = self.players.as_ref().map(|players| format!(" ({players})"));
            write!(f, "game {game}{}: ", players.unwrap_or_default())?;
        }
        f.write_str(&self.message)
    }
}

#[pymethods]
impl Fault {
    fn __repr__(&self) -> String {
        format!("<Fault {}: {self}>", self.kind)
    }
}
