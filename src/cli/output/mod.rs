//! The output: standard output, or a file that appears whole or not at all.
//!
//! Bytes come in by [`Write`]; [`Output::finish`] makes them last. Without
//! it, a file that was to be replaced stays as it was.

mod destination;
pub mod ending;
mod folder;
mod formatted_output;
mod joined;
mod joint_faults;
mod placed_file;
pub mod reader;
mod target;
mod writeback;

pub use folder::{check_folder, left_as_it_was};
pub use formatted_output::{Bound, begin};
pub use joined::Joined;
pub use joint_faults::JointFaults;
pub use placed_file::PlacedFile;
pub use target::{Kept, Target};

use crate::cli::compression::{Compression, Encoder};
use crate::cli::identity;
use crate::cli::journal::SizeAndTime;
use crate::cli::system;
use crate::cli::temporary::Temporary;
use destination::Destination;
use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, Metadata, OpenOptions};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use writeback::Writeback;

/// What is handed to the system at a time.
const WRITE: usize = 128 << 10;

/// The same for one of many outputs: a little one comes in one piece, which needs no buffer.
const WRITE_OF_MANY: usize = 8 << 10;

/// What standard output is called in messages.
const STDOUT: &str = "<stdout>";

/// One open output.
pub struct Output {
    name: String,
    encoder: Encoder<BufWriter<Destination>>,
    replacement: Option<Replacement>,
}

/// What is to become of the file that is written.
struct Replacement {
    target: PathBuf,
    /// Where the old file is to be found afterwards.
    backup: Option<PathBuf>,
    times: Option<FileTimes>,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> io::Result<Output> {
        reader::watch()?;
        let destination = Destination::Stream(system::standard_output()?);
        let encoder = Encoder::new(None, 1, BufWriter::with_capacity(WRITE, destination));
        Ok(Output { name: STDOUT.to_owned(), encoder, replacement: None })
    }

    /// The file at `path`, through symbolic links; a device or a pipe is
    /// written directly. Compressed on so many threads.
    pub fn file(
        path: &Path,
        compression: Option<Compression>,
        threads: usize,
    ) -> io::Result<Output> {
        let name = path.display().to_string();
        // Looked at before links are followed: what is behind /dev/stdout may
        // have no name.
        let create = || match path.is_dir() || system::is_device(path) {
            true => direct(path),
            false => lasting(identity::resolve(path)?),
        };
        let (file, replacement) = create().map_err(|cause| WriteError::wrap(&name, cause))?;
        let file = BufWriter::with_capacity(WRITE, file);
        let encoder = Encoder::new(compression, threads, file);
        Ok(Output { name, encoder, replacement })
    }

    /// A file in a folder of outputs, beside which nothing is looked at; with the rights of the input, as far as they are known,
    /// and its times where these are wanted.
    pub fn inside(
        path: &Path,
        threads: usize,
        mode: Option<u32>,
        input: Option<&Metadata>,
        kept: &Kept,
    ) -> io::Result<Output> {
        let name = path.display().to_string();
        let create = || {
            let mode = mode.unwrap_or(0o666);
            let is_new = kept.into_empty && system::boot_id().is_some() || can_wait(path);
            let nameless = is_new.then(|| Temporary::nameless(path, mode)).flatten();
            let temporary = nameless.map_or_else(|| Temporary::of_many(path, mode), Ok)?;
            let times = input.filter(|_| kept.times).map(times_of).transpose()?;
            Ok((Destination::OfMany(temporary), times))
        };
        let (file, times) = create().map_err(|cause| WriteError::wrap(&name, cause))?;
        let file = BufWriter::with_capacity(WRITE_OF_MANY, file);
        let encoder = Encoder::new(Compression::of_name(path), threads, file);
        let replacement = Replacement { times, ..Replacement::of(path.to_owned()) };
        Ok(Output { name, encoder, replacement: Some(replacement) })
    }

    /// Keeps the old file under its name with this ending.
    pub fn keep_old(&mut self, ending: &OsStr) {
        if let Some(replacement) = &mut self.replacement {
            replacement.backup = Some(with_ending(&replacement.target, ending));
        }
    }

    /// Gives the new file the times of the old one.
    pub fn keep_times(&mut self) -> io::Result<()> {
        if let Some(replacement) = &mut self.replacement {
            replacement.times = Some(times_of(&fs::metadata(&replacement.target)?)?);
        }
        Ok(())
    }

    /// Whether it is standard output.
    pub fn is_stdout(&self) -> bool {
        self.name == STDOUT
    }

