//! `convert`: games and positions in another format.

mod added;

use crate::cli::args::{IntoArgs, OutputArgs, PlayArgs, RunArgs};
use crate::cli::choice::{POSITIONS, one_of};
use crate::cli::console::Console;
use crate::cli::intake::Intake;
use crate::cli::output::{self, Bound, Joined, ending};
use crate::cli::outside::{Consultation, PluginArgs, Sitting};
use crate::cli::registry;
use crate::cli::session::Session;
use crate::cli::syzygy;
use crate::cli::tag_filter::WhoseArgs;
use crate::column::{self, At, FULL, STUDY, Stage, Tagged};
use crate::format::{Format, RowBatch, Setting, Settings, Sink, Writer};
use crate::joint::{self, Joints};
use crate::play::Lane;
use crate::row::Column;
use crate::run::{GameCollector, Job, Task};
use crate::tables::Tables;
use crate::verify::TableColumn;
use anyhow::{Context, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// format to write [default: by the ending of the output's name]
    #[arg(long, value_name = "FORMAT", value_parser = sink_names())]
    to: Option<String>,

    /// positions to write, with commas between [default: start,final]
    ///
    /// Formats with a line per position have a line for each; formats with a row per game
    /// have columns for each. An EPD or GBR line has no final position.
    #[arg(long, value_name = "LIST", value_parser = one_of(POSITIONS), value_delimiter = ',')]
    at: Vec<At>,

    /// for csv: write codes as ="0002.01"
    ///
    /// A spreadsheet that opens the file takes a bare 0002.01 for the number 2.01. Text
    /// that begins like a formula (= + - @) is written the same way.
    #[arg(long)]
    spreadsheet: bool,

    /// for csv, tsv, jsonl and parquet: add what the tags of a study database say
    ///
    /// Composers (out of White), award, source and diagram (out of Event) and flags (after the
    /// code in Black), for games whose Black tag holds a code, such as (+0016.32d4g7) TT.
    #[arg(long)]
    study: bool,

    /// for csv, tsv and jsonl: add file, trail, trailply and fault
    ///
    /// The file that a game is in, every code of its main line in order, from which ply on each is on the board, and what
    /// is wrong with the game. Parquet always has them.
    #[arg(long)]
    full: bool,

    /// for csv, tsv, jsonl and parquet: add these tags, with commas between, as in WhiteElo,ECO
    ///
    /// Case matters in the names of tags; the column is called like the tag, in lower case. Tags that end in Elo and PlyCount
    /// hold numbers, tags that end in Date dates, others text; Round:number says otherwise. What is not a whole number is left
    /// out (2400.0 is one); in Parquet, so is a date of which not all is known. Event, Site, Date, Round, White, Black and Result are
    /// columns already.
    #[arg(long, value_name = "TAGS", value_parser = Tagged::from_str, value_delimiter = ',')]
    add: Vec<Tagged>,

    /// for csv, tsv, jsonl and parquet: add what endgame tables say
    ///
    /// wdl and wdlfinal: win, cursed win, draw, blessed loss or loss, White's, at the start and at the end. dtz and dtzfinal:
    /// plies to the next capture or pawn move, below 0 where the side to move loses. tableply: plies before the first
    /// position that is known. verdicts: the value of each position, - where it is not known. The fifty-move rule is
    /// that of verify. DIR has Syzygy tables; several times for several folders.
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,

    #[command(flatten)]
    plugins: PluginArgs,
    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    into: IntoArgs,
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
    let output = OutputArgs { into: args.into.clone(), ..OutputArgs::of_target(&args.run.target) };
    let RunArgs { input, report, .. } = &args.run;
    let session = Session::into_folder(input, &output, report, Some(format.name))?;
    let outside = args.plugins.open()?;
    session.run(|inputs, output| {
        let tables = args.open_tables(inputs.console)?;
        let verdicts: Vec<_> = tables.iter().flat_map(TableColumn::all).collect();
        let added = args.added(&verdicts);
        let mut columns = args.columns(writer, &added);
        added::refuse_taken(&columns)?;
        if let Some(outside) = &outside {
            outside.refuse_columns(&columns)?;
            columns.extend_from_slice(outside.columns());
        }
        let sitting = outside.as_ref().map(Sitting::new);
        let is_replacement = output.is_replacement();
        let bound = output::begin(&*sink, &columns, output)?;
        let is_alone = inputs.sources.len() == 1 && args.whose.is_everybody();
        let mut output = Joined::new(bound, is_replacement, is_alone);
        inputs.each(|intake| {
            let file = column::File(intake.name.clone());
            let stages = args.stages(writer, &file, &added);
            let task = Task::Find(&stages);
            let is_edit = format.source.is_some_and(|it| it.is_same(intake.source()));
            let limit = args.run.input.limit();
            let consultation =
                sitting.as_ref().map(|sitting| sitting.consult(&intake.name, is_edit, limit));
            let conversion = Conversion { args, format, sink: &*sink, task, consultation };
            conversion.write(intake, &mut output)
        })?;
        sitting.as_ref().map_or(Ok(()), Sitting::end)?;
        tables.iter().for_each(|tables| syzygy::tell_faults(tables, inputs.console));
        Ok(output.end()?.end().map(drop)?)
    })
}

