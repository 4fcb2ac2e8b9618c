//! All pairs of a collection within a cost: versions, corrections, reprints.
//!
//! Positions are sorted by force. Only forces are compared that can be within the cost, and
//! only in these the positions.

use std::{
    num::NonZero,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use super::{
    Cost, Likeness, Placement,
    force::{ManCounts, Surplus},
    likeness,
    query::QueryImages,
};

/// Two positions of a collection, by their numbers in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The one that comes first in the collection.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How the first is laid upon the second.
    pub likeness: Likeness,
}

/// All pairs that cost no more than `within`, cheapest first, then in the order of the
/// collection.
///
/// Memory: some 50 bytes for each position besides the position itself (80), and 24 for each
/// pair, twice while they are gathered from the threads. The time grows with the
/// number of pairs whose forces are within the cost.
///
/// ```
/// use std::num::NonZero;
///
/// use gbr_pgn::similarity::{Cost, Placement, groups, pairs};
/// use shakmaty::{Board, Color};
///
/// let fens = ["8/8/1KP5/3r4/8/8/8/k7", "8/8/8/8/8/8/R3K3/7k", "8/8/5PK1/4r3/8/8/8/7k"];
/// let placements = fens.map(|fen| {
///     let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
///     Placement::new(board, Color::White).expect("one king each")
/// });
/// let pairs = pairs(&placements, Cost::from_halves(6), NonZero::<usize>::MIN);
/// assert_eq!((pairs[0].first, pairs[0].second), (0, 2));
/// assert_eq!(pairs[0].likeness.correspondence.to_string(), "mirrored");
/// assert_eq!(groups(&pairs), [[0, 2]]);
/// ```
#[must_use]
pub fn pairs(placements: &[Placement], within: Cost, threads: NonZero<usize>) -> Vec<Pair> {
    let stock = Collection::new(placements, within);
    let next = AtomicUsize::new(0);
    let mut pairs = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.get()).map(|_| scope.spawn(|| stock.work(&next))).collect();
        let found = workers.into_iter().map(|worker| worker.join().expect("a worker never panics"));
        found.flatten().collect::<Vec<Pair>>()
    });
    pairs.sort_unstable_by_key(|pair| (pair.likeness.cost, pair.first, pair.second));
    pairs
}

/// A collection, laid out for comparing.
struct Collection<'p> {
    placements: &'p [Placement],
    within: Cost,
    /// Sorted by force, then as in the collection.
    members: Vec<PairMember<'p>>,
    /// Where the members of each force are.
    forces: Vec<(ManCounts, Range<usize>)>,
    /// What a worker does before it asks again: members of one force, by its number.
    tasks: Vec<(usize, Range<usize>)>,
}

struct PairMember<'p> {
    number: usize,
    force: ManCounts,
    placement: &'p Placement,
}

impl<'p> Collection<'p> {
    /// Small enough that workers end at the same time, large enough that looking for forces
    /// takes no time.
    const TASK: usize = 64;

    fn new(placements: &'p [Placement], within: Cost) -> Collection<'p> {
        let mut members: Vec<PairMember<'p>> =
            placements.iter().enumerate().map(PairMember::new).collect();
        members.sort_by_key(|member| member.force);
        let forces = forces(&members);
        let tasks = forces.iter().enumerate().flat_map(|(force, (_, range))| {
            let starts = range.clone().step_by(Collection::TASK);
            starts.map(move |start| (force, start..range.end.min(start + Collection::TASK)))
        });
        Collection { placements, within, tasks: tasks.collect(), members, forces }
    }

    fn work(&self, next: &AtomicUsize) -> Vec<Pair> {
        let mut found = Vec::new();
        while let Some((force, range)) = self.tasks.get(next.fetch_add(1, Relaxed)) {
            let partners = self.partners(*force);
            for at in range.clone() {
                self.look_up(at, &partners, &mut found);
            }
        }
        found
    }

    /// The members of this force and of later ones that can be within the cost.
    fn partners(&self, force: usize) -> Vec<(Range<usize>, Surplus)> {
        let (own, _) = self.forces[force];
        let surplus = |(force, range): &(ManCounts, Range<usize>)| {
            let surplus = Surplus::between(own, *force);
            (surplus.least() <= self.within).then(|| (range.clone(), surplus))
        };
        self.forces[force..].iter().filter_map(surplus).collect()
    }

    /// Compares a member with those that come after it.
    fn look_up(&self, at: usize, partners: &[(Range<usize>, Surplus)], found: &mut Vec<Pair>) {
        let one = &self.members[at];
        let query = QueryImages::new(one.placement);
        for (range, surplus) in partners {
            for other in &self.members[range.start.max(at + 1)..range.end] {
                let like = query.likeness_within(other.placement, *surplus, self.within);
                found.extend(like.map(|likeness| self.pair(one.number, other.number, likeness)));
            }
        }
    }

    /// In the order of the collection; the other way round the correspondence is another one.
    fn pair(&self, one: usize, other: usize, found: Likeness) -> Pair {
        if one < other {
            return Pair { first: one, second: other, likeness: found };
        }
        let likeness = likeness(&self.placements[other], &self.placements[one]);
        Pair { first: other, second: one, likeness }
    }
}

impl<'p> PairMember<'p> {
    fn new((number, placement): (usize, &'p Placement)) -> PairMember<'p> {
        PairMember { number, force: ManCounts::of(placement.board()), placement }
    }
}

fn forces(members: &[PairMember<'_>]) -> Vec<(ManCounts, Range<usize>)> {
    let mut start = 0;
    let of_one_force = members.chunk_by(|one, other| one.force == other.force);
    of_one_force
        .map(|chunk| {
            let range = start..start + chunk.len();
            start = range.end;
            (chunk[0].force, range)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_takes_the_memory_that_is_said() {
        assert_eq!(size_of::<Pair>(), 24);
        assert_eq!(size_of::<Placement>(), 80);
        assert!(size_of::<PairMember<'_>>() <= 50);
    }
}
