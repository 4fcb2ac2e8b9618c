//! Formats that can be written.
//!
//! A new one is a file in this folder and two lines here: its `mod` and its
//! place in [`SINKS`].

mod csv;
mod epd;
mod fen;
mod gbr;
mod jsonl;
mod opcodes;
#[cfg(feature = "parquet")]
mod parquet;
mod pgn;
mod same;
mod tags;
mod tsv;

use crate::fault::Fault;
use crate::game::Game;
use crate::record::Record;
use crate::row::{Column, Row};
use crate::stage::At;
use std::io;

pub use self::csv::Csv;
pub use self::epd::Epd;
pub use self::fen::Fen;
pub use self::gbr::Gbr;
pub use self::jsonl::Jsonl;
pub use self::opcodes::Opcodes;
#[cfg(feature = "parquet")]
pub use self::parquet::Parquet;
pub use self::pgn::Pgn;
pub use self::same::Same;
pub use self::tags::Tags;
pub use self::tsv::Tsv;

/// Writes records and what was found out about them.
///
/// A sink has no state, so that workers can write their own records; what
/// they wrote is put together in the order of the input.
pub trait Sink: Sync {
    /// What comes before the first record.
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// Writes one record.
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>);

    /// Writes one record, and returns what a person should know about the way it was written: for
    /// sinks that may have to leave a record as it is. This is what a run calls.
    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        self.write(entry, out);
        None
    }

    /// What puts together the rows of all workers; none for formats in which they follow
    /// each other as they are.
    ///
    /// # Errors
    ///
    /// Returns why the format cannot hold these columns.
    fn binding(&self, columns: &[Column]) -> io::Result<Option<Box<dyn Binding>>> {
        let _ = columns;
        Ok(None)
    }

    /// How many positions of a record the format could not say all of.
    fn lost(&self, game: &Game) -> u64 {
        let _ = game;
        0
    }
}

/// A format of rows: a cell under each column, whatever it is that has them. For games it is a [`Sink`].
pub trait RowFormat: Sync {
    /// What comes before the first row.
    fn heading(&self, columns: &[Column], out: &mut Vec<u8>) {
        let _ = (columns, out);
    }

    /// Writes one row.
    fn row(&self, columns: &[Column], row: &Row, out: &mut Vec<u8>);
}

impl<F: RowFormat> Sink for F {
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        self.heading(columns, out);
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if entry.record.is_game() {
            self.row(entry.columns, entry.row, out);
        }
    }
}

/// Puts rows together, in the order of the input, for formats that are more than one row after
/// the other.
///
/// Unlike its sink it has state, and there is one of it: it works where the output is written.
pub trait Binding {
    /// Takes what a sink wrote, whole rows of it, and appends what can be written by now.
    ///
    /// # Errors
    ///
    /// Returns why the rows cannot be written.
    fn add(&mut self, written: &[u8], out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends all that is left. Nothing can be added any more.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()>;
}

/// A record with all that is known about it.
pub struct Entry<'a> {
    /// Its bytes.
    pub record: &'a Record<'a>,
    /// What it says.
    pub game: &'a Game,
    /// The names of the cells.
    pub columns: &'a [Column],
    /// The cells.
    pub row: &'a Row,
}

/// What the user can say about a format.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which positions, for formats with a line for each.
    pub at: Vec<At>,
    /// Whether codes are written so that a spreadsheet does not take them for numbers.
    pub spreadsheet: bool,
    /// How many threads may put together what the workers wrote.
    pub threads: usize,
}

/// One of the [`Settings`], by the flag that sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `--at`
    At,
    /// `--spreadsheet`
    Spreadsheet,
    /// `--study`
    Study,
    /// `--full`
    Full,
}

/// A format in the table.
pub struct Format {
    /// What the user types, and the ending of its files.
    pub name: &'static str,
    /// One line for the help.
    pub help: &'static str,
    /// The settings that make a difference to it.
    pub heeds: &'static [Setting],
    /// Whether its rows are full in any case.
    pub is_full: bool,
    /// Makes the sink.
    pub make: fn(&Settings) -> Box<dyn Sink + Send>,
}

/// Every format that convert can write.
pub const SINKS: &[Format] = &[
    pgn::FORMAT,
    epd::FORMAT,
    fen::FORMAT,
    gbr::FORMAT,
    csv::FORMAT,
    tsv::FORMAT,
    jsonl::FORMAT,
    #[cfg(feature = "parquet")]
    parquet::FORMAT,
];

/// The format with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Format> {
    SINKS.iter().find(|format| format.name == name)
}

/// The sink that edits records of a format in place; none for formats without
/// a place for what we find out.
#[must_use]
pub fn editor(format: &str, strip: bool) -> Option<&'static dyn Sink> {
    match (format, strip) {
        ("pgn", false) => Some(&Tags { strip: false }),
        ("pgn", true) => Some(&Tags { strip: true }),
        ("epd", false) => Some(&Opcodes { strip: false }),
        ("epd", true) => Some(&Opcodes { strip: true }),
        _ => None,
    }
}
