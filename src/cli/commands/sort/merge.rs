//! Merges sorted runs.

use super::item::{Item, Sequence};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::io;

/// Gives the items of all runs in order, and an error as soon as a run has one.
pub struct Merge<R> {
    runs: Vec<R>,
    sequence: Sequence,
    /// The next item of each run.
    heads: BinaryHeap<Reverse<RunHead>>,
    failed: Option<io::Error>,
}

struct RunHead {
    item: Item,
    /// The number of its run.
    run: usize,
    sequence: Sequence,
}

impl<R: Iterator<Item = io::Result<Item>>> Merge<R> {
    pub fn new(runs: Vec<R>, sequence: Sequence) -> Merge<R> {
        let heads = BinaryHeap::with_capacity(runs.len());
        let mut merge = Merge { runs, sequence, heads, failed: None };
        (0..merge.runs.len()).for_each(|run| merge.advance(run));
        merge
    }

    /// Looks at the next item of a run.
    fn advance(&mut self, run: usize) {
        match self.runs[run].next() {
            Some(Ok(item)) => {
                self.heads.push(Reverse(RunHead { item, run, sequence: self.sequence }));
            }
            Some(Err(error)) => self.failed = Some(error),
            None => {}
        }
    }
}

impl<R: Iterator<Item = io::Result<Item>>> Iterator for Merge<R> {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<io::Result<Item>> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let Reverse(RunHead { item, run, .. }) = self.heads.pop()?;
        self.advance(run);
        Some(Ok(item))
    }
}

impl Ord for RunHead {
    /// No two items are equal: each has a number.
    fn cmp(&self, other: &RunHead) -> Ordering {
        self.item.compare(&other.item, self.sequence)
    }
}

impl PartialOrd for RunHead {
    fn partial_cmp(&self, other: &RunHead) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RunHead {
    fn eq(&self, other: &RunHead) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for RunHead {}
