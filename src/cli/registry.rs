//! Which formats and stages the program has: those of this crate, and those of plugins.
//!
//! [`main`](crate::cli::main) says so once, before the command line is read; nothing changes after that. Only the
//! program asks here. The library's own functions know its own formats and take others as arguments.

use super::plugins::{Added, PluginError, Plugins};
use crate::column::{STAGES, Stage};
use crate::format::{FORMATS, Format, Formats, Pgn, Source};
use std::sync::OnceLock;

static ADDED: OnceLock<Added> = OnceLock::new();

/// Adds plugins to what there is.
pub fn add(plugins: Plugins) -> Result<(), PluginError> {
    let added = plugins.added()?;
    ADDED.get_or_init(|| added);
    Ok(())
}

/// Where nobody added anything, as in unit tests, the library's own are all there is.
fn added() -> &'static Added {
    let own = || Added { formats: FORMATS.iter().collect(), stages: STAGES.to_vec() };
    ADDED.get_or_init(own)
}

/// Every format, in the order of the help.
pub fn formats() -> Formats<'static> {
    Formats(&added().formats)
}

/// Every stage of tables, in the order of its columns.
pub fn stages() -> impl Iterator<Item = &'static dyn Stage> {
    added().stages.iter().copied()
}

/// Those stages that plugins brought.
pub fn added_stages() -> &'static [&'static dyn Stage] {
    &added().stages[STAGES.len()..]
}

/// Those formats that plugins brought.
pub fn added_formats() -> Formats<'static> {
    Formats(&added().formats[FORMATS.0.len()..])
}

/// The format that the beginning of an input shows; PGN where it shows none. Plugins are asked first.
pub fn detect(head: &[u8]) -> &'static dyn Source {
    added_formats().recognise(head).or_else(|| FORMATS.recognise(head)).unwrap_or(&Pgn)
}

/// What reads the format with this name.
pub fn source_by_name(name: &str) -> Option<&'static dyn Source> {
    formats().by_name(name)?.source
}

/// The format of a plugin whose files end like this, in its name or otherwise.
pub fn added_by_ending(ending: &str) -> Option<&'static Format> {
    added_formats().iter().find(|format| format.endings().any(|it| it == ending))
}
