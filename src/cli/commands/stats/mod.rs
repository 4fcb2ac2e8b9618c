//! `stats`: which classes there are, how often, and how their games end.

mod page;
mod plot;
mod rows;
mod table;
mod tally;

use crate::cli::args::{LaneArgs, RunArgs};
use crate::cli::choice::{SPANS, one_of};
use crate::cli::console::{Console, counted};
use crate::cli::indexed::{self, Answer, Lookup};
use crate::cli::intake::Intake;
use crate::cli::output::ending;
use crate::cli::session::Session;
use crate::cli::tag_filter::WhoseArgs;
use crate::format::Entry;
use crate::run::{GameCollector, Job};
use crate::search::Span;
use anyhow::{Result, ensure};
use clap::ValueEnum;
use indicatif::HumanCount;
use plot::Heading;
use std::io::Write;
use std::process::ExitCode;
use tally::ClassTally;

/// The width of the table where there is no terminal.
const WIDTH: usize = 120;

/// How many classes people want to see.
const TOP: usize = 20;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// which positions count
    ///
    /// any: every class that a game passes through, once for each game.
    #[arg(long, value_name = "WHERE", value_parser = one_of(SPANS), default_value = "final")]
    at: Span,

    /// count reversed classes as one, with the stronger side as White
    #[arg(long, alias = "both-colors")]
    both_colours: bool,

    /// only the N most frequent classes [default: 20; all for csv and jsonl]
    #[arg(long, value_name = "N")]
    top: Option<usize>,

    /// what stands above it, for svg and html
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// format to write [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<StatsFormat>,

    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// a table with bars
    #[default]
    #[value(alias = "table")]
    Text,
    /// a table with a heading: code, name, class, games, share, white, draws, black, plies
    Csv,
    /// the same, an object a line
    Jsonl,
    /// a picture of bars
    Svg,
    /// a page with the picture and the table
    Html,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let to = ending::format_of(args.to, args.run.target.output.as_deref())?.unwrap_or_default();
    let has_title = matches!(to, StatsFormat::Svg | StatsFormat::Html);
    ensure!(args.title.is_none() || has_title, "--title is for svg and html only");
    Session::of(&args.run)?.run(|inputs, output| {
        let mut tally = ClassTally::new(args.both_colours);
        for source in inputs.sources {
            let ask = || Lookup::of(inputs.console, source, &args.run.input, &args.run.report);
            let index = args.whose.is_everybody().then(ask).flatten();
            if !args.count_by_index(inputs.console, index, &mut tally)? {
                inputs.open(source, |intake| args.count(intake, &mut tally))?;
            }
        }
        Ok(output.write_all(&args.render(&tally, to)?)?)
    })
}

impl Args {
    /// Counts the games of one input.
    fn count(&self, intake: &mut Intake<'_>, tally: &mut ClassTally) -> Result<()> {
        let span = self.at;
        let count = GameCollector::new(|entry: &Entry<'_>, tally: &mut ClassTally| {
            tally.add_entry(entry, span)
        });
        let job = self.lane.apply(&self.run.input, Job::collect(intake.source(), count));
        let job = self.whose.apply(job);
        intake.run(&job, |_, done| {
            tally.append(&done.out);
            Ok(())
        })
    }

    /// Has an index count the games; false where there is none, or none that can.
    fn count_by_index(
        &self,
        console: &mut Console,
        index: Option<Lookup>,
        tally: &mut ClassTally,
    ) -> Result<bool> {
        let Some(mut index) = index else { return Ok(false) };
        let at = indexed::moment(self.at);
        let counted = Answer::said(&mut index, &self.run.report)
            .and_then(|answer| Ok(answer.zip(Some(index.index.classes(at)?))));
        let Some((answer, counts)) = index.heard(counted, console, &self.run.report) else {
            return Ok(false);
        };
        tally.games += counts.games;
        counts.classes.iter().for_each(|(code, count)| tally.add(*code, count.into()));
        answer.conclude(&mut index, console)?;
        Ok(true)
    }

    fn render(&self, tally: &ClassTally, to: StatsFormat) -> Result<Vec<u8>> {
        let is_for_people = !matches!(to, StatsFormat::Csv | StatsFormat::Jsonl);
        let top = self.top.unwrap_or(if is_for_people { TOP } else { usize::MAX });
        let ranking = tally.ranking(top);
        let heading = self.heading(tally, ranking.len());
        Ok(match to {
            StatsFormat::Text => table::draw(tally, &ranking, width()).into_bytes(),
            StatsFormat::Csv => rows::csv(tally, &ranking)?,
            StatsFormat::Jsonl => rows::jsonl(tally, &ranking),
            StatsFormat::Svg => plot::svg(tally, &ranking, &heading).into_bytes(),
            StatsFormat::Html => page::html(tally, &ranking, &heading).into_bytes(),
        })
    }

    /// What stands above a picture of so many classes.
    fn heading(&self, tally: &ClassTally, shown: usize) -> Heading {
        let games = counted(tally.games, "game");
        let title = self.title.clone().unwrap_or_else(|| format!("Classes of {games}"));
        let at = match self.at {
            Span::Start => "first positions",
            Span::Final => "last positions",
            Span::Any => "every class that a game passes through",
        };
        let merged = if tally.merged { ", reversed classes counted as one" } else { "" };
        // The usual title has the number of games already.
        let games = self.title.as_ref().map_or_else(String::new, |_| format!("{games}, "));
        let classes = match tally.ranking(usize::MAX).len() {
            1 => "one class".to_owned(),
            all if all == shown => format!("all {} classes", HumanCount(all as u64)),
            all => format!("the {shown} most frequent of {} classes", HumanCount(all as u64)),
        };
        let about = format!("{games}{at}{merged}; {classes}");
        Heading { title, about }
    }
}

/// The width of the terminal that standard output is.
fn width() -> usize {
    let terminal = console::Term::stdout();
    terminal.size_checked().map_or(WIDTH, |(_, columns)| usize::from(columns))
}
