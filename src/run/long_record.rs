//! The bytes of long records that are under way.
//!
//! Chunks of the usual size are under way by the dozen. Of those that a long record makes long there are to
//! be no more at once than the longest record is itself, or memory would grow with the number of threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many bytes are under way, known to all who have to do with them.
#[derive(Clone, Default)]
pub(crate) struct Bulk(Arc<Scales>);

#[derive(Default)]
struct Scales {
    bytes: Mutex<usize>,
    /// Some have arrived.
    changed: Condvar,
}

impl Bulk {
    /// Waits until `more` bytes would not make more than `most`, or nothing else is under way.
    pub(crate) fn wait(&self, more: usize, most: usize) {
        let mut bytes = self.bytes();
        while *bytes > 0 && bytes.saturating_add(more) > most {
            bytes = self.0.changed.wait(bytes).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// So many bytes are under way until the share is dropped.
    pub(crate) fn share(&self, len: usize) -> Share {
        *self.bytes() += len;
        Share { bulk: self.clone(), len }
    }

    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.0.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Some of the bytes that are under way.
pub(crate) struct Share {
    bulk: Bulk,
    len: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        *self.bulk.bytes() -= self.len;
        self.bulk.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_a_share_holds_up_those_who_want_too_much() {
        let bulk = Bulk::default();
        bulk.wait(1000, 10);
        let share = bulk.share(8);
        bulk.wait(2, 10);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| bulk.wait(3, 10));
            drop(share);
            waiting.join().expect("no panic");
        });
        assert_eq!(*bulk.bytes(), 0);
    }
}
