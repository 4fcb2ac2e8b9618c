//! How games become a segment: in comes what workers gathered, out come its packets.

use super::code_counts::CodeTally;
use super::dictionary::{self, ForceEntry, key};
use super::game_column::{GameColumns, GameEnd};
use super::harvest::{ForceChange, GameRow, Harvest};
use super::packet::Packer;
use super::postings::{self, Posting};
use super::segment::Segment;
use super::segment_tally::SegmentTally;
use super::{IndexResult, remark};

/// A segment that was packed.
pub(super) struct PackedSegment {
    /// Its packets are placed from the beginning of the bytes.
    pub(super) segment: Segment,
    pub(super) bytes: Vec<u8>,
    /// What it adds to the table of codes.
    pub(super) tallies: Vec<(u32, CodeTally)>,
}

/// Packs the harvests that make up a segment; `begin` is the mark after the game before them.
pub(super) fn pack(harvests: Vec<Harvest>, begin: GameEnd) -> IndexResult<PackedSegment> {
    let harvest = Harvest::join(harvests);
    let (mut forces, numbers) = dictionary(&harvest);
    let postings = postings_by_force(&harvest, &forces, &numbers);
    let mut lists = Packer::new()?;
    let [games, plies] = postings::pack(&mut forces, &postings, &mut lists)?;
    let remarks = remark::pack(&harvest.remarks, &mut lists)?;
    let SegmentTally { tallies, detours } = SegmentTally::of(&harvest);
    let detours = detours.pack(&mut lists)?;
    let (mut packer, rows) = (Packer::new()?, &harvest.games);
    let ends = first_and_last(&harvest, &numbers);
    GameColumns { rows, forces: &ends, texts: harvest.texts }.pack(begin, &mut packer)?;
    let chapters = dictionary::pack(&forces, &mut packer)?;
    packer.append(&lists);
    let texts = rows.iter().map(|row| u64::from(row.texts)).sum::<u64>();
    let segment = Segment {
        games: rows.len() as u32,
        coded: rows.iter().filter(|row| row.flags.is_coded()).count() as u32,
        texts: texts + u64::from(harvest.texts),
        begin,
        end: rows.last().map_or(begin, GameEnd::after),
        streams: [chapters.len(), games, plies, remarks, detours],
        chapters,
        packets: packer.packets,
    };
    Ok(PackedSegment { segment, bytes: packer.bytes, tallies })
}

/// The forces in order, and for each number in the harvest the place in that order. A harvest that was cut
/// may name forces that only the other part has.
fn dictionary(harvest: &Harvest) -> (Vec<ForceEntry>, Vec<u32>) {
    let list = &harvest.forces.list;
    let counts = count_forces(harvest);
    let used = (0u32..).zip(&counts).filter(|(_, [postings, _])| *postings > 0);
    let mut order: Vec<_> = used.map(|(at, _)| (key(&list[at as usize]), at)).collect();
    order.sort_unstable();
    let mut numbers = vec![0; list.len()];
    let mut forces: Vec<ForceEntry> = Vec::with_capacity(order.len());
    for (_, at) in order {
        let (at, id) = (at as usize, forces.len() as u32);
        numbers[at] = id;
        forces.push(ForceEntry::new(id, list[at], counts[at]));
    }
    (forces, numbers)
}

/// How often each force comes up, and in how many games.
fn count_forces(harvest: &Harvest) -> Vec<[u32; 2]> {
    let mut counts = vec![[0; 2]; harvest.forces.list.len()];
    let mut last_game = vec![u32::MAX; counts.len()];
    harvest.each_change(|game, change, _| {
        let at = change.force as usize;
        let is_new = last_game[at] != game;
        counts[at] = [counts[at][0] + 1, counts[at][1] + u32::from(is_new)];
        last_game[at] = game;
    });
    counts
}

/// The postings of all forces, one list after the other, each in the order of the games.
fn postings_by_force(harvest: &Harvest, forces: &[ForceEntry], numbers: &[u32]) -> Vec<Posting> {
    let mut end = 0;
    let begin = |force: &ForceEntry| {
        end += force.postings as usize;
        end - force.postings as usize
    };
    let mut places: Vec<usize> = forces.iter().map(begin).collect();
    let mut postings = vec![Posting::default(); harvest.changes.len()];
    harvest.each_change(|game, change, stay| {
        let place = &mut places[numbers[change.force as usize] as usize];
        postings[*place] = Posting { game, ply: change.ply, stay };
        *place += 1;
    });
    postings
}

/// The numbers of the force at the start and at the end of each game, from 1; 0 where it is not known.
fn first_and_last(harvest: &Harvest, numbers: &[u32]) -> Vec<[u32; 2]> {
    let number = |change: &ForceChange| numbers[change.force as usize] + 1;
    let ends = |(row, trail): (&GameRow, &[ForceChange])| {
        let last = trail.last().filter(|_| row.flags.end_turn().is_some());
        [trail.first(), last].map(|change| change.map_or(0, number))
    };
    harvest.trails().map(ends).collect()
}
