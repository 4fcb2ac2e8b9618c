//! What can be said about a job, one thing after the other.

use super::{Adviser, Filter, Job, Judged, Task};
use crate::column::Stage;
use crate::format::Claims;
use crate::play::Lane;
use crate::search::{Search, TagQuery};

impl<'a, C> Job<'a, C> {
    /// Reads each record and fills these cells.
    #[must_use]
    pub fn stages(self, stages: &'a [&'a dyn Stage]) -> Job<'a, C> {
        Job { task: Task::Find(stages), ..self }
    }

    /// Goes on only with the games that a filter lets through.
    #[must_use]
    pub fn only(self, filter: Filter<'a>) -> Job<'a, C> {
        Job { only: Some(filter), ..self }
    }

    /// Goes on only with the games of whose tags this is true.
    #[must_use]
    pub fn asking(self, tags: &'a TagQuery) -> Job<'a, C> {
        Job { tags: Some(tags), ..self }
    }

    /// Asks somebody about each game that is let through, for cells after those of the stages.
    #[must_use]
    pub fn advised_by(self, adviser: &'a dyn Adviser) -> Job<'a, C> {
        Job { adviser: Some(adviser), ..self }
    }

    /// Plays in this lane; the result does not depend on it.
    #[must_use]
    pub fn lane(self, lane: Lane) -> Job<'a, C> {
        Job { lane, ..self }
    }

    /// Takes the results of these games for claims; those of studies unless this is called.
    #[must_use]
    pub fn claims(self, claims: Claims) -> Job<'a, C> {
        Job { claims, ..self }
    }

    /// Reads records of so many bytes at most; longer ones are a fault.
    #[must_use]
    pub fn limit(self, limit: usize) -> Job<'a, C> {
        Job { limit, ..self }
    }

    /// Works on so many threads; with 0, on the caller's.
    #[must_use]
    pub fn threads(self, threads: usize) -> Job<'a, C> {
        Job { threads, ..self }
    }
}

impl<'a> Filter<'a> {
    /// Lets through the games in which something is found, and remembers at which ply.
    #[must_use]
    pub const fn new(search: &'a Search) -> Filter<'a> {
        Filter { search, invert: false, position: false, variations: false, judged: None }
    }

    /// Lets through the other games instead.
    #[must_use]
    pub const fn inverted(self) -> Filter<'a> {
        Filter { invert: !self.invert, ..self }
    }

    /// Lets a game through only where what is found ends as it is wanted, too. Games of which the judge does not know enough
    /// are not let through, be it inverted or not; [`Done::open`](super::Done) counts them.
    #[must_use]
    pub const fn judged(self, judged: Judged<'a>) -> Filter<'a> {
        Filter { judged: Some(judged), ..self }
    }

    /// Looks into variations too, where nothing is found in the main line.
    #[must_use]
    pub const fn with_variations(self) -> Filter<'a> {
        Filter { variations: true, ..self }
    }

    /// Remembers the position that was found, for stages and sinks that are about
    /// [`At::Found`](crate::column::At::Found).
    #[must_use]
    pub const fn with_position(self) -> Filter<'a> {
        Filter { position: true, ..self }
    }
}
