//! What a result is to be written to.

use super::Output;
use crate::cli::compression::Compression;
use crate::cli::identity::{Identity, is_same_file};
use crate::cli::input::{self, Source};
use crate::cli::system;
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
            Target::File(path) | Target::InPlace(path) => Identity::of_path(path),
        }
    }

    /// Whether it is the file that a path names, there or not yet.
    pub fn is_file(&self, path: &Path) -> bool {
        match self {
            Target::Stdout => self.identity().is_some_and(|it| Identity::of_path(path) == Some(it)),
            Target::File(own) | Target::InPlace(own) => is_same_file(own, path),
        }
    }

    /// Begins to write it, compressed on so many threads.
    pub fn create(&self, threads: usize) -> anyhow::Result<Output> {
        Ok(match self {
            Target::Stdout => Output::stdout()?,
            Target::File(path) => Output::file(path, Compression::of_name(path), threads)?,
            Target::InPlace(path) => Output::file(path, compression_in_place(path)?, threads)?,
        })
    }
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
