//! The lines of a journal.

use crate::cli::system;
use crate::fault::{Fault, FaultKind, Place};
use serde_json::{Value, json};
use std::fs::Metadata;
use std::{fs, io, path::Path};

/// What tells that a file is still the one it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeAndTime {
    size: u64,
    /// In nanoseconds since 1970.
    modified: i64,
}

/// What was counted of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub games: u64,
    pub coded: u64,
    pub lost: u64,
    pub found: Option<u64>,
    pub left_out: Option<u64>,
    pub taken_out: Option<u64>,
}

/// A line that was written while the run went on.
#[derive(Debug, PartialEq)]
pub enum PastLine {
    Boot(String),
    Synced,
    Fault(usize, String, Fault),
    Done(usize, SizeAndTime, Counts),
}

impl SizeAndTime {
    pub fn of_path(path: &Path) -> io::Result<SizeAndTime> {
        fs::metadata(path).as_ref().map(SizeAndTime::of).map_err(|error| error.kind().into())
    }

    pub fn of(metadata: &Metadata) -> SizeAndTime {
        SizeAndTime { size: metadata.len(), modified: system::times(metadata).modified }
    }

    pub fn size(self) -> u64 {
        self.size
    }

    /// As it stands in a line.
    pub fn to_pair(self) -> (u64, i64) {
        (self.size, self.modified)
    }

    fn from_value(value: &Value) -> Option<SizeAndTime> {
        Some(SizeAndTime { size: value.get(0)?.as_u64()?, modified: value.get(1)?.as_i64()? })
    }
}

impl Counts {
    /// What was counted since.
    pub fn since(&self, before: &Counts) -> Counts {
        let gap = |now: Option<u64>, before: Option<u64>| now.map(|now| now - before.unwrap_or(0));
        Counts {
            games: self.games - before.games,
            coded: self.coded - before.coded,
            lost: self.lost - before.lost,
            found: gap(self.found, before.found),
            left_out: gap(self.left_out, before.left_out),
            taken_out: gap(self.taken_out, before.taken_out),
        }
    }
}

/// Which start of the system this is.
pub fn boot() -> String {
    json!(["boot", boot_id()]).to_string()
}

/// On a system that does not say, what is done is on the disk.
pub fn boot_id() -> &'static str {
    system::boot_id().unwrap_or_default()
}

pub fn fault_line(number: usize, file: &str, fault: &Fault) -> String {
    let Place { line, offset, game, players } = &fault.place;
    let place = (line, offset, game, players);
    let line = ("fault", number, file, fault.kind.name(), place, &fault.message);
    // Without a tree of values between: each file may have some.
    serde_json::to_string(&line).expect("text and numbers can be written")
}

pub fn done_line(number: usize, stamp: &SizeAndTime, counts: &Counts) -> String {
    let Counts { games, coded, lost, found, left_out, taken_out } = counts;
    let counts = (games, coded, lost, found, left_out, taken_out);
    // One for each file: values that are made only to be written would take as long as its moves.
    serde_json::to_string(&("done", number, stamp.to_pair(), counts))
        .expect("numbers can be written")
}

/// Reads a line; none where it is not one.
pub fn read(line: &str) -> Option<PastLine> {
    let value: Value = serde_json::from_str(line).ok()?;
    let number = || usize::try_from(value.get(1)?.as_u64()?).ok();
    let text = |at: usize| value.get(at)?.as_str().map(str::to_owned);
    Some(match value.get(0)?.as_str()? {
        "boot" => PastLine::Boot(text(1)?),
        "synced" => PastLine::Synced,
        "fault" => {
            let kind = text(3)?;
            let kind = FaultKind::ALL.iter().find(|known| known.name() == kind)?;
            PastLine::Fault(number()?, text(2)?, Fault::new(*kind, place(value.get(4)?)?, text(5)?))
        }
        "done" => {
            let stamp = SizeAndTime::from_value(value.get(2)?)?;
            PastLine::Done(number()?, stamp, counts(value.get(3)?)?)
        }
        _ => return None,
    })
}

fn place(value: &Value) -> Option<Place> {
    Some(Place {
        line: value.get(0)?.as_u64()?,
        offset: value.get(1)?.as_u64()?,
        game: value.get(2)?.as_u64(),
        players: value.get(3)?.as_str().map(str::to_owned),
    })
}

fn counts(value: &Value) -> Option<Counts> {
    Some(Counts {
        games: value.get(0)?.as_u64()?,
        coded: value.get(1)?.as_u64()?,
        lost: value.get(2)?.as_u64()?,
        found: value.get(3)?.as_u64(),
        left_out: value.get(4)?.as_u64(),
        taken_out: value.get(5)?.as_u64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let place = Place { line: 3, offset: 9, game: Some(2), players: Some("A - B".into()) };
        let fault = Fault::new(FaultKind::BadFen, place, "bad \"FEN\"");
        let line = fault_line(7, "a\nb.pgn", &fault);
        assert_eq!(read(&line), Some(PastLine::Fault(7, "a\nb.pgn".into(), fault)));
        let stamp = SizeAndTime { size: 1, modified: -5 };
        let (found, taken_out) = (Some(0), Some(3));
        let counts = Counts { games: 5, coded: 4, lost: 0, found, left_out: None, taken_out };
        assert_eq!(read(&done_line(0, &stamp, &counts)), Some(PastLine::Done(0, stamp, counts)));
        assert_eq!(read("[\"synced\"]"), Some(PastLine::Synced));
        assert_eq!(read("[\"done\",1"), None);
    }
}
