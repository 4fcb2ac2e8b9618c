//! Where a run meets the outside: an open input, and whom to tell about it.
//!
//! In: a job of the library. Out: what it hands over, chunk by chunk. The console learns of progress and faults,
//! what follows the input before is joined to it, and the run ends at once where it has to.

use crate::cli::args::InputArgs;
use crate::cli::compression::ending_of_name;
use crate::cli::console::Console;
use crate::cli::exit;
use crate::cli::input::Input;
use crate::cli::output::{Bound, Joined, JointFaults};
use crate::cli::registry;
use crate::fault::Fault;
use crate::format::{self, RowBatch, Source};
use crate::joint::{self, Link};
use crate::run::{Collector, Done, Job, Marked};
use anyhow::Result;
use std::io::{Read, Write};
use std::mem;
use std::path::Path;

/// One open input.
pub struct Intake<'a> {
    pub console: &'a mut Console,
    pub input: Input,
    /// What to call it in messages.
    pub name: String,
    args: &'a InputArgs,
    /// How many games were found in it, where some were looked for.
    pub found: u64,
}

impl<'a> Intake<'a> {
    pub fn new(console: &'a mut Console, input: Input, args: &'a InputArgs) -> Intake<'a> {
        let name = input.name().to_owned();
        Intake { console, input, name, args, found: 0 }
    }

    /// Its format: as the user says, or by content; by its name where there is nothing in it.
    pub fn source(&self) -> &'static dyn Source {
        let named = self.args.from.as_deref().and_then(registry::source_by_name);
        let (ending, head) = (ending_of_name(Path::new(&self.name)), self.input.head());
        let named = named.or_else(|| format::of_empty(ending.as_deref(), head));
        named.unwrap_or_else(|| registry::detect(head))
    }

    /// Runs a job, and hands over what was done, chunk by chunk.
    pub fn run<C: Collector>(
        &mut self,
        job: &Job<'_, C>,
        mut take: impl FnMut(&mut Console, &mut Done<C::Value>) -> Result<()>,
    ) -> Result<()> {
        let is_whole = !self.input.is_part();
        let found = &mut self.found;
        // A little is done before a thread has started.
        let threads = if self.input.is_little() { 0 } else { job.threads };
        let run =
            run_on(threads, job, self.console, &self.name, &mut self.input, |console, done| {
                *found += done.found;
                take(console, done)
            });
        let is_nothing = run?;
        if is_nothing && is_whole { find_nothing(self.console, &self.name) } else { Ok(()) }
    }

    /// Runs a job, and writes its records in a format; none where nothing belongs between rows.
    pub fn write(
        &mut self,
        job: &Job<'_>,
        format: Option<&'static dyn Source>,
        output: &mut Joined<impl Write>,
    ) -> Result<()> {
        let name = self.name.clone();
        output.begin(&name, format, job.limit);
        self.run(job, |console, done| {
            end_at_failure(done, output)?;
            let joint = output.stretch(&done.out, done.is_settled)?;
            console.faults(&name, joint.as_slice())
        })
    }

    /// Runs a job, and writes those records that it lets through, which get other neighbours.
    pub fn write_picked(
        &mut self,
        job: &Job<'_, impl Collector<Value = Marked<Link>>>,
        format: &'static dyn Source,
        output: &mut Joined<impl Write>,
    ) -> Result<()> {
        let name = self.name.clone();
        output.begin(&name, Some(format), job.limit);
        let mut end = None;
        self.run(job, |console, done| {
            end_at_failure(done, output)?;
            let mut joints = JointFaults::default();
            // What could not be written anew is not there.
            let members = joint::members(&done.out, &mut end);
            for (place, member) in members.filter(|(_, member)| !member.bytes.is_empty()) {
                let Some(fault) = output.record(&member)? else { continue };
                joints.add(place, fault);
                if console.is_strict() {
                    break;
                }
            }
            done.faults = joints.among(mem::take(&mut done.faults));
            Ok(())
        })?;
        output.end_input()
    }

    /// Runs a job, and writes its rows in a format that puts them together.
    pub fn write_rows(
        &mut self,
        job: &Job<'_, impl Collector<Value = RowBatch>>,
        output: &mut Joined<Bound<'_>>,
    ) -> Result<()> {
        self.run(job, |_, done| {
            end_at_failure(done, output)?;
            Ok(output.output().add(mem::take(&mut done.out))?)
        })
    }
}

/// Where the run cannot go on, all that was written before is to be whole records.
fn end_at_failure<V>(done: &mut Done<V>, output: &mut Joined<impl Write>) -> Result<()> {
    let Some(failure) = done.failure.take() else { return Ok(()) };
    output.output().flush()?;
    Err(failure.into())
}

/// Runs a job over what is read of a file; returns whether there was text in it, but no game.
pub fn run<C: Collector>(
    job: &Job<'_, C>,
    console: &mut Console,
    name: &str,
    input: impl Read + Send,
    take: impl FnMut(&mut Console, &mut Done<C::Value>) -> Result<()>,
) -> Result<bool> {
    run_on(job.threads, job, console, name, input, take)
}

fn run_on<C: Collector>(
    threads: usize,
    job: &Job<'_, C>,
    console: &mut Console,
    name: &str,
    input: impl Read + Send,
    mut take: impl FnMut(&mut Console, &mut Done<C::Value>) -> Result<()>,
) -> Result<bool> {
    let (mut games, mut texts) = (0, 0);
    job.run_on(threads, input, |done| {
        games += done.games;
        texts += done.texts;
        let told = take(console, done).and_then(|()| {
            console.advance(done.games, done.coded);
            if let Some(filter) = &job.only {
                console.find(done.found);
                if filter.judged.is_some() {
                    console.leave_open(done.open);
                }
            }
            console.lose(done.lost);
            console.faults(name, &done.faults)
        });
        exit::or_leave(told)
    })?;
    Ok(games == 0 && texts > 0)
}

/// It holds something, but no game: somebody took the wrong file.
pub fn find_nothing(console: &mut Console, name: &str) -> Result<()> {
    console.find_nothing_in();
    console.faults(name, &[Fault::of_nothing()])
}
