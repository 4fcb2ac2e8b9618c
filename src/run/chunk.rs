//! A stretch of input that holds whole records: the unit of work.

use std::io::{self, Read};
use std::mem;

use crate::format::Source;
use crate::record::{Attribute, Frame, Line, Lines, Record, RecordKind};
use crate::run::buffer_pool::{BufferPool, LONG};
use crate::run::cutter::Cutter;
use crate::run::long_record::Share;
use crate::run::portion::{self, Portions};

/// Bytes, and the frames of the records that tile them.
pub struct Chunk {
    /// Holds the chunk's bytes, and others around them.
    pub(crate) buffer: Vec<u8>,
    pub(crate) begin: usize,
    pub(crate) len: usize,
    pub(crate) frames: Vec<Frame>,
    /// The attributes of all of them. Their places are those in the record of each.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) lines: Lines,
    /// Where it begins: byte, and games before it.
    pub(crate) offset: u64,
    pub(crate) games: u64,
    pub(crate) is_last: bool,
    /// Whether its records are the same whatever follows them.
    pub(crate) is_settled: bool,
    pub(crate) has_nul: bool,
    /// Its part of what is under way, where it is long; what is made of it should hold that too.
    pub(crate) share: Option<Share>,
    /// Takes the buffers back.
    pub(crate) stock: BufferPool,
}

impl Drop for Chunk {
    fn drop(&mut self) {
        let buffer = mem::take(&mut self.buffer);
        if buffer.capacity() < LONG {
            self.stock.bytes.give(buffer);
        } else {
            self.stock.long.give(buffer);
        }
        self.stock.frames.give(mem::take(&mut self.frames));
        self.stock.attributes.give(mem::take(&mut self.attributes));
    }
}

impl Chunk {
    /// All of its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.begin..self.begin + self.len]
    }

    /// Where it begins in the input.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Its records, in order.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let mut at = 0;
        let mut number = self.games;
        let all = self.bytes();
        let mut attributes_left = &self.attributes[..];
        self.frames.iter().enumerate().map(move |(index, &frame)| {
            let bytes = &all[at..at + frame.len];
            let (attributes, left) = attributes_left.split_at(frame.attributes);
            attributes_left = left;
            let line = Line::of(&self.lines, all, &self.frames, index);
            let offset = self.offset + at as u64;
            at += frame.len;
            number += u64::from(frame.kind == RecordKind::Game);
            let is_last = self.is_last && at == self.len;
            Record {
                bytes,
                frame,
                attributes,
                offset,
                line,
                number,
                is_last,
                may_have_nul: self.has_nul,
            }
        })
    }
}

/// Reads chunks.
pub struct Chunks<'s, R> {
    pub(crate) portions: Portions<R>,
    pub(crate) cutter: Cutter<'s>,
}

impl<'s, R: Read> Chunks<'s, R> {
    /// Reads records of a format, none of them longer than `limit` or than 4 GiB.
    pub fn new(reader: R, source: &'s dyn Source, limit: usize) -> Chunks<'s, R> {
        let bytes = portion::spares();
        let portions = Portions::new(reader, bytes.clone());
        Chunks { portions, cutter: Cutter::new(source, limit, BufferPool::new(bytes)) }
    }

    /// Looks for the ends of records that are longer than the limit by so much. They are
    /// still too long to be whole, but what follows them is a record again wherever they end.
    #[must_use]
    pub fn reaching_beyond(mut self, more: usize) -> Chunks<'s, R> {
        self.cutter.reach_beyond(more);
        self
    }
}