/// What is written of one input, and how.
struct Conversion<'a> {
    args: &'a Args,
    format: &'static Format,
    sink: &'a dyn Sink,
    task: Task<'a>,
    consultation: Option<Consultation<'a>>,
}

impl Conversion<'_> {
    fn write(&self, intake: &mut Intake<'_>, output: &mut Joined<Bound<'_>>) -> anyhow::Result<()> {
        let Conversion { args, sink, task, .. } = *self;
        let source = intake.source();
        if output.output().takes_rows() {
            let job = Job::collect(source, GameCollector::new(RowBatch::add));
            intake.write_rows(&self.apply(Job { task, ..job }), output)
        } else if let Some(kept) = self.format.kept().filter(|_| !args.whose.is_everybody()) {
            let records = joint::linked(sink, Joints::new(kept, args.run.input.limit()));
            let job = Job { task, ..Job::collect(source, records) };
            intake.write_picked(&self.apply(job), kept, output)
        } else {
            let job = self.apply(Job::new(source, task, sink));
            intake.write(&job, self.format.kept(), output)
        }
    }

    /// The job with what the user says, and with those who are asked.
    fn apply<'a, C>(&'a self, job: Job<'a, C>) -> Job<'a, C> {
        let job = self.args.apply(job);
        match &self.consultation {
            Some(consultation) => job.advised_by(consultation),
            None => job,
        }
    }
}

impl Args {
    /// The job with what the user says. Tables want every position.
    fn apply<'a, C>(&'a self, job: Job<'a, C>) -> Job<'a, C> {
        let job = self.whose.apply(self.play.apply(&self.run.input, job));
        if self.tables.is_empty() { job } else { Job { lane: Lane::Recording, ..job } }
    }

    fn open_tables(&self, console: &mut Console) -> anyhow::Result<Option<Tables>> {
        (!self.tables.is_empty()).then(|| syzygy::open(&self.tables, console)).transpose()
    }

    fn format(&self) -> anyhow::Result<(&'static Format, &'static Writer)> {
        let names = written_names();
        let name = ending::name_of_format(self.to.as_deref(), self.run.target.file(), &names)?;
        name.as_deref()
            .and_then(written)
            .with_context(|| format!("which format? say --to with one of {}", names.join(", ")))
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
        ensure!(self.add.is_empty() || is_full, "--add has no meaning for {name}");
        let has_answers = is_heeded(Setting::Answers);
        ensure!(self.plugins.is_empty() || has_answers, "--plugin has no meaning for {name}");
        Ok(())
    }

    /// The positions in their own order, each once.
    fn positions(&self) -> Vec<At> {
        let is_wanted = |at: &At| self.at.is_empty() || self.at.contains(at);
        [At::Start, At::Final].into_iter().filter(is_wanted).collect()
    }

    fn settings(&self) -> Settings {
        let threads = self.run.input.threads().get();
        let (at, answers) = (self.positions(), !self.plugins.is_empty());
        Settings { at, spreadsheet: self.spreadsheet, answers, threads }
    }

    fn columns(&self, writer: &Writer, added: &[&dyn Stage]) -> Vec<Column> {
        let file = column::File(String::new());
        self.stages(writer, &file, added).iter().map(|stage| stage.column()).collect()
    }

    /// What endgame tables and tags add to each row.
    fn added<'a>(&'a self, verdicts: &'a [TableColumn<'a>]) -> Vec<&'a dyn Stage> {
        let verdicts = verdicts.iter().map(|stage| -> &dyn Stage { stage });
        let tagged = self.add.iter().map(|stage| -> &dyn Stage { stage });
        verdicts.filter(|stage| self.is_wanted(*stage)).chain(tagged).collect()
    }

    /// Whether it is about a position that is wanted, or about none.
    fn is_wanted(&self, stage: &dyn Stage) -> bool {
        stage.at().is_none_or(|at| self.positions().contains(&at))
    }

    /// All stages but those about positions that are not wanted, those for studies and for full rows if they are, and those
    /// that are added. Where there are no rows, what plugins say is all that has columns.
    fn stages<'a>(
        &self,
        writer: &Writer,
        file: &'a column::File,
        added: &[&'a dyn Stage],
    ) -> Vec<&'a dyn Stage> {
        let has_rows = writer.heeds.contains(&Setting::Study);
        if !self.plugins.is_empty() && !has_rows {
            return Vec::new();
        }
        let study = if self.study { STUDY } else { &[] };
        let is_full = self.full || writer.is_full;
        let (file, full) = if is_full { (Some(file as &dyn Stage), FULL) } else { (None, &[][..]) };
        let of_games = registry::stages().map(|stage| -> &dyn Stage { stage });
        let of_games = of_games.filter(|stage| self.is_wanted(*stage));
        let others = study.iter().chain(full).copied().chain(added.iter().copied());
        file.into_iter().chain(of_games).chain(others).collect()
    }
}
