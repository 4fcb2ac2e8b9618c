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
    if args.shell == Shell::Bash {
        script = with_one_name(program::name(), &String::from_utf8(script)?).into_bytes();
    }
    let mut output = Output::stdout()?;
    output.write_all(&script)?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// In a script for bash, clap_complete (4.6.11) spells a name with a hyphen in one way where it finds out which command is typed,
/// and in another where it says what that command takes; then nothing but the command itself is ever completed.
fn with_one_name(name: &str, script: &str) -> String {
    const COMMAND: &str = "__subcmd__";
    let [found, listed] = ["__", COMMAND].map(|hyphen| name.replace('-', hyphen) + COMMAND);
    script.replace(&listed, &found)
}
