//! `similar`: which positions of a database are most like one that is given, how they correspond and what differs;
//! and which positions of a database are like one another.

mod comparison;
mod list;
mod occurrence;
mod page;
mod pairs;
mod position;
mod rows;
mod search;
mod shown_position;
mod submission;

use crate::cli::args::{InputArgs, PlayArgs, RunArgs};
use crate::cli::console::counted;
use crate::cli::input::Source;
use crate::cli::output::{Target, ending};
use crate::cli::session::{Inputs, Session};
use crate::cli::tag_filter::WhoseArgs;
use crate::format::Source as Format;
use crate::play::Lane;
use crate::run::{Collector, Job};
use crate::similarity::{Cost, Queries, Ranked, Ranking};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use occurrence::Occurrence;
use position::Typed;
use search::{Hunt, Reach};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use submission::{Gathering, Submission};

/// How many hits people want to see.
const TOP: NonZero<usize> = NonZero::new(10).expect("ten is not none");

/// What pairs of a database may cost.
const WITHIN_ALL: Cost = Cost::from_halves(6);

#[derive(clap::Args, Debug)]
#[command(mut_arg("from", |arg| arg.visible_alias(None).long("from-format")))]
pub struct Args {
    /// the position, in any full form of GBR or as FEN, quoted or not
    ///
    /// With --from or --all, all that is not a flag is a FILE.
    #[arg(value_name = "POSITION", required_unless_present_any = ["submissions", "all"])]
    position: Option<OsString>,

    /// look for the start positions of the games in FILE
    ///
    /// Each has its number there as its query. The format of the input, --from elsewhere, is --from-format here as
    /// in all commands.
    #[arg(long = "from", value_name = "FILE", id = "submissions")]
    submissions: Option<PathBuf>,

    /// all pairs of start positions within a cost [default: 3]: versions, corrections, reprints
    ///
    /// Games from the initial array are left out. All other start positions are held in memory, with some 500 bytes
    /// for each and 50 for each pair.
    #[arg(long, conflicts_with_all = ["submissions", "at"])]
    all: bool,

    /// with --all: what hangs together by pairs, directly or through others
    ///
    /// Cost and words compare each position with the first one of its group.
    #[arg(long, requires = "all")]
    groups: bool,

    /// only the N best hits of each query, or all [default: 10; all pairs for --all]
    #[arg(long, value_name = "N", value_parser = top)]
    top: Option<Top>,

    /// only what costs no more: a man's step 1, a pawn 2, another man 3, a mirror 1/2
    #[arg(long, value_name = "COST")]
    within: Option<Cost>,

    /// which positions of a game count
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    at: ReachArg,

    /// with --at any: positions in variations count too
    ///
    /// A table has a last column then, variation: 24(1)27(2) is the first one instead of ply 24, and in it the second one instead of
    /// ply 27.
    #[arg(long, conflicts_with = "all")]
    variations: bool,

    /// format to write [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<SimilarFormat>,

    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ReachArg {
    /// the position a game starts from
    #[default]
    Start,
    /// every position of its main line; the best one of each game is shown
    Any,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SimilarFormat {
    /// a list for people
    #[default]
    Text,
    /// a table: query, rank, cost, file, line, game, ply, as, differs, gbrpos, fen
    ///
    /// gbrpos and fen are those of the database. With --all: rank, cost, file, line, game, file2, line2, game2, as,
    /// differs, gbrpos, fen, gbrpos2, fen2. With --groups: group, cost, file, line, game, as, differs, gbrpos, fen.
    Csv,
    /// the same, an object a line
    Jsonl,
    /// a page with both boards side by side and the squares marked that differ
    Html,
}

/// How many hits; none for all of them.
#[derive(Clone, Copy, Debug)]
struct Top(Option<NonZero<usize>>);

fn top(text: &str) -> Result<Top, String> {
    if text == "all" {
        return Ok(Top(None));
    }
    let number = text.parse().map_err(|_| "expected a number from 1, or all".to_owned())?;
    Ok(Top(Some(number)))
}

/// A query with its hits, best first.
pub struct RankedHits<'s> {
    submission: &'s Submission,
    hits: Vec<Ranked<Occurrence>>,
}

/// Finds out what is asked for and writes it; status 1 when nothing is within the cost, 2 for a bad position.
pub fn run(args: &Args) -> Result<ExitCode> {
    let to = ending::format_of(args.to, args.run.target.output.as_deref())?.unwrap_or_default();
    let (given, files) = args.words()?;
    let given = match given {
        None => None,
        Some(Typed::Good(submission)) => Some(*submission),
        Some(Typed::Bad) => return Ok(ExitCode::from(2)),
    };
    let mut run = args.run.clone();
    run.input.files = files;
    args.refuse_same_file(&run.input)?;
    ensure!(
        !args.variations || args.at == ReachArg::Any,
        "--variations counts every position: say --at any"
    );
    Session::of(&run)?.run(|inputs, output| {
        inputs.console.find(0);
        let names: Vec<String> = inputs.sources.iter().map(Source::name).collect();
        if args.all {
            let kin = pairs::find(args, inputs)?;
            return Ok(kin.write(args, to, &names, output)?);
        }
        let submissions = args.submissions(given.as_ref(), inputs)?;
        let outcomes = args.compare(&submissions, inputs)?;
        let is_numbered = args.submissions.is_some();
        Ok(match to {
            SimilarFormat::Text => list::hits(&outcomes, &names, is_numbered, args.within, output),
            SimilarFormat::Csv => rows::hits(&outcomes, &names, args.variations, rows::CSV, output),
            SimilarFormat::Jsonl => {
                rows::hits(&outcomes, &names, args.variations, rows::JSONL, output)
            }
            SimilarFormat::Html => page::hits(&outcomes, &names, is_numbered, output),
        }?)
    })
}

impl Args {
    /// The position that was typed, where one had to be, and the files.
    fn words(&self) -> Result<(Option<Typed>, Vec<PathBuf>)> {
        let words: Vec<OsString> = self.position.iter().cloned().collect();
        let files = self.run.input.files.iter().map(|path| path.clone().into_os_string());
        let words: Vec<OsString> = words.into_iter().chain(files).collect();
        if self.all || self.submissions.is_some() {
            return Ok((None, words.into_iter().map(PathBuf::from).collect()));
        }
        let (given, rest) = position::split(&words)?;
        Ok((Some(given), rest.iter().map(PathBuf::from).collect()))
    }