impl<R: Read> Iterator for Chunks<'_, R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        self.cutter.next(&mut || self.portions.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Epd, Pgn};
    use crate::run::InputStart;
    use crate::run::portion::PORTION;

    fn lengths(input: &[u8], source: &dyn Source, limit: usize) -> Vec<usize> {
        let chunks = Chunks::new(input, source, limit);
        chunks.map(|chunk| chunk.expect("reading from memory").bytes().len()).collect()
    }

    #[test]
    fn places_are_counted_beyond_32_bits() {
        let far = u64::from(u32::MAX) + 7;
        let input = b"[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n";
        let mut chunks = Chunks::new(&input[..], &Pgn, 100);
        chunks.cutter.begin_at(InputStart { offset: far, line: far, games: far, before: None });
        let chunk = chunks.next().expect("a chunk").expect("reading from memory");
        let record = chunk.records().nth(1).expect("a second record");
        assert_eq!((record.offset, record.line(), record.number), (far + 16, far + 4, far + 2));
    }

    /// In whatever order they are asked for, and wherever a record that is too long is cut.
    #[test]
    fn lines_are_those_of_the_file() {
        let game = "[Event \"aaaaaaaaa\"]\r\n\r\n1. e4 *\r\n\r\n";
        let input = game.repeat(5);
        for limit in [10, 20, 21, 22, 30, 1000] {
            let chunks = Chunks::new(input.as_bytes(), &Pgn, limit);
            for chunk in chunks.map(|chunk| chunk.expect("reading from memory")) {
                let records: Vec<Record<'_>> = chunk.records().collect();
                for record in records.iter().rev().filter(|record| record.bytes.starts_with(b"[")) {
                    assert_eq!(record.line(), record.offset / game.len() as u64 * 4 + 1, "{limit}");
                }
            }
        }
    }

    /// A piece of a record that is too long may end between CR and LF, and a chunk with it.
    #[test]
    fn lines_do_not_depend_on_where_chunks_end() {
        let limit = PORTION + 1000;
        for shift in 0..3 {
            let long = format!("[Event \"{}\"]\r\n\r\n{{", "x".repeat(shift));
            let lines = "\r\n".repeat(limit / 2);
            let input = format!("{long}{lines}}} *\r\n\r\n[Event \"b\"]\r\n\r\n*\r\n");
            let event = input.find("[Event \"b").expect("another game");
            let expected = 1 + input[..event].matches('\n').count() as u64;
            let chunks: Vec<Chunk> =
                Chunks::new(input.as_bytes(), &Pgn, limit).map(Result::unwrap).collect();
            let records = chunks.iter().flat_map(Chunk::records);
            let line = records.last().map(|record| (record.offset, record.line()));
            assert_eq!(line, Some((event as u64, expected)), "{shift}");
        }
    }

    /// The games after a record of megabytes come in chunks of the usual size.
    #[test]
    fn a_large_buffer_is_not_one_chunk() {
        let comment = vec![b'x'; 3 * PORTION];
        let game = b"[Event \"a\"]\n\n*\n\n";
        let input =
            [&b"[Event \"l\"]\n\n{"[..], &comment, b"} *\n\n", &game.repeat(200_000)].concat();
        let found = lengths(&input, &Pgn, 1 << 30);
        assert_eq!(found.iter().sum::<usize>(), input.len());
        assert!(found[0] > 3 * PORTION);
        assert!(found[1..].iter().all(|&length| length < 2 * PORTION), "{found:?}");
    }

    /// What follows a record that is too long may be white space for as long as it likes.
    #[test]
    fn pieces_do_not_grow_with_the_input() {
        for (source, byte) in [(&Pgn as &dyn Source, b'\n'), (&Pgn, b' '), (&Epd, b' ')] {
            let found = lengths(&vec![byte; 40 * PORTION], source, 1000);
            assert!(found.iter().all(|&length| length <= 2 * PORTION), "{found:?}");
        }
    }

    /// Whatever is left over of a portion, and however long the record is that it belongs to.
    #[test]
    fn records_are_the_same_wherever_portions_end() {
        let game = |len: usize| format!("[Event \"{}\"]\n\n*\n\n", "x".repeat(len)).into_bytes();
        for len in [100, 15_000, 32_700, 32_800, 70_000, 300_000, 600_000] {
            let input = [game(16_300), game(len), game(len), game(250_000), game(10)].concat();
            let chunks = Chunks::new(&input[..], &Pgn, 1 << 30);
            let found: Vec<usize> = chunks
                .flat_map(|chunk| {
                    let chunk = chunk.expect("reading from memory");
                    chunk.records().map(|record| record.bytes.len()).collect::<Vec<_>>()
                })
                .collect();
            let expected = [16_300, len, len, 250_000, 10].map(|len| game(len).len());
            assert_eq!(found, expected, "{len} bytes");
        }
    }
}
