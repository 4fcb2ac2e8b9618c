//! What a worker gathers from records that follow each other.
//!
//! In: the facts of each game, in order. Out: a piece of an index that the [`Builder`](super::Builder) puts after
//! the one before. All that can be done to a record by itself is done here, so that it is done by all workers at a time.

use std::hash::{Hash, Hasher};

use super::facts::{Facts, Flags, PositionFacts, king_byte};
use super::game_column::GameEnd;
use super::remark::{self, Remarked};
use super::{IndexError, IndexResult};
use crate::gbr::Material;

/// Room for the forces of a usual chunk.
const FEWEST_PLACES: usize = 1 << 13;

/// The most changes of force in one game.
pub(super) const MOST_CHANGES: usize = 1 << 16;

/// A piece of an index.
///
/// ```
/// use gbr_pgn::gbr::Material;
/// use gbr_pgn::index::{Facts, Harvest, Location, PositionFacts, sum};
/// use shakmaty::{ByColor, Color, Square};
///
/// let record = b"4k3/8/8/8/8/8/8/R3K3 w - -\n";
/// let material: Material = "KRvK".parse()?;
/// let kings = ByColor { white: Some(Square::E1), black: Some(Square::E8) };
/// let standing = Some(PositionFacts { material, kings, turn: Color::White });
/// let facts = Facts {
///     location: Location { offset: 0, length: record.len() as u64, line: 1, sum: sum(record) },
///     outcome: None,
///     claim: None,
///     plies: 0,
///     is_played: false,
///     is_coded: true,
///     is_initial: false,
///     start: standing,
///     end: standing,
/// };
/// let mut harvest = Harvest::default();
/// harvest.add_game(&facts, [(0, material)])?;
/// harvest.remark(b"said about this position")?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Harvest {
    pub(super) games: Vec<GameRow>,
    pub(super) changes: Vec<ForceChange>,
    /// The forces that the changes name by their number.
    pub(super) forces: Forces,
    /// Texts after the last game.
    pub(super) texts: u32,
    pub(super) remarks: Vec<Remarked>,
}

/// A game, but for its changes of force.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameRow {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) line: u64,
    pub(super) sum: u32,
    pub(super) plies: u32,
    /// How many of the changes are its own.
    pub(super) changes: u32,
    /// How many texts come between the game before it and this one.
    pub(super) texts: u32,
    pub(super) flags: Flags,
    /// White's and Black's at the start, then at the end.
    pub(super) kings: [u8; 4],
}

/// From which ply on a force is on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForceChange {
    pub(super) ply: u32,
    pub(super) force: u32,
}

impl Harvest {
    /// Takes a game, with the plies at which its force changes: the first is ply 0, with the force of the start.
    ///
    /// # Errors
    ///
    /// [`IndexError::Unfit`] for facts that contradict each other. The harvest is of no use then.
    pub fn add_game(
        &mut self,
        facts: &Facts,
        trail: impl IntoIterator<Item = (u32, Material)>,
    ) -> IndexResult<()> {
        let before = self.changes.len();
        for (ply, material) in trail {
            let force = self.forces.number(material);
            self.changes.push(ForceChange { ply, force });
        }
        self.check(facts, before)
            .map_err(|reason| IndexError::Unfit { number: self.games.len() as u64 + 1, reason })?;
        let kings = |standing: &PositionFacts| {
            [king_byte(standing.kings.white), king_byte(standing.kings.black)]
        };
        let [start, end] =
            [facts.start, facts.end].map(|ends| ends.as_ref().map_or([64; 2], kings));
        let location = facts.location;
        self.games.push(GameRow {
            offset: location.offset,
            length: location.length,
            line: location.line,
            sum: location.sum,
            plies: facts.plies,
            changes: (self.changes.len() - before) as u32,
            texts: std::mem::take(&mut self.texts),
            flags: Flags::new(facts),
            kings: [start[0], start[1], end[0], end[1]],
        });
        Ok(())
    }

    /// Takes a piece of text that is not a game.
    pub fn add_text(&mut self) {
        self.texts += 1;
    }

    /// Keeps something that was said about the record that was added last, whatever it means; it comes back
    /// from [`Index::remarks`](super::Index::remarks).
    ///
    /// # Errors
    ///
    /// [`IndexError::Unfit`] for a remark of more than four million bytes.
    pub fn remark(&mut self, text: &[u8]) -> IndexResult<()> {
        if text.len() > remark::LONGEST {
            let reason = "too much is said about it";
            return Err(IndexError::Unfit { number: self.games.len() as u64, reason });
        }
        let is_game = self.texts == 0 && !self.games.is_empty();
        let games = self.games.len() - usize::from(is_game);
        self.remarks.push(Remarked { games: games as u32, is_game, text: text.to_vec() });
        Ok(())
    }

