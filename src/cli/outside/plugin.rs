//! One plugin: how it is started, and what it has announced.

use super::announcement::{self, GREETING};
use super::process::PluginProcess;
use super::trouble::Trouble;
use crate::cli::outside::process::quoted;
use crate::cli::system;
use crate::row::Column;
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A command, and the columns that it fills.
pub struct OutsidePlugin {
    pub name: String,
    pub columns: Vec<Column>,
    words: Vec<String>,
    timeout: Duration,
    /// The process that was started to ask for the columns, until somebody uses it.
    first: Mutex<Option<PluginProcess>>,
}

impl OutsidePlugin {
    /// Starts it for the first time.
    pub fn open(command: &str, timeout: Duration) -> Result<OutsidePlugin> {
        let words = system::split_words(command).unwrap_or_default();
        ensure!(!words.is_empty(), "--plugin '{command}': expected a command, all quotes closed");
        let mut plugin = OutsidePlugin {
            name: command.trim().to_owned(),
            columns: Vec::new(),
            words,
            timeout,
            first: Mutex::default(),
        };
        let (process, columns) = plugin.start().with_context(|| plugin.to_string())?;
        plugin.columns = columns;
        plugin.first = Mutex::new(Some(process));
        Ok(plugin)
    }

    /// A process for one worker.
    pub fn take(&self) -> Result<PluginProcess, Trouble> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = first {
            return Ok(process);
        }
        let (process, columns) = self.start()?;
        if columns == self.columns {
            return Ok(process);
        }
        let tags: Vec<&str> = columns.iter().map(|column| column.tag).collect();
        let tags = quoted(tags.join(", ").as_bytes());
        Err(Trouble::Answer(tags, "these are not the columns that it had before".to_owned()))
    }

    fn start(&self) -> Result<(PluginProcess, Vec<Column>), Trouble> {
        let mut process = PluginProcess::start(&self.name, &self.words, self.timeout)?;
        let mut columns = Vec::new();
        process.greet(GREETING, |line| {
            columns = announcement::read(line)?;
            Ok(())
        })?;
        Ok((process, columns))
    }
}

impl fmt::Display for OutsidePlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plugin {}", self.name)
    }
}