    /// Whether it is to replace a file, which stays as it was until all is written.
    pub fn is_replacement(&self) -> bool {
        self.replacement.is_some()
    }

    /// Whether what is written gets compressed.
    pub fn is_compressed(&self) -> bool {
        !matches!(self.encoder, Encoder::Plain(_))
    }

    /// Writes what is left, and puts the file in its place.
    pub fn finish(self) -> io::Result<PlacedFile> {
        let Output { name, encoder, replacement } = self;
        let finish = || {
            let file = encoder.finish()?.into_inner().map_err(IntoInnerError::into_error)?;
            let is_of_many = file.is_of_many();
            match (file.into_temporary(), replacement) {
                (Some(temporary), Some(replacement)) => replacement.persist(temporary, is_of_many),
                _ => Ok(None),
            }
        };
        let found = finish().map_err(|cause| WriteError::wrap(&name, cause))?;
        Ok(PlacedFile { stamp: found.as_ref().map(SizeAndTime::of) })
    }

    /// Ends an output whose input failed: what has no file to replace keeps
    /// all that was written, a file to replace stays as it was. Returns that
    /// file's name.
    pub fn abandon(self) -> io::Result<Option<String>> {
        match self.replacement {
            None => self.finish().map(|_| None),
            Some(_) => Ok(Some(self.name)),
        }
    }
}

fn direct(path: &Path) -> io::Result<(Destination, Option<Replacement>)> {
    let file = OpenOptions::new().write(true).open(path)?;
    Ok((Destination::Stream(Box::new(file)), None))
}

fn lasting(target: PathBuf) -> io::Result<(Destination, Option<Replacement>)> {
    let file = Writeback::new(Temporary::beside(&target)?);
    Ok((Destination::Lasting(file), Some(Replacement::of(target))))
}

impl Replacement {
    const fn of(target: PathBuf) -> Replacement {
        Replacement { target, backup: None, times: None }
    }

    /// Returns what is known of the file for good.
    fn persist(self, temporary: Temporary, is_of_many: bool) -> io::Result<Option<Metadata>> {
        let Replacement { target, backup, times } = self;
        if let Some(times) = times {
            temporary.file().set_times(times)?;
        }
        match backup {
            Some(backup) => {
                temporary.persist_after(&target, || keep(&target, &backup)).map(|()| None)
            }
            None if temporary.is_nameless() || is_of_many && can_wait(&target) => {
                temporary.persist_new(&target)
            }
            None => temporary.persist(&target).map(|()| None),
        }
    }
}

/// Whether a new file may get to the disk when the system sees fit: nothing is replaced, and after a power cut it is known
/// that there was one.
fn can_wait(target: &Path) -> bool {
    system::boot_id().is_some() && target.symlink_metadata().is_err()
}

/// The name of a file with more at its end.
pub fn with_ending(path: &Path, ending: &OsStr) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn times_of(metadata: &Metadata) -> io::Result<FileTimes> {
    Ok(FileTimes::new().set_modified(metadata.modified()?).set_accessed(metadata.accessed()?))
}

/// Gives a file a second name, which must be free; where the system has no such thing, a copy.
fn keep(file: &Path, name: &Path) -> io::Result<()> {
    let blame = |cause: io::Error| {
        io::Error::new(cause.kind(), format!("{} cannot be made: {cause}", name.display()))
    };
    match fs::hard_link(file, name) {
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Err(blame(cause)),
        Err(_) => {
            let mut copy = File::create_new(name).map_err(blame)?;
            io::copy(&mut File::open(file)?, &mut copy).and_then(|_| copy.sync_all()).map_err(blame)
        }
        Ok(()) => Ok(()),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.write(bytes).map_err(|cause| WriteError::wrap(&self.name, cause))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.flush().map_err(|cause| WriteError::wrap(&self.name, cause))
    }
}

/// An output that cannot be written: the run cannot go on.
#[derive(Debug, thiserror::Error)]
#[error("{file}: cannot be written: {cause}")]
struct WriteError {
    file: String,
    cause: io::Error,
}

impl WriteError {
    /// An `io::Error` of the same kind, as `write_all` and broken pipes need
    /// it, with the file's name.
    fn wrap(file: &str, cause: io::Error) -> io::Error {
        let is_gone = system::is_reader_gone(&cause);
        let kind = if is_gone { io::ErrorKind::BrokenPipe } else { cause.kind() };
        io::Error::new(kind, WriteError { file: file.to_owned(), cause })
    }
}