    /// What is looked for must be neither replaced nor read twice from a pipe.
    fn refuse_same_file(&self, input: &InputArgs) -> Result<()> {
        let Some(path) = &self.submissions else { return Ok(()) };
        let (source, shown) = (Source::of_path(path), path.display());
        let output = self.run.target.output.as_deref().map(Target::of_path);
        let written = [output.and_then(|it| it.identity())]
            .into_iter()
            .chain(self.run.report.faults.iter().map(|path| Target::of_path(path).identity()));
        let own = source.identity();
        ensure!(
            own.is_none() || !written.into_iter().any(|it| it == own),
            "{shown}: is input, and cannot be written"
        );
        let reads_stdin = input.files.iter().all(|path| Source::of_path(path) == Source::Stdin);
        ensure!(
            source != Source::Stdin || !reads_stdin,
            "standard input cannot be both what is looked for and where"
        );
        Ok(())
    }

    /// All that is looked for.
    fn submissions(
        &self,
        given: Option<&Submission>,
        inputs: &mut Inputs<'_>,
    ) -> Result<Vec<Submission>> {
        let Some(path) = &self.submissions else { return Ok(given.into_iter().cloned().collect()) };
        let mut found = Vec::new();
        inputs.open(&Source::of_path(path), |intake| {
            let job = self.play.apply(&self.run.input, Job::collect(intake.source(), Gathering));
            intake.run(&Job { lane: Lane::Recording, ..job }, |_, done| {
                found.append(&mut done.out);
                Ok(())
            })
        })?;
        ensure!(!found.is_empty(), "{}: there is no position to look for", path.display());
        Ok(found)
    }

    /// The best hits of each of them in all inputs.
    fn compare<'s>(
        &self,
        submissions: &'s [Submission],
        inputs: &mut Inputs<'_>,
    ) -> Result<Vec<RankedHits<'s>>> {
        let queries = Queries::new(submissions.iter().map(|it| &it.exhibit.placement));
        let top = self.top.map_or(Some(TOP), |top| top.0);
        let ranking = Ranking::new(queries.len(), top, self.within.unwrap_or(Cost::MAX));
        let (mut games, mut file) = (0, 0);
        for source in inputs.sources {
            inputs.open(source, |intake| {
                let reach = match self.at {
                    ReachArg::Start => Reach::Start,
                    ReachArg::Any if self.variations => Reach::Tree,
                    ReachArg::Any => Reach::MainLine,
                };
                let hunt = Hunt::new(submissions, &queries, &ranking, file, reach);
                let job = self.job(intake.source(), hunt);
                intake.run(&job, |_, done| {
                    games += done.games;
                    Ok(())
                })
            })?;
            file += 1;
        }
        let hits = ranking.into_hits();
        self.conclude(inputs, &hits, games);
        let outcome = |(submission, hits)| RankedHits { submission, hits };
        Ok(submissions.iter().zip(hits).map(outcome).collect())
    }

    /// Plays games position by position only where all of them count.
    fn job<'a, C: Collector>(&'a self, source: &'a dyn Format, collector: C) -> Job<'a, C> {
        let job = self.play.apply(&self.run.input, Job::collect(source, collector));
        let job = self.whose.apply(job);
        match self.at {
            ReachArg::Start => job,
            ReachArg::Any => Job { lane: Lane::Recording, ..job },
        }
    }

    fn conclude(&self, inputs: &mut Inputs<'_>, hits: &[Vec<Ranked<Occurrence>>], games: u64) {
        let found = hits.iter().map(Vec::len).sum::<usize>() as u64;
        inputs.console.find(found);
        let queries = match &self.submissions {
            Some(_) if hits.len() == 1 => " for 1 query".to_owned(),
            Some(_) => format!(" for {} queries", hits.len()),
            None => String::new(),
        };
        let summary = format!("{}{queries}, {}", counted(found, "hit"), counted(games, "game"));
        inputs.console.conclude(summary, false);
    }
}
