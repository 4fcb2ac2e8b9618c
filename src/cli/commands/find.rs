//! `find`: the records in which a force comes up.

use crate::cli::args::{InputArgs, OutputArgs, PlayArgs, ReportArgs, TargetArgs};
use crate::cli::commands::convert;
use crate::cli::console::Console;
use crate::cli::indexed::{self, Answer, Lookup, Wish};
use crate::cli::input::Source as From;
use crate::cli::intake::Intake;
use crate::cli::listing::{self, Listing, Silence};
use crate::cli::output::{self, Bound, Joined, Output, ending};
use crate::cli::registry;
use crate::cli::session::Session;
use crate::column::{At, FINDINGS, Stage};
use crate::format::{Format, RowBatch, Same, Setting, Settings, Sink, Source, Writer};
use crate::gbr::{Claim, Kings, Pattern};
use crate::index::Query;
use crate::joint::{self, Chain, Joints};
use crate::row::Column;
use crate::run::{Collector, Filter, GameCollector, Job, SinkCollector, Task};
use crate::search::{Search, Span, Want};
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use shakmaty::Color;
use std::ffi::OsString;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// the force to look for, unless -e says it
    #[arg(value_name = "PATTERN", required_unless_present = "patterns")]
    pattern: Option<OsString>,

    /// a force to look for; several -e are alternatives
    ///
    /// With -e, all that is not a flag is a FILE.
    #[arg(short = 'e', long = "pattern", value_name = "PATTERN", id = "patterns")]
    patterns: Vec<String>,

    /// which positions count
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    at: SpanArg,

    /// plies that the force must stay on the board
    ///
    /// Each position lasts a ply, the last one of the game to its end. With open places, the force
    /// stays as long as the pattern takes it: 4000.* goes on when a pawn falls.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    lasts: u32,

    /// also find the same with the colours exchanged
    ///
    /// Kings and turn are exchanged too: e1?8 of White is e8?1 of Black.
    #[arg(long, alias = "both-colors")]
    both_colours: bool,

    /// where the kings stand, White's first, as in e1?8, [a-d]?h[78]
    ///
    /// In one of the positions that have the force.
    #[arg(long, value_name = "SQUARES")]
    kings: Option<Kings>,

    /// how many men, kings included, as in 5, 3-7, 3-, -7
    #[arg(long, value_name = "RANGE", value_parser = men, allow_hyphen_values = true)]
    men: Option<RangeInclusive<u8>>,

    /// what a study claims for White
    #[arg(long, value_name = "CLAIM", value_enum)]
    claim: Option<ClaimArg>,

    /// who is to move, in one of the positions that have the force
    #[arg(long, value_name = "SIDE", value_enum)]
    turn: Option<TurnArg>,

    /// the games in which it is not found
    #[arg(long)]
    invert: bool,

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
    play: PlayArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum SpanArg {
    /// the position a game starts from
    Start,
    /// the last position of its main line
    Final,
    /// every position of its main line
    #[default]
    Any,
}

