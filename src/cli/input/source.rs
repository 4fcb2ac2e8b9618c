//! Where an input comes from.

use super::archive::ArchiveMember;
use super::sized_file::{MOST, SizedFile};
use super::tapped::Raw;
use super::{LITTLE, Part};
use crate::cli::identity::Identity;
use crate::cli::system;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Stdin,
    /// Standard input as it is, whatever its first bytes look like.
    Verbatim,
    File(PathBuf),
    Member(ArchiveMember),
    /// One of the parts of a file, of a format that may be given and with records no longer than that.
    Part {
        path: PathBuf,
        part: Part,
        from: Option<String>,
        reach: usize,
    },
}

/// What was opened.
pub(super) struct OpenSource {
    pub raw: Raw,
    /// Whether it is of no great size.
    pub is_little: bool,
    /// The rights of the file, where it is one of its own.
    pub mode: Option<u32>,
}

impl Source {
    /// As typed: `-` is standard input.
    pub fn of_path(path: &Path) -> Source {
        if path == Path::new("-") { Source::Stdin } else { Source::File(path.to_owned()) }
    }

    /// One of its parts, where one is asked for.
    pub fn part(
        self,
        part: Option<Part>,
        from: Option<&str>,
        reach: usize,
    ) -> anyhow::Result<Source> {
        match (part, self) {
            (None, whole) => Ok(whole),
            (Some(part), Source::File(path)) => {
                Ok(Source::Part { path, part, from: from.map(str::to_owned), reach })
            }
            (Some(_), Source::Member(_)) => {
                anyhow::bail!("--part needs a file: what is in an archive has no parts")
            }
            (Some(_), _) => anyhow::bail!("--part needs a file: standard input has no parts"),
        }
    }

    /// The same, with standard input taken as it is.
    pub fn verbatim(&self) -> Source {
        match self {
            Source::Stdin => Source::Verbatim,
            other => other.clone(),
        }
    }

    /// The file that it is, or that it is in.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin | Source::Verbatim => None,
            Source::File(path) | Source::Part { path, .. } => Some(path),
            Source::Member(member) => Some(&member.archive),
        }
    }

    /// What to call it in messages.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin | Source::Verbatim => "<stdin>".to_owned(),
            Source::File(path) => path.display().to_string(),
            Source::Member(member) => format!("{}/{}", member.archive.display(), member.name),
            Source::Part { path, part, .. } => format!("{} part {part}", path.display()),
        }
    }

    /// Opens it; `meter` is moved on by what is read of an archive.
    pub(super) fn open(&self, meter: &Arc<AtomicU64>) -> io::Result<OpenSource> {
        let file = match self {
            Source::Member(member) => {
                let reader = member.open(meter)?;
                let is_little = reader.is_little();
                return Ok(OpenSource { raw: Raw::Member(reader), is_little, mode: None });
            }
            Source::Stdin | Source::Verbatim => system::duplicate(io::stdin())?,
            // To open a folder succeeds on some systems; the error would come with the first read.
            Source::File(path) | Source::Part { path, .. } => match File::open(path) {
                Err(_) if path.is_dir() => return Err(folder()),
                opened => opened?,
            },
        };
        // Of a pipe, not every system knows anything.
        let found = file.metadata().ok();
        if found.as_ref().is_some_and(Metadata::is_dir) {
            return Err(folder());
        }
        let mode = found.as_ref().map(system::mode);
        let size = found.filter(Metadata::is_file).map(|found| found.len());
        let is_little = size.is_some_and(|size| size <= LITTLE);
        let raw = match size {
            Some(size) if size <= MOST && matches!(self, Source::File(_)) => {
                Raw::Little(SizedFile::new(file, size as usize))
            }
            _ => Raw::File(file),
        };
        Ok(OpenSource { raw, is_little, mode })
    }

    pub fn identity(&self) -> Option<Identity> {
        match self {
            Source::Stdin | Source::Verbatim => Identity::of_stream(io::stdin()),
            Source::File(path) | Source::Part { path, .. } => Identity::of_path(path),
            Source::Member(member) => Identity::of_path(&member.archive),
        }
    }

    /// Whether it is a file of no great size that may be read whole.
    pub fn is_little(&self) -> bool {
        let is_little = |path: &PathBuf| {
            fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= LITTLE)
        };
        matches!(self, Source::File(path) if is_little(path))
    }

    /// How many bytes there are to read; none when that cannot be known, as
    /// of a pipe.
    pub fn size(&self) -> Option<u64> {
        match self {
            Source::Stdin | Source::Verbatim => rest_of(system::duplicate(io::stdin()).ok()?),
            // Where a part ends is not known before it is read.
            Source::Part { .. } => None,
            Source::Member(member) => Some(member.packed),
            // What is missing is reported later, and has nothing to read.
            Source::File(path) => match fs::metadata(path) {
                Ok(metadata) => metadata.is_file().then_some(metadata.len()),
                Err(_) => Some(0),
            },
        }
    }
}

fn folder() -> io::Error {
    let told = "is a folder, and a file was expected";
    io::Error::new(io::ErrorKind::IsADirectory, told)
}

/// Standard input may be a file of which something was read already.
fn rest_of(mut file: File) -> Option<u64> {
    let metadata = file.metadata().ok()?;
    let position = file.stream_position().ok()?;
    metadata.is_file().then(|| metadata.len().saturating_sub(position))
}
