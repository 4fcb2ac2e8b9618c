//! Buffers that go round: a new one would have to be cleared by the system, page by page.

use std::ops::RangeInclusive;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::record::{Attribute, Frame};

/// Buffers of more bytes than this are long.
pub(crate) const LONG: usize = 1 << 20;

/// How many free buffers are kept: as many as go round where many threads work.
const MOST: usize = 64;

/// Free buffers, to be had on any thread.
#[derive(Clone)]
pub(crate) struct Spares<T> {
    back: Sender<Vec<T>>,
    free: Receiver<Vec<T>>,
    /// How large those are that are kept.
    sizes: RangeInclusive<usize>,
}

impl<T> Spares<T> {
    /// Keeps buffers of some sizes only: who takes one is not to get a small one, and one that had
    /// to grow for a long record is not to stay.
    pub(crate) fn new(sizes: RangeInclusive<usize>) -> Spares<T> {
        let (back, free) = bounded(MOST);
        Spares { back, free, sizes }
    }

    /// Keeps one buffer that had to grow. Each thread has room of its own, which the system does not get back at
    /// once: where long records come one after the other, they are to have the same.
    pub(crate) fn one(sizes: RangeInclusive<usize>) -> Spares<T> {
        let (back, free) = bounded(1);
        Spares { back, free, sizes }
    }

    /// A buffer that somebody gave back, with whatever it holds, or an empty one.
    pub(crate) fn take(&self) -> Vec<T> {
        self.free.try_recv().unwrap_or_default()
    }

    /// Gives one back, to be kept unless there are enough of them.
    pub(crate) fn give(&self, buffer: Vec<T>) {
        if self.sizes.contains(&buffer.capacity()) {
            self.back.try_send(buffer).ok();
        }
    }
}

/// Spares of all that a chunk is made of.
#[derive(Clone)]
pub(crate) struct BufferPool {
    pub bytes: Spares<u8>,
    /// For long records.
    pub long: Spares<u8>,
    pub frames: Spares<Frame>,
    pub attributes: Spares<Attribute>,
}

impl BufferPool {
    /// Keeps these spares for bytes, and others that not too many frames and attributes have used.
    pub(crate) fn new(bytes: Spares<u8>) -> BufferPool {
        const MANY: usize = 1 << 15;
        let long = Spares::one(LONG..=usize::MAX);
        BufferPool { bytes, long, frames: Spares::new(1..=MANY), attributes: Spares::new(1..=MANY) }
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
}
