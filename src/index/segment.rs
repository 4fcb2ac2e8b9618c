//! A stretch of games that is packed by itself: some ten thousand of them, with their own dictionary.
//!
//! An index of any size is built in the memory that a few segments take, by as many threads as there are, and
//! what is put after the file changes but the last segment.

use super::dictionary::Chapter;
use super::game_column::{FACETS, Facet, GameEnd};
use super::harvest::MOST_CHANGES;
use super::packet::Packet;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};

/// A segment is full with so many games,
pub(super) const MOST_GAMES: u32 = 1 << 16;

/// or when the force has changed so often. No packet can be [too large](super::packet::LARGEST) then.
pub(super) const FULL: usize = 1 << 19;

/// So no segment has more postings than these.
pub(super) const MOST_POSTINGS: u64 = (FULL + MOST_CHANGES) as u64;

/// What the table of contents says about a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) games: u32,
    /// How many of them were read without a fault.
    pub(super) coded: u32,
    /// How many texts there are before, between and after them.
    pub(super) texts: u64,
    pub(super) begin: GameEnd,
    pub(super) end: GameEnd,
    pub(super) chapters: Vec<Chapter>,
    /// The columns, then the streams.
    pub(super) packets: Vec<Packet>,
    /// How many packets each stream has.
    pub(super) streams: [usize; STREAMS],
}

/// How many streams there are.
pub(super) const STREAMS: usize = Stream::Detours as usize + 1;

/// What takes as many packets as it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// The chapters of the dictionary.
    Forces,
    /// The games of each force.
    Games,
    /// The plies of each force in these games.
    Plies,
    /// What was said about records.
    Remarks,
    /// The codes of games in which men do not only go one by one.
    Detours,
}

impl Segment {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        put(self.games.into(), out);
        put(self.coded.into(), out);
        put(self.texts, out);
        put(self.end.offset - self.begin.offset, out);
        put(self.end.line - self.begin.line, out);
        self.streams.iter().for_each(|&packets| put(packets as u64, out));
        self.chapters.iter().for_each(|chapter| chapter.put(out));
        self.packets.iter().for_each(|packet| packet.put(out));
    }

    /// Reads what was put; the games begin at a mark, the packets at `offset`, and end at `limit` or before.
    pub(super) fn read(
        numbers: &mut NumberReader<'_>,
        begin: GameEnd,
        mut offset: u64,
        limit: u64,
    ) -> IndexResult<Segment> {
        let (games, coded, texts) = (numbers.next_u32()?, numbers.next_u32()?, numbers.next()?);
        let (bytes, lines) = (numbers.next()?, numbers.next()?);
        let mark = begin.offset.checked_add(bytes).zip(begin.line.checked_add(lines));
        let (end, line) = mark.ok_or(IndexError::Damaged("a place too far"))?;
        if games > MOST_GAMES || coded > games || u64::from(games) > bytes {
            return Err(IndexError::Damaged("more games than there can be"));
        }
        let mut streams = [0; STREAMS];
        for packets in &mut streams {
            *packets = numbers.next_count()?;
        }
        let (mut chapters, mut packets): (Vec<Chapter>, _) = (Vec::new(), Vec::new());
        for _ in 0..streams[Stream::Forces as usize] {
            chapters.push(Chapter::read(numbers, chapters.last())?);
        }
        for _ in 0..FACETS + streams.iter().sum::<usize>() {
            let packet = Packet::read(numbers, offset, limit)?;
            offset += packet.stored as u64;
            packets.push(packet);
        }
        let end = GameEnd { offset: end, line };
        Ok(Segment { games, coded, texts, begin, end, chapters, packets, streams })
    }

    pub(super) fn length(&self) -> u64 {
        self.packets.iter().map(|packet| packet.stored as u64).sum()
    }

    pub(super) fn packet(&self, facet: Facet) -> &Packet {
        &self.packets[facet as usize]
    }

    /// How many forces the dictionary has.
    pub(super) fn forces(&self) -> u32 {
        self.chapters.last().map_or(0, |last| last.id + last.forces)
    }

    /// The packets of a stream.
    pub(super) fn stream(&self, stream: Stream) -> &[Packet] {
        let before: usize = self.streams[..stream as usize].iter().sum();
        &self.packets[FACETS + before..][..self.streams[stream as usize]]
    }
}
