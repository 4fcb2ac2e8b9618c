//! `help`: what `--help` prints, for those who type the command after it.

use crate::cli::program;
use anyhow::Context;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// the command [default: the program itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub fn run(args: &Args, mut definition: clap::Command) -> anyhow::Result<ExitCode> {
    let command = match &args.command {
        None => &mut definition,
        Some(name) => {
            let found = definition.find_subcommand_mut(name);
            found.with_context(|| {
                program::renamed(&format!("there is no command {name}; gbr-pgn help lists them"))
            })?
        }
    };
    command.print_long_help()?;
    Ok(ExitCode::SUCCESS)
}
