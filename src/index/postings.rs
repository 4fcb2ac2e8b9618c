//! For each force the games that have it, and from which ply on for how long.
//!
//! Two streams of lists, a list for each force: of games, as steps from one to the next, which is all
//! that a count has to read; and of plies, two numbers for each game. Lists lie in packets, none in two.

use std::io::{Read, Seek};

use super::dictionary::ForceEntry;
use super::packet::{Packer, Packet, Unpacker};
use super::segment::Stream;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};

/// A packet is closed when it is so long.
const PACKET: usize = 32 << 10;

/// A force in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Posting {
    /// The game's place in its segment.
    pub(super) game: u32,
    /// From which ply on.
    pub(super) ply: u32,
    /// In how many positions.
    pub(super) stay: u32,
}

/// Writes the lists of forces that are in order, one stream after the other; returns how many packets
/// each of them takes. `postings` has the lists one after the other.
pub(super) fn pack(
    forces: &mut [ForceEntry],
    postings: &[Posting],
    packer: &mut Packer,
) -> IndexResult<[usize; 2]> {
    let games = pack_stream(forces, postings, packer, Stream::Games)?;
    let plies = pack_stream(forces, postings, packer, Stream::Plies)?;
    Ok([games, plies])
}

fn pack_stream(
    forces: &mut [ForceEntry],
    mut postings: &[Posting],
    packer: &mut Packer,
    stream: Stream,
) -> IndexResult<usize> {
    let (before, mut bytes) = (packer.packets.len(), Vec::with_capacity(PACKET * 2));
    for force in forces {
        let (list, rest) = postings.split_at(force.postings as usize);
        let begin = bytes.len();
        let put_list = if stream == Stream::Games { put_games } else { put_plies };
        put_list(list, &mut bytes);
        force.lengths[stream as usize - 1] = (bytes.len() - begin) as u32;
        postings = rest;
        packer.add_full(&mut bytes, PACKET)?;
    }
    packer.add_full(&mut bytes, 1)?;
    Ok(packer.packets.len() - before)
}

fn put_games(list: &[Posting], out: &mut Vec<u8>) {
    let mut before = 0;
    for posting in list {
        put((posting.game - before).into(), out);
        before = posting.game;
    }
}

fn put_plies(list: &[Posting], out: &mut Vec<u8>) {
    for posting in list {
        put(posting.ply.into(), out);
        put(posting.stay.into(), out);
    }
}

/// Finds lists in the packets of a stream.
pub(super) struct Lists<'a> {
    packets: &'a [Packet],
    /// Which of them was unpacked last, and where it begins and ends in the stream.
    packet: usize,
    begin: u64,
    end: u64,
    bytes: Vec<u8>,
}

impl<'a> Lists<'a> {
    pub(super) fn new(packets: &'a [Packet]) -> Lists<'a> {
        Lists { packets, packet: 0, begin: 0, end: 0, bytes: Vec::new() }
    }

    /// A list that begins at `place` in the stream, after those that were read before.
    pub(super) fn list<R: Read + Seek>(
        &mut self,
        file: &mut Unpacker<R>,
        place: u64,
        length: u32,
    ) -> IndexResult<&[u8]> {
        const NOWHERE: IndexError = IndexError::Damaged("a list that is not there");
        let mut is_new = false;
        while place >= self.end && length > 0 {
            let packet = self.packets.get(self.packet).ok_or(NOWHERE)?;
            (self.begin, self.end) = (self.end, self.end + packet.length as u64);
            self.packet += 1;
            is_new = true;
        }
        if is_new {
            self.bytes = file.unpack(&self.packets[self.packet - 1])?;
        }
        let begin = place.checked_sub(self.begin).and_then(|begin| usize::try_from(begin).ok());
        let list = begin.and_then(|begin| self.bytes.get(begin..)?.get(..length as usize));
        list.ok_or(NOWHERE)
    }
}

/// Reads the games of a list; each must be below `games`.
pub(super) fn each_game(
    list: &[u8],
    postings: u32,
    games: u32,
    mut take: impl FnMut(u32),
) -> IndexResult<()> {
    let (mut numbers, mut game) = (NumberReader::new(list), 0u32);
    for _ in 0..postings {
        let step = numbers.next_u32()?;
        game = game.checked_add(step).filter(|&game| game < games).ok_or(OUTSIDE)?;
        take(game);
    }
    numbers.end()
}

const OUTSIDE: IndexError = IndexError::Damaged("a game that is not there");

/// Reads the games and plies of a list; each game must be below `count`.
pub(super) fn each_posting(
    lists: [&[u8]; 2],
    postings: u32,
    count: u32,
    mut take: impl FnMut(Posting),
) -> IndexResult<()> {
    let [mut games, mut spans] = lists.map(NumberReader::new);
    let mut game = 0u32;
    for _ in 0..postings {
        let next = game.checked_add(games.next_u32()?);
        game = next.filter(|&game| game < count).ok_or(OUTSIDE)?;
        let (ply, stay) = (spans.next_u32()?, spans.next_u32()?);
        if stay == 0 || ply.checked_add(stay).is_none() {
            return Err(IndexError::Damaged("a force that stays for no time"));
        }
        take(Posting { game, ply, stay });
    }
    games.end()?;
    spans.end()
}
