//! Decompression on whatever thread reads.
//!
//! Workers take turns at the input. Where there are as many of them as cores, a thread more for
//! decompression makes all of them wait for each other; where it is done in turn, what was unpacked is
//! worked on by the same core, out of its own cache. On two cores that takes a tenth less time. It needs
//! unpacking to be quicker than the work, which of all compressions only zstd's is.

use super::counted::{Counted, Position};
use super::decompressor::STEP;
use crate::compression::Compression;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Compressed data that is unpacked into the buffers of its reader.
pub struct InPlace {
    decoder: Box<dyn Read + Send>,
    position: Arc<Position>,
}

impl InPlace {
    /// Reads `reader`; `meter` is moved on by each compressed byte.
    pub fn new(
        compression: Compression,
        reader: impl BufRead + Send + 'static,
        meter: Arc<AtomicU64>,
    ) -> io::Result<InPlace> {
        let position = Arc::new(Position::default());
        let counted = Counted::new(reader, Arc::clone(&position), meter);
        Ok(InPlace { decoder: compression.decoder(counted)?, position })
    }
}

impl Read for InPlace {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let step = buffer.len().min(STEP);
        let result = self.decoder.read(&mut buffer[..step]);
        result.map_err(|cause| match cause.kind() {
            io::ErrorKind::Interrupted => cause,
            _ => self.position.blame_decoder(cause),
        })
    }
}
