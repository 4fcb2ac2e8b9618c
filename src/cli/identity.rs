//! Which file a file is, whatever it is called: through links, through
//! redirection.

use crate::cli::system::{self, FileId, Stream};
use std::ffi::OsString;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{self, Path, PathBuf};

/// A file or folder on this machine. Devices and pipes have none, where nobody says otherwise: to read and
/// write the same terminal is not a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(FileId);

impl Identity {
    /// Of a path, through symbolic links; none where there is no such file.
    pub fn of_path(path: &Path) -> Option<Identity> {
        system::id_of_path(path).map(Identity)
    }

    /// Of what standard input or output was redirected to.
    pub fn of_stream(stream: impl Stream) -> Option<Identity> {
        system::file_id(&system::duplicate(stream).ok()?).map(Identity)
    }

    /// Of whatever is at a path, a folder too.
    pub fn of_any(path: &Path) -> Option<Identity> {
        system::id_of_any(path).map(Identity)
    }

    /// Of what is in a folder, where the system tells it without being asked once more; a link is itself.
    pub fn of_entry(folder: Identity, entry: &DirEntry) -> Option<Identity> {
        system::id_of_entry(folder.0, entry).map(Identity)
    }
}

/// Whether two paths name one file, which need not be there yet. As with identities, devices and
/// pipes are nobody's file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (Identity::of_path(one), Identity::of_path(other)) {
        (None, None) => place_of_new(one).is_some_and(|it| place_of_new(other) == Some(it)),
        (one, other) => one == other,
    }
}

/// Where a file would be created: in which folder, and under which name.
fn place_of_new(path: &Path) -> Option<(PathBuf, OsString)> {
    if path.exists() {
        return None;
    }
    let path = resolve(path).ok()?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Some((fs::canonicalize(folder).ok()?, path.file_name()?.to_owned()))
}

/// Follows symbolic links, so that the file behind them is replaced and the
/// links stay; also where that file does not exist yet.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40; // as Linux itself
    let last = path.as_os_str().as_encoded_bytes().last();
    if last.is_some_and(|&byte| path::is_separator(char::from(byte))) {
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
