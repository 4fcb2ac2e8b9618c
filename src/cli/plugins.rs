//! What a program adds to gbr-pgn: formats to read, formats to write, things to find out.
//!
//! In: sources, stages and sinks of somebody else. Out: the formats and stages to add to those of this crate, or why
//! one of them cannot be added.

use crate::cli::compression::Compression;
use crate::cli::program::Program;
use crate::column::{self, Stage};
use crate::format::{FORMATS, Format, Formats, Source, Writer};
use crate::row::Column;
use std::iter;
use std::path::Path;
use thiserror::Error;

/// What [`main`](crate::cli::main) offers besides what gbr-pgn has of its own.
///
/// A source is read by all commands, by content or with `--from`. A sink is a format of `convert` and `find`, with
/// `--to` or by the ending of the output's name. A stage is a column of their tables. All of them are in
/// `--help`, in completions and in the manual.
///
/// # Example
///
/// ```no_run
/// use gbr_pgn::cli::{self, Plugins};
/// use gbr_pgn::format::{Entry, Writer};
/// use gbr_pgn::{Column, Game, Record, Sink, Stage};
///
/// /// Who wrote comments into a game.
/// struct Annotator;
///
/// impl Stage for Annotator {
///     fn column(&self) -> Column {
///         Column::text("Annotator", "annotator")
///     }
///
///     fn help(&self) -> &'static str {
///         "who wrote the comments"
///     }
///
///     fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
///         record.text(b"Annotator").inspect(|name| out.extend_from_slice(name.as_bytes())).is_some()
///     }
/// }
///
/// /// The number of each game, and nothing else.
/// struct Numbers;
///
/// impl Sink for Numbers {
///     fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
///         if entry.record.is_game() {
///             out.extend_from_slice(format!("{}\n", entry.record.number).as_bytes());
///         }
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     let numbers = Writer::new("the number of each game", |_| Box::new(Numbers));
///     let plugins = Plugins::new().named("numbering", "1.0.0");
///     cli::main(plugins.stage(Annotator).sink("numbers", numbers))
/// }
/// ```
#[derive(Default)]
pub struct Plugins {
    formats: Vec<Format>,
    stages: Vec<&'static dyn Stage>,
    /// Who says all that; gbr-pgn unless it has a name of its own.
    pub(super) program: Option<Program>,
}

