//! Where the bytes of an output go: to somebody who takes them at once, or into a file that is put in its place when all are there.

use super::writeback::Writeback;
use crate::cli::temporary::Temporary;
use std::io::{self, Write};

/// Takes what is written. A file is written through the handle that it was made with: another one would have to be made and
/// closed for each of ten thousand.
pub enum Destination {
    /// Standard output, a device or a pipe.
    Stream(Box<dyn Write + Send>),
    /// A file that is to be on the disk before it is in its place.
    Lasting(Writeback),
    /// One of many files, which get to the disk when the system sees fit.
    OfMany(Temporary),
}

impl Destination {
    /// Whether it is one of many files.
    pub const fn is_of_many(&self) -> bool {
        matches!(self, Destination::OfMany(_))
    }

    /// The file, if it is one.
    pub fn into_temporary(self) -> Option<Temporary> {
        match self {
            Destination::Stream(_) => None,
            Destination::Lasting(file) => Some(file.into_inner()),
            Destination::OfMany(temporary) => Some(temporary),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Stream(stream) => stream.write(bytes),
            Destination::Lasting(file) => file.write(bytes),
            Destination::OfMany(temporary) => temporary.file().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stream(stream) => stream.flush(),
            Destination::Lasting(file) => file.flush(),
            Destination::OfMany(temporary) => temporary.file().flush(),
        }
    }
}
