//! Work on many threads, results in the order of the input.
//!
//! Workers take turns at the input: whoever is free takes the next item and, before the
//! others may go on, queues the promise of a result. So items are made on the thread, and in
//! the cache, of who works on them. Promises are kept in any order, and the caller redeems them in
//! the order given. Their queue is bounded, so memory does not grow with the input, and whoever
//! stops early just drops its end of a channel. One worker and many take the same path; without
//! any, the caller does all the work itself.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Results that may wait for each worker.
const AHEAD: usize = 2;

/// Runs `work` over `items` on `threads` threads, or on the caller's where there are to be
/// none, and hands the results, in order, to `take`, which may break off. `desk` makes what a
/// worker keeps.
pub fn run<T, R, D, B>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B>
where
    T: Send,
    R: Send,
{
    if threads == 0 {
        return alone(items, desk(), work, take);
    }
    let (promises, promised) = bounded(threads * AHEAD);
    let queue = Mutex::new(Queue { items, promises: Some(promises) });
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut desk = desk();
                while let Some((item, promise)) = next(&queue) {
                    // Nobody waits for it any more if the caller broke off.
                    let _ = promise.send(work(&mut desk, item));
                }
            });
        }
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

/// What workers take turns at.
struct Queue<I, R> {
    items: I,
    /// None behind the last item.
    promises: Option<Sender<Receiver<R>>>,
}

/// The next item and where its result goes; none behind the last one, or where nobody waits
/// for more.
fn next<I: Iterator, R>(queue: &Mutex<Queue<I, R>>) -> Option<(I::Item, Sender<R>)> {
    // If making an item panicked, there are no more.
    let mut turn = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let promises = turn.promises.take()?;
    let item = turn.items.next()?;
    let (promise, promised) = bounded(1);
    promises.send(promised).ok()?;
    turn.promises = Some(promises);
    Some((item, promise))
}

/// One item at a time: for small inputs, which are done before a thread has started.
fn alone<T, R, D, B>(
    items: impl Iterator<Item = T>,
    mut desk: D,
    work: impl Fn(&mut D, T) -> R,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    for item in items {
        if let ControlFlow::Break(reason) = take(work(&mut desk, item)) {
            return Some(reason);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [0, 1, 2, 7] {
            let mut results = Vec::new();
            let end: Option<()> = run(
                threads,
                0..1000,
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

    #[test]
    fn breaking_off_ends_an_endless_input() {
        for threads in [0, 3] {
            let end = run(
                threads,
                0_u64..,
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
