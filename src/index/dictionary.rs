//! The forces of a segment, in the order of their codes, and how long their lists are.
//!
//! Not codes alone: `9` stands for three men of a kind or more, and nine pawns have no code. So a question
//! about a number of men, or about `KBBBvK`, is answered too.
//!
//! A dictionary has chapters. The table of contents says from which code to which each of them goes, so that
//! a question about few codes reads few of them.

use shakmaty::{ByColor, ByRole, Color, Role};

use super::packet::Packer;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};
use crate::gbr::{Code, Material};

/// The number of a force without a code: the first that no code has.
pub(super) const NO_CODE: u32 = 810_000;

/// The number of 4888.88, the code of the initial position.
pub(super) const INITIAL: u32 = 4888 * 81 + 80;

/// How many forces a chapter has.
const CHAPTER: usize = 1024;

/// More men than these would not be counted right.
const MOST_MEN: u32 = 255;

/// A force, and where the lists of the games that have it are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForceEntry {
    /// Its place in the dictionary.
    pub(super) id: u32,
    /// The [number](Code::number) of its code.
    pub(super) number: u32,
    /// Its code; none where one side has nine pawns or more.
    pub(super) code: Option<Code>,
    /// Which men it has, where the code does not say it.
    exact: Option<Material>,
    /// How many games have it.
    pub(super) games: u32,
    /// How often it comes up. Only where men return to the board is this more than the games.
    pub(super) postings: u32,
    /// Where its lists of games and of plies begin, each in its stream.
    pub(super) places: [u64; 2],
    /// How many bytes they have.
    pub(super) lengths: [u32; 2],
}

/// What the table of contents says about a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The place of its first force.
    pub(super) id: u32,
    /// How many forces it has.
    pub(super) forces: u32,
    /// The codes of the first and the last one.
    pub(super) numbers: [u32; 2],
    /// Where the lists of the first one begin.
    pub(super) places: [u64; 2],
    /// How many bytes all its lists have.
    pub(super) lengths: [u64; 2],
}

/// By which forces are put in order: their code, those without one at the end, then the men.
pub(super) fn key(material: &Material) -> (u32, [u8; 12]) {
    let number = Code::from_material(material).map_or(NO_CODE, Code::number);
    (number, counts(material))
}

fn counts(material: &Material) -> [u8; 12] {
    let mut counts = [0; 12];
    let men = Color::ALL.iter().flat_map(|&color| Role::ALL.map(|role| (color, role)));
    for (count, (color, role)) in counts.iter_mut().zip(men) {
        *count = material.count(color, role);
    }
    counts
}

impl ForceEntry {
    /// A force with this place and these numbers; its lists are not written yet.
    pub(super) fn new(id: u32, material: Material, [postings, games]: [u32; 2]) -> ForceEntry {
        let code = Code::from_material(&material).ok();
        let is_exact = code.and_then(Code::counts) == Some(material);
        ForceEntry {
            id,
            number: code.map_or(NO_CODE, Code::number),
            code,
            exact: (!is_exact).then_some(material),
            games,
            postings,
            places: [0; 2],
            lengths: [0; 2],
        }
    }

    /// Its men.
    pub(super) fn material(&self) -> Material {
        let counts = || self.code.and_then(Code::counts);
        self.exact.or_else(counts).expect("a code without counts comes with the men")
    }

    /// Whether a side has more than one king.
    pub(super) fn has_several_kings(&self) -> bool {
        let material = self.material();
        Color::ALL.into_iter().any(|color| material.count(color, Role::King) > 1)
    }
}

/// Writes the forces of a segment, a packet for each chapter.
pub(super) fn pack(forces: &[ForceEntry], packer: &mut Packer) -> IndexResult<Vec<Chapter>> {
    let mut chapters = Vec::new();
    let (mut bytes, mut id, mut places) = (Vec::new(), 0, [0; 2]);
    for forces in forces.chunks(CHAPTER) {
        bytes.clear();
        put_forces(forces, &mut bytes);
        packer.add(&bytes)?;
        let [first, last] = [forces.first(), forces.last()];
        let sum = |list: usize| forces.iter().map(|force| u64::from(force.lengths[list])).sum();
        let lengths = [sum(0), sum(1)];
        let numbers = [first, last].map(|force| force.map_or(0, |force| force.number));
        chapters.push(Chapter { id, forces: forces.len() as u32, numbers, places, lengths });
        id += forces.len() as u32;
        places = [places[0] + lengths[0], places[1] + lengths[1]];
    }
    Ok(chapters)
}

