//! A stretch of input that holds whole records.
//!
//! In: a reader. Out: chunks whose records tile the input, however it came.

use std::io::{self, Read};

use crate::pgn::bytes::count_lines;
use crate::pgn::frame::undecided;
use crate::record::{Frame, Kind, Record, Step};
use crate::source::Source;

/// How much is read at once. Larger chunks gained nothing.
const CHUNK: usize = 256 * 1024;

/// Bytes, and the frames of the records that tile them.
pub struct Chunk {
    bytes: Vec<u8>,
    frames: Vec<Frame>,
    /// Where it begins: byte, line and games before it.
    offset: u64,
    line: u64,
    games: u64,
    is_last: bool,
    format: &'static str,
}

impl Chunk {
    /// All of its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its records, in order.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut at = 0;
        let mut line = self.line;
        let mut number = self.games;
        self.frames.iter().map(move |frame| {
            let bytes = &self.bytes[at..at + frame.len];
            let offset = self.offset + at as u64;
            at += frame.len;
            number += u64::from(frame.kind == Kind::Game);
            let is_last = self.is_last && at == self.bytes.len();
            let record =
                Record { bytes, frame, offset, line, number, is_last, format: self.format };
            line += count_lines(bytes);
            record
        })
    }
}

/// Reads chunks.
pub struct Chunks<'s, R> {
    reader: R,
    source: &'s dyn Source,
    limit: usize,
    /// Bytes that were read and belong to no chunk yet.
    rest: Vec<u8>,
    at_end: bool,
    /// In the middle of a record that is too long.
    passing: bool,
    offset: u64,
    line: u64,
    games: u64,
    failed: Option<io::Error>,
}

impl<'s, R: Read> Chunks<'s, R> {
    /// Reads records of a format, none of them longer than `limit`.
    pub fn new(reader: R, source: &'s dyn Source, limit: usize) -> Chunks<'s, R> {
        Chunks {
            reader,
            source,
            limit: limit.max(1),
            rest: Vec::new(),
            at_end: false,
            passing: false,
            offset: 0,
            line: 1,
            games: 0,
            failed: None,
        }
    }

    /// Fills the buffer up to `size`, or to the end of the input.
    fn fill(&mut self, size: usize) {
        let room = size.saturating_sub(self.rest.len()) as u64;
        self.rest.reserve_exact(size.saturating_sub(self.rest.len()));
        match (&mut self.reader).take(room).read_to_end(&mut self.rest) {
            Ok(_) => self.at_end = self.rest.len() < size,
            Err(error) => {
                // What came before the error is sound: it goes out first.
                self.failed = Some(error);
                self.at_end = true;
            }
        }
    }

    /// Frames what is in the buffer: the frames, and the bytes that they cover.
    fn frames(&mut self) -> (Vec<Frame>, usize) {
        let mut frames = Vec::new();
        let mut at = 0;
        while at < self.rest.len() {
            if self.passing {
                let len = self.pass(at);
                if len == 0 {
                    break;
                }
                at += len;
                frames.push(piece(len, false));
                continue;
            }
            let input = &self.rest[at..];
            match self.source.frame(input, self.at_end, self.limit) {
                Step::Record(frame) => {
                    at += frame.len;
                    frames.push(frame);
                }
                Step::More => break,
                Step::TooLong => {
                    let len = self.limit.min(input.len());
                    at += len;
                    frames.push(piece(len, true));
                    self.passing = true;
                }
            }
        }
        (frames, at)
    }

    /// How much of the input belongs to the record that is too long.
    fn pass(&mut self, at: usize) -> usize {
        let input = &self.rest[at..];
        if let Some(end) = self.source.resume(input) {
            self.passing = false;
            return end;
        }
        if self.at_end { input.len() } else { input.len() - undecided(input) }
    }

    fn chunk(&mut self) -> Option<Chunk> {
        let mut size = CHUNK;
        loop {
            if !self.at_end {
                self.fill(size);
            }
            if self.rest.is_empty() {
                return None;
            }
            let (frames, len) = self.frames();
            if len > 0 {
                return Some(self.cut(frames, len));
            }
            size = self.rest.len().max(CHUNK) * 2;
        }
    }

    /// Takes the framed bytes out of the buffer.
    fn cut(&mut self, frames: Vec<Frame>, len: usize) -> Chunk {
        let rest = self.rest[len..].to_vec();
        let mut bytes = std::mem::replace(&mut self.rest, rest);
        bytes.truncate(len);
        let is_last = self.at_end && self.rest.is_empty();
        let games = frames.iter().filter(|frame| frame.kind == Kind::Game).count() as u64;
        let lines = count_lines(&bytes);
        let chunk = Chunk {
            bytes,
            frames,
            offset: self.offset,
            line: self.line,
            games: self.games,
            is_last,
            format: self.source.name(),
        };
        self.offset += len as u64;
        self.line += lines;
        self.games += games;
        chunk
    }
}

fn piece(len: usize, first: bool) -> Frame {
    Frame { len, kind: Kind::Piece { first }, tags: Vec::new(), moves: 0 }
}

impl<R: Read> Iterator for Chunks<'_, R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        match self.chunk() {
            Some(chunk) => Some(Ok(chunk)),
            None => self.failed.take().map(Err),
        }
    }
}
