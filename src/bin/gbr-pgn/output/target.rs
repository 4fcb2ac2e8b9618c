//! What a result is to be written to.

use super::Output;
use crate::compression::Compression;
use crate::identity::Identity;
use crate::input::{self, Source};
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

    /// Begins to write it.
    pub fn create(&self) -> anyhow::Result<Output> {
        Ok(match self {
            Target::Stdout => Output::stdout()?,
            Target::File(path) => Output::file(path, Compression::of_name(path))?,
            Target::InPlace(path) => Output::file(path, compression_in_place(path)?)?,
        })
    }
}

fn compression_in_place(path: &Path) -> anyhow::Result<Option<Compression>> {
    let name = path.display();
    anyhow::ensure!(
        !fs::metadata(path).is_ok_and(|found| !found.is_dir() && !found.is_file()),
        "{name}: is no regular file, and cannot be replaced"
    );
    let source = Source::File(path.to_owned());
    input::compression_of(&source).map_err(|cause| anyhow::anyhow!("{name}: {cause}"))
}

/// Follows symbolic links, so that the file behind them is replaced and the
/// links stay; also where that file does not exist yet.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40; // as Linux itself
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "names a folder"));
    }
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
