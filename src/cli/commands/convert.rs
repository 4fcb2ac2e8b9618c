//! `convert`: games and positions in another format.

use crate::cli::args::{AtArg, InputArgs, OutputArgs, PlayArgs, ReportArgs, TargetArgs};
use crate::cli::console::Console;
use crate::cli::output::{self, Joined, ending};
use crate::cli::registry;
use crate::cli::session::Session;
use crate::cli::syzygy;
use crate::column::{self, At, FULL, STUDY, Stage};
use crate::format::{Format, RowBatch, Setting, Settings, Writer};
use crate::play::Lane;
use crate::row::Column;
use crate::run::{GameCollector, Job, Task};
use crate::tables::Tables;
use crate::verify::TableColumn;
use anyhow::{Context, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// format to write [default: by the ending of the output's name]
    #[arg(long, value_name = "FORMAT", value_parser = sink_names())]
    to: Option<String>,

    /// positions to write, with commas between [default: start,final]
    ///
    /// Formats with a line per position have a line for each; formats with a row per game
    /// have columns for each. An EPD or GBR line has no final position.
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    at: Vec<AtArg>,

    /// for csv: write codes as ="0002.01"
    ///
    /// A spreadsheet that opens the file takes a bare 0002.01 for the number 2.01. Text
    /// that begins like a formula (= + - @) is written the same way.
    #[arg(long)]
    spreadsheet: bool,

    /// for csv, tsv, jsonl and parquet: add what the tags of a study database say
    ///
    /// Composers (out of White), award, source and diagram (out of Event) and flags (behind the
    /// code in Black), for games whose Black tag holds a code, such as (+0016.32d4g7) TT.
    #[arg(long)]
    study: bool,

    /// for csv, tsv and jsonl: add file, trail and fault
    ///
    /// The file that a game is in, every code of its main line in order, and what is wrong with it. Parquet
    /// always has them.
    #[arg(long)]
    full: bool,

    /// for csv, tsv, jsonl and parquet: add what endgame tables say
    ///
    /// wdl and wdlfinal: win, cursed win, draw, blessed loss or loss, White's, at the start and at the end. dtz and dtzfinal:
    /// plies to the next capture or pawn move, below 0 where the side to move loses. tableply: plies before the first
    /// position that is known. verdicts: the value of each position, - where it is not known. The fifty-move rule is
    /// that of verify. DIR has Syzygy tables; several times for several folders.
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,

    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The formats that can be written, with those of plugins.
pub fn sink_names() -> PossibleValuesParser {
    let value = |(format, writer): (&Format, &Writer)| -> PossibleValue {
        PossibleValue::new(format.name).help(writer.help)
    };
    registry::formats().writers().map(value).collect::<Vec<_>>().into()
}

/// Their names.
pub fn written_names() -> Vec<&'static str> {
    registry::formats().writers().map(|(format, _)| format.name).collect()
}

/// The one with this name.
pub fn written(name: &str) -> Option<(&'static Format, &'static Writer)> {
    registry::formats().writers().find(|(format, _)| format.name == name)
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (format, writer) = args.format()?;
    args.refuse_unheeded(format, writer)?;
    let sink = (writer.make)(&args.settings());
    let output = OutputArgs { target: args.target.clone(), in_place: false };
    let session = Session::start(&args.input, &output, &args.report)?;
    session.run(|inputs, output| {
        let tables = args.open_tables(inputs.console)?;
        let verdicts: Vec<_> = tables.iter().flat_map(TableColumn::all).collect();
        let is_replacement = output.is_replacement();
        let bound = output::begin(&*sink, &args.columns(writer, &verdicts), output)?;
        let mut output = Joined::new(bound, is_replacement, inputs.sources.len() == 1);
        inputs.each(|intake| {
            let file = column::File(intake.name.clone());
            let stages = args.stages(writer, &file, &verdicts);
            let task = Task::Find(&stages);
            if output.output().takes_rows() {
                let rows = GameCollector::new(RowBatch::add);
                let job = Job { task, ..Job::collect(intake.source(), rows) };
                return intake.write_rows(&args.apply(job), &mut output);
            }
            let job = args.apply(Job::new(intake.source(), task, &*sink));
            intake.write(&job, format.kept(), &mut output)
        })?;
        tables.iter().for_each(|tables| syzygy::tell_faults(tables, inputs.console));
        Ok(output.end()?.end().map(drop)?)
    })
}