/// In the number before the others, beside the step from one code to the next: whether men follow, and whether
/// the force comes up more often than games have it.
const EXACT: u32 = 1;
const OFTEN: u32 = 2;
const STEP: u32 = 4;

fn put_forces(forces: &[ForceEntry], out: &mut Vec<u8>) {
    let mut before = forces.first().map_or(0, |first| first.number);
    for force in forces {
        let more = force.postings - force.games;
        let marks = u32::from(force.exact.is_some()) * EXACT + u32::from(more > 0) * OFTEN;
        put(((force.number - before) * STEP + marks).into(), out);
        if let Some(material) = &force.exact {
            out.extend_from_slice(&counts(material));
        }
        put(force.games.into(), out);
        if more > 0 {
            put(more.into(), out);
        }
        force.lengths.iter().for_each(|&length| put(length.into(), out));
        before = force.number;
    }
}

impl Chapter {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        put(self.forces.into(), out);
        put(self.numbers[0].into(), out);
        put((self.numbers[1] - self.numbers[0]).into(), out);
        self.lengths.iter().for_each(|&length| put(length, out));
    }

    /// Reads what was put; it follows a chapter, if there is one before it.
    pub(super) fn read(
        numbers: &mut NumberReader<'_>,
        before: Option<&Chapter>,
    ) -> IndexResult<Chapter> {
        let wrong = IndexError::Damaged("a chapter that does not follow the one before");
        let (forces, first) = (numbers.next_u32()?, numbers.next_u32()?);
        let last = first.checked_add(numbers.next_u32()?).filter(|&last| last <= NO_CODE);
        let lengths = [numbers.next()?, numbers.next()?];
        let end = before.map_or(Some((0, [0; 2], 0)), Chapter::end);
        let (Some(last), Some((id, places, least))) = (last, end) else { return Err(wrong) };
        let chapter = Chapter { id, forces, numbers: [first, last], places, lengths };
        let is_short = (1..=CHAPTER as u32).contains(&forces);
        if !is_short || first < least || chapter.end().is_none() {
            return Err(wrong);
        }
        Ok(chapter)
    }

    /// What comes next: the place of a force, the places of its lists, and its least code.
    fn end(&self) -> Option<(u32, [u64; 2], u32)> {
        let id = self.id.checked_add(self.forces)?;
        let place = |list: usize| self.places[list].checked_add(self.lengths[list]);
        Some((id, [place(0)?, place(1)?], self.numbers[1]))
    }

    /// Whether there may be a force with this number of a code in it.
    pub(super) fn may_have(&self, number: u32) -> bool {
        (self.numbers[0]..=self.numbers[1]).contains(&number)
    }

    /// Reads those of its forces that are wanted out of its packet: by the number of their code first, which most are not.
    pub(super) fn forces(
        &self,
        bytes: &[u8],
        mut may_be: impl FnMut(u32) -> bool,
        is_wanted: impl Fn(&ForceEntry) -> bool,
    ) -> IndexResult<Vec<ForceEntry>> {
        let (mut numbers, mut forces) = (NumberReader::new(bytes), Vec::new());
        let (mut number, mut places) = (self.numbers[0], self.places);
        for at in 0..self.forces {
            let entry = Listed::read(&mut numbers, number)?;
            let begin = places;
            (number, places) = (entry.number, entry.ends(begin).ok_or(TOO_LONG)?);
            if may_be(number) {
                let force = entry.force(self.id + at, begin)?;
                forces.extend(Some(force).filter(&is_wanted));
            }
        }
        numbers.end()?;
        if Some((places, number)) != self.end().map(|(_, places, last)| (places, last)) {
            return Err(IndexError::Damaged("a chapter of other forces"));
        }
        Ok(forces)
    }
}

const TOO_LONG: IndexError = IndexError::Damaged("a list that is too long");

/// A force as it is written, not looked at any further.
struct Listed {
    number: u32,
    exact: Option<[u8; 12]>,
    games: u32,
    more: u32,
    lengths: [u32; 2],
}

impl Listed {
    /// Reads one; `before` is the number of the code before it.
    #[inline]
    fn read(numbers: &mut NumberReader<'_>, before: u32) -> IndexResult<Listed> {
        let head = numbers.next_u32()?;
        let number = before.saturating_add(head / STEP);
        let exact = if head & EXACT == 0 { None } else { Some(numbers.take_array()?) };
        let games = numbers.next_u32()?;
        let more = if head & OFTEN == 0 { 0 } else { numbers.next_u32()? };
        let lengths = [numbers.next_u32()?, numbers.next_u32()?];
        Ok(Listed { number, exact, games, more, lengths })
    }

