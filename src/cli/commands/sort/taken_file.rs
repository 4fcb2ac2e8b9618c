//! A file that takes something besides the output of a run: it must be new, or empty.

use crate::cli::identity::Identity;
use crate::cli::input::Source;
use anyhow::{Result, anyhow, ensure};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The open file.
pub struct TakenFile {
    pub path: PathBuf,
    pub file: File,
    /// Whether there was no such file before.
    is_new: bool,
}

/// Other files of the run, none of which can take something else as well.
pub struct Others<'a> {
    pub inputs: &'a [PathBuf],
    /// Standard output where none is named; it counts only where it is written to.
    pub output: Option<&'a Path>,
    pub is_in_place: bool,
    pub faults: Option<&'a Path>,
    /// The file of what is left out, where another one is asked about.
    pub duplicates: Option<&'a Path>,
}

impl TakenFile {
    /// Creates the file, or takes one that is empty, for this.
    pub fn create(path: &Path, taken: &str, others: &Others<'_>) -> Result<TakenFile> {
        let name = path.display();
        let old = fs::metadata(path).ok();
        let is_free = old.as_ref().is_none_or(|old| !old.is_file() || old.len() == 0);
        ensure!(is_free, "{name}: exists and is not empty, and cannot take {taken}");
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.map_err(|cause| anyhow!("{name}: cannot be written: {cause}"))?;
        let created = TakenFile { path: path.to_owned(), file, is_new: old.is_none() };
        // Now that there is such a file, other names for it can be told.
        match others.refuse(path, taken) {
            Ok(()) => Ok(created),
            Err(error) => {
                created.discard();
                Err(error)
            }
        }
    }

    /// Takes the file away again, if it was not there before and nothing is in it.
    pub fn discard(self) {
        let is_empty = self.file.metadata().is_ok_and(|file| file.len() == 0);
        if self.is_new && is_empty {
            fs::remove_file(&self.path).ok();
        }
    }
}

impl Others<'_> {
    /// Refuses a file that is to take something, if it is one of them.
    pub fn refuse(&self, path: &Path, taken: &str) -> Result<()> {
        let Some(identity) = Identity::of_path(path) else { return Ok(()) };
        let is_same = |other: Option<Identity>| other == Some(identity);
        let name = path.display();
        let input = self.inputs.iter().any(|input| is_same(Source::of_path(input).identity()));
        let stdin = self.inputs.is_empty() && is_same(Source::Stdin.identity());
        ensure!(!input && !stdin, "{name}: is input, and cannot take {taken}");
        let output = match self.output {
            _ if self.is_in_place => None,
            Some(output) if output != Path::new("-") => Identity::of_path(output),
            _ => Identity::of_stream(io::stdout()),
        };
        ensure!(!is_same(output), "{name}: is output, and cannot take {taken} as well");
        let faults = self.faults.and_then(Identity::of_path);
        ensure!(!is_same(faults), "{name}: takes the faults, and cannot take {taken} as well");
        let gone = self.duplicates.and_then(Identity::of_path);
        ensure!(!is_same(gone), "{name}: takes what is left out, and cannot take {taken} as well");
        Ok(())
    }
}
