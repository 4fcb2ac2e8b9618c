//! The program: reads the command line, runs one command, and turns what
//! comes of it into an exit status.
//!
//! Flags, files, terminals, signals and exit statuses are known here and
//! nowhere else in the library.

mod args;
mod browser;
mod caret;
mod choice;
mod collection;
mod command_line;
mod commands;
mod compression;
mod console;
mod exit;
mod flags_first;
mod game_facts;
mod identity;
mod indexed;
mod input;
mod intake;
mod interruption;
mod invocation;
mod journal;
mod listing;
mod mirror;
mod one_by_one;
mod output;
mod outside;
mod paragraphs;
mod plugins;
mod program;
mod registry;
mod session;
mod shell_word;
mod side_by_side;
mod signals;
mod size;
mod status;
mod system;
mod syzygy;
mod table;
mod tag_filter;
mod temporary;

use command_line::Command;
use commands::{
    annotate, board, check, completions, convert, decode, directory, encode, find, help, index,
    man, rows, scan, similar, sort, stats, strip, unique, verify,
};
use session::NoInput;
use status::Status;
use std::process::ExitCode;

pub use self::plugins::Plugins;

/// Does what the command line says, as `gbr-pgn` does, with what `plugins` add to it; returns its exit status.
///
/// It is called once, by the `main` of a program. A plugin with a name that is taken ends it with a message.
#[must_use]
pub fn main(plugins: Plugins) -> ExitCode {
    plugins.program.inspect(|&program| program::rename(program));
    if let Err(error) = registry::add(plugins) {
        return exit::of_error(&error.into()).into();
    }
    let (command, name) = command_line::parse();
    signals::install()
        .and_then(|()| run(command))
        .unwrap_or_else(|error| status_of(&error, &name).into())
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Annotate(args) => annotate::run(&args),
        Command::Strip(args) => strip::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Find(args) => find::run(&args),
        Command::Rows(args) => rows::run(&args),
        Command::Similar(args) => similar::run(&args),
        Command::Sort(args) => sort::run(&args),
        Command::Unique(args) => unique::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Directory(args) => directory::run(&args),
        Command::Index(args) => index::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Scan(args) => scan::run(&args),
        Command::Encode(args) => encode::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Board(args) => board::run(&args),
        Command::Completions(args) => completions::run(args, command_line::definition()),
        Command::Help(args) => help::run(&args, command_line::definition()),
        Command::Man(args) => man::run(args, command_line::definition()),
    }
}

/// What an error of `command` ends in. Who names no file gets the help, instead of a message.
fn status_of(error: &anyhow::Error, command: &str) -> Status {
    if error.is::<NoInput>() {
        command_line::print_short_help(command);
        return Status::Failure;
    }
    exit::of_error(error)
}
