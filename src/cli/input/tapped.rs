//! A file whose bytes somebody else sees as they go by, compressed as they are.

use super::member_reader::MemberReader;
use super::sized_file::SizedFile;
use crate::index::ContentHash;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Takes the hash of what is read.
#[derive(Clone, Default)]
pub struct Tap(Arc<Mutex<(ContentHash, u64)>>);

impl Tap {
    /// The hash, and of how many bytes it is.
    pub fn value(&self) -> (u128, u64) {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (taken.0.value(), taken.1)
    }

    fn take(&self, bytes: &[u8]) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.0.update(bytes);
        taken.1 += bytes.len() as u64;
    }
}

/// A file or what is in an archive, and who looks on.
pub struct Tapped {
    file: Raw,
    tap: Option<Tap>,
}

/// Bytes as they are stored.
pub enum Raw {
    File(File),
    Little(SizedFile),
    Member(MemberReader),
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Raw::File(file) => file.read(buffer),
            Raw::Little(file) => file.read(buffer),
            Raw::Member(member) => member.read(buffer),
        }
    }
}

impl Tapped {
    pub fn new(file: Raw, tap: Option<Tap>) -> Tapped {
        Tapped { file, tap }
    }
}

impl Read for Tapped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if let Some(tap) = &self.tap {
            tap.take(&buffer[..read]);
        }
        Ok(read)
    }
}
