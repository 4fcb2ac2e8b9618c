//! Makes an index: in come what workers gathered, in order, out go bytes.
//!
//! Segments are packed on threads of their own while the next is gathered. Where harvests were cut makes no
//! difference to the bytes.

use std::collections::VecDeque;
use std::io::{Read, Seek, Write};
use std::thread::{self, JoinHandle};

use super::code_counts::CodeTable;
use super::content_hash::checksum;
use super::contents::{Contents, Origin};
use super::game_column::GameEnd;
use super::harvest::Harvest;
use super::packet::{Packer, Packet, Unpacker};
use super::segment::{FULL, MOST_GAMES, Segment};
use super::segment_writer::{self, PackedSegment};
use super::{HEAD, IndexError, IndexResult, TAIL};

/// What packing a segment gives.
type Packed = IndexResult<PackedSegment>;

/// Puts harvests one after the other.
pub struct Builder<W> {
    out: W,
    /// How many bytes were written.
    written: u64,
    threads: usize,
    /// With how many games a segment is full.
    most_games: u32,
    /// The harvests of the segment that is not yet full.
    pending: Vec<Harvest>,
    games: u32,
    changes: usize,
    /// After the last game of the segments before it.
    mark: GameEnd,
    packing: VecDeque<JoinHandle<Packed>>,
    segments: Vec<Segment>,
    /// Of all games in them.
    pub(super) codes: CodeTable,
}

impl<W: Write> Builder<W> {
    /// Begins an index; so many segments are packed at a time.
    ///
    /// # Errors
    ///
    /// What writing returns.
    pub fn new(mut out: W, threads: usize) -> IndexResult<Builder<W>> {
        out.write_all(&HEAD)?;
        Ok(Builder {
            out,
            written: HEAD.len() as u64,
            threads: threads.max(1),
            most_games: MOST_GAMES,
            pending: Vec::new(),
            games: 0,
            changes: 0,
            mark: GameEnd::default(),
            packing: VecDeque::new(),
            segments: Vec::new(),
            codes: CodeTable::default(),
        })
    }

    /// Has segments of at most so many games, and of at least one: they take less memory, and more of the disk.
    #[must_use]
    pub fn with_segments_of(self, games: u32) -> Builder<W> {
        Builder { most_games: games.clamp(1, MOST_GAMES), ..self }
    }

    /// Takes what follows the harvests before.
    ///
    /// # Errors
    ///
    /// What writing returns, and [`IndexError::Unfit`] where the first game comes before the last one.
    pub fn add(&mut self, mut harvest: Harvest) -> IndexResult<()> {
        self.check_order(&harvest)?;
        while let Some(games) = self.room_in(&harvest) {
            let rest = harvest.split_off(games);
            self.pending.push(std::mem::replace(&mut harvest, rest));
            self.close()?;
        }
        if !harvest.is_empty() {
            self.pending.push(harvest);
        }
        Ok(())
    }

    /// Writes what is left, and what the index was made from; returns what it was written to.
    ///
    /// # Errors
    ///
    /// What writing returns.
    pub fn finish(mut self, origin: Origin) -> IndexResult<W> {
        if !self.pending.is_empty() {
            self.close()?;
        }
        while let Some(packed) = self.packing.pop_front() {
            self.write(packed)?;
        }
        let codes = self.write_codes()?;
        let mut bytes = Vec::new();
        Contents { origin, segments: self.segments, codes }.put(&mut bytes);
        let sum = checksum(&bytes);
        self.out.write_all(&bytes)?;
        self.out.write_all(&tail(self.written, bytes.len() as u64, sum))?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Copies a segment of another index, which must follow those before. Its games are not added to the table of codes.
    pub(super) fn copy<R: Read + Seek>(
        &mut self,
        segment: &Segment,
        file: &mut Unpacker<R>,
    ) -> IndexResult<()> {
        let mut segment = segment.clone();
        for packet in &mut segment.packets {
            let stored = file.stored(packet)?;
            self.out.write_all(stored)?;
            packet.offset = self.written;
            self.written += stored.len() as u64;
        }
        self.mark = segment.end;
        self.segments.push(segment);
        Ok(())
    }

    fn check_order(&self, harvest: &Harvest) -> IndexResult<()> {
        let last = self.pending.iter().rev().find_map(|harvest| harvest.games.last());
        let last = last.map_or(self.mark, GameEnd::after);
        let follows = |first: GameEnd| last.offset <= first.offset && last.line <= first.line;
        let first = harvest.games.first();
        if first.is_none_or(|row| follows(GameEnd { offset: row.offset, line: row.line })) {
            return Ok(());
        }
        let before = self.segments.iter().map(|segment| u64::from(segment.games)).sum::<u64>();
        let number = before + u64::from(self.games) + 1;
        Err(IndexError::Unfit { number, reason: "it comes before the game before it" })
    }

    /// How many games of a harvest fill the segment; none where all of them leave room.
    fn room_in(&mut self, harvest: &Harvest) -> Option<usize> {
        for (at, row) in harvest.games.iter().enumerate() {
            self.games += 1;
            self.changes += row.changes as usize;
            if self.games >= self.most_games || self.changes >= FULL {
                return Some(at + 1);
            }
        }
        None
    }

    /// Has the pending harvests packed.
    fn close(&mut self) -> IndexResult<()> {
        let harvests = std::mem::take(&mut self.pending);
        (self.games, self.changes) = (0, 0);
        let begin = self.mark;
        let last = harvests.iter().rev().find_map(|harvest| harvest.games.last());
        self.mark = last.map_or(begin, GameEnd::after);
        self.packing.push_back(thread::spawn(move || segment_writer::pack(harvests, begin)));
        while self.packing.len() > self.threads {
            let Some(packed) = self.packing.pop_front() else { break };
            self.write(packed)?;
        }
        Ok(())
    }

    fn write_codes(&mut self) -> IndexResult<Vec<Packet>> {
        let mut packer = Packer::new()?;
        self.codes.pack(&mut packer)?;
        self.write_packets(&mut packer.packets, &packer.bytes)?;
        Ok(packer.packets)
    }

    fn write(&mut self, packed: JoinHandle<Packed>) -> IndexResult<()> {
        let mut packed = packed.join().expect("packing does not panic")?;
        self.write_packets(&mut packed.segment.packets, &packed.bytes)?;
        self.segments.push(packed.segment);
        self.codes.add(packed.tallies);
        Ok(())
    }

    fn write_packets(&mut self, packets: &mut [Packet], bytes: &[u8]) -> IndexResult<()> {
        packets.iter_mut().for_each(|packet| packet.offset += self.written);
        self.out.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }
}

/// The last bytes of an index: where the contents are, and their checksum.
pub(super) fn tail(offset: u64, length: u64, sum: u64) -> [u8; TAIL] {
    let mut tail = [0; TAIL];
    for (place, number) in tail.as_chunks_mut::<8>().0.iter_mut().zip([offset, length, sum]) {
        *place = number.to_le_bytes();
    }
    tail[TAIL - HEAD.len()..].copy_from_slice(&HEAD);
    tail
}
