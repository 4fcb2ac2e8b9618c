//! `verify`: claims and results against endgame tables.

mod list;
mod rows;

use crate::cli::args::{PlayArgs, ReportArgs, RunArgs};
use crate::cli::choice::{Choice, one_of};
use crate::cli::console::{Console, Stage, counted};
use crate::cli::intake::Intake;
use crate::cli::output::{Output, ending};
use crate::cli::session::Session;
use crate::cli::syzygy::{self, TableArgs};
use crate::cli::table::Table;
use crate::cli::tag_filter::WhoseArgs;
use crate::run::Job;
use crate::tables::{FiftyMoves, Tables};
use crate::verify::{Balance, Opinion, Verifier};
use anyhow::Result;
use clap::ValueEnum;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    tables: TableArgs,

    /// read all tables of a folder from end to end, and nothing else
    ///
    /// Each is compared with its checksum; those that are good are remembered (in gbr-pgn/checked-tables in
    /// XDG_CACHE_HOME or ~/.cache), until they change. A second for each gigabyte, if the disk is as fast.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["folders", "files", "output"])]
    check_tables: Option<PathBuf>,

    /// whether the fifty-move rule counts [default: in games, not in studies]
    #[arg(long, value_name = "WHEN", value_parser = one_of(FIFTY))]
    fifty: Option<FiftyMoves>,

    /// end with status 1 for a sideline or an alternative, too
    #[arg(long)]
    strict_moves: bool,

    /// how to write what was found [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<ToArg>,

    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    run: RunArgs,
}

const FIFTY: &[Choice<FiftyMoves>] = &[
    ("always", FiftyMoves::Kept, "in studies, too"),
    ("never", FiftyMoves::SetAside, "not even in games"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ToArg {
    /// each study, and each game of which there is something to tell, with a line for each move
    ///
    /// What is open because of too many men is only counted, unless -v is given.
    #[default]
    Text,
    /// a table: file, line, game, ply, move, kind, was, is, also, given, returns
    ///
    /// kind: claim, sideline, alternative, verdict, result, open. was and is: win, cursed win, draw, blessed loss or
    /// loss, White's; of what is open, the reason.
    Csv,
    /// the same, an object a line
    Jsonl,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(folder) = &args.check_tables {
        return check_tables(folder, &args.run.report);
    }
    let to = ending::format_of(args.to, args.run.target.output.as_deref())?.unwrap_or_default();
    Session::of(&args.run)?.run(|inputs, output| {
        let tables = args.tables.open(inputs.console)?;
        output.write_all(&to.table().map(|table| table.head()).unwrap_or_default())?;
        let mut balance = Balance::default();
        inputs.each(|intake| args.verify(&tables, to, intake, output, &mut balance))?;
        syzygy::tell_faults(&tables, inputs.console);
        args.conclude(inputs.console, &balance);
        Ok(())
    })
}

fn check_tables(folder: &Path, report: &ReportArgs) -> Result<ExitCode> {
    let tables = syzygy::unchecked(folder)?;
    let stage = Stage { size: Some(tables.bytes()), counts: Some("table"), ..Stage::default() };
    let mut console = Console::new(report, &stage)?;
    let (all, bad) = syzygy::check(tables, &mut console, report.verbose)?;
    console.conclude(format!("{} checked, {bad} bad", counted(all, "table")), false);
    Ok(console.finish()?.into())
}

impl Args {
    fn verify(
        &self,
        tables: &Tables,
        to: ToArg,
        intake: &mut Intake<'_>,
        output: &mut Output,
        balance: &mut Balance,
    ) -> Result<()> {
        let file = intake.name.clone();
        let mut verifier = Verifier::new(tables, self.fifty);
        if to == ToArg::Text && !self.run.report.verbose {
            verifier = verifier.counting_games_with_many_men();
        }
        let job = self.play.apply(&self.run.input, Job::collect(intake.source(), verifier));
        let job = self.whose.apply(job);
        intake.run(&job, |_, done| {
            *balance += &done.out.balance;
            let mut text = Vec::new();
            for opinion in &done.out.opinions {
                text.extend(self.render(to, &file, opinion));
            }
            Ok(output.write_all(&text)?)
        })
    }

    fn render(&self, to: ToArg, file: &str, opinion: &Opinion) -> Vec<u8> {
        match to.table() {
            Some(table) => rows::rows(&table, file, opinion),
            None => list::entry(file, opinion, self.run.report.verbose).into_bytes(),
        }
    }

    fn conclude(&self, console: &mut Console, balance: &Balance) {
        let has_moves = balance.sidelines + balance.alternatives > 0;
        let is_bad = balance.failing > 0 || (self.strict_moves && has_moves);
        console.conclude(list::summary(balance), is_bad);
    }
}

impl ToArg {
    fn table(self) -> Option<Table> {
        match self {
            ToArg::Text => None,
            ToArg::Csv => Some(rows::CSV),
            ToArg::Jsonl => Some(rows::JSONL),
        }
    }
}
