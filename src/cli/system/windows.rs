//! Windows.

use super::console_text::ConsoleText;
use super::{FileId, FileTimes};
use std::ffi::OsString;
use std::fs::{DirEntry, File, Metadata};
use std::io::{self, IsTerminal, Write};
use std::os::windows::fs::{FileExt, MetadataExt};
pub use std::os::windows::io::AsHandle as Stream;
use std::os::windows::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Mutex;
use tempfile::Builder;
use winapi_util::Handle;

/// What shells make of a program that Ctrl-C has ended, elsewhere too.
const INTERRUPTED: i32 = 130;

/// What was typed, with names in the place of wildcards: no shell does that here.
pub fn arguments() -> impl Iterator<Item = OsString> {
    wild::args_os()
}

/// Which regular file this is; none for consoles and pipes.
pub fn file_id(file: &File) -> Option<FileId> {
    file.metadata().ok().filter(Metadata::is_file)?;
    let found = winapi_util::file::information(file).ok()?;
    Some((found.volume_serial_number(), found.file_index()))
}

/// Which regular file a path leads to, through symbolic links.
pub fn id_of_path(path: &Path) -> Option<FileId> {
    file_id(&File::open(path).ok()?)
}

/// The same for whatever is there, a folder too.
pub fn id_of_any(path: &Path) -> Option<FileId> {
    let found = winapi_util::file::information(Handle::from_path_any(path).ok()?).ok()?;
    Some((found.volume_serial_number(), found.file_index()))
}

/// Which file an entry of a folder is. Nobody says so before it is opened.
pub fn id_of_entry(_folder: FileId, entry: &DirEntry) -> Option<FileId> {
    id_of_any(&entry.path())
}

/// How many names a file has.
pub fn count_names(path: &Path) -> u64 {
    let found = Handle::from_path(path).and_then(winapi_util::file::information);
    found.map_or(1, |found| found.number_of_links())
}

/// The name of a file that a list has: UTF-8.
pub fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Nobody says which start of the system this is.
pub fn boot_id() -> Option<&'static str> {
    None
}

/// Only a single file can be sent to the disk; where it is not known that the system was started anew, every other one is
/// there already.
pub fn sync_disk(file: &File) -> io::Result<()> {
    file.sync_all()
}

/// The system begins to write a file when it sees fit.
pub fn begin_to_store(_file: &File, _offset: u64, _length: u64) {}

/// Whether a path leads to something that is there, and is neither a file nor a folder: NUL, CON, a pipe. Of such, the
/// system tells nothing but that it can be opened.
pub fn is_device(path: &Path) -> bool {
    let is_known = |file: File| file.metadata().is_ok_and(|it| it.is_file() || it.is_dir());
    File::open(path).is_ok_and(|file| !is_known(file))
}

/// When a file was changed. There is no time that cannot be set by hand.
pub fn times(found: &Metadata) -> FileTimes {
    /// From the beginning of 1601, from where this system counts, to that of 1970, in its steps of 100 nanoseconds.
    const TO_1970: i64 = 116_444_736_000_000_000;
    let since_1601 = i64::try_from(found.last_write_time()).unwrap_or(i64::MAX);
    FileTimes { modified: since_1601.saturating_sub(TO_1970).saturating_mul(100), changed: None }
}

/// A standard stream as a file of its own, without the standard library's
/// buffer and lock around it.
pub fn duplicate(stream: impl Stream) -> io::Result<File> {
    Ok(File::from(stream.as_handle().try_clone_to_owned()?))
}

/// Where a result goes that has no file: bytes to files and pipes, text to the console.
pub fn standard_output() -> io::Result<Box<dyn Write + Send>> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        return Ok(Box::new(ConsoleText::new(stdout)));
    }
    Ok(Box::new(duplicate(stdout)?))
}

/// Reads from a place in a file. It moves the place from which others read on, so nobody does.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    match file.seek_read(bytes, offset) {
        // Some systems say so for what is beyond the end.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
        read => read,
    }
}

/// A new file has the rights of its folder, as the old one had.
pub fn adopt(_new: (&Path, &File), _old: (&File, &Metadata)) -> io::Result<()> {
    Ok(())
}

/// Those of any new file.
pub fn mode(_found: &Metadata) -> u32 {
    0o666
}

/// There are no rights to be given to what is to be made: it has those of its folder.
pub fn with_mode<'b, 'p, 's>(
    builder: &'b mut Builder<'p, 's>,
    _mode: u32,
) -> &'b mut Builder<'p, 's> {
    builder
}

/// There are no files without a name.
pub fn nameless(_folder: &Path, _mode: u32) -> Option<File> {
    None
}

pub fn give_name(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Has a thread call `end` with the status to leave with when somebody wants the program to end: Ctrl-C, Ctrl-Break, a
/// window that is closed, or the end of the session.
pub fn on_interrupt(end: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    let end = Mutex::new(Some(end));
    let once = move || {
        if let Some(end) = end.lock().ok().and_then(|mut end| end.take()) {
            end(INTERRUPTED);
        }
    };
    ctrlc::set_handler(once).map_err(io::Error::other)
}

/// Whether this is the error of writing to a pipe that nobody reads any more. There are three of them, of which the
/// standard library knows two.
pub fn is_reader_gone(error: &io::Error) -> bool {
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(NOT_CONNECTED)
}

/// Nobody tells when whoever reads a pipe goes away: writing to it will.
pub fn on_reader_gone(_pipe: File, _end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// The words of a command, as a shell would have them but for backslashes, which part folders here; none where a quote is
/// not closed.
pub fn split_words(command: &str) -> Option<Vec<String>> {
    // No argument can have it.
    const BACKSLASH: &str = "\0";
    let words = shlex::split(&command.replace('\\', BACKSLASH))?;
    Some(words.iter().map(|word| word.replace(BACKSLASH, "\\")).collect())
}

/// Has what a command starts be a group of its own, which Ctrl-C does not reach: we end it.
pub fn lead_group(command: &mut Command) -> &mut Command {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP)
}

/// Ends a process. Those that it started learn of it from their pipes.
pub fn kill_group(child: &mut Child) {
    child.kill().ok();
}
