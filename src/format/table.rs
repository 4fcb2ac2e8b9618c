//! A format as the table has it: how it is read, how it is written, and what the user can say about that.

use super::sink::Sink;
use super::source::Source;
use crate::column::At;
use std::iter;

/// Some formats, in the order of the help: [`FORMATS`](super::FORMATS), or those with others added to them.
#[derive(Clone, Copy)]
pub struct Formats<'a>(pub &'a [&'static Format]);

impl<'a> Formats<'a> {
    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = &'static Format> + 'a {
        self.0.iter().copied()
    }

    /// What reads those that content or the user can name.
    pub fn sources(self) -> impl Iterator<Item = &'static dyn Source> + 'a {
        self.iter().filter(|format| format.is_offered).filter_map(|format| format.source)
    }

    /// Those that can be written, and how.
    pub fn writers(self) -> impl Iterator<Item = (&'static Format, &'static Writer)> + 'a {
        self.iter().filter_map(|format| Some((format, format.writer.as_ref()?)))
    }

    /// The one with this name, whether it is offered or not.
    #[must_use]
    pub fn by_name(self, name: &str) -> Option<&'static Format> {
        self.iter().find(|format| format.name == name)
    }

    /// What reads an input that begins like this; none where the content does not say.
    #[must_use]
    pub fn recognise(self, head: &[u8]) -> Option<&'static dyn Source> {
        self.sources().find(|source| source.recognises(head))
    }
}

/// One line of the table: a name, what reads it and what writes it.
#[non_exhaustive]
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

/// How a format is written, and what can be said about it. [`new`](Writer::new) has the usual answers.
#[non_exhaustive]
pub struct Writer {
    /// One line for the help.
    pub help: &'static str,
    /// What the names of such files may end in besides its own name.
    pub endings: &'static [&'static str],
    /// The settings that make a difference to it.
    pub heeds: &'static [Setting],
    /// Whether its rows are full in any case.
    pub is_full: bool,
    /// Whether records that are of this format already stay as they are.
    pub keeps_records: bool,
    /// Makes the sink.
    pub make: fn(&Settings) -> Box<dyn Sink + Send>,
}

impl Writer {
    /// Writes what `make` makes. No setting makes a difference, its rows are short, and no record stays as it is.
    #[must_use]
    pub const fn new(help: &'static str, make: fn(&Settings) -> Box<dyn Sink + Send>) -> Writer {
        Writer { help, endings: &[], heeds: &[], is_full: false, keeps_records: false, make }
    }

    /// Also picks this format for files whose names end like this: `tex` for LaTeX.
    #[must_use]
    pub const fn endings(self, endings: &'static [&'static str]) -> Writer {
        Writer { endings, ..self }
    }

    /// Lets users change these settings. Others are refused.
    #[must_use]
    pub const fn heeds(self, heeds: &'static [Setting]) -> Writer {
        Writer { heeds, ..self }
    }
}

impl Format {
    /// A format that is read.
    #[must_use]
    pub fn read(source: &'static dyn Source) -> Format {
        Format { name: source.name(), source: Some(source), is_offered: true, writer: None }
    }

    /// A format that is written.
    #[must_use]
    pub const fn written(name: &'static str, writer: Writer) -> Format {
        Format { name, source: None, is_offered: false, writer: Some(writer) }
    }

    /// What the names of its files may end in, its own name first.
    pub fn endings(&self) -> impl Iterator<Item = &'static str> + use<> {
        let read = self.source.map_or(&[][..], |source| source.other_endings());
        let written = self.writer.as_ref().map_or(&[][..], |writer| writer.endings);
        iter::once(self.name).chain(read.iter().chain(written).copied())
    }

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
#[non_exhaustive]
pub struct Settings {
    /// Which positions, for formats with a line for each.
    pub at: Vec<At>,
    /// Whether codes are written so that a spreadsheet does not take them for numbers.
    pub spreadsheet: bool,
    /// Whether some columns are answers of somebody outside; formats without rows have no other columns then.
    pub answers: bool,
    /// How many threads may put together what the workers wrote.
    pub threads: usize,
}

/// Start and final position, as they are, on one thread.
impl Default for Settings {
    fn default() -> Settings {
        Settings { at: vec![At::Start, At::Final], spreadsheet: false, answers: false, threads: 1 }
    }
}

/// One of the [`Settings`], by the flag that sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// `--at`
    At,
    /// `--spreadsheet`
    Spreadsheet,
    /// `--study`
    Study,
    /// `--full`
    Full,
    /// `--plugin`
    Answers,
}
