//! `unique`: all records of a collection, but none that is there twice.

use crate::cli::args::{LaneArgs, OutputArgs, RunArgs};
use crate::cli::choice::one_of;
use crate::cli::commands::sort;
use crate::cli::commands::sort::memory::MemoryArgs;
use crate::cli::commands::sort::unique::{KEEPS, MEASURES, UniqueArgs};
use crate::column::At;
use crate::duplicate::{Keep, Measure};
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(mut_arg("part", |arg| arg.hide(true)))]
pub struct Args {
    /// what records of the same game share
    ///
    /// A record goes only if one that stays has all its comments, variations and glyphs, too; --keep does without that. What makes two records the
    /// same is explained in full by gbr-pgn help sort.
    #[arg(long, value_name = "WHAT", value_parser = one_of(MEASURES), require_equals = true, default_value = "game")]
    unique: Measure,

    /// of records of the same game keep this one, whatever comments the others have [default: the first that says all]
    ///
    /// A record with the less exact date still goes before one with the more exact.
    #[arg(long, value_name = "WHICH", value_parser = one_of(KEEPS))]
    keep: Option<Keep>,

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

    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let is_one = args.run.target.folder().is_none();
    ensure!(is_one, "what is left out depends on all inputs: they have one output, and no -o DIR/");
    let is_game = args.unique == Measure::Game;
    ensure!(!args.prefix || is_game, "--prefix wants the whole game, and not --unique with less");
    let unique = UniqueArgs {
        unique: Some(args.unique),
        keep: args.keep,
        duplicates: args.duplicates.clone(),
        prefix: args.prefix,
        ..UniqueArgs::default()
    };
    let RunArgs { input, target, report } = &args.run;
    sort::run(&sort::Args {
        at: At::Start,
        reverse: false,
        unique,
        check: false,
        memory: args.memory.clone(),
        lane: args.lane,
        input: input.clone(),
        output: OutputArgs::of_target(target),
        report: report.clone(),
        in_order: true,
        gone: args.report.clone(),
    })
}
