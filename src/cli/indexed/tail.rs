//! The end of a file of which the beginning has been hashed.

use crate::index::ContentHash;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Reads a file from a place on, and hashes what was not hashed before.
pub struct Tail<'a> {
    file: &'a mut File,
    at: u64,
    hash: &'a mut ContentHash,
    /// How many bytes were hashed.
    hashed: u64,
}

impl<'a> Tail<'a> {
    /// Begins at a place; `hash` is that of the first `hashed` bytes.
    pub fn new(
        file: &'a mut File,
        at: u64,
        hash: &'a mut ContentHash,
        hashed: u64,
    ) -> io::Result<Tail<'a>> {
        file.seek(SeekFrom::Start(at))?;
        Ok(Tail { file, at, hash, hashed })
    }
}

impl Read for Tail<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let known = usize::try_from(self.hashed.saturating_sub(self.at)).unwrap_or(usize::MAX);
        if let Some(new) = buffer[..read].get(known..) {
            self.hash.update(new);
            self.hashed += new.len() as u64;
        }
        self.at += read as u64;
        Ok(read)
    }
}
