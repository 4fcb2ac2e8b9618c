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
    is_little: impl Fn(usize) -> bool + Sync,
    work: impl Fn(&mut Console, usize) -> Result<T> + Sync,
    mut take: impl FnMut(&mut Console, T) -> Result<()>,
) -> Result<()> {
    let threads = args.threads().get();
    let is_shared = threads > 1 && !console.stops_at_faults();
    let mut batches = Batches { rest: numbers, is_little: |number| is_shared && is_little(number) };
    while let [first, rest @ ..] = batches.rest {
        if batches.count_little(2) == 2 {
            aside(console, threads, &mut batches, &work, &mut take)?;
            continue;
        }
        batches.rest = rest;
        console.turn_to(*first);
        let made = work(console, *first)?;
        take(console, made)?;
        console.write_journal()?;
    }
    Ok(())
}

/// The numbers that are left, in batches of little ones as far as there are such. Nothing is asked about one before it is due: to ask
/// about ten thousand takes a while.
struct Batches<'a, F> {
    rest: &'a [usize],
    is_little: F,
}

impl<F: Fn(usize) -> bool> Batches<'_, F> {
    /// How many of the next are little, as far as so many are looked at.
    fn count_little(&self, most: usize) -> usize {
        self.rest.iter().take(most).take_while(|number| (self.is_little)(**number)).count()
    }
}

impl<'a, F: Fn(usize) -> bool> Iterator for Batches<'a, F> {
    type Item = &'a [usize];

    fn next(&mut self) -> Option<&'a [usize]> {
        let (batch, rest) = self.rest.split_at(self.count_little(BATCH));
        self.rest = rest;
        (!batch.is_empty()).then_some(batch)
    }
}

/// Does it on all threads.
fn aside<T: Send>(
    console: &mut Console,
    threads: usize,
    batches: &mut Batches<'_, impl Fn(usize) -> bool + Send>,
    work: impl Fn(&mut Console, usize) -> Result<T> + Sync,
    mut take: impl FnMut(&mut Console, T) -> Result<()>,
) -> Result<()> {
    let recorder = console.recorder();
    let failed = pipeline::run(
        threads,
        batches,
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
                    Err(error) if error.is::<Deferred>() => {
                        // That may take long.
                        console.write_journal()?;
                        work(console, number)?
                    }
                    made => told(console, made, account)?,
                };
                take(console, made)
            });
            // What was done before an error is done.
            let written = console.write_journal();
            done.and(written).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        },
    );
    failed.map_or(Ok(()), Err)
}

/// What was made, once all about it is told.
fn told<T>(console: &mut Console, made: Result<T>, account: Account) -> Result<T> {
    console.settle(account)?;
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn batches_end_before_what_is_not_little() {
        let numbers: Vec<usize> = (0..40).collect();
        let mut batches = Batches { rest: &numbers, is_little: |number| number != 20 };
        let lengths: Vec<usize> = batches.by_ref().map(<[usize]>::len).collect();
        assert_eq!(lengths, [BATCH, 4]);
        assert_eq!(batches.rest, &numbers[20..]);
    }

    #[test]
    fn nothing_is_asked_about_an_input_before_it_is_due() {
        let asked = Cell::new(0);
        let is_little = |number| {
            asked.set(number);
            true
        };
        let numbers: Vec<usize> = (0..1000).collect();
        Batches { rest: &numbers, is_little }.next();
        assert_eq!(asked.get(), BATCH - 1);
    }
}
