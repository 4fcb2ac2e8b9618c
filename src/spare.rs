//! Buffers that go round: a new one would have to be cleared by the system, page by page.

use crossbeam_channel::{Receiver, Sender, bounded};

/// How many free buffers are kept.
const MOST: usize = 8;

/// The largest that is kept: one that had to grow for a long record is not.
const LARGEST: usize = 1 << 20;

/// Free buffers, to be had on any thread.
#[derive(Clone)]
pub(crate) struct Spares {
    back: Sender<Vec<u8>>,
    free: Receiver<Vec<u8>>,
}

impl Spares {
    pub(crate) fn new() -> Spares {
        let (back, free) = bounded(MOST);
        Spares { back, free }
    }

    /// A buffer that somebody gave back, with whatever it holds, or an empty one.
    pub(crate) fn take(&self) -> Vec<u8> {
        self.free.try_recv().unwrap_or_default()
    }

    /// Gives one back, to be kept unless there are enough of them.
    pub(crate) fn give(&self, buffer: Vec<u8>) {
        if buffer.capacity() <= LARGEST {
            self.back.try_send(buffer).ok();
        }
    }
}
