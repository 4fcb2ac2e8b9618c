//! Members of zip archives: which there are, and what is in one of them.
//!
//! The directory of an archive is gone through one member at a time, so it may be as long as it likes; of each member only what is
//! asked for is unpacked.

use super::member_reader::MemberReader;
use crate::cli::identity::Identity;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

/// Longer names are nobody's: no system takes them.
const LONGEST_NAME: usize = 4096;

/// What there is to know of a member before it is unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveMember {
    pub archive: Arc<Path>,
    /// Its place in the directory, from 0.
    pub number: usize,
    pub name: String,
    /// How many bytes it takes in the archive.
    pub packed: u64,
}

/// Why a member cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    Encrypted,
    Nested,
    /// Its name leads out of the archive.
    Astray,
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hindrance::Encrypted => "is encrypted; unpack it first, for example with unzip",
            Hindrance::Nested => "is an archive in an archive; unpack it first",
            Hindrance::Astray => "is not read, because its name leads out of the archive",
        })
    }
}

/// One line of the directory of an archive.
pub struct DirectoryLine {
    pub member: ArchiveMember,
    pub hindrance: Option<Hindrance>,
}

/// Whether a file begins like an archive.
pub fn is_archive(path: &Path) -> bool {
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && matches!(&head, b"PK\x03\x04" | b"PK\x05\x06")
}

/// The files of an archive, whatever they are called, in the order of the directory. An error is the last thing there is.
pub fn files(path: &Path) -> io::Result<Vec<DirectoryLine>> {
    let archive: Arc<Path> = path.into();
    let mut directory = open(path)?;
    let (mut lines, mut spans) = (Vec::new(), Vec::new());
    for (number, entry) in directory.files().map_err(told)?.enumerate() {
        let entry = entry.map_err(told)?;
        let name = name_of(&entry)?;
        spans.push((
            entry.header_start(),
            entry.header_start().saturating_add(entry.compressed_size()),
        ));
        let hindrance = hindrance(&entry, &name);
        let packed = entry.compressed_size();
        if entry.is_file() {
            let member = ArchiveMember { archive: Arc::clone(&archive), number, name, packed };
            lines.push(DirectoryLine { member, hindrance });
        }
    }
    refuse_bomb(spans)?;
    Ok(lines)
}

fn open(path: &Path) -> io::Result<ZipIterable<BufReader<File>>> {
    ZipIterable::try_new(BufReader::new(File::open(path)?), Config::default()).map_err(told)
}

fn name_of(entry: &ZipFileEntry<'_>) -> io::Result<String> {
    if entry.name_raw().len() > LONGEST_NAME {
        return Err(io::Error::other("has a member with a name that no system takes"));
    }
    Ok(entry.name().map_err(told)?.into_owned())
}

fn hindrance(entry: &ZipFileEntry<'_>, name: &str) -> Option<Hindrance> {
    let ending = Path::new(name).extension().unwrap_or_default();
    if !is_plain(name) {
        Some(Hindrance::Astray)
    } else if entry.encrypted() {
        Some(Hindrance::Encrypted)
    } else {
        ending.eq_ignore_ascii_case("zip").then_some(Hindrance::Nested)
    }
}

/// Whether it is a path that stays where it is put.
fn is_plain(name: &str) -> bool {
    let is_normal = |part: Component<'_>| matches!(part, Component::Normal(_));
    let path = Path::new(name);
    !name.is_empty() && !name.contains('\0') && path.components().all(is_normal)
}

/// Members that share bytes make a small archive unpack to anything.
fn refuse_bomb(mut spans: Vec<(u64, u64)>) -> io::Result<()> {
    spans.sort_unstable();
    if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return Err(io::Error::other("is refused: its members share bytes, as those of a bomb do"));
    }
    Ok(())
}

/// Some members of an archive that are read one after the other.
struct Batch {
    archive: Option<Identity>,
    /// The place of the first of them.
    first: usize,
    entries: VecDeque<ZipFileEntry<'static>>,
}

/// So many are found in one pass through the directory.
const BATCH: usize = 4096;

/// Those of the archive that was read last.
static LAST: Mutex<Option<Batch>> = Mutex::new(None);

impl ArchiveMember {
    /// What is in it. `meter` is moved on by each byte of the archive.
    pub(super) fn open(&self, meter: &Arc<AtomicU64>) -> io::Result<MemberReader> {
        let entry = self.entry()?;
        MemberReader::start(entry, File::open(&self.archive)?, Arc::clone(meter))
    }

    /// Its line of the directory.
    fn entry(&self) -> io::Result<ZipFileEntry<'static>> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let archive = Identity::of_path(&self.archive);
        let is_in = |batch: &Batch| {
            let places = batch.first..batch.first + batch.entries.len();
            batch.archive == archive && places.contains(&self.number)
        };
        if !last.as_ref().is_some_and(is_in) {
            *last = Some(self.batch(archive)?);
        }
        let entry = last.as_mut().and_then(|batch| batch.take(self.number));
        match entry {
            Some(entry) if name_of(&entry)? == self.name => Ok(entry),
            _ => Err(io::Error::other("has changed since it was listed")),
        }
    }

    /// The members from this one on.
    fn batch(&self, archive: Option<Identity>) -> io::Result<Batch> {
        let mut directory = open(&self.archive)?;
        let rest = directory.files().map_err(told)?.skip(self.number).take(BATCH);
        let entries = rest.collect::<Result<_, _>>().map_err(told)?;
        Ok(Batch { archive, first: self.number, entries })
    }
}

impl Batch {
    fn take(&mut self, number: usize) -> Option<ZipFileEntry<'static>> {
        let skipped = number - self.first;
        self.first = number + 1;
        self.entries.drain(..skipped);
        self.entries.pop_front()
    }
}

/// What the library of archives says, for somebody who does not know what an archive is made of.
pub(super) fn told(error: ZipError) -> io::Error {
    let cause = match error {
        ZipError::Io(cause) => return cause,
        ZipError::InvalidArchive(_) => "it is not a zip archive, or a damaged one".to_owned(),
        ZipError::CompressionMethodNotSupported(method) => {
            format!("compression method {method} is not read; unpack it first, for example with 7z")
        }
        other => other.to_string(),
    };
    io::Error::other(format!("cannot be unpacked: {cause}"))
}

/// The same for what is said while a member is read; errors of the system are as they are.
pub(super) fn told_while_read(error: io::Error) -> io::Error {
    match error.downcast() {
        Ok(cause) => told(cause),
        Err(error) if error.get_ref().is_some() => {
            io::Error::new(error.kind(), format!("cannot be unpacked: {error}"))
        }
        Err(error) => error,
    }
}
