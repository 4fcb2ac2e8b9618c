//! The file of `--duplicates`: whole records that were left out, one after the other.

use super::item::Item;
use super::taken_file::{Others, TakenFile};
use super::writing::{Origins, Writing};
use crate::cli::compression::{Compression, Encoder};
use crate::joint::{Joiner, Joints};
use anyhow::{Context, Result, anyhow, ensure};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// The file, and how it is written.
pub struct Duplicates {
    target: TakenFile,
    /// How many compress it.
    threads: usize,
    /// Keeps apart what goes from one input and from the next.
    joiner: Joiner<'static>,
}

impl Duplicates {
    /// Creates the file, or takes one that is empty.
    pub fn create(path: &Path, threads: usize, others: &Others<'_>) -> Result<Duplicates> {
        ensure!(path != Path::new("-"), "--duplicates wants a file, standard output has the rest");
        let target = TakenFile::create(path, "what is left out", others)?;
        Ok(Duplicates { target, threads, joiner: Joiner::default() })
    }

    /// See [`TakenFile::discard`].
    pub fn discard(self) {
        self.target.discard();
    }

    /// Writes records, to the disk, so that they are read back as they are.
    pub fn write(
        &mut self,
        items: impl Iterator<Item = io::Result<Item>>,
        joints: Joints<'static>,
        origins: &Origins,
        rest: &(usize, PathBuf),
    ) -> Result<()> {
        let TakenFile { path, file, .. } = &self.target;
        let name = path.display().to_string();
        let blame = |cause: io::Error| anyhow!("{name}: cannot be written: {cause}");
        let blamed = |error: anyhow::Error| error.context(format!("{name}: cannot be written"));
        let compression = Compression::of_name(path);
        let mut encoder = Encoder::new(compression, self.threads, BufWriter::new(file));
        let mut writing =
            Writing::begin(&mut self.joiner, joints, origins, rest, &mut encoder, true);
        for item in items {
            let item = item.context("a temporary file cannot be read back")?;
            writing.add(item).map_err(blamed)?;
        }
        writing.end(b"").map_err(blamed)?;
        encoder.finish().map_err(blame)?;
        sync(file).map_err(blame)
    }
}

/// Devices have no disk.
fn sync(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}
