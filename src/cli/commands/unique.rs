//! `unique`: all records of a collection, but none that is there twice.

use crate::cli::args::{LaneArgs, RunArgs};
use crate::cli::commands::sort::unique::{KeepArg, MeasureArg, UniqueArgs};
use crate::cli::commands::sort::{UniqueWishes, leave_out};
use crate::cli::size::Size;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(mut_arg("part", |arg| arg.hide(true)))]
pub struct Args {
    /// what records of the same game share
    ///
    /// A record goes only if one that stays has all its comments, variations and glyphs, too; --keep does without that. What makes two records the
    /// same is told in full by gbr-pgn help sort.
    #[arg(long, value_name = "WHAT", value_enum, require_equals = true, default_value = "game")]
    unique: MeasureArg,

    /// of records of the same game keep this one, whatever comments the others have [default: the first that says all]
    ///
    /// A record with the less exact date still goes before one with the more exact.
    #[arg(long, value_name = "WHICH", value_enum)]
    keep: Option<KeepArg>,

    /// leave out the beginnings of longer games, too
    ///
    /// A game of at least 10 plies that is the beginning of a longer one by the same players on the same date, with the same Round
    /// and Result, goes; its comments must be in the longer one, but for --keep. Players and date must be known.
    #[arg(long)]
    prefix: bool,

    /// write the records that are left out to FILE
    ///
    /// It is complete before an output takes its place. FILE must be new or empty; a name that ends in .zst, .gz, .bz2
    /// or .xz selects compression.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    duplicates: Option<PathBuf>,

    /// write to CSV which records are left out, for which, and why
    ///
    /// With file and number of each. CSV must be new or empty.
    #[arg(long, value_name = "CSV", help_heading = "Output")]
    report: Option<PathBuf>,

    /// memory to use, about, as in 128M, 2G
    ///
    /// What does not fit goes to temporary files, compressed.
    #[arg(long, value_name = "SIZE", default_value_t = Size(512 << 20))]
    memory: Size,

    /// folder for temporary files [default: TMPDIR, or /tmp]
    ///
    /// They are gone when the program ends, in whatever way.
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let is_one = args.run.target.folder().is_none();
    ensure!(is_one, "what is left out depends on all inputs: they have one output, and no -o DIR/");
    let is_game = args.unique == MeasureArg::Game;
    ensure!(!args.prefix || is_game, "--prefix wants the whole game, and not --unique with less");
    let unique = UniqueArgs {
        unique: Some(args.unique),
        keep: args.keep,
        duplicates: args.duplicates.clone(),
        prefix: args.prefix,
        ..UniqueArgs::default()
    };
    leave_out(UniqueWishes {
        unique,
        memory: args.memory,
        temp_dir: args.temp_dir.as_deref(),
        lane: args.lane,
        run: &args.run,
        gone: args.report.as_deref(),
    })
}
