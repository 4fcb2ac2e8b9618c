//! `gbr-pgn completions`: the completion script of a shell.

use crate::cli::output::Output;
use crate::cli::program;
use clap_complete::Shell;
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// the shell that is to complete
    shell: Shell,
}

pub fn run(args: Args, mut definition: clap::Command) -> anyhow::Result<ExitCode> {
    // Into memory first: clap_complete panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition, program::name(), &mut script);
    let mut output = Output::stdout()?;
    output.write_all(&script)?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}
