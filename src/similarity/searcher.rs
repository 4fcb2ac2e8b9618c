//! Positions of a database compared with many queries at once. Queries are looked up by force,
//! and only those are compared that it does not rule out within the cost that is allowed.

use std::collections::{HashMap, hash_map::Entry};

use super::{
    Cost, Likeness, Placement,
    force::{ManCounts, Surplus},
    query::QueryImages,
};

/// The positions that are looked for, with all their images: about 2 kB for each kind of men, six
/// times as much without pawns.
///
/// Threads share them; each has a [`Searcher`] of its own.
#[derive(Clone, Debug)]
pub struct Queries(Vec<QueryImages>);

impl Queries {
    /// Queries are numbered from 0 in this order.
    pub fn new<'p>(placements: impl IntoIterator<Item = &'p Placement>) -> Queries {
        Queries(placements.into_iter().map(QueryImages::new).collect())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Something to compare positions with, for one thread.
    #[must_use]
    pub fn searcher(&self) -> Searcher<'_> {
        Searcher { queries: &self.0, by_force: HashMap::new() }
    }
}

/// Compares positions with all queries; remembers which of them a force rules out.
#[derive(Clone, Debug)]
pub struct Searcher<'q> {
    queries: &'q [QueryImages],
    by_force: HashMap<ManCounts, Vec<PossibleQuery>>,
}

/// A query that a force does not rule out.
#[derive(Copy, Clone, Debug)]
struct PossibleQuery {
    query: u32,
    surplus: Surplus,
}

impl Searcher<'_> {
    /// Forces that are remembered at most, eight bytes for each query: what bounds the memory.
    const FORCES: usize = 1 << 14;

    /// Tells of all queries that cost no more than their limit against this position, in their
    /// order.
    ///
    /// `limit` may become less from one call to the next, but not more: a force that was ruled
    /// out stays so.
    pub fn compare(
        &mut self,
        placement: &Placement,
        limit: impl Fn(usize) -> Cost,
        mut found: impl FnMut(usize, Likeness),
    ) {
        let queries = self.queries;
        for candidate in self.candidates(ManCounts::of(placement.board()), &limit) {
            let number = candidate.query as usize;
            let limit = limit(number);
            if candidate.surplus.least() > limit {
                continue;
            }
            let like = queries[number].likeness_within(placement, candidate.surplus, limit);
            if let Some(likeness) = like {
                found(number, likeness);
            }
        }
    }

    fn candidates(&mut self, force: ManCounts, limit: &impl Fn(usize) -> Cost) -> &[PossibleQuery] {
        if self.by_force.len() == Searcher::FORCES {
            self.by_force.clear();
        }
        match self.by_force.entry(force) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(candidates(self.queries, force, limit)),
        }
    }
}

fn candidates(
    queries: &[QueryImages],
    force: ManCounts,
    limit: impl Fn(usize) -> Cost,
) -> Vec<PossibleQuery> {
    let numbered = (0u32..).zip(queries);
    numbered
        .map(|(query, of)| PossibleQuery { query, surplus: Surplus::between(of.force, force) })
        .filter(|candidate| candidate.surplus.least() <= limit(candidate.query as usize))
        .collect()
}
