//! The program: which command, and what its exit status is.

mod answer;
mod decode;
mod encode;
mod fen;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// GBR codes for chess databases
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write positions in GBR notation
    Encode(encode::Args),
    /// Read positions in GBR notation, in any printed form
    Decode(decode::Args),
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Encode(args) => encode::run(args),
        Command::Decode(args) => decode::run(args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("gbr-pgn: {error:#}");
        ExitCode::from(2)
    })
}
