//! Buffers that go round: a new one would have to be cleared by the system, page by page.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::record::{Attribute, Frame};

/// Buffers of more bytes than this are long.
pub(crate) const LONG: usize = 1 << 20;

/// How many free buffers are kept: as many as go round where many threads work.
const MOST: usize = 64;

/// Free buffers, to be had on any thread.
#[derive(Clone)]
pub(crate) struct Spares<T> {
    free: Arc<Mutex<Vec<Vec<T>>>>,
    /// How many are kept.
    most: usize,
    /// How large they are.
    sizes: RangeInclusive<usize>,
}

impl<T> Spares<T> {
    /// Keeps buffers of some sizes only: who takes one is not to get a small one, and one that had
    /// to grow for a long record is not to stay.
    pub(crate) fn new(sizes: RangeInclusive<usize>) -> Spares<T> {
        Spares { free: Arc::default(), most: MOST, sizes }
    }

    /// Keeps one buffer that had to grow. Each thread has room of its own, which the system does not get back at
    /// once: where long records come one after the other, they are to have the same.
    pub(crate) fn one(sizes: RangeInclusive<usize>) -> Spares<T> {
        Spares { most: 1, ..Spares::new(sizes) }
    }

    /// A buffer that somebody gave back, with whatever it holds, or an empty one.
    pub(crate) fn take(&self) -> Vec<T> {
        self.free().pop().unwrap_or_default()
    }

    /// Gives one back, to be kept unless there are enough of them.
    pub(crate) fn give(&self, buffer: Vec<T>) {
        if self.sizes.contains(&buffer.capacity()) {
            let mut free = self.free();
            if free.len() < self.most {
                free.push(buffer);
            }
        }
    }

    fn free(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        // The list is whole whatever panics.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Spares of two sizes: for the beginning of an input, which may be all of it, and for what follows.
#[derive(Clone)]
pub(crate) struct PortionSpares {
    first: Spares<u8>,
    usual: Spares<u8>,
}

impl PortionSpares {
    pub(crate) fn new(first: usize, usual: usize) -> PortionSpares {
        PortionSpares { first: Spares::new(first..=first), usual: Spares::new(usual..=usual) }
    }

    /// A buffer of one of the sizes, with whatever it holds.
    pub(crate) fn take(&self, is_first: bool) -> Vec<u8> {
        let spares = if is_first { &self.first } else { &self.usual };
        let (spare, size) = (spares.take(), *spares.sizes.end());
        if spare.len() == size { spare } else { vec![0; size] }
    }

    /// Gives one back, to be kept if it has one of the sizes.
    pub(crate) fn give(&self, buffer: Vec<u8>) {
        let is_first = self.first.sizes.contains(&buffer.capacity());
        if is_first { &self.first } else { &self.usual }.give(buffer);
    }
}

/// Spares of all that a chunk is made of.
#[derive(Clone)]
pub(crate) struct BufferPool {
    pub bytes: PortionSpares,
    /// For long records.
    pub long: Spares<u8>,
    pub frames: Spares<Frame>,
    pub attributes: Spares<Attribute>,
}

impl BufferPool {
    /// Keeps these spares for bytes, and others that not too many frames and attributes have used; these go from one
    /// input to the next.
    pub(crate) fn new(bytes: PortionSpares) -> BufferPool {
        const MANY: usize = 1 << 15;
        static FRAMES: LazyLock<Spares<Frame>> = LazyLock::new(|| Spares::new(1..=MANY));
        static ATTRIBUTES: LazyLock<Spares<Attribute>> = LazyLock::new(|| Spares::new(1..=MANY));
        let (frames, attributes) = (FRAMES.clone(), ATTRIBUTES.clone());
        BufferPool { bytes, long: Spares::one(LONG..=usize::MAX), frames, attributes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left over of a portion is in a small buffer; it must not take the place of a large one.
    #[test]
    fn buffers_of_other_sizes_are_not_kept() {
        let spares = Spares::<u8>::new(100..=200);
        for size in [0, 99, 201, 150, 1000, 1] {
            spares.give(Vec::with_capacity(size));
        }
        assert_eq!(spares.take().capacity(), 150);
        assert_eq!(spares.take().capacity(), 0);
    }

    #[test]
    fn buffers_of_two_sizes_do_not_take_each_others_place() {
        let spares = PortionSpares::new(10, 100);
        let (mut first, mut usual) = (spares.take(true), spares.take(false));
        (first[0], usual[0]) = (1, 2);
        spares.give(usual);
        spares.give(first);
        spares.give(vec![3; 50]);
        assert_eq!((spares.take(true).len(), spares.take(false).len()), (10, 100));
        assert_eq!((spares.take(true)[0], spares.take(false)[0]), (0, 0), "new ones");
    }
}
