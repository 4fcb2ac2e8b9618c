//! Work on many threads, results in the order of the input.
//!
//! One worker reads parts of the input ahead, and works like the others where enough of them wait: what
//! decompression needs stays in the cache of one core. The others read only where nothing waits and
//! nobody reads.
//!
//! Workers take turns at making items of parts and, before the next one may do so, queue the promise of a
//! result. Promises are kept in any order, and the caller redeems them in the order given. Both queues are
//! bounded, so memory does not grow with the input, and whoever stops early just drops its end of a
//! channel. One worker and many take the same path; without any, the caller does all the work itself.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Results that may wait for each worker. With half as many, workers that others kept from going on, such as threads that
/// compress what is written, had the rest wait for them: a run took a twentieth longer.
const AHEAD: usize = 4;

/// Parts that may wait for each worker but the one that reads. With half as many the others waited for it
/// while it worked, for a twentieth of the time.
const PARTS: usize = 4;

/// Parts that may wait in all: with many workers there is always one about to take the next.
const MOST: usize = 32;

/// Makes items of parts: called with what gives the next part, returns the next item.
pub trait Make<P, T>: FnMut(&mut dyn FnMut() -> Option<P>) -> Option<T> {}

impl<P, T, F: FnMut(&mut dyn FnMut() -> Option<P>) -> Option<T>> Make<P, T> for F {}

