//! `annotate`: the same file with the codes put in.

use crate::args::{InputArgs, OutputArgs, ReportArgs};
use crate::drive;
use crate::session::Session;
use anyhow::Context;
use clap::ValueEnum;
use gbr_pgn::job::{Job, Task};
use gbr_pgn::play::Lane;
use gbr_pgn::source::Claims;
use gbr_pgn::stage::{ANNOTATIONS, Stage};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,

    /// tags to write, with commas between [default: all four]
    ///
    /// GBR: code of the starting position. GBRPosition: that position. GBRFinal:
    /// code of the last position of the main line. GBRFinalPosition: that position.
    /// Tags of ours that are not listed stay as they are.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = tag_names())]
    tags: Vec<String>,

    /// whether studies get the sign of their claim (+ or =)
    ///
    /// auto: a game that starts from its own FEN, without ratings and time control, is
    /// a study; its Result 1-0 claims a win, 1/2-1/2 a draw. never: WTM or BTM throughout.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    claims: ClaimsArg,

    /// how moves are played
    ///
    /// Both give the same result; reference does without the code that is there for
    /// speed alone.
    #[arg(long, value_name = "LANE", value_enum, default_value_t)]
    lane: LaneArg,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ClaimsArg {
    #[default]
    Auto,
    Never,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LaneArg {
    #[default]
    Fast,
    Reference,
}

fn tag_names() -> Vec<&'static str> {
    ANNOTATIONS.iter().map(|stage| stage.column().tag).collect()
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stages = stages(&args.tags);
    Session::start(&args.input, &args.output, &args.report)?.each(|console, input, output| {
        let source = drive::source_of(input, &args.input);
        let job = Job::annotate(source).with_context(|| {
            format!("{}: {} has no place for codes, use convert", input.name(), source.name())
        })?;
        let job =
            Job { task: Task::Find(&stages), lane: args.lane(), claims: args.claims(), ..job };
        drive::run(&drive::with_input_args(job, &args.input), console, input, output)
    })
}

impl Args {
    fn lane(&self) -> Lane {
        match self.lane {
            LaneArg::Fast => Lane::Fast,
            LaneArg::Reference => Lane::Reference,
        }
    }

    fn claims(&self) -> Claims {
        match self.claims {
            ClaimsArg::Auto => Claims::Auto,
            ClaimsArg::Never => Claims::Never,
        }
    }
}

/// The stages of the tags that are listed, in their own order; all if none is.
fn stages(tags: &[String]) -> Vec<&'static dyn Stage> {
    let is_wanted =
        |stage: &&dyn Stage| tags.is_empty() || tags.iter().any(|tag| tag == stage.column().tag);
    ANNOTATIONS.iter().copied().filter(is_wanted).collect()
}
