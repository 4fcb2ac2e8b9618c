//! What a segment adds to the [table of codes](super::code_counts): in come its games, out come tallies and detours.

use super::code_counts::{CodeTally, taken};
use super::detour::DetourWriter;
use super::dictionary::NO_CODE;
use super::harvest::{ForceChange, GameRow, Harvest};
use crate::gbr::{Code, Material};

/// The games of a segment by their codes.
pub(super) struct SegmentTally {
    /// In no order; a code may be there twice.
    pub(super) tallies: Vec<(u32, CodeTally)>,
    pub(super) detours: DetourWriter,
}

/// The number of a force's code, and whether the code says all about it.
#[derive(Clone, Copy)]
struct Coded {
    number: u32,
    is_exact: bool,
}

impl Coded {
    fn of(material: &Material) -> Coded {
        let code = Code::from_material(material).ok();
        let is_exact = code.is_some_and(|code| !code.has_nine());
        Coded { number: code.map_or(NO_CODE, Code::number), is_exact }
    }
}

impl SegmentTally {
    pub(super) fn of(harvest: &Harvest) -> SegmentTally {
        let codes: Vec<Coded> = harvest.forces.list.iter().map(Coded::of).collect();
        let mut all = Tallying {
            tallies: vec![CodeTally::default(); codes.len()],
            codes,
            detours: DetourWriter::default(),
            men: Vec::new(),
        };
        harvest.trails().for_each(|(row, trail)| all.add(row, trail));
        let tallies = all.codes.iter().map(|code| code.number).zip(all.tallies);
        let used =
            tallies.filter(|(number, tally)| *number < NO_CODE && *tally != CodeTally::default());
        SegmentTally { tallies: used.collect(), detours: all.detours }
    }
}

struct Tallying {
    /// For each force of the harvest.
    codes: Vec<Coded>,
    tallies: Vec<CodeTally>,
    detours: DetourWriter,
    /// Which men are taken in a game.
    men: Vec<usize>,
}

impl Tallying {
    fn add(&mut self, row: &GameRow, trail: &[ForceChange]) {
        let ([first, ..], [.., last]) = (trail, trail) else { return };
        self.tallies[first.force as usize].starts += 1;
        if row.flags.end_turn().is_some() {
            self.tallies[last.force as usize].ends += 1;
        }
        if !self.goes_down(trail) {
            let codes = &self.codes;
            return self
                .detours
                .add(trail.iter().map(|change| codes[change.force as usize].number));
        }
        for (change, &man) in trail.iter().zip(&self.men) {
            let tally = &mut self.tallies[change.force as usize];
            tally.visits += 1;
            tally.taken[man] += 1;
        }
        self.tallies[last.force as usize].visits += 1;
    }

    /// Whether with each change one man is taken; notes which.
    fn goes_down(&mut self, trail: &[ForceChange]) -> bool {
        self.men.clear();
        let code = |change: &ForceChange| self.codes[change.force as usize];
        for pair in trail.windows(2) {
            let Some(man) = taken(code(&pair[0]).number, code(&pair[1]).number) else {
                return false;
            };
            self.men.push(man);
        }
        trail.iter().all(|change| code(change).is_exact)
    }
}
