//! How what is found must end with best play, and the tables that know.

use crate::cli::choice::{Choice, one_of};
use crate::cli::console::Console;
use crate::cli::syzygy::TableArgs;
use crate::tables::Tables;
use anyhow::{Result, ensure};
use shakmaty::{Color, KnownOutcome};

#[derive(clap::Args, Debug)]
pub struct VerdictArgs {
    /// what the position is worth for White with best play, by endgame tables
    ///
    /// In one of the positions that are found otherwise, whoever is to move. The fifty-move rule is that of verify: kept in games,
    /// set aside in studies. Where the tables do not know, the game is not found, not with --invert either; the summary says
    /// how many are open. With --men 2-5, no position is asked for that tables of five men do not have. An index says where to
    /// look.
    #[arg(long, value_name = "VALUE", value_parser = one_of(OUTCOMES))]
    pub verdict: Option<KnownOutcome>,

    #[command(flatten)]
    tables: TableArgs,
}

const OUTCOMES: &[Choice<KnownOutcome>] = &[
    ("win", KnownOutcome::Decisive { winner: Color::White }, "White wins"),
    ("draw", KnownOutcome::Draw, "neither side wins"),
    ("loss", KnownOutcome::Decisive { winner: Color::Black }, "Black wins"),
];

impl VerdictArgs {
    /// A flag that would do nothing is a mistake of whoever typed it.
    pub fn check(&self) -> Result<()> {
        let is_heeded = self.verdict.is_some() || !self.tables.is_given();
        ensure!(is_heeded, "--tables has no meaning without --verdict");
        Ok(())
    }

    /// The tables, where they are asked.
    pub fn open(&self, console: &mut Console) -> Result<Option<Tables>> {
        self.verdict.map(|_| self.tables.open(console)).transpose()
    }
}
