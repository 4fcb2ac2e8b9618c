//! `rows`: a line in, a row out, for programs that count both.

use crate::cli::args::{LaneArgs, RunArgs};
use crate::cli::output::{Joined, ending};
use crate::cli::session::Session;
use crate::column::ROWS;
use crate::format::{Csv, Entry, Jsonl, RowFormat, Sink, Tsv};
use crate::format::{Moves, Source};
use crate::record::RecordKind;
use crate::row::Column;
use crate::run::{Job, Task};
use anyhow::ensure;
use clap::ValueEnum;
use std::io::Write;
use std::process::ExitCode;

// What a line is, nobody asks.
#[derive(clap::Args, Debug)]
#[command(mut_arg("from", |arg| arg.hide(true)))]
pub struct Args {
    /// format to write [default: by the ending of the output's name, or else tsv]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<To>,

    /// write the names of the columns first, for tsv and csv
    ///
    /// One line more than there are in the input.
    #[arg(long)]
    heading: bool,

    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum To {
    /// tabs between the cells, which hold none
    #[default]
    Tsv,
    /// commas between the cells
    Csv,
    /// a JSON object on each line
    Jsonl,
}

impl To {
    fn sink(self) -> EveryLine {
        EveryLine(match self {
            To::Tsv => &Tsv,
            To::Csv => &Csv { spreadsheet: false },
            To::Jsonl => &Jsonl,
        })
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(args.run.input.from.is_none(), "--from has no meaning for rows: each line is a game");
    let to = ending::format_of(args.to, args.run.target.output.as_deref())?.unwrap_or_default();
    ensure!(!args.heading || to != To::Jsonl, "--heading has no meaning for jsonl");
    let sink = to.sink();
    let job = Job::new(&Moves, Task::Find(ROWS), &sink);
    let job = args.lane.apply(&args.run.input, job);
    let mut run = args.run.clone();
    run.input.from = Some(Moves.name().to_owned());
    Session::of(&run)?.verbatim().run(|inputs, output| {
        // Who counts rows takes any other status for a crash, and every row is there.
        inputs.console.excuse_faults();
        if args.heading {
            output.write_all(&job.head())?;
        }
        let mut output = Joined::of(output, inputs.sources.len());
        inputs.each(|intake| intake.write(&job, None, &mut output))
    })
}

/// Writes a row for a line that is too long to be read, too.
struct EveryLine(&'static dyn RowFormat);

impl Sink for EveryLine {
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        self.0.heading(columns, out);
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if matches!(entry.record.frame.kind, RecordKind::Game | RecordKind::Piece { first: true }) {
            self.0.row(entry.columns, entry.row, out);
        }
    }
}
