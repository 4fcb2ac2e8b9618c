//! How an index goes on when something was put after its file.
//!
//! Where records end may depend on what follows them: the last game goes on in what was put there, or a comment that
//! nobody closed does. Up to the place that the [origin](super::Origin::settled) names it does not.

use std::io::{Read, Seek, Write};

use super::code_counts::CodeTable;
use super::dictionary::ForceEntry;
use super::harvest::Harvest;
use super::open_segment::Opened;
use super::remark::Remarked;
use super::segment_tally::SegmentTally;
use super::{Builder, Index, IndexError, IndexResult};

/// An index with more of them is made anew; one that somebody made up must not fill the memory.
const MOST_REMARKS: usize = 16 << 20;

/// Where to read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resumption {
    /// The first byte to read, in the (decompressed) file.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// How many games come before it.
    pub games: u64,
}

/// The beginning of the file.
const START: Resumption = Resumption { offset: 0, line: 1, games: 0 };

impl<R: Read + Seek> Index<R> {
    /// Begins an index with what this one has before the last game that is settled, and says where to read on: at that
    /// game. The offsets and lines of what is added are those in the whole file.
    ///
    /// # Errors
    ///
    /// What writing returns, or [`IndexError::Damaged`]: a new index has to be made.
    pub fn resume<W: Write>(
        &mut self,
        out: W,
        threads: usize,
    ) -> IndexResult<(Builder<W>, Resumption)> {
        let mut builder = Builder::new(out, threads)?;
        let settled = self.contents.origin.settled;
        let segments = &self.contents.segments;
        // The segment of a game that comes before it; the first of its games may not.
        let begun = segments.iter().take_while(|segment| segment.begin.offset < settled).count();
        let Some(mut last) = begun.checked_sub(1) else { return Ok((builder, START)) };
        let mut harvest = Opened::new(&segments[last], &mut self.file).harvest()?;
        while !harvest.begins_before(settled) {
            let Some(before) = last.checked_sub(1) else { return Ok((builder, START)) };
            last = before;
            harvest = Opened::new(&segments[last], &mut self.file).harvest()?;
        }
        for segment in &segments[..last] {
            builder.copy(segment, &mut self.file)?;
        }
        builder.codes = self.codes_before(last)?;
        let segments = &self.contents.segments;
        let before = segments[..last].iter().map(|segment| u64::from(segment.games)).sum::<u64>();
        let again = harvest.forget_from(settled);
        let games = before + harvest.games.len() as u64;
        builder.add(harvest)?;
        Ok((builder, Resumption { games, ..again }))
    }

    /// The table of codes without the games of this segment and of those after it.
    fn codes_before(&mut self, segment: usize) -> IndexResult<CodeTable> {
        let mut codes = self.codes()?;
        for segment in &self.contents.segments[segment..] {
            let harvest = Opened::new(segment, &mut self.file).harvest()?;
            codes.subtract(SegmentTally::of(&harvest).tallies)?;
        }
        Ok(codes)
    }
}

impl Harvest {
    /// Whether a game begins before this place.
    fn begins_before(&self, settled: u64) -> bool {
        self.games.first().is_some_and(|first| first.offset < settled)
    }

    /// Takes off the last game that begins before this place, and what comes after it, and says where it begins. There must
    /// be one.
    fn forget_from(&mut self, settled: u64) -> Resumption {
        let games = self.games.partition_point(|game| game.offset < settled) - 1;
        let rest = self.split_off(games);
        let last = rest.games[0];
        self.texts = last.texts;
        let is_before = |remark: &Remarked| remark.games == 0 && !remark.is_game;
        let before = rest.remarks.into_iter().take_while(is_before);
        self.remarks.extend(before.map(|remark| Remarked { games: games as u32, ..remark }));
        Resumption { offset: last.offset, line: last.line, games: games as u64 }
    }
}

impl<R: Read + Seek> Opened<'_, R> {
    /// All that a segment holds, as it was gathered.
    pub(super) fn harvest(&mut self) -> IndexResult<Harvest> {
        let forces = self.forces()?;
        let (facts, texts) = (self.facts()?, self.texts()?);
        let changes = self.changes(&forces)?;
        let mut harvest = Harvest::default();
        let mut rest = &changes[..];
        for ((game, facts), texts) in (0..).zip(&facts).zip(&texts) {
            let (trail, others) = rest.split_at(rest.partition_point(|change| change.0 == game));
            let trail =
                trail.iter().map(|&(_, ply, force)| (ply, forces[force as usize].material()));
            harvest.texts = *texts;
            harvest.add_game(facts, trail)?;
            rest = others;
        }
        harvest.texts = texts.last().copied().unwrap_or_default();
        if self.remarks_length() > MOST_REMARKS {
            return Err(IndexError::Damaged("too many remarks to go on from"));
        }
        self.each_remark(|remark| harvest.remarks.push(remark))?;
        Ok(harvest)
    }

    /// Game, ply and force of all changes, in order.
    fn changes(&mut self, forces: &[ForceEntry]) -> IndexResult<Vec<(u32, u32, u32)>> {
        let mut changes = Vec::new();
        self.each_posting(forces, |force, posting| {
            changes.push((posting.game, posting.ply, force.id));
        })?;
        changes.sort_unstable();
        Ok(changes)
    }
}
