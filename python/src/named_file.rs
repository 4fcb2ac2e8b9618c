//! A file by its path.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is not a file on a disk, a pipe for one, gives its bytes once.
#[derive(Clone)]
pub struct NamedFile {
    pub path: PathBuf,
    was_opened: Arc<AtomicBool>,
}

impl NamedFile {
    pub fn new(path: PathBuf) -> NamedFile {
        NamedFile { path, was_opened: Arc::default() }
    }

    /// Whether it can be opened again; what is not there is found missing again.
    pub fn is_lasting(&self) -> bool {
        fs::metadata(&self.path).map_or(true, |found| found.is_file() || found.is_dir())
    }

    pub fn is_at_most(&self, bytes: u64) -> bool {
        fs::metadata(&self.path).is_ok_and(|found| found.is_file() && found.len() <= bytes)
    }

    pub fn open(&self) -> io::Result<File> {
        let was_opened = self.was_opened.swap(true, Ordering::Relaxed);
        if was_opened && !self.is_lasting() {
            let told = "is a pipe or a device, which was read already; give its bytes instead";
            return Err(io::Error::other(told));
        }
        File::open(&self.path)
    }
}
