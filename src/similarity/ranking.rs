//! The best hits of each query, whatever the order in which threads find them.

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicU16, Ordering::Relaxed},
    },
};

use super::{Cost, Likeness};

/// A position that was found. Cheaper ones come first; of those with the same cost the one whose
/// solution agrees for longer, then the one whose place is less.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ranked<T> {
    /// What it costs, and how it corresponds.
    pub likeness: Likeness,
    /// How many moves the solutions have in common:
    /// [`Correspondence::agreement`](super::Correspondence::agreement).
    pub agreement: usize,
    /// Where it was found.
    pub place: T,
}

impl<T: Ord> Ord for Ranked<T> {
    fn cmp(&self, other: &Ranked<T>) -> Ordering {
        let rank = |hit: &Ranked<T>| (hit.likeness.cost, Reverse(hit.agreement));
        rank(self).cmp(&rank(other)).then_with(|| self.place.cmp(&other.place))
    }
}

impl<T: Ord> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Ranked<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The hits of each query within a cost: all of them, or the best. Threads add to it as they find
/// them; if no two places are equal, what it holds in the end does not depend on who was first.
#[derive(Debug)]
pub struct Ranking<T> {
    shelves: Vec<Shelf<T>>,
    top: Option<NonZero<usize>>,
}

/// The hits of one query.
#[derive(Debug)]
struct Shelf<T> {
    /// In halves. Read without the lock: a limit that was lowered since only costs time.
    limit: AtomicU16,
    hits: Mutex<BinaryHeap<Ranked<T>>>,
}

/// Only the order of places, which is not ours, could do that.
const POISONED: &str = "no thread panics while it adds a hit";

impl<T: Ord> Ranking<T> {
    /// For so many queries: the best `top` hits of each, or all, that cost no more than `within`.
    #[must_use]
    pub fn new(queries: usize, top: Option<NonZero<usize>>, within: Cost) -> Ranking<T> {
        let shelf = || Shelf {
            limit: AtomicU16::new(within.halves()),
            hits: Mutex::new(BinaryHeap::new()),
        };
        Ranking { shelves: (0..queries).map(|_| shelf()).collect(), top }
    }

    /// What a hit of this query may cost to be kept; it becomes less as better ones are found.
    #[inline]
    #[must_use]
    pub fn limit(&self, query: usize) -> Cost {
        Cost::from_halves(self.shelves[query].limit.load(Relaxed))
    }

    /// Keeps a hit if it is among the best so far.
    pub fn add(&self, query: usize, hit: Ranked<T>) {
        if hit.likeness.cost > self.limit(query) {
            return;
        }
        let shelf = &self.shelves[query];
        let mut hits = shelf.hits.lock().expect(POISONED);
        hits.push(hit);
        let Some(top) = self.top.map(NonZero::get) else { return };
        if hits.len() > top {
            hits.pop();
        }
        if let (true, Some(worst)) = (hits.len() == top, hits.peek()) {
            shelf.limit.store(worst.likeness.cost.halves(), Relaxed);
        }
    }

    /// The hits of each query, best first.
    #[must_use]
    pub fn into_hits(self) -> Vec<Vec<Ranked<T>>> {
        let hits = self.shelves.into_iter().map(|shelf| shelf.hits.into_inner().expect(POISONED));
        hits.map(BinaryHeap::into_sorted_vec).collect()
    }
}
