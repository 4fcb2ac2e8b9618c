//! A segment while it is read: each column is unpacked when it is first asked for.

use std::io::{Read, Seek};

use shakmaty::{ByColor, Color, Square};

use super::code_set::CodeSet;
use super::code_sieve::Sieve;
use super::detour::{self, DetourWriter};
use super::dictionary::{Chapter, ForceEntry, INITIAL};
use super::facts::{CodeAndKings, Facts, Flags, Location, Outline, PositionFacts};
use super::game_column::{self, Facet};
use super::packet::Unpacker;
use super::postings::{self, Lists, Posting};
use super::query::Query;
use super::remark::{self, Remarked};
use super::segment::{MOST_POSTINGS, Segment, Stream};
use super::{IndexError, IndexResult};

/// The kings of a position.
pub(super) type Squares = ByColor<Option<Square>>;

/// A segment, and the file that it is read from.
pub(super) struct Opened<'a, R> {
    pub(super) segment: &'a Segment,
    file: &'a mut Unpacker<R>,
}

impl<'a, R: Read + Seek> Opened<'a, R> {
    pub(super) fn new(segment: &'a Segment, file: &'a mut Unpacker<R>) -> Opened<'a, R> {
        Opened { segment, file }
    }

    fn column(&mut self, facet: Facet) -> IndexResult<Vec<u8>> {
        self.file.unpack(self.segment.packet(facet))
    }

    /// All forces of the dictionary.
    pub(super) fn forces(&mut self) -> IndexResult<Vec<ForceEntry>> {
        self.forces_in(|_| true, |_| true, |_| true)
    }

    /// The forces that a query takes.
    pub(super) fn forces_of(&mut self, query: &Query) -> IndexResult<Vec<ForceEntry>> {
        let mut sieve = Sieve::of(query);
        let is_in = |chapter: &Chapter| query.may_be_in(chapter);
        self.forces_in(is_in, |number| sieve.takes(number), |force| query.takes(force))
    }

    /// Whether all games have a force that a query takes: that of the initial position, from which most games start.
    pub(super) fn all_have(&mut self, query: &Query) -> IndexResult<bool> {
        if !Sieve::of(query).takes(INITIAL) {
            return Ok(false);
        }
        let is_in = |chapter: &Chapter| chapter.may_have(INITIAL);
        let games = self.segment.games;
        let forces =
            self.forces_in(is_in, |number| number == INITIAL, |force| query.takes(force))?;
        Ok(forces.iter().any(|force| force.games == games))
    }

    fn forces_in(
        &mut self,
        is_wanted: impl Fn(&Chapter) -> bool,
        mut may_be: impl FnMut(u32) -> bool,
        is_taken: impl Fn(&ForceEntry) -> bool,
    ) -> IndexResult<Vec<ForceEntry>> {
        let packets = self.segment.stream(Stream::Forces);
        let mut forces = Vec::new();
        for (chapter, packet) in self.segment.chapters.iter().zip(packets) {
            if is_wanted(chapter) {
                let bytes = self.file.unpack(packet)?;
                forces.append(&mut chapter.forces(&bytes, &mut may_be, &is_taken)?);
            }
        }
        Ok(forces)
    }

    pub(super) fn plies(&mut self) -> IndexResult<Vec<u32>> {
        game_column::read_numbers(&self.column(Facet::Plies)?, self.segment.games)
    }

    pub(super) fn texts(&mut self) -> IndexResult<Vec<u32>> {
        game_column::read_numbers(&self.column(Facet::Texts)?, self.segment.games + 1)
    }

    pub(super) fn flags(&mut self) -> IndexResult<Vec<Flags>> {
        game_column::read_flags(&self.column(Facet::Flags)?, self.segment.games)
    }

    /// The kings at the start or at the end of each game.
    pub(super) fn kings(&mut self, facet: Facet) -> IndexResult<Vec<Squares>> {
        let mut kings = self.column(facet)?;
        if facet == Facet::EndKings {
            game_column::resolve_kings(&mut kings, &self.column(Facet::StartKings)?);
        }
        game_column::read_kings(&kings, self.segment.games)
    }

    /// For each game the number of the force at its start or its end, from 1; 0 is none.
    pub(super) fn ends(&mut self, facet: Facet) -> IndexResult<Vec<u32>> {
        let mut ends = game_column::read_numbers(&self.column(facet)?, self.segment.games)?;
        if facet == Facet::Ends {
            game_column::resolve_forces(&mut ends, &self.ends(Facet::Starts)?);
        }
        let forces = self.segment.forces();
        if ends.iter().any(|&number| number > forces) {
            return Err(IndexError::Damaged("a force that is not there"));
        }
        Ok(ends)
    }

    pub(super) fn locations(&mut self) -> IndexResult<Vec<Location>> {
        let facets = [Facet::Gaps, Facet::Lengths, Facet::Lines, Facet::Sums];
        let [gaps, lengths, lines, sums] = facets.map(|facet| self.column(facet));
        let columns = [&gaps?[..], &lengths?[..], &lines?[..], &sums?[..]];
        let locations = game_column::read_locations(columns, self.segment.begin, self.segment.end)?;
        if locations.len() != self.segment.games as usize {
            return Err(IndexError::Damaged("a column of another length"));
        }
        Ok(locations)
    }

    /// How many bytes all remarks take, unpacked.
    pub(super) fn remarks_length(&self) -> usize {
        self.segment.stream(Stream::Remarks).iter().map(|packet| packet.length).sum()
    }

    /// Hands over each remark.
    pub(super) fn each_remark(&mut self, mut take: impl FnMut(Remarked)) -> IndexResult<()> {
        for packet in self.segment.stream(Stream::Remarks) {
            let bytes = self.file.unpack(packet)?;
            remark::each(&bytes, self.segment.games, &mut take)?;
        }
        Ok(())
    }

    /// How many detours have one of these codes.
    pub(super) fn count_detours(&mut self, codes: &CodeSet) -> IndexResult<u64> {
        let mut count = 0;
        for packet in self.segment.stream(Stream::Detours) {
            count += detour::count(&self.file.unpack(packet)?, codes)?;
        }
        Ok(count)
    }

    /// Says whether the detours are these.
    pub(super) fn check_detours(&mut self, detours: &DetourWriter) -> IndexResult<()> {
        let (packets, detours) = (self.segment.stream(Stream::Detours), detours.packets());
        let mut are_same = packets.len() == detours.len();
        for (packet, bytes) in packets.iter().zip(detours) {
            are_same &= self.file.unpack(packet)? == *bytes;
        }
        if are_same { Ok(()) } else { Err(IndexError::Damaged("detours of other games")) }
    }

    /// All about each game but its trail.
    pub(super) fn facts(&mut self) -> IndexResult<Vec<Facts>> {
        let forces = self.forces()?;
        let starts =
            self.standings(&forces, Facet::Starts, Facet::StartKings, Flags::start_turn)?;
        let ends = self.standings(&forces, Facet::Ends, Facet::EndKings, Flags::end_turn)?;
        let (locations, flags, plies) = (self.locations()?, self.flags()?, self.plies()?);
        let games = locations.into_iter().zip(flags).zip(plies).zip(starts.into_iter().zip(ends));
        let facts = games.map(|(((location, flags), plies), (start, end))| Facts {
            location,
            outcome: flags.outcome(),
            claim: flags.claim(),
            plies,
            is_played: flags.is_played(),
            is_coded: flags.is_coded(),
            is_initial: flags.is_initial(),
            start,
            end,
        });
        Ok(facts.collect())
    }

    /// What puts each game in its place, by its last position or else by its first.
    pub(super) fn outlines(&mut self, by_last: bool) -> IndexResult<Vec<Outline>> {
        let [ends, kings] = match by_last {
            true => [Facet::Ends, Facet::EndKings],
            false => [Facet::Starts, Facet::StartKings],
        };
        let classes: Vec<_> =
            self.forces()?.iter().map(|force| (force.code, force.has_several_kings())).collect();
        let (ends, kings, sums) = (self.ends(ends)?, self.kings(kings)?, self.sums()?);
        let (flags, plies) = (self.flags()?, self.plies()?);
        let games = ends.into_iter().zip(kings).zip(sums).zip(flags).zip(plies);
        let outlines = games.map(|((((end, kings), sum), flags), plies)| {
            let class = end.checked_sub(1).map(|force| classes[force as usize]);
            let position =
                class.map(|(code, has_several)| CodeAndKings { code, kings, has_several });
            Outline { sum, plies, is_initial: flags.is_initial(), position }
        });
        Ok(outlines.collect())
    }

    fn sums(&mut self) -> IndexResult<Vec<u32>> {
        let bytes = self.column(Facet::Sums)?;
        match bytes.as_chunks::<4>() {
            (sums, []) if sums.len() == self.segment.games as usize => {
                Ok(sums.iter().map(|sum| u32::from_le_bytes(*sum)).collect())
            }
            _ => Err(IndexError::Damaged("a column of another length")),
        }
    }

    fn standings(
        &mut self,
        forces: &[ForceEntry],
        ends: Facet,
        kings: Facet,
        turn: impl Fn(Flags) -> Option<Color>,
    ) -> IndexResult<Vec<Option<PositionFacts>>> {
        let (ends, kings) = (self.ends(ends)?, self.kings(kings)?);
        let known = ends.into_iter().zip(kings).zip(self.flags()?);
        let standing = known.map(|((number, kings), flags)| match (number, turn(flags)) {
            (0, None) => Ok(None),
            (1.., Some(turn)) => {
                let material = forces[number as usize - 1].material();
                Ok(Some(PositionFacts { material, kings, turn }))
            }
            _ => Err(IndexError::Damaged("a position that is known by half")),
        });
        standing.collect()
    }

    /// Hands over the games of some forces, force by force; these are in order.
    pub(super) fn each_game(
        &mut self,
        forces: &[ForceEntry],
        mut take: impl FnMut(&ForceEntry, u32),
    ) -> IndexResult<()> {
        check_postings(forces)?;
        let games = self.segment.games;
        let mut lists = Lists::new(self.segment.stream(Stream::Games));
        for force in forces {
            let list = lists.list(self.file, force.places[0], force.lengths[0])?;
            postings::each_game(list, force.postings, games, |game| take(force, game))?;
        }
        Ok(())
    }

    /// Hands over the postings of some forces, as [`each_game`](Opened::each_game) does.
    pub(super) fn each_posting(
        &mut self,
        forces: &[ForceEntry],
        mut take: impl FnMut(&ForceEntry, Posting),
    ) -> IndexResult<()> {
        check_postings(forces)?;
        let count = self.segment.games;
        let [mut games, mut plies] =
            [Stream::Games, Stream::Plies].map(|stream| Lists::new(self.segment.stream(stream)));
        for force in forces {
            let games = games.list(self.file, force.places[0], force.lengths[0])?;
            let plies = plies.list(self.file, force.places[1], force.lengths[1])?;
            let take = |posting| take(force, posting);
            postings::each_posting([games, plies], force.postings, count, take)?;
        }
        Ok(())
    }
}

/// Nobody gathers more of them than a segment can have.
fn check_postings(forces: &[ForceEntry]) -> IndexResult<()> {
    let postings: u64 = forces.iter().map(|force| u64::from(force.postings)).sum();
    if postings > MOST_POSTINGS {
        return Err(IndexError::Damaged("more postings than there can be"));
    }
    Ok(())
}
