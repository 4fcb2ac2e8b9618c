//! `strip`: the same file with the codes taken out.

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs};
use crate::cli::output::ending;
use crate::cli::outside::{ESSENTIAL, is_name};
use crate::cli::session::Session;
use crate::column::ANNOTATIONS;
use crate::fault::Fault;
use crate::format::{Entry, Names, Sink};
use crate::row::{CellKind, Column};
use crate::run::{GROWTH, Job, SinkCollector};
use anyhow::{Context, ensure};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// take out tags or opcodes of this name too, and say how many
    ///
    /// Whoever wrote them: a plugin, or anybody else. Several times for several names. Event, Site, Date, Round, White, Black,
    /// Result, SetUp, FEN and Variant stay. One that the rest of its game could not be read without stays, and a note says so.
    #[arg(long, value_name = "NAME")]
    remove: Vec<String>,

    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let columns: Vec<Column> = ANNOTATIONS.iter().map(|stage| stage.column()).collect();
    let columns = [columns, named(&args.remove)?].concat();
    ending::refuse_other_than(&ending::of_edited(), args.output.target.file())?;
    Session::into_folder(&args.input, &args.output, &args.report, None)?.each(|intake, output| {
        let source = intake.source();
        ending::refuse_other(&intake.name, source, args.output.target.file())?;
        let job = Job::strip(source, &columns)
            .with_context(|| format!("{}: {} has no codes to strip", intake.name, source.name()))?;
        let job = args.input.apply(job);
        let job = Job { limit: job.limit.saturating_add(GROWTH), ..job };
        if args.remove.is_empty() {
            return intake.write(&job, Some(source), output);
        }
        let sink = source.remover().with_context(|| {
            format!("{}: {} has no names to remove", intake.name, source.name())
        })?;
        let counted = CountedRemoval { sink, count: AtomicU64::new(0) };
        let job = Job { collector: SinkCollector::new(&counted), ..job };
        intake.write(&job, Some(source), output)?;
        intake.console.take_out(counted.count.into_inner());
        Ok(())
    })
}

/// The columns of names that are to go.
fn named(names: &[String]) -> anyhow::Result<Vec<Column>> {
    names
        .iter()
        .map(|name| {
            ensure!(is_name(name), "--remove '{name}': expected the name of a tag or an opcode");
            let is_essential = ESSENTIAL.iter().any(|it| it.eq_ignore_ascii_case(name));
            ensure!(!is_essential, "--remove {name}: no game is read as before without it");
            // Columns live as long as the program, and there are a few of these.
            let name: &'static str = name.clone().leak();
            Ok(Column::text(name, name))
        })
        .collect()
}

/// Counts what goes besides our own.
struct CountedRemoval {
    sink: &'static dyn Sink,
    count: AtomicU64,
}

impl Sink for CountedRemoval {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        let note = self.sink.write_and_note(entry, out);
        if note.is_none() && entry.record.is_game() {
            self.count.fetch_add(there(entry), Relaxed);
        }
        note
    }
}

/// How many values a record has under names that are to go.
fn there(entry: &Entry<'_>) -> u64 {
    let is_named = |name: &[u8]| {
        entry.columns.iter().filter(|column| column.kind == CellKind::Text).any(|column| {
            let own = match entry.source.names() {
                Names::Operations => column.key,
                Names::Attributes | Names::Nowhere => column.tag,
            };
            own.as_bytes() == name
        })
    };
    let mut count = 0;
    entry.source.each_value(entry.record, &mut |name, value| {
        count += u64::from(value.is_some() && is_named(name));
    });
    count
}
