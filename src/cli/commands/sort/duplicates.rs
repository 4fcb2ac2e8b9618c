//! The file of `--duplicates`: whole records that were left out, one after the other.

use super::item::Item;
use super::writing::{Origins, Writing};
use crate::cli::compression::{Compression, Encoder};
use crate::cli::identity::Identity;
use crate::cli::input::Source;
use crate::joint::{Joiner, Joints};
use anyhow::{Context, Result, anyhow, ensure};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// The open file.
pub struct Duplicates {
    path: PathBuf,
    file: File,
    /// Whether there was no such file before.
    is_new: bool,
    /// How many compress it.
    threads: usize,
    /// Keeps apart what goes from one input and from the next.
    joiner: Joiner<'static>,
}

/// Other files of the run, none of which can take what goes as well.
pub struct Others<'a> {
    pub inputs: &'a [PathBuf],
    /// Standard output where none is named; it counts only where it is written to.
    pub output: Option<&'a Path>,
    pub is_in_place: bool,
    pub faults: Option<&'a Path>,
    /// The file of what is left out, where another one is asked about.
    pub duplicates: Option<&'a Path>,
}

impl Duplicates {
    /// Creates the file, or takes one that is empty.
    pub fn create(path: &Path, threads: usize, others: &Others<'_>) -> Result<Duplicates> {
        let name = path.display();
        ensure!(path != Path::new("-"), "--duplicates wants a file, standard output has the rest");
        let old = fs::metadata(path).ok();
        let is_free = old.as_ref().is_none_or(|old| !old.is_file() || old.len() == 0);
        ensure!(is_free, "{name}: exists and is not empty, and cannot take what is left out");
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.map_err(|cause| anyhow!("{name}: cannot be written: {cause}"))?;
        let created = Duplicates {
            path: path.to_owned(),
            file,
            is_new: old.is_none(),
            threads,
            joiner: Joiner::default(),
        };
        // Now that there is such a file, other names for it can be told.
        match others.refuse(path, "what is left out") {
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

    /// Writes records, to the disk, so that they are read back as they are.
    pub fn write(
        &mut self,
        items: impl Iterator<Item = io::Result<Item>>,
        joints: Joints<'static>,
        origins: &Origins,
        rest: &(usize, PathBuf),
    ) -> Result<()> {
        let blame =
            |cause: io::Error| anyhow!("{}: cannot be written: {cause}", self.path.display());
        let name = self.path.display().to_string();
        let blamed = |error: anyhow::Error| error.context(format!("{name}: cannot be written"));
        let compression = Compression::of_name(&self.path);
        let mut encoder = Encoder::new(compression, self.threads, BufWriter::new(&self.file));
        let mut writing =
            Writing::begin(&mut self.joiner, joints, origins, rest, &mut encoder, true);
        for item in items {
            let item = item.context("a temporary file cannot be read back")?;
            writing.add(item).map_err(blamed)?;
        }
        writing.end(b"").map_err(blamed)?;
        encoder.finish().map_err(blame)?;
        self.sync().map_err(blame)
    }

    /// Devices have no disk.
    fn sync(&self) -> io::Result<()> {
        if self.file.metadata()?.is_file() { self.file.sync_all() } else { Ok(()) }
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
