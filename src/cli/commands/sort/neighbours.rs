//! Records that nothing but the record after them keeps apart, where records stay in the order of their input.
//!
//! In: records in that order. Out: the same; those that still have the neighbour that they had come as one with it, so that it does
//! not have to be looked for another one, which would be somewhere else.

use super::item::Item;
use crate::arrange::Arranged;
use crate::joint::{Ending, Joints};
use std::mem;

/// More memory than this is not taken by records that are put together, whatever `--memory` says: so is the result the same.
const LARGEST: usize = 4 << 20;

/// The last records, as long as the next one may have to stay with them.
pub struct Neighbours {
    joints: Joints<'static>,
    held: Vec<Item>,
    size: usize,
}

impl Neighbours {
    /// Nothing so far.
    pub fn new(joints: Joints<'static>) -> Neighbours {
        Neighbours { joints, held: Vec::new(), size: 0 }
    }

    /// Takes the next record, and hands over what need not wait for another.
    pub fn add<E>(
        &mut self,
        item: Item,
        hand_over: &mut impl FnMut(Item) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.held.last().is_some_and(|last| self.belongs_to(last, &item)) {
            self.finish(hand_over)?;
        }
        let is_open = item.ends().ending != Ending::Any;
        self.size += item.size();
        self.held.push(item);
        if is_open { Ok(()) } else { self.finish(hand_over) }
    }

    /// Whether a record is the one that ended the last one in its input, and does so here.
    fn belongs_to(&self, last: &Item, next: &Item) -> bool {
        let is_neighbour = !last.is_last && last.number() + 1 == next.number();
        let is_record = |item: &Item| !item.goes_on() && !item.is_rest();
        is_neighbour
            && is_record(last)
            && is_record(next)
            && self.size + next.size() <= LARGEST
            && self.joints.holds_whatever_follows(last.bytes(), b"", next.bytes())
    }

    /// Hands over all that waits.
    pub fn finish<E>(
        &mut self,
        hand_over: &mut impl FnMut(Item) -> Result<(), E>,
    ) -> Result<(), E> {
        self.size = 0;
        Item::of_neighbours(mem::take(&mut self.held)).map_or(Ok(()), hand_over)
    }
}
