//! A stretch of input that holds whole records.
//!
//! In: a reader. Out: chunks whose records tile the input, however it came.

use std::io::{self, Read};

use crate::pgn::bytes::count_lines;
use crate::pgn::event::undecided;
use crate::record::{Frame, Kind, Record, Step};
use crate::source::Source;
use crate::spare::Spares;

/// How much is read at once. Larger chunks gained nothing.
const CHUNK: usize = 256 * 1024;

/// How much is read at first: a small input is not to pay for a large buffer.
const FIRST: usize = 16 * 1024;

/// Bytes, and the frames of the records that tile them.
pub struct Chunk {
    /// The chunk's bytes, and behind them what belongs to the next one.
    buffer: Vec<u8>,
    len: usize,
    /// The lines on which records begin, and their frames.
    frames: Vec<(u64, Frame)>,
    /// Where it begins: byte, and games before it.
    offset: u64,
    games: u64,
    is_last: bool,
    format: &'static str,
    /// Takes the buffer back.
    spares: Spares,
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.spares.give(std::mem::take(&mut self.buffer));
    }
}

impl Chunk {
    /// All of its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Its records, in order.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut at = 0;
        let mut number = self.games;
        self.frames.iter().map(move |&(line, ref frame)| {
            let bytes = &self.buffer[at..at + frame.len];
            let offset = self.offset + at as u64;
            at += frame.len;
            number += u64::from(frame.kind == Kind::Game);
            let is_last = self.is_last && at == self.len;
            Record { bytes, frame, offset, line, number, is_last, format: self.format }
        })
    }
}

/// Reads chunks.
pub struct Chunks<'s, R> {
    reader: R,
    source: &'s dyn Source,
    /// The longest record that is whole, and how far the end of one is looked for.
    limit: usize,
    reach: usize,
    /// Of its bytes, those in `begin..filled` were read and belong to no chunk yet.
    buffer: Vec<u8>,
    begin: usize,
    filled: usize,
    spares: Spares,
    at_end: bool,
    /// In the middle of a record that is too long.
    passing: bool,
    offset: u64,
    line: u64,
    games: u64,
    failed: Option<io::Error>,
}

impl<'s, R: Read> Chunks<'s, R> {
    /// Reads records of a format, none of them longer than `limit` or than 4 GiB: the
    /// places of tags are kept in 32 bits.
    pub fn new(reader: R, source: &'s dyn Source, limit: usize) -> Chunks<'s, R> {
        let limit = limit.clamp(1, u32::MAX as usize);
        Chunks {
            reader,
            source,
            limit,
            reach: limit,
            buffer: Vec::new(),
            begin: 0,
            filled: 0,
            spares: Spares::new(),
            at_end: false,
            passing: false,
            offset: 0,
            line: 1,
            games: 0,
            failed: None,
        }
    }

    /// Looks for the ends of records that are longer than the limit by so much. They are
    /// still too long to be whole, but what follows them is a record again wherever they end.
    #[must_use]
    pub fn reaching_beyond(self, more: usize) -> Chunks<'s, R> {
        let reach = self.limit.saturating_add(more).min(u32::MAX as usize);
        Chunks { reach, ..self }
    }

