//! Decompression on a thread of its own, so that it overlaps with the work
//! on what was decompressed.
//!
//! A few blocks go round: empty ones to the thread, full ones back. Their
//! number is the limit of memory, and dropping either end stops the other.

use super::counted::{Counted, Position};
use crate::compression::Compression;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::thread;

/// 4 blocks of 256 KiB: the thread is never far ahead, and rarely waits.
const BLOCKS: usize = 4;
const BLOCK: usize = 256 << 10;

/// What a decoder is asked for at a time. When it fails, it does not say how
/// much of this it had written already, and that much is lost: keep it small.
const STEP: usize = 8 << 10;

struct Block {
    bytes: Vec<u8>,
    filled: usize,
}

/// The reading end.
pub struct Decompressor {
    block: Block,
    taken: usize,
    full: Receiver<io::Result<Block>>,
    empty: Sender<Block>,
    ended: bool,
}

impl Decompressor {
    pub fn start(
        compression: Compression,
        reader: Counted<impl BufRead + Send + 'static>,
        position: Arc<Position>,
    ) -> io::Result<Decompressor> {
        let (full_sender, full) = bounded(BLOCKS);
        let (empty, empty_receiver) = bounded(BLOCKS);
        for _ in 1..BLOCKS {
            empty.send(Block::new()).expect("its receiver is here");
        }
        let work = move || {
            // Decoders are made here, since not all of them may change threads.
            let result = compression
                .decoder(reader)
                .and_then(|decoder| decompress(decoder, &empty_receiver, &full_sender));
            if let Err(cause) = result {
                full_sender.send(Err(position.blame_decoder(cause))).ok();
            }
        };
        thread::Builder::new().name("decompress".into()).spawn(work)?;
        Ok(Decompressor { block: Block::new(), taken: 0, full, empty, ended: false })
    }

    /// The next full block; an empty one is the end.
    fn turn(&mut self) -> io::Result<()> {
        let stopped = || io::Error::other("decompression stopped unexpectedly");
        let result = self.full.recv().unwrap_or_else(|_| Err(stopped()));
        self.ended = !matches!(&result, Ok(block) if block.filled > 0);
        let used = std::mem::replace(&mut self.block, result?);
        self.taken = 0;
        self.empty.send(used).ok();
        Ok(())
    }
}

/// Fills blocks to the end of the data, or until nobody wants more.
fn decompress(
    mut decoder: impl Read,
    empty: &Receiver<Block>,
    full: &Sender<io::Result<Block>>,
) -> io::Result<()> {
    for mut block in empty {
        let result = block.fill(&mut decoder);
        let ended = block.filled == 0;
        // What is sound goes first, then the error.
        if (result.is_ok() || !ended) && full.send(Ok(block)).is_err() {
            return Ok(());
        }
        result?;
        if ended {
            return Ok(());
        }
    }
    Ok(())
}

impl Block {
    fn new() -> Block {
        Block { bytes: vec![0; BLOCK], filled: 0 }
    }

    /// Fills all of it, as far as there is data.
    fn fill(&mut self, decoder: &mut impl Read) -> io::Result<()> {
        self.filled = 0;
        while self.filled < BLOCK {
            let end = BLOCK.min(self.filled + STEP);
            match decoder.read(&mut self.bytes[self.filled..end]) {
                Ok(0) => break,
                Ok(bytes) => self.filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Read for Decompressor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.block.filled && !self.ended {
            self.turn()?;
        }
        let bytes = (&self.block.bytes[self.taken..self.block.filled]).read(buffer)?;
        self.taken += bytes;
        Ok(bytes)
    }
}
