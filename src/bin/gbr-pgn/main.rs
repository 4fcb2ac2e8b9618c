//! The program: reads the command line, runs one command, and turns what
//! comes of it into an exit status.
//!
//! Flags, files, terminals, signals and exit statuses are known here and
//! nowhere in the library.
#![forbid(unsafe_code)]

mod annotate;
mod answer;
mod args;
mod board;
mod check;
mod completions;
mod compression;
mod console;
mod convert;
mod decode;
mod directory;
mod drive;
mod encode;
mod facts;
mod find;
mod help;
mod identity;
mod index;
mod input;
mod listing;
mod man;
mod output;
mod rows;
mod scan;
mod session;
mod signals;
mod size;
mod sort;
mod stats;
mod status;
mod strip;
mod table;

use args::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (command, name) = args::parse();
    signals::install()
        .and_then(|()| run(command))
        .unwrap_or_else(|error| status::of_error(&error, &name).into())
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Annotate(args) => annotate::run(&args),
        Command::Strip(args) => strip::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Find(args) => find::run(&args),
        Command::Rows(args) => rows::run(&args),
        Command::Sort(args) => sort::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Directory(args) => directory::run(&args),
        Command::Index(args) => index::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Scan(args) => scan::run(&args),
        Command::Encode(args) => encode::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Board(args) => board::run(&args),
        Command::Completions(args) => completions::run(args),
        Command::Help(args) => help::run(&args),
        Command::Man(args) => man::run(args),
    }
}
