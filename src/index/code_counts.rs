//! How many games have which code, in one table for the whole file, so that a count looks at codes and not at games.
//!
//! Games in which men only go, one by one, are in the table with their steps from code to code. Such a game comes to
//! the codes of a pattern once and leaves them once, if the pattern [has no gap](super::code_set::CodeSet::of): there are
//! as many of these games as there are visits to such codes, less the steps that lead from one of them to another. All
//! other games are [detours](super::detour).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::code_set::CodeSet;
use super::dictionary::NO_CODE;
use super::packet::Packer;
use super::query::Moment;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};

/// How much less the number of a code is when a man is taken: Black's pawn, White's, knights, bishops, rooks, queens.
pub(super) const WEIGHTS: [u32; 10] = [1, 9, 81, 243, 810, 2430, 8100, 24_300, 81_000, 243_000];

/// How many codes a packet has.
const PACKET: usize = 1 << 15;

/// The games of a code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CodeTally {
    /// How many games start with it.
    pub(super) starts: u64,
    /// How many games end with it.
    pub(super) ends: u64,
    /// How many games that are no detours pass through it.
    pub(super) visits: u64,
    /// In how many of these which man is taken then.
    pub(super) taken: [u64; WEIGHTS.len()],
}

/// All codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CodeTable {
    codes: BTreeMap<u32, CodeTally>,
}

/// Which man was taken between two codes without a nine; none where that is not all that happened.
#[inline]
pub(super) fn taken(before: u32, after: u32) -> Option<usize> {
    let weight = before.checked_sub(after)?;
    let man = WEIGHTS.iter().position(|&known| known == weight)?;
    (men(before, man) > 0).then_some(man)
}

/// How many men of a kind a code has.
#[inline]
fn men(number: u32, man: usize) -> u32 {
    let digit = || number / WEIGHTS[man & !1] % 10;
    match (man, man % 2) {
        (0, _) => number % 9,
        (1, _) => number / 9 % 9,
        (_, 0) => digit() % 3,
        _ => digit() / 3,
    }
}

impl CodeTally {
    const NONE: CodeTally = CodeTally { starts: 0, ends: 0, visits: 0, taken: [0; WEIGHTS.len()] };

    fn numbers(&mut self) -> impl Iterator<Item = &mut u64> {
        [&mut self.starts, &mut self.ends, &mut self.visits].into_iter().chain(&mut self.taken)
    }

    pub(super) fn add(&mut self, mut other: CodeTally) {
        self.numbers()
            .zip(other.numbers())
            .for_each(|(one, more)| *one = one.saturating_add(*more));
    }

    fn subtract(&mut self, mut other: CodeTally) -> Option<()> {
        let mut pairs = self.numbers().zip(other.numbers());
        pairs.try_for_each(|(one, less)| {
            *one = one.checked_sub(*less)?;
            Some(())
        })
    }

    fn put(&self, out: &mut Vec<u8>) {
        [self.starts, self.ends, self.visits].iter().for_each(|&games| put(games, out));
        let are_taken = self.taken.iter().enumerate().filter(|(_, games)| **games > 0);
        put(are_taken.clone().fold(0, |all, (man, _)| all | 1 << man), out);
        are_taken.for_each(|(_, &games)| put(games, out));
    }

    #[inline]
    fn read(numbers: &mut NumberReader<'_>) -> IndexResult<CodeTally> {
        let (starts, ends, visits) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let (mut are_taken, mut taken) = (numbers.next()?, [0; WEIGHTS.len()]);
        while are_taken != 0 {
            let games = taken.get_mut(are_taken.trailing_zeros() as usize);
            *games.ok_or(IndexError::Damaged("a man of an unknown kind"))? = numbers.next()?;
            are_taken &= are_taken - 1;
        }
        Ok(CodeTally { starts, ends, visits, taken })
    }
}

impl CodeTable {
    /// Adds the games of a segment.
    pub(super) fn add(&mut self, tallies: impl IntoIterator<Item = (u32, CodeTally)>) {
        for (number, tally) in tallies {
            self.codes.entry(number).or_default().add(tally);
        }
    }

    /// Takes the games of a segment off.
    pub(super) fn subtract(
        &mut self,
        tallies: impl IntoIterator<Item = (u32, CodeTally)>,
    ) -> IndexResult<()> {
        let wrong = || IndexError::Damaged("a table of other games");
        for (number, tally) in tallies {
            let Entry::Occupied(mut found) = self.codes.entry(number) else {
                return Err(wrong());
            };
            found.get_mut().subtract(tally).ok_or_else(wrong)?;
            if *found.get() == CodeTally::NONE {
                found.remove();
            }
        }
        Ok(())
    }