    /// Whether it holds neither games nor texts.
    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty() && self.texts == 0 && self.remarks.is_empty()
    }

    /// Puts harvests together that follow each other.
    pub(super) fn join(harvests: Vec<Harvest>) -> Harvest {
        let mut harvests = harvests.into_iter();
        let mut all = harvests.next().unwrap_or_default();
        harvests.for_each(|harvest| all.append(harvest));
        all
    }

    fn append(&mut self, mut next: Harvest) {
        let games = self.games.len() as u32;
        let numbers: Vec<u32> = next.forces.list.iter().map(|&it| self.forces.number(it)).collect();
        let renumbered =
            |change: &ForceChange| ForceChange { force: numbers[change.force as usize], ..*change };
        self.changes.extend(next.changes.iter().map(renumbered));
        next.add_texts_before(self.texts);
        self.texts = next.texts;
        self.games.append(&mut next.games);
        let moved = next.remarks.into_iter().map(|it| Remarked { games: it.games + games, ..it });
        self.remarks.extend(moved);
    }

    fn add_texts_before(&mut self, texts: u32) {
        match self.games.first_mut() {
            Some(first) => first.texts = first.texts.saturating_add(texts),
            None => self.texts = self.texts.saturating_add(texts),
        }
    }

    /// Cuts it after so many games; what comes after them is returned.
    pub(super) fn split_off(&mut self, games: usize) -> Harvest {
        let mut rest = Harvest { games: self.games.split_off(games), ..Harvest::default() };
        rest.texts = std::mem::take(&mut self.texts);
        let kept = self.games.iter().map(|row| row.changes as usize).sum();
        for change in self.changes.split_off(kept) {
            let force = rest.forces.number(self.forces.list[change.force as usize]);
            rest.changes.push(ForceChange { force, ..change });
        }
        let is_kept = |remark: &Remarked| (remark.games as usize) < games;
        let kept = self.remarks.iter().take_while(|remark| is_kept(remark)).count();
        // Those of a damaged index may stand in any order.
        let moved = |it: Remarked| Remarked { games: it.games.saturating_sub(games as u32), ..it };
        rest.remarks = self.remarks.split_off(kept).into_iter().map(moved).collect();
        rest
    }

    /// The games with their changes.
    pub(super) fn trails(&self) -> impl Iterator<Item = (&GameRow, &[ForceChange])> {
        let mut rest = &self.changes[..];
        self.games.iter().map(move |row| {
            let (trail, others) = rest.split_at(row.changes as usize);
            rest = others;
            (row, trail)
        })
    }

    /// Hands over each change with the number of its game, from 0, and in how many positions the force stays.
    pub(super) fn each_change(&self, mut take: impl FnMut(u32, ForceChange, u32)) {
        for (game, (row, trail)) in (0..).zip(self.trails()) {
            let ends = trail.iter().skip(1).map(|next| next.ply).chain([row.plies + 1]);
            trail.iter().zip(ends).for_each(|(change, end)| take(game, *change, end - change.ply));
        }
    }

    /// What is wrong with a game whose changes begin at `before`.
    fn check(&self, facts: &Facts, before: usize) -> Result<(), &'static str> {
        let trail = &self.changes[before..];
        let force =
            |change: Option<&ForceChange>| change.map(|it| self.forces.list[it.force as usize]);
        let is_at = |standing: Option<PositionFacts>, material: Option<Material>| {
            standing.is_none_or(|standing| Some(standing.material) == material)
        };
        let last = self.games.last().map(GameEnd::after).unwrap_or_default();
        let location = facts.location;
        let end = location.offset.checked_add(location.length);
        let rules = [
            (trail.len() <= MOST_CHANGES, "its force changes too often"),
            (trail.first().is_none_or(|first| first.ply == 0), "its trail begins late"),
            (trail.is_sorted_by(|one, next| one.ply < next.ply), "its trail is out of order"),
            (trail.last().is_none_or(|last| last.ply <= facts.plies), "its trail is too long"),
            (facts.start.is_some() != trail.is_empty(), "its trail has no start"),
            (is_at(facts.start, force(trail.first())), "its trail starts elsewhere"),
            (is_at(facts.end, force(trail.last())), "its trail ends elsewhere"),
            (facts.plies < u32::MAX, "it is too long"),
            (end.is_some() && location.length > 0, "it has no bytes"),
            (location.offset >= last.offset, "it begins within the game before it"),
            (location.line >= last.line, "its line comes before that of the game before it"),
        ];
        rules.iter().find(|(holds, _)| !holds).map_or(Ok(()), |(_, reason)| Err(reason))
    }
}

/// Forces, numbered in the order in which they come up.
///
/// A table of their numbers alone is a fifth of one that has the forces too, and stays in the nearest memory.
#[derive(Debug, Default)]
pub(super) struct Forces {
    pub(super) list: Vec<Material>,
    /// The number of a force from 1, at the place that its hash names or the first free one after it; 0 is free. There are
    /// at least twice as many places as forces, and the number of places is a power of two.
    places: Vec<u32>,
}

impl Forces {
    #[inline]
    pub(super) fn number(&mut self, material: Material) -> u32 {
        if self.list.len() * 2 >= self.places.len() {
            self.grow();
        }
        let place = self.place(material);
        if self.places[place] == 0 {
            self.list.push(material);
            self.places[place] = self.list.len() as u32;
        }
        self.places[place] - 1
    }

    /// Where a force is, or belongs.
    #[inline]
    fn place(&self, material: Material) -> usize {
        let mask = self.places.len() - 1;
        let mut hasher = MaterialHasher::default();
        material.hash(&mut hasher);
        let mut place = hasher.finish() as usize & mask;
        while let Some(at) = (self.places[place] as usize).checked_sub(1)
            && self.list[at] != material
        {
            place = (place + 1) & mask;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        self.places = vec![0; (self.places.len() * 4).max(FEWEST_PLACES)];
        for (&material, number) in self.list.iter().zip(1..) {
            let place = self.place(material);
            self.places[place] = number;
        }
    }
}

/// Forces come by the million, and nobody can choose many of them: a few multiplications will do.
#[derive(Default)]
pub(super) struct MaterialHasher(u64);

impl Hasher for MaterialHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    /// The length that comes before an array; it is always the same.
    fn write_usize(&mut self, _: usize) {}

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