impl SpanArg {
    pub fn span(self) -> Span {
        match self {
            SpanArg::Start => Span::Start,
            SpanArg::Final => Span::Final,
            SpanArg::Any => Span::Any,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClaimArg {
    Win,
    Draw,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TurnArg {
    White,
    Black,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (search, input) = (args.search()?, args.files());
    let stages = stages();
    let form = Form::of(args)?;
    let columns: Vec<Column> = stages.iter().map(|stage| stage.column()).collect();
    let output = OutputArgs { target: args.target.clone(), in_place: false };
    Session::start(&input, &output, &args.report)?.run(|inputs, output| {
        let run = Run { args, search: &search, form: &form, stages: &stages };
        inputs.console.find(0);
        let is_replacement = output.is_replacement();
        let mut output = Joined::new(form.begin(&columns, output)?, is_replacement, false);
        let mut found = 0;
        for source in inputs.sources {
            if let Some(games) = run.by_index(inputs.console, source, &mut output)? {
                found += games;
                continue;
            }
            inputs.open(source, |intake| {
                run.file(intake, &mut output)?;
                found += intake.found;
                Ok(())
            })?;
        }
        if args.count {
            writeln!(output.output(), "{found}")?;
        }
        Ok(output.end()?.end().map(drop)?)
    })
}

/// What there is to say about games and about the position found in them.
fn stages() -> Vec<&'static dyn Stage> {
    let of_games = registry::stages().filter(|stage| matches!(stage.at(), None | Some(At::Found)));
    of_games.chain(FINDINGS.iter().copied()).collect()
}

/// How what is found is written.
enum Form {
    Records,
    List,
    Count,
    Format(Written),
}

/// A format of convert's.
struct Written {
    sink: Box<dyn Sink + Send>,
    format: &'static Format,
    writer: &'static Writer,
    /// Whether the user typed it; if not, the name of the output ends like it.
    is_typed: bool,
}

impl Form {
    fn of(args: &Args) -> Result<Form> {
        let output = args.target.output.as_deref();
        if args.list {
            return ending::refuse_other_than(&["text", "tsv"], output).map(|()| Form::List);
        }
        if args.count {
            return ending::refuse_other_than(&["text"], output).map(|()| Form::Count);
        }
        let names = convert::written_names();
        let name = ending::name_of_format(args.to.as_deref(), output, &names)?;
        let Some((format, writer)) = name.as_deref().and_then(convert::written) else {
            return Ok(Form::Records);
        };
        let is_typed = args.to.is_some();
        ensure!(!args.invert || !is_typed || has_rows(writer), nothing_to_write(format));
        let threads = args.input.threads().get();
        let settings = Settings { at: vec![At::Found], spreadsheet: false, threads };
        Ok(Form::Format(Written { sink: (writer.make)(&settings), format, writer, is_typed }))
    }

    /// Whether records of this format are written as they are.
    fn keeps(&self, source: &dyn Source) -> bool {
        match self {
            Form::Records => true,
            Form::Format(written) => {
                let own = written.format.source;
                !written.is_typed && own.is_some_and(|own| own.is_same(source))
            }
            Form::List | Form::Count => false,
        }
    }

    /// What writes records as they are, and in which format; none where it is rows that are written.
    fn written(&self, source: &'static dyn Source) -> Option<(&dyn Sink, &'static dyn Source)> {
        match self {
            _ if self.keeps(source) => Some((&Same, source)),
            Form::Format(written) => {
                written.format.kept().map(|format| (&*written.sink as &dyn Sink, format))
            }
            Form::Records | Form::List | Form::Count => None,
        }
    }

    fn begin<'o>(&self, columns: &[Column], output: &'o mut Output) -> Result<Bound<'o>> {
        match self {
            Form::Format(written) => output::begin(&*written.sink, columns, output),
            Form::Records | Form::List | Form::Count => output::begin(&Silence, columns, output),
        }
    }
}

/// Whether a format has something to write for a game in which nothing was found.
fn has_rows(writer: &Writer) -> bool {
    !writer.heeds.contains(&Setting::At) || writer.heeds.contains(&Setting::Full) || writer.is_full
}

fn nothing_to_write(format: &Format) -> String {
    format!("--invert finds games, not positions: {} has nothing to write", format.name)
}

/// One search over all inputs.
struct Run<'a> {
    args: &'a Args,
    search: &'a Search,
    form: &'a Form,
    stages: &'a [&'a dyn Stage],
}

impl Run<'_> {
    /// Searches one input.
    fn file(&self, intake: &mut Intake<'_>, output: &mut Joined<Bound<'_>>) -> Result<()> {
        let (source, name) = (intake.source(), intake.name.clone());
        self.refuse_nothing_to_write(source)?;
        let Some((sink, format)) = self.form.written(source) else {
            if output.output().takes_rows() {
                let rows = GameCollector::new(RowBatch::add);
                return intake.write_rows(&self.job(source, rows), output);
            }
            let listing = Listing { file: name };
            let job = self.job(source, SinkCollector::new(self.sink(&listing)));
            return intake.write(&job, None, output);
        };
        let joints = Joints::new(format, self.args.input.limit());
        let job = self.job(source, joint::linked(sink, joints));
        output.begin(&name, Some(format), job.limit);
        let mut end = None;
        intake.run(&job, |console, done| {
            let mut members = joint::members(&done.out, &mut end);
            members.try_for_each(|member| console.faults(&name, output.record(&member)?.as_slice()))
        })?;
        output.end_input()
    }

    /// Answers from the index of a file, and says how many games were found; none where the file has to be read.
    fn by_index(
        &self,
        console: &mut Console,
        source: &From,
        output: &mut Joined<Bound<'_>>,
    ) -> Result<Option<u64>> {
        let (args, limit) = (self.args, self.args.input.limit());
        let wish = match self.form {
            Form::Count => Wish::Count,
            Form::List => Wish::Places,
            Form::Records | Form::Format(Written { is_typed: false, .. }) => Wish::Records(limit),
            Form::Format(Written { is_typed: true, .. }) => return Ok(None),
        };
        let query = indexed::question(self.search, args.invert).filter(|_| args.play.is_usual());
        let Some(query) = query else { return Ok(None) };
        let Some(mut index) = Lookup::of(console, source, &args.input, &args.report) else {
            return Ok(None);
        };
        let is_kept =
            matches!(wish, Wish::Count | Wish::Places) || self.form.keeps(index.source()?);
        let answer = match is_kept {
            true => Answer::to(&mut index, &query, wish, &args.report),
            false => Ok(None),
        };
        let Some(answer) = index.heard(answer, console, &args.report) else { return Ok(None) };
        self.write_by_index(console, &mut index, &answer, (&query, wish), output)?;
        let found = answer.found;
        console.find(found);
        answer.conclude(&mut index, console)?;
        Ok(Some(found))
    }

    fn write_by_index(
        &self,
        console: &mut Console,
        index: &mut Lookup,
        answer: &Answer,
        (query, wish): (&Query, Wish),
        output: &mut Joined<Bound<'_>>,
    ) -> Result<()> {
        let name = index.name.clone();
        match wish {
            Wish::Count => Ok(()),
            Wish::Places => answer.places(index, query, |hit| {
                let line = listing::line_of(&name, hit);
                Ok(output.output().write_all(line.as_bytes())?)
            }),
            Wish::Records(limit) => {
                let (source, end) = (index.source()?, index.index.origin().length);
                let mut chain = Chain::new(Joints::new(source, limit), end);
                output.begin(&name, Some(source), limit);
                answer.records(index, query, limit, |hit, bytes| {
                    let member = chain.member(hit.location.offset, bytes);
                    console.faults(&name, output.record(&member)?.as_slice())
                })?;
                output.end_input()
            }
        }
    }

    /// A game in which nothing was found has no position for a format of positions.
    fn refuse_nothing_to_write(&self, source: &dyn Source) -> Result<()> {
        if let Form::Format(written) = self.form {
            let is_written = has_rows(written.writer) || self.form.keeps(source);
            ensure!(!self.args.invert || is_written, nothing_to_write(written.format));
        }
        Ok(())
    }

    /// What writes rows, or a line for each game, or nothing.
    fn sink<'b>(&'b self, listing: &'b Listing) -> &'b dyn Sink {
        match self.form {
            Form::Format(written) => &*written.sink,
            Form::List => listing,
            Form::Records | Form::Count => &Silence,
        }
    }

    fn job<'b, C: Collector>(&'b self, source: &'b dyn Source, collector: C) -> Job<'b, C> {
        let position = matches!(self.form, Form::Format(_)) && !self.form.keeps(source);
        let task = Task::Find(if position { self.stages } else { &[] });
        let only = Some(Filter { search: self.search, invert: self.args.invert, position });
        let job = Job { task, only, ..Job::collect(source, collector) };
        self.args.play.apply(&self.args.input, job)
    }
}

