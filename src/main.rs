//! The program `gbr-pgn`; all of it is in [`gbr_pgn::cli`].
#![forbid(unsafe_code)]

use gbr_pgn::cli::{self, Plugins};
use std::process::ExitCode;

/// The static program would otherwise have that of musl, which gives memory back as soon as it can.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main(Plugins::new())
}
