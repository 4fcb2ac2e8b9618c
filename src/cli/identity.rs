//! Which file a file is, whatever it is called: through links, through
//! redirection.

use std::ffi::OsString;
use std::fs::{self, DirEntry, File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{DirEntryExt, MetadataExt};
use std::path::{Path, PathBuf};

/// A file or folder on this machine. Devices and pipes have none, where nobody says otherwise: to read and
/// write the same terminal is not a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// Of a path, through symbolic links; none where there is no such file.
    pub fn of_path(path: &Path) -> Option<Identity> {
        Identity::of_metadata(&fs::metadata(path).ok()?)
    }

    /// Of what standard input or output was redirected to.
    pub fn of_stream(stream: impl AsFd) -> Option<Identity> {
        Identity::of_metadata(&duplicate(stream).ok()?.metadata().ok()?)
    }

    fn of_metadata(metadata: &Metadata) -> Option<Identity> {
        metadata.is_file().then(|| Identity::of(metadata))
    }

    /// Of whatever is at a path, a folder too.
    pub fn of_any(path: &Path) -> Option<Identity> {
        fs::metadata(path).ok().as_ref().map(Identity::of)
    }

    /// Of whatever this is about.
    pub fn of(metadata: &Metadata) -> Identity {
        Identity { device: metadata.dev(), inode: metadata.ino() }
    }

    /// Of what is in a folder, without asking the system once more; a link is itself.
    pub fn of_entry(folder: Identity, entry: &DirEntry) -> Identity {
        Identity { inode: entry.ino(), ..folder }
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

/// A standard stream as a file of its own, without the standard library's
/// buffer and lock around it.
pub fn duplicate(stream: impl AsFd) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}
