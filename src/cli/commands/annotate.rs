//! `annotate`: the same file with the codes put in.

use crate::cli::args::{InputArgs, OutputArgs, PlayArgs, ReportArgs};
use crate::cli::intake::Intake;
use crate::cli::output::{Joined, ending};
use crate::cli::outside::{PluginArgs, Sitting};
use crate::cli::session::Session;
use crate::column::{ANNOTATIONS, Stage};
use crate::run::{Job, SinkCollector, Task};
use anyhow::Context;
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// tags to write, with commas between [default: all four]
    ///
    /// GBR: code of the starting position. GBRPosition: that position. GBRFinal:
    /// code of the last position of the main line. GBRFinalPosition: that position.
    /// Our tags that are not listed stay as they are.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = tag_names())]
    tags: Vec<String>,

    #[command(flatten)]
    plugins: PluginArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

fn tag_names() -> Vec<&'static str> {
    ANNOTATIONS.iter().map(|stage| stage.column().tag).collect()
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stages = stages(&args.tags);
    ending::refuse_other_than(&ending::of_edited(), args.output.target.file())?;
    let session = Session::into_folder(&args.input, &args.output, &args.report, None)?;
    let outside = args.plugins.open()?;
    let begin = || outside.as_ref().map(Sitting::new);
    let end = |sitting: Option<Sitting<'_>>| sitting.as_ref().map_or(Ok(()), Sitting::end);
    session.each_attended(begin, end, |sitting, intake, output| {
        let source = intake.source();
        ending::refuse_other(&intake.name, source, args.output.target.file())?;
        let job = Job::annotate(source).with_context(|| {
            format!("{}: {} has no place for codes, use convert", intake.name, source.name())
        })?;
        let job = args.play.apply(&args.input, Job { task: Task::Find(&stages), ..job });
        match sitting {
            None => intake.write(&job, Some(source), output),
            Some(sitting) => advised(args, sitting, job, intake, output),
        }
    })
}

/// The same with what plugins say.
fn advised(
    args: &Args,
    sitting: &Sitting<'_>,
    job: Job<'_>,
    intake: &mut Intake<'_>,
    output: &mut Joined<impl Write>,
) -> anyhow::Result<()> {
    let source = intake.source();
    let sink = source.answer_editor().with_context(|| {
        format!("{}: {} has no place for what plugins say", intake.name, source.name())
    })?;
    let consultation = sitting.consult(&intake.name, true, args.input.limit());
    let job = Job { collector: SinkCollector::new(sink), ..job }.advised_by(&consultation);
    intake.write(&job, Some(source), output)
}

/// The stages of the tags that are listed, in their own order; all if none is.
fn stages(tags: &[String]) -> Vec<&'static dyn Stage> {
    let is_wanted =
        |stage: &&dyn Stage| tags.is_empty() || tags.iter().any(|tag| tag == stage.column().tag);
    ANNOTATIONS.iter().copied().filter(is_wanted).collect()
}
