//! Decompression on threads of its own, so that it overlaps with the work
//! on what was decompressed.
//!
//! Data of one frame, as most is, is one part that one thread unpacks. Frames that can be cut off
//! are parts of their own, and a crew unpacks several of them at a time. A few blocks go
//! round: empty ones to the threads, full ones back. Their number is the limit of
//! memory, and dropping either end stops the other.

use super::Compression;
use super::counted::{Counted, ReadSoFar};
use super::frames::{Cut, Frames, Piece};
use super::unpacking_threads::{Crew, Tools};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

/// 4 MiB in blocks of 256 KiB: far enough ahead that it rarely waits. With 1 MiB a tenth of
/// the time was lost to threads that slept and were woken.
const BLOCKS: usize = 16;
pub const BLOCK: usize = 256 << 10;

/// What a decoder is asked for at a time. When it fails, it does not say how
/// much of this it had written already, and that much is lost: keep it small.
const STEP: usize = 8 << 10;

pub struct UnpackedBlock {
    bytes: Vec<u8>,
    filled: usize,
}

/// Some of the data: its blocks, an empty one at the end, and how much they may hold.
pub struct UnpackedPart {
    pub blocks: Receiver<io::Result<UnpackedBlock>>,
    pub content: u64,
}

/// The reading end.
pub struct Decompressor {
    block: UnpackedBlock,
    taken: usize,
    part: Option<UnpackedPart>,
    /// The parts that follow; none of them is the end.
    parts: Receiver<Option<UnpackedPart>>,
    /// Takes blocks back, and what a part may have held.
    empty: Sender<UnpackedBlock>,
    finished: Sender<u64>,
    ended: bool,
}

impl Decompressor {
    /// Reads `reader`, on up to so many threads where that can be; `meter` is moved on by each
    /// compressed byte.
    pub fn start(
        compression: Compression,
        reader: impl BufRead + Send + 'static,
        threads: usize,
        meter: Arc<AtomicU64>,
    ) -> io::Result<Decompressor> {
        let (sender, parts) = unbounded();
        let (finished, finished_receiver) = unbounded();
        let (empty, empty_receiver) = bounded(BLOCKS);
        for _ in 1..BLOCKS {
            empty.send(UnpackedBlock::new()).expect("its receiver is here");
        }
        let tools = Tools { compression, empty: empty_receiver, meter };
        // On two cores unpacking and the work after it share both already, and cutting
        // frames would only cost memory: 45 MiB instead of 19 for frames of 8 MiB.
        let frames = Frames::new(compression, reader, threads > 2);
        let work = move || {
            if let Err(cause) = hand_out(frames, threads, &tools, &sender, finished_receiver) {
                sender.send(Some(UnpackedPart::failed(cause))).ok();
            }
        };
        thread::Builder::new().name("decompress".into()).spawn(work)?;
        let block = UnpackedBlock::new();
        Ok(Decompressor { block, taken: 0, part: None, parts, empty, finished, ended: false })
    }

    /// The next full block; an empty one is the end.
    fn turn(&mut self) -> io::Result<()> {
        loop {
            let Some(part) = &self.part else {
                self.part = self.parts.recv().map_err(|_| stopped())?;
                if self.part.is_none() {
                    return Ok(());
                }
                continue;
            };
            let next = part.blocks.recv().unwrap_or_else(|_| Err(stopped()))?;
            let is_end = next.filled == 0;
            let used = if is_end { next } else { std::mem::replace(&mut self.block, next) };
            // It goes round again, unless there are enough.
            self.empty.try_send(used).ok();
            if !is_end {
                self.taken = 0;
                return Ok(());
            }
            self.finished.send(part.content).ok();
            self.part = None;
        }
    }
}

fn stopped() -> io::Error {
    io::Error::other("decompression stopped unexpectedly")
}

impl UnpackedPart {
    fn failed(cause: io::Error) -> UnpackedPart {
        let (sender, blocks) = bounded(1);
        sender.send(Err(cause)).ok();
        UnpackedPart { blocks, content: 0 }
    }
}

/// Hands out parts to the end of the data, or until nobody wants more.
fn hand_out(
    mut frames: Frames<impl BufRead + Send + 'static>,
    threads: usize,
    tools: &Tools,
    parts: &Sender<Option<UnpackedPart>>,
    finished: Receiver<u64>,
) -> io::Result<()> {
    let mut finished = Some(finished);
    let mut crew: Option<Crew> = None;
    loop {
        match frames.cut() {
            Cut::Frames(piece) => {
                if let Some(finished) = finished.take() {
                    crew = Some(Crew::start(threads, tools, finished)?);
                }
                let part = crew.as_mut().and_then(|crew| crew.give(piece));
                if part.is_none() || parts.send(part).is_err() {
                    return Ok(());
                }
            }
            Cut::Rest(piece) => {
                stream(piece, frames.into_reader(), tools, parts);
                break;
            }
            Cut::End => break,
        }
    }
    parts.send(None).ok();
    Ok(())
}

/// Unpacks all that is left on this thread.
fn stream(
    piece: Piece,
    reader: impl BufRead + Send + 'static,
    tools: &Tools,
    parts: &Sender<Option<UnpackedPart>>,
) {
    let (blocks, receiver) = bounded(BLOCKS);
    if parts.send(Some(UnpackedPart { blocks: receiver, content: 0 })).is_err() {
        return;
    }
    let position = Arc::new(ReadSoFar::at(piece.start));
    let bytes = Cursor::new(piece.bytes).chain(reader);
    let counted = Counted::new(bytes, Arc::clone(&position), Arc::clone(&tools.meter));
    let result = tools
        .compression
        .decoder(counted)
        .and_then(|decoder| decompress(decoder, || tools.empty.recv().ok(), &blocks));
    if let Err(cause) = result {
        blocks.send(Err(position.blame_decoder(cause))).ok();
    }
}

/// Fills blocks to the end of the data, or until nobody wants more.
pub fn decompress(
    mut decoder: impl Read,
    mut empty: impl FnMut() -> Option<UnpackedBlock>,
    full: &Sender<io::Result<UnpackedBlock>>,
) -> io::Result<()> {
    while let Some(mut block) = empty() {
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

impl UnpackedBlock {
    pub fn new() -> UnpackedBlock {
        UnpackedBlock { bytes: vec![0; BLOCK], filled: 0 }
    }

    /// What was put into it.
    #[cfg(feature = "cli")]
    pub fn filled(&self) -> &[u8] {
        &self.bytes[..self.filled]
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
            let result = self.turn();
            self.ended = result.is_err() || self.part.is_none();
            result?;
        }
        let bytes = (&self.block.bytes[self.taken..self.block.filled]).read(buffer)?;
        self.taken += bytes;
        Ok(bytes)
    }
}
