//! Work on many threads, results in the order of the input.
//!
//! The reader queues a promise for each item, then the item itself. Workers
//! keep promises in any order; the caller redeems them in the order given. The queues are
//! bounded, so memory does not grow with the input, and whoever stops early
//! just drops its end of a channel. One worker and many take the same path; without
//! any, the caller does all the work itself.

use std::ops::ControlFlow;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Items that may wait for each worker.
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
    let (promises, promised) = bounded::<Receiver<R>>(threads * AHEAD);
    let (jobs, queue) = bounded::<(T, Sender<R>)>(threads * AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || feed(items, &promises, &jobs));
        for _ in 0..threads {
            let queue = queue.clone();
            scope.spawn(|| {
                let mut desk = desk();
                for (item, promise) in queue {
                    // Nobody waits for it any more if the caller broke off.
                    let _ = promise.send(work(&mut desk, item));
                }
            });
        }
        drop(queue);
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

fn feed<T, R>(
    items: impl Iterator<Item = T>,
    promises: &Sender<Receiver<R>>,
    jobs: &Sender<(T, Sender<R>)>,
) {
    for item in items {
        let (promise, promised) = bounded(1);
        if promises.send(promised).is_err() || jobs.send((item, promise)).is_err() {
            return;
        }
    }
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
