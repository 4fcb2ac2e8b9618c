//! The program `gbr-pgn`; all of it is in [`gbr_pgn::cli`].
#![forbid(unsafe_code)]

use gbr_pgn::cli::{self, Plugins};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(Plugins::new())
}
