//! Decompression on the thread that reads.
//!
//! One worker reads ahead for all of them, and works as long as enough waits. On two cores, two workers and
//! a thread more for decompression wait for each other; where unpacking is part of reading, both
//! cores always have something to do. For that it has to be quicker than the work, which of
//! all decompression only zstd's is.

use super::counted::{Counted, ReadSoFar};
use super::decompressor::STEP;
use crate::cli::compression::Compression;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Compressed data that is unpacked into the buffers of its reader.
pub struct InPlace {
    decoder: Box<dyn Read + Send>,
    position: Arc<ReadSoFar>,
    /// After an error there is nothing more.
    has_failed: bool,
}

impl InPlace {
    /// Reads `reader`; `meter` is moved on by each compressed byte.
    pub fn new(
        compression: Compression,
        reader: impl BufRead + Send + 'static,
        meter: Arc<AtomicU64>,
    ) -> io::Result<InPlace> {
        let position = Arc::new(ReadSoFar::default());
        let counted = Counted::new(reader, Arc::clone(&position), meter);
        Ok(InPlace { decoder: compression.decoder(counted)?, position, has_failed: false })
    }
}

impl Read for InPlace {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_failed {
            return Ok(0);
        }
        let step = buffer.len().min(STEP);
        self.decoder.read(&mut buffer[..step]).map_err(|cause| {
            self.has_failed = cause.kind() != io::ErrorKind::Interrupted;
            if self.has_failed { self.position.blame_decoder(cause) } else { cause }
        })
    }
}