impl Args {
    fn format(&self) -> anyhow::Result<(&'static Format, &'static Writer)> {
        let names = written_names();
        let name =
            ending::name_of_format(self.to.as_deref(), self.target.output.as_deref(), &names)?;
        name.as_deref()
            .and_then(written)
            .with_context(|| format!("which format? say --to with one of {}", names.join(", ")))
    }

    fn open_tables(&self, console: &mut Console) -> anyhow::Result<Option<Tables>> {
        (!self.tables.is_empty()).then(|| syzygy::open(&self.tables, console)).transpose()
    }

    /// The job with what the user says. Tables want every position.
    fn apply<'a, C>(&self, job: Job<'a, C>) -> Job<'a, C> {
        let job = self.play.apply(&self.input, job);
        if self.tables.is_empty() { job } else { Job { lane: Lane::Recording, ..job } }
    }

    /// A flag that would do nothing is a mistake of whoever typed it.
    fn refuse_unheeded(&self, format: &Format, writer: &Writer) -> anyhow::Result<()> {
        let name = format.name;
        let is_heeded = |setting| writer.heeds.contains(&setting);
        ensure!(self.at.is_empty() || is_heeded(Setting::At), "--at has no meaning for {name}");
        ensure!(
            !self.spreadsheet || is_heeded(Setting::Spreadsheet),
            "--spreadsheet has no meaning for {name}"
        );
        ensure!(!self.study || is_heeded(Setting::Study), "--study has no meaning for {name}");
        let has_rows = is_heeded(Setting::Study);
        ensure!(self.tables.is_empty() || has_rows, "--tables has no meaning for {name}");
        let is_full = writer.is_full || is_heeded(Setting::Full);
        ensure!(!self.full || is_full, "--full has no meaning for {name}");
        Ok(())
    }

    /// The positions in their own order, each once.
    fn positions(&self) -> Vec<At> {
        let is_wanted = |arg: &AtArg| self.at.is_empty() || self.at.contains(arg);
        [AtArg::Start, AtArg::Final].into_iter().filter(is_wanted).map(AtArg::at).collect()
    }

    fn settings(&self) -> Settings {
        let threads = self.input.threads().get();
        Settings { at: self.positions(), spreadsheet: self.spreadsheet, threads }
    }

    fn columns(&self, writer: &Writer, verdicts: &[TableColumn<'_>]) -> Vec<Column> {
        let file = column::File(String::new());
        self.stages(writer, &file, verdicts).iter().map(|stage| stage.column()).collect()
    }

    /// All stages but those about positions that are not wanted, and those for studies, for full rows and of
    /// tables if they are.
    fn stages<'a>(
        &self,
        writer: &Writer,
        file: &'a column::File,
        verdicts: &'a [TableColumn<'a>],
    ) -> Vec<&'a dyn Stage> {
        let positions = self.positions();
        let is_wanted = |stage: &&dyn Stage| stage.at().is_none_or(|at| positions.contains(&at));
        let study = if self.study { STUDY } else { &[] };
        let is_full = self.full || writer.is_full;
        let (file, full) = if is_full { (Some(file as &dyn Stage), FULL) } else { (None, &[][..]) };
        let of_games = registry::stages().filter(is_wanted).map(|stage| -> &dyn Stage { stage });
        let verdicts = verdicts.iter().map(|stage| -> &dyn Stage { stage }).filter(is_wanted);
        let others = study.iter().chain(full).copied().chain(verdicts);
        file.into_iter().chain(of_games).chain(others).collect()
    }
}