/// Why a plugin cannot be added.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(super) enum PluginError {
    #[error("the plugin {0} cannot be added: there is a format of this name already")]
    Name(&'static str),
    #[error("the plugin {0} cannot be added: names that end in .{1} belong to another format")]
    Ending(&'static str, &'static str),
    #[error("the plugin {0:?} cannot be added: expected a name of a-z, 0-9 and -")]
    Spelling(&'static str),
    #[error("the column {} ({}) cannot be added: there is one of this name already", .0.key, .0.tag)]
    Column(Column),
}

impl Plugins {
    /// Nothing but what gbr-pgn has of its own.
    #[must_use]
    pub fn new() -> Plugins {
        Plugins::default()
    }

    /// Calls the program by this name instead of gbr-pgn, in messages, help, completions and the manual, and shows this
    /// version before that of gbr-pgn. Mostly these are `CARGO_BIN_NAME` and `CARGO_PKG_VERSION`, by `env!`.
    #[must_use]
    pub fn named(self, name: &'static str, version: &'static str) -> Plugins {
        Plugins { program: Some(Program { name, version }), ..self }
    }

    /// Adds a format to read. It is asked whether it recognises an input before those of gbr-pgn are, so it must be
    /// certain.
    ///
    /// The program keeps it to its end.
    #[must_use]
    pub fn source(self, source: impl Source) -> Plugins {
        self.format(Format::read(Box::leak(Box::new(source))))
    }

    /// Adds a thing to find out: a column of every table, after those of gbr-pgn.
    ///
    /// The program keeps it to its end.
    #[must_use]
    pub fn stage(mut self, stage: impl Stage + 'static) -> Plugins {
        self.stages.push(Box::leak(Box::new(stage)));
        self
    }

    /// Adds a format to write, under the name that the user types.
    #[must_use]
    pub fn sink(self, name: &'static str, writer: Writer) -> Plugins {
        self.format(Format::written(name, writer))
    }

    /// What is read under one name and what is written under the same are one format.
    fn format(mut self, format: Format) -> Plugins {
        let half = self.formats.iter_mut().find(|half| is_other_half(half, &format));
        match half {
            Some(half) => {
                half.source = half.source.or(format.source);
                half.writer = half.writer.take().or(format.writer);
                half.is_offered |= format.is_offered;
            }
            None => self.formats.push(format),
        }
        self
    }

    /// All formats and all stages, those of this crate first.
    pub(super) fn added(self) -> Result<Added, PluginError> {
        let mut added =
            Added { formats: FORMATS.iter().collect(), stages: column::STAGES.to_vec() };
        for format in self.formats {
            refuse_taken_name(&format, Formats(&added.formats))?;
            added.formats.push(Box::leak(Box::new(format)));
        }
        let mut columns: Vec<Column> = own_columns().collect();
        for stage in self.stages {
            let column = stage.column();
            let is_taken = columns.iter().any(|it| it.key == column.key || it.tag == column.tag);
            if is_taken {
                return Err(PluginError::Column(column));
            }
            columns.push(column);
            added.stages.push(stage);
        }
        Ok(added)
    }
}

/// Formats and stages with those of plugins after them.
pub(super) struct Added {
    pub formats: Vec<&'static Format>,
    pub stages: Vec<&'static dyn Stage>,
}

/// Whether one of them is read, the other one written, and both have the same name.
fn is_other_half(one: &Format, other: &Format) -> bool {
    let are_apart = one.source.is_some() != other.source.is_some();
    one.name == other.name && are_apart && one.writer.is_some() != other.writer.is_some()
}

fn refuse_taken_name(format: &Format, formats: Formats<'_>) -> Result<(), PluginError> {
    let name = format.name;
    let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if name.is_empty() || !name.bytes().all(is_plain) || name.starts_with('-') {
        return Err(PluginError::Spelling(name));
    }
    if formats.by_name(name).is_some() {
        return Err(PluginError::Name(name));
    }
    let is_taken = |ending: &&str| {
        Compression::of_name(&Path::new("games").with_extension(ending)).is_some()
            || formats.iter().flat_map(Format::endings).any(|other| other == *ending)
    };
    let taken = format.endings().find(is_taken);
    taken.map_or(Ok(()), |ending| Err(PluginError::Ending(name, ending)))
}

/// Every column that some table of gbr-pgn has.
fn own_columns() -> impl Iterator<Item = Column> {
    let stages = [column::STAGES, column::STUDY, column::FULL, column::FINDINGS].concat();
    let file = column::File(String::new()).column();
    iter::once(file).chain(stages.into_iter().map(|stage| stage.column()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Jsonl, Text};
    use crate::game::Game;
    use crate::record::Record;

    struct Named(&'static str);

    impl Stage for Named {
        fn column(&self) -> Column {
            Column::text(self.0, self.0)
        }

        fn cell(&self, _: &Record<'_>, _: &Game, _: &mut Vec<u8>) -> bool {
            false
        }
    }

    fn writer() -> Writer {
        Writer::new("a test", |_| Box::new(Jsonl))
    }

    fn error(plugins: Plugins) -> String {
        plugins.added().err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_name_that_is_taken_is_refused() {
        let taken = "the plugin csv cannot be added: there is a format of this name already";
        assert_eq!(error(Plugins::new().sink("csv", writer())), taken);
        let twice = Plugins::new().sink("new", writer()).sink("new", writer());
        assert!(error(twice).contains("plugin new cannot be added"));
        assert!(error(Plugins::new().source(Text)).contains("plugin gbr cannot be added"));
        assert_eq!(error(Plugins::new().sink("new", writer())), "");
    }

    #[test]
    fn an_ending_that_is_taken_is_refused() {
        let sink = |ending| Plugins::new().sink("new", writer().endings(ending));
        assert!(error(sink(&["fen"])).contains("names that end in .fen belong to another format"));
        assert!(error(sink(&["zst"])).contains(".zst"));
        assert_eq!(error(sink(&["tex"])), "");
    }

    #[test]
    fn a_name_that_nobody_can_type_is_refused() {
        for name in ["", "a b", "A", "-a", "a,b"] {
            assert!(
                error(Plugins::new().sink(name, writer())).contains("expected a name"),
                "{name}"
            );
        }
    }

    #[test]
    fn a_column_that_is_taken_is_refused() {
        for name in ["gbr", "White", "file", "trail", "composers", "ply"] {
            assert!(error(Plugins::new().stage(Named(name))).contains("already"), "{name}");
        }
        assert!(error(Plugins::new().stage(Named("a")).stage(Named("a"))).contains("already"));
        assert_eq!(error(Plugins::new().stage(Named("a")).stage(Named("b"))), "");
    }
}