impl Args {
    /// The inputs: with -e, what stands in the place of the pattern is one of them.
    fn files(&self) -> InputArgs {
        let mut input = self.input.clone();
        if let Some(file) = self.pattern.as_ref().filter(|_| !self.patterns.is_empty()) {
            input.files.insert(0, file.into());
        }
        input
    }

    fn search(&self) -> Result<Search> {
        let mut wants = Vec::new();
        for pattern in self.all_patterns()? {
            let want = self.want(pattern);
            wants.extend(self.both_colours.then(|| want.reversed()));
            wants.push(want);
        }
        let claim = self.claim.map(|claim| match claim {
            ClaimArg::Win => Claim::Win,
            ClaimArg::Draw => Claim::Draw,
        });
        Ok(Search { wants, span: self.at.span(), lasts: self.lasts, claim })
    }

    fn want(&self, pattern: Pattern) -> Want {
        let turn = self.turn.map(|turn| match turn {
            TurnArg::White => Color::White,
            TurnArg::Black => Color::Black,
        });
        let any = Want::force(pattern);
        Want {
            men: self.men.clone().unwrap_or(any.men),
            kings: self.kings,
            turn,
            ..Want::force(pattern)
        }
    }

    fn all_patterns(&self) -> Result<Vec<Pattern>> {
        if !self.patterns.is_empty() {
            return self.patterns.iter().map(|text| pattern(text)).collect();
        }
        let text = self.pattern.as_deref().unwrap_or_default();
        let is_file = Path::new(text).is_file();
        let text = text.to_str().context("the pattern is no ASCII text")?;
        match pattern(text) {
            Err(error) if is_file => Err(error.context("the pattern comes before the files")),
            result => Ok(vec![result?]),
        }
    }
}

/// Reads a pattern; the error tells the place.
fn pattern(text: &str) -> Result<Pattern> {
    let complain = |error: crate::gbr::ParseError| {
        anyhow::anyhow!("{text} is not a pattern: at character {}, {error}", error.byte() + 1)
    };
    text.parse::<Pattern>().map_err(complain)
}

/// `5`, `3-7`, `3-` or `-7`.
fn men(text: &str) -> Result<RangeInclusive<u8>> {
    let number = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse::<u8>() };
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = match (number(from, 0), number(to, u8::MAX)) {
        (Ok(from), Ok(to)) if text.len() > 1 || !text.starts_with('-') => from..=to,
        _ => bail!("expected a number of men or a range, as in 5, 3-7, 3- or -7"),
    };
    ensure!(!text.is_empty() && !range.is_empty(), "no number of men is in {text:?}");
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_men_may_be_open() {
        assert_eq!(men("5").unwrap(), 5..=5);
        assert_eq!(men("3-7").unwrap(), 3..=7);
        assert_eq!(men("3-").unwrap(), 3..=255);
        assert_eq!(men("-7").unwrap(), 0..=7);
        for text in ["", "-", "7-3", "x", "3-x", "300"] {
            assert!(men(text).is_err(), "{text}");
        }
    }
}
