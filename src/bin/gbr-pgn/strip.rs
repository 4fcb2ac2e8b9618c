//! `strip`: the same file with the codes taken out.

use crate::args::{InputArgs, OutputArgs, ReportArgs};
use crate::drive;
use crate::output::ending::{self, EDITED};
use crate::session::Session;
use anyhow::Context;
use gbr_pgn::job::{GROWTH, Job};
use gbr_pgn::row::Column;
use gbr_pgn::stage::ANNOTATIONS;
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
    ending::refuse_other_than(EDITED, args.output.target.output.as_deref())?;
    Session::start(&args.input, &args.output, &args.report)?.each(|console, input, output| {
        let source = drive::source_of(input, &args.input);
        ending::refuse_other(source.name(), args.output.target.output.as_deref())?;
        let job = Job::strip(source, &columns).with_context(|| {
            format!("{}: {} has no codes to strip", input.name(), source.name())
        })?;
        let job = drive::with_input_args(job, &args.input);
        let job = Job { limit: job.limit.saturating_add(GROWTH), ..job };
        output.begin(input.name(), Some(source), job.limit);
        drive::run(&job, console, input, output)
    })
}
