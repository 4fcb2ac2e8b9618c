//! How what is found must end with best play, and the tables that know.

use crate::cli::console::Console;
use crate::cli::syzygy::TableArgs;
use crate::tables::Tables;
use anyhow::{Result, ensure};
use clap::ValueEnum;
use shakmaty::{Color, KnownOutcome};

#[derive(clap::Args, Debug)]
pub struct VerdictArgs {
    /// what the position is worth for White with best play, by endgame tables
    ///
    /// In one of the positions that are found otherwise, whoever is to move. The fifty-move rule is that of verify: kept in games,
    /// set aside in studies. Where the tables do not know, the game is not found, not with --invert either; the summary says
    /// how many are open. With --men 2-5, no position is asked for that tables of five men do not have. An index says where to
    /// look.
    #[arg(long, value_name = "VALUE", value_enum)]
    verdict: Option<VerdictArg>,

    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VerdictArg {
    /// White wins
    Win,
    /// neither side wins
    Draw,
    /// Black wins
    Loss,
}

impl VerdictArgs {
    /// A flag that would do nothing is a mistake of whoever typed it.
    pub fn check(&self) -> Result<()> {
        let is_heeded = self.verdict.is_some() || !self.tables.is_given();
        ensure!(is_heeded, "--tables has no meaning without --verdict");
        Ok(())
    }

    /// How what is found must end; none where that does not matter.
    pub fn outcome(&self) -> Option<KnownOutcome> {
        self.verdict.map(VerdictArg::outcome)
    }

    /// The tables, where they are asked.
    pub fn open(&self, console: &mut Console) -> Result<Option<Tables>> {
        self.verdict.map(|_| self.tables.open(console)).transpose()
    }
}

impl VerdictArg {
    const fn outcome(self) -> KnownOutcome {
        match self {
            VerdictArg::Win => KnownOutcome::Decisive { winner: Color::White },
            VerdictArg::Draw => KnownOutcome::Draw,
            VerdictArg::Loss => KnownOutcome::Decisive { winner: Color::Black },
        }
    }
}
