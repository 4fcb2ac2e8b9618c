//! The program `gbr-pgn`; all of it is in [`gbr_pgn::cli`].
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    gbr_pgn::cli::main()
}
