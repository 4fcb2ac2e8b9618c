//! `check`: stored codes against what positions and moves say.

use crate::check::{Check, CheckTally, Checked, Finding, FindingFormat, FindingWriter};
use crate::cli::args::{InputArgs, OutputArgs, ReportArgs};
use crate::cli::console::{Console, counted};
use crate::cli::intake::Intake;
use crate::cli::output::ending;
use crate::cli::output::{Joined, Output};
use crate::cli::session::Session;
use crate::fault::{Fault, FaultKind};
use crate::format::{Sink, Source};
use crate::run::{Done, Job};
use anyhow::Context;
use clap::ValueEnum;
use std::io::Write;
use std::process::ExitCode;

// All of it goes to one file, or in place.
#[derive(clap::Args, Debug)]
#[command(mut_arg("resume", |arg| arg.hide(true)), mut_arg("force", |arg| arg.hide(true)))]
pub struct Args {
    /// how to write what disagrees [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "fix")]
    to: Option<CheckFormat>,

    /// write the input with our own tags or opcodes corrected
    ///
    /// Only those that are there and disagree get a new value; every other byte stays as it
    /// is. A code in the Black tag is never touched. What disagrees is reported on standard error.
    #[arg(long)]
    fix: bool,

    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// a line for each: FILE:LINE: game N (White - Black): TAG stored "...", computed "...", FEN ...
    #[default]
    Text,
    /// a table with a heading
    Csv,
    /// JSON, one object a line
    Jsonl,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.fix || !args.output.in_place, "--in-place has no meaning without --fix");
    let to = args.format()?;
    let mut tally = CheckTally::default();
    Session::start(&args.input, &args.output, &args.report)?.run(|inputs, output| {
        output.write_all(&to.writer().head())?;
        let mut output = Joined::of(output, inputs.sources.len());
        inputs.each(|intake| check(args, to, intake, &mut output, &mut tally))?;
        output.end()?;
        conclude(inputs.console, &tally);
        Ok(())
    })
}

fn check(
    args: &Args,
    to: CheckFormat,
    intake: &mut Intake<'_>,
    output: &mut Joined<&mut Output>,
    tally: &mut CheckTally,
) -> anyhow::Result<()> {
    let (file, source) = (intake.name.clone(), intake.source());
    if args.fix {
        ending::refuse_other(&file, source, args.output.target.output.as_deref())?;
    }
    let editor = args.fix.then(|| editor(source, &file)).transpose()?;
    let check = editor.map_or_else(Check::default, Check::correcting);
    let job = args.input.apply(Job::collect(source, check));
    output.begin(&file, args.fix.then_some(source), job.limit);
    intake.run(&job, |console, done| {
        *tally += done.out.tally;
        // That a line contradicts itself is a finding already.
        done.faults.retain(|fault| fault.kind != FaultKind::BadNotation);
        tell((!args.fix).then_some(to), console, &file, done, output)
    })
}

/// Writes what disagrees; where the records themselves are written, it is told as faults.
fn tell(
    to: Option<CheckFormat>,
    console: &mut Console,
    file: &str,
    done: &Done<Checked>,
    output: &mut Joined<&mut Output>,
) -> anyhow::Result<()> {
    if let Some(to) = to {
        for finding in &done.out.findings {
            output.output().write_all(&to.writer().finding(file, finding))?;
        }
    } else {
        let joint = output.stretch(&done.out.records, done.is_settled)?;
        console.faults(file, joint.as_slice())?;
        let faults: Vec<Fault> = done.out.findings.iter().map(Finding::to_fault).collect();
        console.faults(file, &faults)?;
    }
    Ok(())
}

impl Args {
    fn format(&self) -> anyhow::Result<CheckFormat> {
        let output = self.output.target.output.as_deref();
        if self.fix {
            ending::refuse_other_than(&ending::of_edited(), output)?;
            return Ok(CheckFormat::default());
        }
        Ok(ending::format_of(self.to, output)?.unwrap_or_default())
    }
}

fn editor(source: &dyn Source, file: &str) -> anyhow::Result<&'static dyn Sink> {
    let nothing = || format!("{file}: {} has no tags or opcodes to fix", source.name());
    source.editor(false).with_context(nothing)
}

fn conclude(console: &mut Console, tally: &CheckTally) {
    let mut summary = format!(
        "{} checked, {} agree, {} disagree, {} with nothing stored",
        counted(tally.checked(), "game"),
        tally.agree,
        tally.disagree,
        tally.nothing
    );
    if tally.unknown > 0 {
        summary += &format!(", {} that cannot be compared", tally.unknown);
    }
    console.conclude(summary, tally.disagree > 0);
}

impl CheckFormat {
    const fn writer(self) -> FindingWriter {
        FindingWriter::new(match self {
            CheckFormat::Text => FindingFormat::Text,
            CheckFormat::Csv => FindingFormat::Csv,
            CheckFormat::Jsonl => FindingFormat::Jsonl,
        })
    }
}