/// Runs `work` over what `make` makes of `parts`, on `threads` threads, or on the caller's where there are
/// to be none, and hands the results, in order, to `take`, which may break off. `desk` makes
/// what a worker keeps.
pub fn run<P, T, R, D, B>(
    threads: usize,
    parts: impl Iterator<Item = P> + Send,
    make: impl Make<P, T> + Send,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B>
where
    P: Send,
    T: Send,
    R: Send,
{
    if threads == 0 {
        return alone(parts, make, desk(), work, take);
    }
    let (promises, promised) = bounded(threads * AHEAD);
    // One worker alone has nobody to read ahead for.
    let parts = Parts::new(parts, ((threads - 1) * PARTS).min(MOST));
    let queue = Mutex::new(ItemQueue { make, promises: Some(promises) });
    thread::scope(|scope| {
        for number in 0..threads {
            let (parts, queue, desk, work) = (&parts, &queue, &desk, &work);
            scope.spawn(move || {
                let mut desk = desk();
                let reads = number == 0;
                while let Some((item, promise)) = next(parts, reads, queue) {
                    // Nobody waits for it any more if the caller broke off.
                    let _ = promise.send(work(&mut desk, item));
                }
            });
        }
        let _closing = Closing(&parts);
        for promise in promised {
            // A promise that is not kept is a worker's panic, which the scope passes on.
            let Ok(result) = promise.recv() else { break };
            if let ControlFlow::Break(reason) = take(result) {
                return Some(reason);
            }
        }
        None
    })
}

/// Parts that were read and wait to be made something of.
struct Parts<P, I> {
    /// How many may wait.
    most: usize,
    state: Mutex<State<P, I>>,
    /// Somebody has read something, or found the end.
    changed: Condvar,
}

struct State<P, I> {
    /// None while somebody reads.
    source: Option<I>,
    waiting: VecDeque<P>,
    has_ended: bool,
}

impl<P, I: Iterator<Item = P>> Parts<P, I> {
    fn new(source: I, most: usize) -> Parts<P, I> {
        let state = State { source: Some(source), waiting: VecDeque::new(), has_ended: false };
        Parts { most, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Reads until enough parts wait.
    fn read_ahead(&self) {
        let mut state = lock(&self.state);
        while state.waiting.len() < self.most
            && !state.has_ended
            && let Some(source) = state.source.take()
        {
            drop(state);
            self.read(source);
            state = lock(&self.state);
        }
    }

    /// The part that waits longest. Where none does, and nobody reads, one is read now.
    fn next(&self) -> Option<P> {
        let mut state = lock(&self.state);
        while state.waiting.is_empty() && !state.has_ended {
            state = if let Some(source) = state.source.take() {
                drop(state);
                self.read(source);
                lock(&self.state)
            } else {
                self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
        state.waiting.pop_front()
    }

    /// Reads a part. Others may take those that wait in the meantime, but not read.
    fn read(&self, source: I) {
        let mut reading = ReadTurn { parts: self, source: Some(source), part: None };
        reading.part = reading.source.as_mut().and_then(Iterator::next);
    }
}

/// Ends the input when the caller wants no more results: nobody is to read on for nothing.
struct Closing<'a, P, I>(&'a Parts<P, I>);

impl<P, I> Drop for Closing<'_, P, I> {
    fn drop(&mut self) {
        lock(&self.0.state).has_ended = true;
    }
}

/// Puts the source back, and what was read where it waits. If reading panicked, that is nothing, and the
/// end for all.
struct ReadTurn<'a, P, I> {
    parts: &'a Parts<P, I>,
    source: Option<I>,
    part: Option<P>,
}

impl<P, I> Drop for ReadTurn<'_, P, I> {
    fn drop(&mut self) {
        let mut state = lock(&self.parts.state);
        state.source = self.source.take();
        state.has_ended |= self.part.is_none();
        state.waiting.extend(self.part.take());
        self.parts.changed.notify_one();
    }
}

/// What makes items, and where their results go.
struct ItemQueue<M, R> {
    make: M,
    /// None after the last item.
    promises: Option<Sender<Receiver<R>>>,
}

/// The next item and where its result goes; none after the last one, or where nobody waits
/// for more. Whoever `reads` does that first.
fn next<P, T, R>(
    parts: &Parts<P, impl Iterator<Item = P>>,
    reads: bool,
    queue: &Mutex<ItemQueue<impl Make<P, T>, R>>,
) -> Option<(T, Sender<R>)> {
    if reads {
        parts.read_ahead();
    }
    let mut turn = lock(queue);
    let promises = turn.promises.take()?;
    let item = (turn.make)(&mut || parts.next())?;
    let (promise, promised) = bounded(1);
    promises.send(promised).ok()?;
    turn.promises = Some(promises);
    Some((item, promise))
}

/// A worker that panicked ends the run; until then the others may go on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One item at a time: for small inputs, which are done before a thread has started.
fn alone<P, T, R, D, B>(
    mut parts: impl Iterator<Item = P>,
    mut make: impl Make<P, T>,
    mut desk: D,
    work: impl Fn(&mut D, T) -> R,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    while let Some(item) = make(&mut || parts.next()) {
        if let ControlFlow::Break(reason) = take(work(&mut desk, item)) {
            return Some(reason);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [0, 1, 2, 7] {
            let mut results = Vec::new();
            let end: Option<()> = run(
                threads,
                0..1000,
                |more| more(),
                || (),
                |(), n| n * 2,
                |n| {
                    results.push(n);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(end, None);
            assert_eq!(results, (0..1000).map(|n| n * 2).collect::<Vec<_>>());
        }
    }

    /// However many parts an item is made of, and however many items of a part.
    #[test]
    fn items_are_made_of_parts_in_their_order() {
        for threads in [0, 1, 2, 7] {
            let mut results = Vec::new();
            let mut left = Vec::new();
            let end: Option<()> = run(
                threads,
                0..1000_u32,
                |more| {
                    while left.len() < 3 {
                        let Some(part) = more() else { break };
                        left.extend(vec![part; part as usize % 5]);
                    }
                    (!left.is_empty()).then(|| left.remove(0))
                },
                || (),
                |(), n| n,
                |n| {
                    results.push(n);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(end, None);
            let expected = (0..1000).flat_map(|n| vec![n; n as usize % 5]);
            assert!(results.into_iter().eq(expected), "{threads} threads");
        }
    }

    /// Wherever it happens, and however many others wait.
    #[test]
    fn a_panic_ends_the_run() {
        let fails = |step: usize, n: i32| assert!(n < 50, "in step {step}");
        for (threads, step) in [1, 2, 5].into_iter().flat_map(|n| [(n, 0), (n, 1), (n, 2)]) {
            let at = move |place: usize, n: i32| {
                if place == step {
                    fails(step, n)
                }
            };
            let ended = std::panic::catch_unwind(|| {
                run(
                    threads,
                    (0..1000).inspect(|&n| at(0, n)),
                    |more| more().inspect(|&n| at(1, n)),
                    || (),
                    |(), n| at(2, n),
                    |()| ControlFlow::<()>::Continue(()),
                )
            });
            assert!(ended.is_err(), "{threads} threads, step {step}");
        }
    }

    #[test]
    fn nobody_reads_on_when_no_result_is_wanted() {
        for threads in [1, 2, 7] {
            let count = AtomicUsize::new(0);
            let parts = (0_u64..).inspect(|_| {
                count.fetch_add(1, Relaxed);
            });
            let end = run(threads, parts, |more| more(), || (), |(), n| n, ControlFlow::Break);
            assert_eq!(end, Some(0));
            // What waits as a part and as a result, and what each worker has in hand.
            let most = threads * (PARTS + AHEAD + 2);
            assert!(count.load(Relaxed) <= most, "{threads} threads: {count:?}");
        }
    }

    #[test]
    fn breaking_off_ends_an_endless_input() {
        for threads in [0, 1, 2, 3] {
            let end = run(
                threads,
                0_u64..,
                |more| more(),
                || (),
                |(), n| n,
                |n| {
                    if n == 100 { ControlFlow::Break(n) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(end, Some(100));
        }
    }
}