    /// Where the lists of the next one begin, if its own begin here.
    #[inline]
    fn ends(&self, places: [u64; 2]) -> Option<[u64; 2]> {
        let end = |list: usize| places[list].checked_add(self.lengths[list].into());
        Some([end(0)?, end(1)?])
    }

    fn force(&self, id: u32, places: [u64; 2]) -> IndexResult<ForceEntry> {
        let Listed { number, games, lengths, .. } = *self;
        let exact = self.exact.map(material_of).transpose()?;
        let code = Code::from_number(number);
        let agrees = match &exact {
            None => code.is_some_and(|code| !code.has_nine()),
            Some(material) => number <= NO_CODE && Code::from_material(material).ok() == code,
        };
        if !agrees {
            return Err(IndexError::Damaged("a force with another code"));
        }
        let postings = games.checked_add(self.more).ok_or(TOO_LONG)?;
        Ok(ForceEntry { id, number, code, exact, games, postings, places, lengths })
    }
}

fn material_of(counts: [u8; 12]) -> IndexResult<Material> {
    if counts.iter().map(|&count| u32::from(count)).sum::<u32>() > MOST_MEN {
        return Err(IndexError::Damaged("a force of too many men"));
    }
    let place = |color: Color, role: Role| color.fold_wb(0, 6) + usize::from(role) - 1;
    let count = |color| ByRole::new_with(|role| counts[place(color, role)]);
    Ok(Material::from(ByColor::new_with(count)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::packet::Unpacker;
    use shakmaty::Board;
    use std::io::Cursor;

    fn force(material: Material) -> ForceEntry {
        let games = material.total().into();
        ForceEntry { lengths: [games * 2, 7], ..ForceEntry::new(0, material, [games + 1, games]) }
    }

    #[test]
    fn most_games_start_from_the_initial_position() {
        let material = Material::from_board(&Board::new());
        assert_eq!(key(&material).0, INITIAL);
    }

    /// Some that their codes say all about, some that share a code, and some without one; in order.
    fn forces() -> Vec<ForceEntry> {
        let plain = (0..3000).filter_map(Code::from_number).filter_map(Code::counts);
        let named = ["KBBBvK", "KBBBBvKP", "KBBBBvK"].map(|name| name.parse().unwrap());
        let odd = [Board::horde(), Board::racing_kings(), Board::empty()];
        let odd = odd.map(|board| Material::from_board(&board));
        let mut all: Vec<ForceEntry> = plain.chain(named).chain(odd).map(force).collect();
        all.sort_by_key(|force| key(&force.material()));
        let mut places = [0, 0];
        for (id, force) in (0..).zip(&mut all) {
            (force.id, force.places) = (id, places);
            places = [0, 1].map(|list| places[list] + u64::from(force.lengths[list]));
        }
        all
    }

    #[test]
    fn forces_are_read_as_they_were_written() {
        let (forces, mut packer) = (forces(), Packer::new().unwrap());
        let chapters = pack(&forces, &mut packer).unwrap();
        let mut table = Vec::new();
        chapters.iter().for_each(|chapter| chapter.put(&mut table));
        let (mut numbers, mut before, mut read) = (NumberReader::new(&table), None, Vec::new());
        let mut unpacker = Unpacker::new(Cursor::new(&packer.bytes)).unwrap();
        for packet in &packer.packets {
            let chapter = Chapter::read(&mut numbers, before.as_ref()).unwrap();
            read.extend(
                chapter.forces(&unpacker.unpack(packet).unwrap(), |_| true, |_| true).unwrap(),
            );
            before = Some(chapter);
        }
        assert_eq!(read, forces);
    }

    #[test]
    fn a_chapter_that_is_cut_is_refused() {
        let (forces, mut packer) = (forces(), Packer::new().unwrap());
        let chapter = pack(&forces[..20], &mut packer).unwrap()[0];
        let mut bytes = Vec::new();
        put_forces(&forces[..20], &mut bytes);
        assert!(chapter.forces(&bytes, |_| true, |_| true).is_ok());
        for length in 0..bytes.len() {
            assert!(chapter.forces(&bytes[..length], |_| true, |_| true).is_err());
        }
    }
}