    /// Writes all codes in order.
    pub(super) fn pack(&self, packer: &mut Packer) -> IndexResult<()> {
        let (mut bytes, mut before) = (Vec::new(), 0);
        for (at, (&number, tally)) in self.codes.iter().enumerate() {
            if at % PACKET == 0 && at > 0 {
                packer.add(&bytes)?;
                bytes.clear();
            }
            put((number - before).into(), &mut bytes);
            tally.put(&mut bytes);
            before = number;
        }
        packer.add(&bytes)
    }
}

/// Reads tables packet by packet.
#[derive(Debug, Default)]
pub(super) struct CodeReader {
    before: u32,
}

impl CodeReader {
    /// Hands over the codes of the next packet.
    pub(super) fn each(
        &mut self,
        bytes: &[u8],
        mut take: impl FnMut(u32, &CodeTally),
    ) -> IndexResult<()> {
        let mut numbers = NumberReader::new(bytes);
        while !numbers.is_empty() {
            let number = self.before.checked_add(numbers.next_u32()?);
            let number = number.filter(|&number| number < NO_CODE);
            self.before = number.ok_or(IndexError::Damaged("a code that there is not"))?;
            take(self.before, &CodeTally::read(&mut numbers)?);
        }
        Ok(())
    }
}

/// The games of a table that are wanted.
pub(super) struct CodeCount<'a> {
    codes: &'a CodeSet,
    at: Moment,
    visits: u64,
    steps: u64,
}

impl<'a> CodeCount<'a> {
    pub(super) const fn new(codes: &'a CodeSet, at: Moment) -> CodeCount<'a> {
        CodeCount { codes, at, visits: 0, steps: 0 }
    }

    pub(super) fn add(&mut self, number: u32, tally: &CodeTally) {
        if !self.codes.has(number) {
            return;
        }
        let games = match self.at {
            Moment::Start => tally.starts,
            Moment::Final => tally.ends,
            Moment::Any => tally.visits,
        };
        self.visits = self.visits.saturating_add(games);
        if self.at == Moment::Any {
            self.steps = self.steps.saturating_add(self.steps_from(number, tally));
        }
    }

    fn steps_from(&self, number: u32, tally: &CodeTally) -> u64 {
        let steps = WEIGHTS.iter().zip(&tally.taken).filter(|(_, games)| **games > 0);
        let is_wanted =
            |weight: &u32| number.checked_sub(*weight).is_some_and(|next| self.codes.has(next));
        let wanted = steps.filter(|(weight, _)| is_wanted(weight));
        wanted.fold(0, |all, (_, &games)| all.saturating_add(games))
    }

    /// How many there are; none where that cannot be.
    pub(super) fn games(&self) -> Option<u64> {
        self.visits.checked_sub(self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::{Code, Material};

    fn number(name: &str) -> u32 {
        Code::from_material(&name.parse::<Material>().unwrap()).unwrap().number()
    }

    #[test]
    fn a_man_is_taken_where_all_others_stay() {
        let men = ["P", "N", "B", "R", "Q"];
        for (kind, man) in men.into_iter().enumerate() {
            let white = taken(number(&format!("K{man}vK")), number("KvK"));
            let black = taken(number(&format!("KQRBNPvK{man}QRBNP")), number("KQRBNPvKQRBNP"));
            let [first, second] = if kind == 0 { [1, 0] } else { [kind * 2, kind * 2 + 1] };
            assert_eq!((white, black), (Some(first), Some(second)), "{man}");
        }
    }

    #[test]
    fn whatever_else_happens_is_no_step() {
        for (before, after) in [
            ("KvKN", "KNNvK"),
            ("KPvK", "KQvK"),
            ("KvK", "KPvK"),
            ("KRPvKR", "KvKR"),
            ("KBvKP", "KPPPPPPPPvKPPPPPPPP"),
        ] {
            assert_eq!(taken(number(before), number(after)), None, "{before} {after}");
        }
    }

    #[test]
    fn what_is_added_can_be_taken_off() {
        let tally = CodeTally { starts: 3, visits: 5, ..CodeTally::default() };
        let mut table = CodeTable::default();
        table.add([(7, tally), (9, tally)]);
        let one = table.clone();
        table.add([(9, tally), (12, tally)]);
        table.subtract([(9, tally), (12, tally)]).unwrap();
        assert_eq!(table, one);
        assert!(table.subtract([(9, tally), (9, tally)]).is_err());
    }
}
