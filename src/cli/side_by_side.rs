//! Little inputs several at a time, each with a console that remembers what there is to tell; told in their order.

use crate::cli::args::InputArgs;
use crate::cli::console::{Account, Console};
use crate::pipeline;
use anyhow::Result;
use std::ops::ControlFlow;

/// So many are handed to a worker at a time.
const BATCH: usize = 16;

/// An input that is not so little that it could be done aside.
#[derive(Debug, thiserror::Error)]
#[error("not to be done aside")]
pub struct Deferred;

/// Does `work` for each number in order, and hands over what comes of it: for little inputs on all threads at a time; for others, and
/// for those that turn out not to be little, one after the other.
pub fn side_by_side<T: Send>(
    console: &mut Console,
    args: &InputArgs,
    numbers: &[usize],
    is_little: impl Fn(usize) -> bool,
    work: impl Fn(&mut Console, usize) -> Result<T> + Sync,
    mut take: impl FnMut(&mut Console, T) -> Result<()>,
) -> Result<()> {
    let threads = args.threads().get();
    let is_shared = threads > 1 && !console.stops_at_faults();
    let is_little = |number: &&usize| is_shared && is_little(**number);
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        let little = rest.iter().take_while(is_little).count();
        let (now, later) = rest.split_at(little.max(1));
        rest = later;
        if now.len() > 1 {
            aside(console, threads, now, &work, &mut take)?;
            continue;
        }
        console.turn_to(first);
        let made = work(console, first)?;
        take(console, made)?;
    }
    Ok(())
}

/// Does it on all threads.
fn aside<T: Send>(
    console: &mut Console,
    threads: usize,
    numbers: &[usize],
    work: impl Fn(&mut Console, usize) -> Result<T> + Sync,
    mut take: impl FnMut(&mut Console, T) -> Result<()>,
) -> Result<()> {
    let recorder = console.recorder();
    let failed = pipeline::run(
        threads,
        numbers.chunks(BATCH),
        |more| more(),
        || recorder.console(),
        |aside, batch| -> Vec<_> {
            let one = |&number: &usize| (number, work(aside, number), aside.account());
            batch.iter().map(one).collect()
        },
        |outcomes| {
            let done = outcomes.into_iter().try_for_each(|(number, made, account)| {
                console.turn_to(number);
                let made = match made {
                    Err(error) if error.is::<Deferred>() => work(console, number)?,
                    made => told(console, made, account)?,
                };
                take(console, made)
            });
            done.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        },
    );
    failed.map_or(Ok(()), Err)
}

/// What was made, once all about it is told.
fn told<T>(console: &mut Console, made: Result<T>, account: Account) -> Result<T> {
    console.settle(account)?;
    made
}
