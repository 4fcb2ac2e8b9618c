//! `find`: the records in which a force or a position comes up.

mod by_index;
mod form;
mod judged_by_index;
mod position_traits;
mod question;
mod split;
mod verdict;

pub use position_traits::TraitArgs;
pub use question::asked;

use crate::cli::args::{InputArgs, OutputArgs, PlayArgs, ReportArgs, TargetArgs};
use crate::cli::commands::convert;
use crate::cli::input::Source as From;
use crate::cli::intake::Intake;
use crate::cli::listing::{FoundWay, Listing, Silence};
use crate::cli::output::{Bound, Joined, Output};
use crate::cli::registry;
use crate::cli::session::{Inputs, Session};
use crate::cli::status::Status;
use crate::cli::syzygy;
use crate::cli::tag_filter::WhoseArgs;
use crate::column::{At, FINDINGS, Stage};
use crate::format::{Pgn, RowBatch, Sink, Source};
use crate::joint::{self, Joints};
use crate::row::Column;
use crate::run::{Collector, Filter, GameCollector, Job, Judged, SinkCollector, Task};
use crate::search::{Search, Span};
use crate::verify::TableJudge;
use anyhow::{Result, ensure};
use form::{OutputForm, has_rows, nothing_to_write};
use question::QuestionArgs;
use split::SplitArgs;
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,

    #[command(flatten)]
    whose: WhoseArgs,

    /// positions in variations count too, where the main line has none
    ///
    /// With --list, a seventh column, and in tables a column way says which variations lead there: 24(1)27(2) is the first one instead of ply 24, and in it
    /// the second one instead of ply 27; main is the main line. A variation that cannot be played to its end is a fault where
    /// nothing is found in the game.
    #[arg(long)]
    variations: bool,

    /// the games in which it is not found
    #[arg(long)]
    invert: bool,

    /// with --to pgn: the game from the position on that is found
    ///
    /// FEN and SetUp are set, PlyCount goes, our tags are computed anew where they were; all other tags stay, and the moves
    /// that follow with their comments and variations. A comment on the move that leads to the position stays before the first
    /// move; a glyph goes with its move. With --variations the line that is found becomes the main line; out of a
    /// variation, the result is *, and nothing is claimed.
    #[arg(long, conflicts_with_all = ["list", "count", "invert"])]
    cut: bool,

    /// print only how many games there are
    #[arg(long, conflicts_with_all = ["list", "to"])]
    count: bool,

    /// print only where they are: file, line, offset, game, ply and code
    ///
    /// With a tab between. The ply, from 0, is the first one of the force; offset is the byte, from 0, in the
    /// decompressed file.
    #[arg(long, conflicts_with = "to")]
    list: bool,

    /// write another format [default: the records as they are]
    ///
    /// Formats with a line per position get the first position that is wanted.
    #[arg(long, value_name = "FORMAT", value_parser = convert::sink_names())]
    to: Option<String>,

    #[command(flatten)]
    split: SplitArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let Some((search, input)) = args.question.read(&args.input, args.whose.is_given())? else {
        return Ok(Status::Failure.into());
    };
    let stages = stages();
    let form = OutputForm::of(args)?;
    ensure!(
        !args.variations || search.span == Span::Any,
        "--variations counts every position, and --at start or final one of the main line"
    );
    args.question.verdict.check()?;
    args.split.check(&form, args.invert, &input.files)?;
    let others = args.split.split.iter().cloned().collect();
    let output = OutputArgs { others, ..OutputArgs::of_target(&args.target) };
    let open = search.whatever_outcome();
    let run =
        Run { args, search: &open, judged: &search, judge: None, form: &form, stages: &stages };
    let columns = run.columns();
    let session = Session::start(&input, &output, &args.report)?;
    if let Some(folder) = &args.split.split {
        return session.read(|inputs| {
            run.with_tables(inputs, |run, inputs| split::run(&run, &args.split, folder, inputs))
        });
    }
    if args.count {
        return session.run(|inputs, output| {
            run.with_tables(inputs, |run, inputs| run.count(inputs, output))
        });
    }
    session.run(|inputs, output| {
        let is_replacement = output.is_replacement();
        let mut output = Joined::new(form.begin(&columns, output)?, is_replacement, false);
        run.with_tables(inputs, |run, inputs| run.each(inputs, &mut output))?;
        Ok(output.end()?.end().map(drop)?)
    })
}

/// What there is to say about games and about the position found in them.
fn stages() -> Vec<&'static dyn Stage> {
    let of_games = registry::stages().filter(|stage| matches!(stage.at(), None | Some(At::Found)));
    of_games.chain(FINDINGS.iter().copied()).collect()
}

/// One search over all inputs.
#[derive(Clone, Copy)]
struct Run<'a> {
    args: &'a Args,
    /// However positions end.
    search: &'a Search,
    /// The same with how they must end.
    judged: &'a Search,
    /// Who knows how they end; nobody where that does not matter.
    judge: Option<TableJudge<'a>>,
    form: &'a OutputForm,
    stages: &'a [&'a dyn Stage],
}

