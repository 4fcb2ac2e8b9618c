//! `strip`: the same file with the codes taken out.

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs};
use crate::cli::drive;
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
    ending::refuse_other_than(&ending::of_edited(), args.output.target.output.as_deref())?;
    Session::start(&args.input, &args.output, &args.report)?.each(|console, input, output| {
        let source = drive::source_of(input, &args.input);
        ending::refuse_other(source, args.output.target.output.as_deref())?;
        let job = Job::strip(source, &columns).with_context(|| {
            format!("{}: {} has no codes to strip", input.name(), source.name())
        })?;
        let job = drive::with_input_args(job, &args.input);
        let job = Job { limit: job.limit.saturating_add(GROWTH), ..job };
        output.begin(input.name(), Some(source), job.limit);
        drive::run(&job, console, input, output)
    })
}
