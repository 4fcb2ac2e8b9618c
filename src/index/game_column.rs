//! What is known about each game of a segment, a column for each thing: a question reads those that it is about.

use shakmaty::{ByColor, Square};

use super::facts::{Flags, Location, king_of};
use super::harvest::GameRow;
use super::packet::Packer;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};

/// The columns, in the order of their packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facet {
    /// Bytes between the game before and this one.
    Gaps,
    /// Bytes of the game.
    Lengths,
    /// Lines from the first one of the game before to the first one of this.
    Lines,
    /// Sums of the bytes.
    Sums,
    /// Half-moves.
    Plies,
    /// Texts before the game, and one number more for those after the last.
    Texts,
    /// Outcome, claim, and what is known.
    Flags,
    /// The squares of all white kings, then those of all black ones.
    StartKings,
    /// The same at the end; [`SAME_KING`] is where the king stood at the start.
    EndKings,
    /// The number of the force at the start, from 1; 0 where it is not known.
    Starts,
    /// The number of the force at the end, but one more than at the start: 1 is the force at the start.
    Ends,
}

/// How many there are.
pub(super) const FACETS: usize = Facet::Ends as usize + 1;

/// In the column of kings at the end: it stands where it stood at the start. Most kings of single positions do.
const SAME_KING: u8 = 65;

/// In the column of forces at the end: the force of the start.
const SAME_FORCE: u32 = 1;

/// Where a game ends, or the next may begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameEnd {
    /// The byte after it.
    pub(super) offset: u64,
    /// Its first line.
    pub(super) line: u64,
}

impl GameEnd {
    /// The mark after a game.
    pub(super) fn after(row: &GameRow) -> GameEnd {
        GameEnd { offset: row.offset + row.length, line: row.line }
    }
}

/// Everything about the games of a segment that has a column.
pub(super) struct GameColumns<'a> {
    pub(super) rows: &'a [GameRow],
    /// The numbers of the first and last forces.
    pub(super) forces: &'a [[u32; 2]],
    /// Texts after the last game.
    pub(super) texts: u32,
}

impl GameColumns<'_> {
    /// Writes all columns.
    pub(super) fn pack(&self, begin: GameEnd, packer: &mut Packer) -> IndexResult<()> {
        let rows = || self.rows.iter();
        let marks = || std::iter::once(begin).chain(rows().map(GameEnd::after));
        add_numbers(rows().zip(marks()).map(|(row, mark)| row.offset - mark.offset), packer)?;
        add_numbers(rows().map(|row| row.length), packer)?;
        add_numbers(rows().zip(marks()).map(|(row, mark)| row.line - mark.line), packer)?;
        add_bytes(rows().flat_map(|row| row.sum.to_le_bytes()), packer)?;
        add_numbers(rows().map(|row| row.plies.into()), packer)?;
        let texts = rows().map(|row| row.texts.into()).chain([self.texts.into()]);
        add_numbers(texts, packer)?;
        add_numbers(rows().map(|row| row.flags.bits().into()), packer)?;
        let starts = (0..2).flat_map(|king| rows().map(move |row| row.kings[king]));
        add_bytes(starts, packer)?;
        let ends = (0..2).flat_map(|king| rows().map(move |row| end_king(row, king)));
        add_bytes(ends, packer)?;
        add_numbers(self.forces.iter().map(|forces| forces[0].into()), packer)?;
        add_numbers(self.forces.iter().map(|&forces| end_force(forces).into()), packer)
    }
}

fn end_king(row: &GameRow, king: usize) -> u8 {
    let [start, end] = [row.kings[king], row.kings[king + 2]];
    if start == end { SAME_KING } else { end }
}

fn end_force([start, end]: [u32; 2]) -> u32 {
    match end {
        0 => 0,
        _ if end == start => SAME_FORCE,
        _ => end + 1,
    }
}

fn add_numbers(numbers: impl Iterator<Item = u64>, packer: &mut Packer) -> IndexResult<()> {
    let mut bytes = Vec::with_capacity(numbers.size_hint().0 * 2);
    numbers.for_each(|number| put(number, &mut bytes));
    packer.add(&bytes)
}

fn add_bytes(bytes: impl Iterator<Item = u8>, packer: &mut Packer) -> IndexResult<()> {
    packer.add(&bytes.collect::<Vec<_>>())
}

/// Reads a column of small numbers.
pub(super) fn read_numbers(bytes: &[u8], count: u32) -> IndexResult<Vec<u32>> {
    let mut numbers = NumberReader::new(bytes);
    let mut column = Vec::with_capacity((count as usize).min(bytes.len()));
    for _ in 0..count {
        column.push(numbers.next_u32()?);
    }
    numbers.end()?;
    Ok(column)
}

/// Reads the column of flags.
pub(super) fn read_flags(bytes: &[u8], count: u32) -> IndexResult<Vec<Flags>> {
    let bits = read_numbers(bytes, count)?;
    bits.into_iter().map(|bits| Flags::from_bits(bits.into())).collect()
}

/// Reads a column of kings.
pub(super) fn read_kings(bytes: &[u8], count: u32) -> IndexResult<Vec<ByColor<Option<Square>>>> {
    if bytes.len() != count as usize * 2 {
        return Err(IndexError::Damaged("a column of another length"));
    }
    let (white, black) = bytes.split_at(count as usize);
    let kings = |(&white, &black)| Ok(ByColor { white: king_of(white)?, black: king_of(black)? });
    white.iter().zip(black).map(kings).collect()
}

/// Puts what stands in the column of kings at the start where that at the end refers to it.
pub(super) fn resolve_kings(ends: &mut [u8], starts: &[u8]) {
    let same = ends.iter_mut().zip(starts).filter(|(end, _)| **end == SAME_KING);
    same.for_each(|(end, start)| *end = *start);
}

/// The same for the column of forces.
pub(super) fn resolve_forces(ends: &mut [u32], starts: &[u32]) {
    for (end, &start) in ends.iter_mut().zip(starts) {
        *end = if *end == SAME_FORCE { start } else { end.saturating_sub(1) };
    }
}

/// Reads where the games are, out of the columns of gaps, lengths, lines and sums. They must lead from one mark to the
/// other.
pub(super) fn read_locations(
    [gaps, lengths, lines, sums]: [&[u8]; 4],
    begin: GameEnd,
    end: GameEnd,
) -> IndexResult<Vec<Location>> {
    let [mut gaps, mut lengths, mut lines] = [gaps, lengths, lines].map(NumberReader::new);
    let (mut mark, mut locations) = (begin, Vec::with_capacity(sums.len() / 4));
    let (sums, rest) = sums.as_chunks::<4>();
    let add =
        |one: u64, more: u64| one.checked_add(more).ok_or(IndexError::Damaged("a place too far"));
    for sum in sums {
        let (offset, length) = (add(mark.offset, gaps.next()?)?, lengths.next()?);
        mark = GameEnd { offset: add(offset, length)?, line: add(mark.line, lines.next()?)? };
        locations.push(Location { offset, length, line: mark.line, sum: u32::from_le_bytes(*sum) });
    }
    [gaps, lengths, lines].into_iter().try_for_each(NumberReader::end)?;
    if mark != end || !rest.is_empty() {
        return Err(IndexError::Damaged("games that do not fill their place"));
    }
    Ok(locations)
}
