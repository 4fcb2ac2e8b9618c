//! Which file a file is, whatever it is called: through links, through
//! redirection.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A regular file on this machine. Devices and pipes have none: to read and
/// write the same terminal is no mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let identity = Identity { device: metadata.dev(), inode: metadata.ino() };
        metadata.is_file().then_some(identity)
    }
}

/// A standard stream as a file of its own, without the standard library's
/// buffer and lock around it.
pub fn duplicate(stream: impl AsFd) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}
