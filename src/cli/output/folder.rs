//! A folder for many files, which appear in it when all is done.

use crate::cli::temporary::folder_of;
use anyhow::{Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses a folder that holds something, unless that may be replaced, and one that holds an input in any case.
pub fn check_folder(folder: &Path, force: bool, files: &[PathBuf]) -> Result<()> {
    let shown = folder.display();
    if !folder.exists() {
        let parent = folder_of(folder);
        ensure!(parent.is_dir(), "{shown}: {} is not a folder", parent.display());
        return Ok(());
    }
    ensure!(folder.is_dir(), "{shown}: is not a folder");
    let is_empty = fs::read_dir(folder)?.next().is_none();
    ensure!(is_empty || force, "{shown}: is not empty; with --force, files there are replaced");
    let real = folder.canonicalize()?;
    let is_in = |file: &PathBuf| file.canonicalize().is_ok_and(|file| file.parent() == Some(&real));
    ensure!(!files.iter().any(is_in), "{shown}: holds an input, which might be replaced");
    Ok(())
}

/// What is told of a folder that could not be filled.
pub fn left_as_it_was(folder: &Path) -> String {
    let why = "left as it was, because not all of the input could be read";
    format!("{}: {why}", folder.display())
}
