//! What an entry is made of where it is neither the first nor the last position of a game: what a search finds.

use super::At;
use crate::cli::commands::find::{TraitArgs, asked};
use crate::cli::status::Status;
use crate::search::{Asked, Search, Span};
use anyhow::{Result, ensure};

// The flags of find that say what is looked for.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Search, for --at found")]
pub struct SearchArgs {
    /// what to look for, as in find; several -e are alternatives
    #[arg(short = 'e', long = "pattern", value_name = "PATTERN", id = "patterns")]
    patterns: Vec<String>,

    /// positions in variations count too, where the main line has none
    #[arg(long)]
    pub variations: bool,

    #[command(flatten)]
    traits: TraitArgs,
}

impl SearchArgs {
    /// The search for `--at found`; none where nothing is looked for.
    pub fn search(&self, at: At) -> Result<Result<Option<Search>, Status>> {
        let is_given = !self.patterns.is_empty() || self.variations || self.traits.is_given();
        if at != At::Found {
            ensure!(!is_given, "what to look for goes with --at found only");
            return Ok(Ok(None));
        }
        let says_enough = !self.patterns.is_empty() || self.traits.says_enough();
        ensure!(says_enough, "--at found needs -e with what to look for");
        let patterns: Option<Vec<Asked>> = self.patterns.iter().map(|text| asked(text)).collect();
        let search = patterns.map(|asked| self.traits.search(&asked, Span::Any, None));
        Ok(search.map(Some).ok_or(Status::Failure))
    }
}
