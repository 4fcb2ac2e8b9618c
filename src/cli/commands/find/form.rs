//! How what is found is written: as it is, as a list, as a number, or in another format.

use super::Args;
use crate::cli::commands::convert;
use crate::cli::listing::Silence;
use crate::cli::output::{self, Bound, Output, ending};
use crate::column::At;
use crate::format::{Cut, Format, Setting, Settings, Sink, Source, Unchanged, Writer};
use crate::row::Column;
use anyhow::{Result, ensure};

/// What games are cut into.
const PGN: &str = "pgn";

/// How what is found is written.
pub enum OutputForm {
    Records,
    List,
    Count,
    Format(Written),
}

/// A format of convert's.
pub struct Written {
    pub sink: Box<dyn Sink + Send>,
    pub format: &'static Format,
    pub writer: &'static Writer,
    /// Whether the user typed it; if not, the name of the output ends like it.
    pub is_typed: bool,
}

impl OutputForm {
    pub fn of(args: &Args) -> Result<OutputForm> {
        let output = args.target.output.as_deref();
        if args.list {
            return ending::refuse_other_than(&["text", "tsv"], output).map(|()| OutputForm::List);
        }
        if args.count {
            return ending::refuse_other_than(&["text"], output).map(|()| OutputForm::Count);
        }
        let names = convert::written_names();
        let name = ending::name_of_format(args.to.as_deref(), output, &names)?;
        ensure!(!args.cut || name.as_deref() == Some(PGN), "--cut writes PGN: say --to {PGN}");
        let Some((format, writer)) = name.as_deref().and_then(convert::written) else {
            return Ok(OutputForm::Records);
        };
        let is_typed = args.to.is_some() || args.cut;
        ensure!(!args.invert || !is_typed || has_rows(writer), nothing_to_write(format));
        let threads = args.input.threads().get();
        let settings =
            Settings { at: vec![At::Found], spreadsheet: false, answers: false, threads };
        let sink = if args.cut {
            Box::new(Cut { claims: args.play.claims })
        } else {
            (writer.make)(&settings)
        };
        Ok(OutputForm::Format(Written { sink, format, writer, is_typed }))
    }

    /// Whether records of this format are written as they are.
    pub fn keeps(&self, source: &dyn Source) -> bool {
        match self {
            OutputForm::Records => true,
            OutputForm::Format(written) => {
                let own = written.format.source;
                !written.is_typed && own.is_some_and(|own| own.is_same(source))
            }
            OutputForm::List | OutputForm::Count => false,
        }
    }

    /// Whether records are written, as they are or anew.
    pub fn keeps_records(&self) -> bool {
        match self {
            OutputForm::Records => true,
            OutputForm::Format(written) => written.format.kept().is_some(),
            OutputForm::List | OutputForm::Count => false,
        }
    }

    /// What writes records as they are, and in which format; none where it is rows that are written.
    pub fn written(&self, source: &'static dyn Source) -> Option<(&dyn Sink, &'static dyn Source)> {
        match self {
            _ if self.keeps(source) => Some((&Unchanged, source)),
            OutputForm::Format(written) => {
                written.format.kept().map(|format| (&*written.sink as &dyn Sink, format))
            }
            OutputForm::Records | OutputForm::List | OutputForm::Count => None,
        }
    }

    pub fn begin<'o>(&self, columns: &[Column], output: &'o mut Output) -> Result<Bound<'o>> {
        match self {
            OutputForm::Format(written) => output::begin(&*written.sink, columns, output),
            OutputForm::Records | OutputForm::List | OutputForm::Count => {
                output::begin(&Silence, columns, output)
            }
        }
    }
}

/// Whether a format has something to write for a game in which nothing was found.
pub fn has_rows(writer: &Writer) -> bool {
    !writer.heeds.contains(&Setting::At) || writer.heeds.contains(&Setting::Full) || writer.is_full
}

pub fn nothing_to_write(format: &Format) -> String {
    format!("--invert finds games, not positions: {} has nothing to write", format.name)
}