impl Run<'_> {
    /// Opens the tables, where they are asked, and says at the end what is wrong with them.
    fn with_tables(
        self,
        inputs: &mut Inputs<'_>,
        search: impl FnOnce(Run<'_>, &mut Inputs<'_>) -> Result<()>,
    ) -> Result<()> {
        inputs.console.find(0);
        let tables = self.args.question.verdict.open(inputs.console)?;
        if tables.is_some() {
            inputs.console.leave_open(0);
        }
        search(Run { judge: tables.as_ref().map(TableJudge), ..self }, inputs)?;
        tables.iter().for_each(|tables| syzygy::tell_faults(tables, inputs.console));
        Ok(())
    }

    /// Says how many games are found in all inputs.
    fn count(&self, inputs: &mut Inputs<'_>, output: &mut Output) -> Result<()> {
        let mut all = 0;
        let count = |inputs: &mut Inputs<'_>, source: &From| self.count_in(inputs, source);
        inputs.each_apart(count, |found| all += found)?;
        Ok(writeln!(output, "{all}")?)
    }

    fn count_in(&self, inputs: &mut Inputs<'_>, source: &From) -> Result<u64> {
        if let Some(found) = self.by_index(inputs.console, source, None)? {
            return Ok(found);
        }
        let mut found = 0;
        inputs.open(source, |intake| {
            let source = intake.source();
            let job = self.job(source, SinkCollector::new(&Silence));
            intake.run(&job, |_, _| Ok(()))?;
            found = intake.found;
            Ok(())
        })?;
        Ok(found)
    }

    /// Searches one input after the other.
    fn each(&self, inputs: &mut Inputs<'_>, output: &mut Joined<Bound<'_>>) -> Result<()> {
        for source in inputs.sources {
            if self.by_index(inputs.console, source, Some(output))?.is_none() {
                inputs.open(source, |intake| self.file(intake, output))?;
            }
        }
        Ok(())
    }

    /// Searches one input.
    fn file(&self, intake: &mut Intake<'_>, output: &mut Joined<Bound<'_>>) -> Result<()> {
        let (source, name) = (intake.source(), intake.name.clone());
        self.refuse_nothing_to_write(source)?;
        let Some((sink, format)) = self.form.written(source) else {
            let way = FoundWay(source);
            let stages = self.stages_and(&way);
            if output.output().takes_rows() {
                let rows = GameCollector::new(RowBatch::add);
                return intake.write_rows(&self.table(source, &stages, rows), output);
            }
            let listing = Listing { file: name, has_ways: self.args.variations };
            let job = self.table(source, &stages, SinkCollector::new(self.sink(&listing)));
            return intake.write(&job, None, output);
        };
        let joints = Joints::new(format, self.args.input.limit());
        if self.args.cut {
            let job = self.job(source, joint::relinked(sink, joints));
            return intake.write_picked(&job, format, output);
        }
        let job = self.job(source, joint::linked(sink, joints));
        intake.write_picked(&job, format, output)
    }

    /// A game in which nothing was found has no position for a format of positions.
    fn refuse_nothing_to_write(&self, source: &dyn Source) -> Result<()> {
        if let OutputForm::Format(written) = self.form {
            let is_written = has_rows(written.writer) || self.form.keeps(source);
            ensure!(!self.args.invert || is_written, nothing_to_write(written.format));
        }
        Ok(())
    }

    /// What writes rows, or a line for each game, or nothing.
    fn sink<'b>(&'b self, listing: &'b Listing) -> &'b dyn Sink {
        match self.form {
            OutputForm::Format(written) => &*written.sink,
            OutputForm::List => listing,
            OutputForm::Records | OutputForm::Count => &Silence,
        }
    }

    /// The same with a row for each game.
    fn table<'b, C: Collector>(
        &'b self,
        source: &'b dyn Source,
        stages: &'b [&'b dyn Stage],
        collector: C,
    ) -> Job<'b, C> {
        let job = self.job(source, collector);
        let has_cells = matches!(self.form, OutputForm::Format(_));
        if has_cells { Job { task: Task::Find(stages), ..job } } else { job }
    }

    fn columns(&self) -> Vec<Column> {
        self.stages_and(&FoundWay(&Pgn)).iter().map(|stage| stage.column()).collect()
    }

    /// With variations, rows also say which of them lead to the position.
    fn stages_and<'b>(&'b self, way: &'b FoundWay<'_>) -> Vec<&'b dyn Stage> {
        let way: Option<&dyn Stage> = if self.args.variations { Some(way) } else { None };
        self.stages.iter().copied().chain(way).collect()
    }

    fn job<'b, C: Collector>(&'b self, source: &'b dyn Source, collector: C) -> Job<'b, C> {
        let position = matches!(self.form, OutputForm::Format(_)) && !self.form.keeps(source);
        let has_cells = position && !self.args.cut;
        let task = Task::Find(if has_cells { self.stages } else { &[] });
        let Args { invert, variations, .. } = *self.args;
        let judged = self.judge.as_ref().map(|judge| Judged { search: self.judged, judge });
        let only = Some(Filter { search: self.search, invert, position, variations, judged });
        let job = Job { task, only, ..Job::collect(source, collector) };
        self.args.whose.apply(self.args.play.apply(&self.args.input, job))
    }
}
