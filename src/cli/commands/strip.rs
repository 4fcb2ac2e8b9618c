//! `strip`: the same file with the codes taken out.

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs};
use crate::cli::output::ending;
use crate::cli::session::Session;
use crate::column::ANNOTATIONS;
use crate::row::Column;
use crate::run::{GROWTH, Job};
use anyhow::Context;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let columns: Vec<Column> = ANNOTATIONS.iter().map(|stage| stage.column()).collect();
    ending::refuse_other_than(&ending::of_edited(), args.output.target.file())?;
    Session::into_folder(&args.input, &args.output, &args.report, None)?.each(|intake, output| {
        let source = intake.source();
        ending::refuse_other(source, args.output.target.file())?;
        let job = Job::strip(source, &columns)
            .with_context(|| format!("{}: {} has no codes to strip", intake.name, source.name()))?;
        let job = args.input.apply(job);
        let job = Job { limit: job.limit.saturating_add(GROWTH), ..job };
        intake.write(&job, Some(source), output)
    })
}
