//! Programs in any language that find something out about each game: `--plugin`.
//!
//! In: commands, and the games of a run. Out: cells for its rows, or why the run cannot go on. The protocol is on a page of its
//! own, `docs/plugins.md`; the library knows an [`Adviser`](crate::run::Adviser) and no processes.

mod announcement;
mod answer;
pub mod children;
mod consultation;
mod hearing;
mod plugin;
mod process;
mod question;
mod remarks;
mod sitting;
mod trouble;

pub use announcement::{ESSENTIAL, is_name};
pub use consultation::Consultation;
pub use sitting::Sitting;

use crate::row::Column;
use anyhow::{Result, ensure};
use plugin::OutsidePlugin;
use std::time::Duration;

// Who is asked, and for how long.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Plugins")]
pub struct PluginArgs {
    /// ask a program about each game, and write what it answers
    ///
    /// COMMAND is split into words as a shell would and started without one, once for each thread. It gets a line of JSON for
    /// each game and answers with one: {"OpeningName": "..."}. The page docs/plugins.md of the manual has all of it.
    /// Several times for several programs, in this order. A tag or opcode of the same name that stands in a game is yours: it
    /// stays, with a note.
    #[arg(long = "plugin", value_name = "COMMAND")]
    plugins: Vec<String>,

    /// how long a plugin may take for one answer, in seconds
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "10",
        value_parser = seconds,
        requires = "plugins"
    )]
    plugin_timeout: Duration,

    /// let a plugin replace tags or opcodes of this name
    ///
    /// Also those that it wrote itself in an earlier run. Several times for several names.
    #[arg(long, value_name = "NAME", requires = "plugins")]
    replace: Vec<String>,
}

/// The longest time anybody may want to wait: a day.
const MOST_SECONDS: f64 = 86_400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (0.001..=MOST_SECONDS).contains(number));
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| format!("expected a number of seconds, from 0.001 to {MOST_SECONDS}"))
}

/// All plugins of a run, started and asked for their columns.
pub struct Outside {
    plugins: Vec<OutsidePlugin>,
    /// The columns of all of them, in order.
    columns: Vec<Column>,
    /// Names that they may replace.
    replaced: Vec<String>,
}

impl PluginArgs {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.plugins.is_empty()
    }

    /// Starts each once, and refuses what cannot be written; none where there are none.
    pub fn open(&self) -> Result<Option<Outside>> {
        if self.plugins.is_empty() {
            return Ok(None);
        }
        let mut outside =
            Outside { plugins: Vec::new(), columns: Vec::new(), replaced: self.replace.clone() };
        for command in &self.plugins {
            outside.add(OutsidePlugin::open(command, self.plugin_timeout)?)?;
        }
        for name in &self.replace {
            let is_known = outside.columns.iter().any(|it| it.tag == name || it.key == name);
            ensure!(is_known, "--replace {name}: no plugin has a column of this name");
        }
        Ok(Some(outside))
    }
}

impl Outside {
    fn add(&mut self, plugin: OutsidePlugin) -> Result<()> {
        for Column { tag, key, .. } in &plugin.columns {
            let is_taken = self.columns.iter().any(|it| it.tag == *tag || it.key == *key);
            ensure!(!is_taken, "{plugin}: another plugin has the column {tag} ({key}) already");
        }
        self.columns.extend_from_slice(&plugin.columns);
        self.plugins.push(plugin);
        Ok(())
    }

    /// The columns that they fill.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// A name stands for one column of a table.
    pub fn refuse_columns(&self, others: &[Column]) -> Result<()> {
        for plugin in &self.plugins {
            let is_taken = |own: &&Column| others.iter().any(|it| it.key == own.key);
            let taken = plugin.columns.iter().find(is_taken);
            let key = taken.map_or("", |column| column.key);
            ensure!(taken.is_none(), "{plugin}: there is a column {key} already");
        }
        Ok(())
    }
}
