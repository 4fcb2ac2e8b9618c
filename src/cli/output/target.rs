//! What a result is to be written to.

use super::{Output, with_ending};
use crate::cli::compression::Compression;
use crate::cli::identity::{self, Identity, is_same_file};
use crate::cli::input::{self, Source};
use crate::cli::system;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Stdout,
    /// A file; the ending of its name selects the compression.
    File(PathBuf),
    /// The input itself, with the compression it has.
    InPlace(PathBuf),
    /// A file in a folder of outputs.
    Inside(PathBuf),
}

/// What stays of a file that is replaced, and of an input that has an output of its own.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The ending of the name under which the old file stays.
    pub backup: Option<OsString>,
    /// Whether a file with several names may be replaced under one of them.
    pub breaks_links: bool,
    pub times: bool,
    /// Whether the folder of outputs was empty: what is put there by somebody else from then on is replaced all the same, but
    /// nobody looks for it beforehand.
    pub into_empty: bool,
}

impl Target {
    /// As typed: `-` is standard output.
    pub fn of_path(path: &Path) -> Target {
        if path == Path::new("-") { Target::Stdout } else { Target::File(path.to_owned()) }
    }

    /// The file that this is already, if it is one.
    pub fn identity(&self) -> Option<Identity> {
        match self {
            Target::Stdout => Identity::of_stream(io::stdout()),
            Target::File(path) | Target::InPlace(path) | Target::Inside(path) => {
                Identity::of_path(path)
            }
        }
    }

    /// Whether it is the file that a path names, there or not yet.
    pub fn is_file(&self, path: &Path) -> bool {
        match self {
            Target::Stdout => self.identity().is_some_and(|it| Identity::of_path(path) == Some(it)),
            Target::File(own) | Target::InPlace(own) | Target::Inside(own) => {
                is_same_file(own, path)
            }
        }
    }

    /// Begins to write it, whatever the input is.
    pub fn open(&self) -> anyhow::Result<Output> {
        self.create(None, None, 1, &Kept::default())
    }

    /// Begins to write it, compressed on so many threads, for an input that is one file where it is in place or in a folder of
    /// outputs; there its rights are asked for unless they are known.
    pub fn create(
        &self,
        input: Option<&Source>,
        mode: Option<u32>,
        threads: usize,
        kept: &Kept,
    ) -> anyhow::Result<Output> {
        Ok(match self {
            Target::Stdout => Output::stdout()?,
            Target::File(path) => Output::file(path, Compression::of_name(path), threads)?,
            Target::InPlace(path) => in_place(path, threads, kept)?,
            Target::Inside(path) => {
                let asked = input.filter(|_| mode.is_none() || kept.times);
                let found = asked.and_then(Source::path).and_then(|path| fs::metadata(path).ok());
                let mode = found.as_ref().map(system::mode).or(mode);
                Output::inside(path, threads, mode, found.as_ref(), kept)?
            }
        })
    }
}

fn in_place(path: &Path, threads: usize, kept: &Kept) -> anyhow::Result<Output> {
    let compression = compression_in_place(path)?;
    let name = path.display();
    let names = system::count_names(path);
    anyhow::ensure!(
        names < 2 || kept.breaks_links,
        "{name}: is left as it was: it has {names} names (hard links), and to replace it would part them; \
         --break-links replaces this one"
    );
    if let Some(ending) = &kept.backup {
        let backup = with_ending(&identity::resolve(path)?, ending);
        anyhow::ensure!(
            backup.symlink_metadata().is_err(),
            "{name}: is left as it was: {} is there already, and stays",
            backup.display()
        );
    }
    let mut output = Output::file(path, compression, threads)?;
    kept.backup.iter().for_each(|ending| output.keep_old(ending));
    if kept.times {
        output.keep_times()?;
    }
    Ok(output)
}

fn compression_in_place(path: &Path) -> anyhow::Result<Option<Compression>> {
    let name = path.display();
    anyhow::ensure!(
        !system::is_device(path),
        "{name}: is not a regular file, and cannot be replaced"
    );
    let source = Source::File(path.to_owned());
    input::compression_of(&source).map_err(|cause| anyhow::anyhow!("{name}: {cause}"))
}