    /// Fills the buffer up to `size`, or to the end of the input.
    fn fill(&mut self, size: usize) {
        self.buffer.copy_within(self.begin..self.filled, 0);
        (self.begin, self.filled) = (0, self.filled - self.begin);
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
        while self.filled < size && !self.at_end {
            match self.reader.read(&mut self.buffer[self.filled..size]) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // What came before the error is sound: it goes out first.
                    self.failed = Some(error);
                    self.at_end = true;
                }
            }
        }
    }

    /// Frames what is in the buffer, but not much more than a chunk of it: the frames, and
    /// where they end.
    fn frames(&mut self) -> (Vec<Frame>, usize) {
        let mut frames = Vec::new();
        let mut at = self.begin;
        while at < self.filled && at - self.begin < CHUNK {
            if self.passing {
                let len = self.pass(at);
                if len == 0 {
                    break;
                }
                at += len;
                frames.push(piece(len, false));
                continue;
            }
            let input = &self.buffer[at..self.filled];
            match self.source.frame(input, self.at_end, self.reach) {
                Step::Record(frame) => {
                    at += frame.len;
                    let is_whole = frame.len <= self.limit;
                    frames.push(if is_whole { frame } else { piece(frame.len, true) });
                }
                Step::More => break,
                Step::TooLong => {
                    let len = self.reach.min(input.len());
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
        let input = &self.buffer[at..self.filled];
        if let Some(end) = self.source.resume(input) {
            self.passing = false;
            return end;
        }
        if self.at_end { input.len() } else { input.len() - undecided(input) }
    }

    fn chunk(&mut self) -> Option<Chunk> {
        let mut size = if self.buffer.is_empty() { FIRST } else { CHUNK };
        loop {
            if !self.at_end && self.filled - self.begin < size {
                self.fill(size);
            }
            if self.begin == self.filled {
                return None;
            }
            let (frames, end) = self.frames();
            if end > self.begin {
                return Some(self.cut(frames, end));
            }
            size = (self.filled - self.begin).max(CHUNK) * 2;
        }
    }

    /// A buffer of the usual size.
    fn spare(&self) -> Vec<u8> {
        let spare = self.spares.take();
        if spare.len() == CHUNK { spare } else { vec![0; CHUNK] }
    }

    /// A buffer that begins with the bytes up to `end`. A record of megabytes leaves a buffer of
    /// megabytes behind, from which chunks are copied; otherwise only what is left over is.
    fn take(&mut self, end: usize) -> Vec<u8> {
        let is_small = self.filled - end <= CHUNK;
        let copied = (self.begin > 0 || !is_small).then(|| self.buffer[self.begin..end].to_vec());
        self.begin = end;
        if !is_small {
            return copied.unwrap_or_default();
        }
        let is_over = self.at_end && self.filled == end;
        let mut next = if is_over { Vec::new() } else { self.spare() };
        next[..self.filled - end].copy_from_slice(&self.buffer[end..self.filled]);
        (self.begin, self.filled) = (0, self.filled - end);
        let whole = std::mem::replace(&mut self.buffer, next);
        copied.unwrap_or(whole)
    }

    /// Takes the framed bytes, which end at `end`, out of the buffer.
    fn cut(&mut self, frames: Vec<Frame>, end: usize) -> Chunk {
        let len = end - self.begin;
        let buffer = self.take(end);
        let is_last = self.at_end && self.begin == self.filled;
        let games = frames.iter().filter(|frame| frame.kind == Kind::Game).count() as u64;
        let frames = self.placed(frames, &buffer);
        let chunk = Chunk {
            buffer,
            len,
            frames,
            offset: self.offset,
            games: self.games,
            is_last,
            format: self.source.name(),
            spares: self.spares.clone(),
        };
        self.offset += len as u64;
        self.games += games;
        chunk
    }

    /// Frames and the lines on which they begin.
    fn placed(&mut self, frames: Vec<Frame>, bytes: &[u8]) -> Vec<(u64, Frame)> {
        let mut at = 0;
        let place = |frame: Frame| {
            let line = self.line;
            self.line += count_lines(&bytes[at..at + frame.len]);
            at += frame.len;
            (line, frame)
        };
        frames.into_iter().map(place).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Epd, Pgn};

    fn lengths(input: &[u8], source: &dyn Source, limit: usize) -> Vec<usize> {
        let chunks = Chunks::new(input, source, limit);
        chunks.map(|chunk| chunk.expect("reading from memory").bytes().len()).collect()
    }

    #[test]
    fn places_are_counted_beyond_32_bits() {
        let far = u64::from(u32::MAX) + 7;
        let input = b"[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n";
        let mut chunks = Chunks::new(&input[..], &Pgn, 100);
        (chunks.offset, chunks.line, chunks.games) = (far, far, far);
        let chunk = chunks.next().expect("a chunk").expect("reading from memory");
        let record = chunk.records().nth(1).expect("a second record");
        assert_eq!((record.offset, record.line, record.number), (far + 16, far + 4, far + 2));
    }

    /// The games behind a record of megabytes come in chunks of the usual size.
    #[test]
    fn a_large_buffer_is_not_one_chunk() {
        let comment = vec![b'x'; 3 * CHUNK];
        let game = b"[Event \"a\"]\n\n*\n\n";
        let input =
            [&b"[Event \"l\"]\n\n{"[..], &comment, b"} *\n\n", &game.repeat(200_000)].concat();
        let found = lengths(&input, &Pgn, 1 << 30);
        assert_eq!(found.iter().sum::<usize>(), input.len());
        assert!(found[0] > 3 * CHUNK);
        assert!(found[1..].iter().all(|&length| length < 2 * CHUNK), "{found:?}");
    }

    /// What follows a record that is too long may be white space for as long as it likes.
    #[test]
    fn pieces_do_not_grow_with_the_input() {
        for (source, byte) in [(&Pgn as &dyn Source, b'\n'), (&Pgn, b' '), (&Epd, b' ')] {
            let found = lengths(&vec![byte; 40 * CHUNK], source, 1000);
            assert!(found.iter().all(|&length| length <= 2 * CHUNK), "{found:?}");
        }
    }
}
