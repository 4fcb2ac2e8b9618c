//! `gbr-pgn man`: the manual, made from the same definition as `--help`.

use anyhow::Context;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// folder for the pages, made if need be
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn run(args: Args, definition: clap::Command) -> anyhow::Result<ExitCode> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(definition, folder))
        .with_context(|| folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
