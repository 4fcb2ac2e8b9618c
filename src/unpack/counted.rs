//! A reader that knows how far it is: for the progress bar, and for errors
//! that name the place in the compressed file.

use super::Compression;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How far one file is read; outlives the reader that a decoder swallows.
#[derive(Debug, Default)]
pub struct ReadSoFar {
    offset: AtomicU64,
}

impl ReadSoFar {
    /// So far into the file.
    pub fn at(offset: u64) -> ReadSoFar {
        ReadSoFar { offset: AtomicU64::new(offset) }
    }

    /// `cause`, met while reading here, in words that name the place.
    pub fn blame(&self, cause: io::Error) -> io::Error {
        let offset = self.offset.load(Relaxed);
        io::Error::new(cause.kind(), format!("cannot be read at byte {offset}: {cause}"))
    }

    /// The same for `cause` out of a decoder.
    pub fn blame_decoder(&self, cause: io::Error) -> io::Error {
        if cause.raw_os_error().is_some() {
            return self.blame(cause);
        }
        let offset = self.offset.load(Relaxed);
        let message = if cause.kind() == io::ErrorKind::UnexpectedEof {
            format!("compressed data ends too early at byte {offset}")
        } else if Compression::is_memory_limit(&cause) {
            "needs more memory to unpack than is allowed (128 MiB); compress it anew with \
             a smaller window"
                .to_owned()
        } else {
            format!("compressed data is corrupt at about byte {offset} ({cause})")
        };
        io::Error::new(cause.kind(), message)
    }
}

/// A buffered reader that counts what is taken from it.
pub struct Counted<R> {
    inner: R,
    position: Arc<ReadSoFar>,
    meter: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    pub fn new(inner: R, position: Arc<ReadSoFar>, meter: Arc<AtomicU64>) -> Counted<R> {
        Counted { inner, position, meter }
    }

    fn count(&self, bytes: usize) {
        self.position.offset.fetch_add(bytes as u64, Relaxed);
        self.meter.fetch_add(bytes as u64, Relaxed);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.inner.read(buffer)?;
        self.count(bytes);
        Ok(bytes)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.count(bytes);
    }
}
