//! How many games there are of each class, and how they ended.

use std::collections::BTreeMap;
use std::io::{Read, Seek};

use shakmaty::{ByColor, Color, KnownOutcome, Outcome};

use super::IndexResult;
use super::dictionary::{ForceEntry, NO_CODE};
use super::facts::Flags;
use super::game_column::Facet;
use super::open_segment::Opened;
use super::query::Moment;
use crate::gbr::Code;

/// The games of all classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassCounts {
    /// How many games have a class at all.
    pub games: u64,
    /// What there is of each class, in the order of the codes.
    pub classes: BTreeMap<Code, ClassCount>,
}

/// The games of one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassCount {
    /// All of them.
    pub games: u64,
    /// Those that a side won.
    pub wins: ByColor<u64>,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that were played to their end.
    pub played: u64,
    /// The half-moves of these.
    pub plies: u64,
}

impl ClassCount {
    fn add(&mut self, flags: Flags, plies: u32) {
        self.games += 1;
        match flags.outcome() {
            Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::White })) => {
                self.wins.white += 1
            }
            Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black })) => {
                self.wins.black += 1
            }
            Some(Outcome::Known(KnownOutcome::Draw)) => self.draws += 1,
            Some(Outcome::Unknown) | None => {}
        }
        if flags.is_played() {
            self.played += 1;
            self.plies += u64::from(plies);
        }
    }

    fn add_all(&mut self, others: &ClassCount) {
        self.games += others.games;
        self.wins.white += others.wins.white;
        self.wins.black += others.wins.black;
        self.draws += others.draws;
        self.played += others.played;
        self.plies += others.plies;
    }
}

/// Counts the games of a segment.
pub(super) fn count<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    at: Moment,
    counts: &mut ClassCounts,
) -> IndexResult<()> {
    let (forces, flags, plies) = (opened.forces()?, opened.flags()?, opened.plies()?);
    let mut by_force = vec![ClassCount::default(); forces.len()];
    let mut has_class = vec![false; flags.len()];
    each(opened, &forces, at, |force, game| {
        by_force[force.id as usize].add(flags[game], plies[game]);
        has_class[game] = true;
    })?;
    counts.games += has_class.iter().filter(|&&has| has).count() as u64;
    for (force, class) in forces.iter().zip(by_force).filter(|(_, class)| class.games > 0) {
        if let Some(code) = force.code {
            counts.classes.entry(code).or_default().add_all(&class);
        }
    }
    Ok(())
}

/// Puts the games of a segment under their classes; `before` come before it.
pub(super) fn list<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    at: Moment,
    before: u64,
    lists: &mut BTreeMap<Code, Vec<u64>>,
) -> IndexResult<()> {
    let forces = opened.forces()?;
    let mut by_number: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    each(opened, &forces, at, |force, game| {
        by_number.entry(force.number).or_default().push(before + game as u64 + 1);
    })?;
    for (number, mut games) in by_number {
        // The games of two forces of one class are not in order.
        games.sort_unstable();
        if let Some(code) = Code::from_number(number) {
            lists.entry(code).or_default().append(&mut games);
        }
    }
    Ok(())
}

/// Hands over each game with a force of each of its classes at a moment; `forces` are all there are.
fn each<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    forces: &[ForceEntry],
    at: Moment,
    mut take: impl FnMut(&ForceEntry, usize),
) -> IndexResult<()> {
    let facet = match at {
        Moment::Start => Facet::Starts,
        Moment::Final => Facet::Ends,
        Moment::Any => return each_passed(opened, forces, take),
    };
    for (game, number) in opened.ends(facet)?.into_iter().enumerate() {
        let force = (number as usize).checked_sub(1).map(|at| &forces[at]);
        if let Some(force) = force.filter(|force| force.number != NO_CODE) {
            take(force, game);
        }
    }
    Ok(())
}

/// The same for all classes that games pass through: each counts once, also if two of its forces come up.
fn each_passed<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    forces: &[ForceEntry],
    mut take: impl FnMut(&ForceEntry, usize),
) -> IndexResult<()> {
    let coded = forces.partition_point(|force| force.number < NO_CODE);
    // The last class of each game: forces are in the order of their codes.
    let mut last_class = vec![NO_CODE; opened.segment.games as usize];
    opened.each_game(&forces[..coded], |force, game| {
        let game = game as usize;
        if last_class[game] != force.number {
            last_class[game] = force.number;
            take(force, game);
        }
    })
}
