//! A format as the table has it: how it is read, how it is written, and what the user can say about that.

use super::sink::Sink;
use super::source::Source;
use crate::column::At;

/// One line of the table.
pub struct Format {
    /// What the user types, and the ending of its files.
    pub name: &'static str,
    /// Reads it; none for formats that are only written.
    pub source: Option<&'static dyn Source>,
    /// Whether it can be asked for, or told by content, wherever something is read.
    pub is_offered: bool,
    /// Writes it; none for formats that are only read.
    pub writer: Option<Writer>,
}

/// How a format is written.
pub struct Writer {
    /// One line for the help.
    pub help: &'static str,
    /// The settings that make a difference to it.
    pub heeds: &'static [Setting],
    /// Whether its rows are full in any case.
    pub is_full: bool,
    /// Whether records that are of this format already stay as they are.
    pub keeps_records: bool,
    /// Makes the sink.
    pub make: fn(&Settings) -> Box<dyn Sink + Send>,
}

impl Format {
    /// The format in which records are written as they are, and may lack what keeps them apart: all others
    /// have lines of their own.
    #[must_use]
    pub fn kept(&self) -> Option<&'static dyn Source> {
        let keeps_records = self.writer.as_ref().is_some_and(|writer| writer.keeps_records);
        self.source.filter(|_| keeps_records)
    }
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
