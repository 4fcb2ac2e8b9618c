//! Drives a job of the library over one input: whatever a command makes of it, the console is told, and
//! the run ends at once where it has to.

use crate::cli::args::{InputArgs, LaneArgs, PlayArgs};
use crate::cli::compression;
use crate::cli::console::Console;
use crate::cli::exit;
use crate::cli::input::Input;
use crate::cli::output::Joined;
use crate::fault::{Fault, Kind, Place};
use crate::format::{self, Source};
use crate::run::{Collector, Done, Job};
use anyhow::Result;
use std::io::Write;
use std::path::Path;

/// The format of an input: as the user says, or by content; by its name where there is nothing in it.
pub fn source_of(input: &Input, args: &InputArgs) -> &'static dyn Source {
    let named = args.from.as_deref().and_then(format::source_by_name);
    named.unwrap_or_else(|| match compression::ending_of_name(Path::new(input.name())).as_deref() {
        Some("epd" | "fen") if is_nothing(input.head()) => &format::Epd,
        _ => format::detect(input.head()),
    })
}

/// Whether all lines are blank or, for EPD, comments.
fn is_nothing(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// Runs the job over one input, and writes what comes of it.
pub fn run(
    job: &Job<'_>,
    console: &mut Console,
    input: &mut Input,
    output: &mut Joined<impl Write>,
) -> Result<()> {
    let name = input.name().to_owned();
    each(job, console, input, |console, done| {
        let joint = output.stretch(&done.out, done.is_settled)?;
        console.faults(&name, joint.as_slice())
    })
}

/// Runs the job over one input, and hands over what was done, chunk by chunk.
pub fn each<C: Collector>(
    job: &Job<'_, C>,
    console: &mut Console,
    input: &mut Input,
    mut take: impl FnMut(&mut Console, &mut Done<C::Value>) -> Result<()>,
) -> Result<()> {
    let name = input.name().to_owned();
    let is_whole = !input.is_part();
    let mut seen = Seen::default();
    job.run(input, |done| {
        seen.add(done.games, done.texts);
        let told = take(console, done).and_then(|()| {
            console.advance(done.games, done.coded);
            console.lose(done.lost);
            console.faults(&name, &done.faults)
        });
        exit::or_leave(told)
    })?;
    if is_whole { seen.tell(console, &name) } else { Ok(()) }
}

/// What an input holds.
#[derive(Default)]
pub struct Seen {
    games: u64,
    texts: u64,
}

impl Seen {
    /// Counts so many games, and pieces of text that are none.
    pub fn add(&mut self, games: u64, texts: u64) {
        self.games += games;
        self.texts += texts;
    }

    /// An input that holds something, but no game: somebody took the wrong file.
    pub fn tell(&self, console: &mut Console, file: &str) -> Result<()> {
        if self.games > 0 || self.texts == 0 {
            return Ok(());
        }
        let place = Place { line: 1, ..Place::default() };
        let message = "there is no game and no position in it".to_owned();
        console.find_nothing_in();
        console.faults(file, &[Fault { kind: Kind::NoRecord, place, message }])
    }
}

/// The job with what the user says about reading.
pub fn with_input_args<'a, C>(job: Job<'a, C>, args: &InputArgs) -> Job<'a, C> {
    let limit = usize::try_from(args.max_record.0).unwrap_or(usize::MAX);
    Job { limit, threads: args.threads().get(), ..job }
}

/// The job with what the user says about reading and about who plays.
pub fn with_lane<'a, C>(job: Job<'a, C>, input: &InputArgs, lane: LaneArgs) -> Job<'a, C> {
    Job { lane: lane.lane(), ..with_input_args(job, input) }
}

/// The job with what the user says about reading and playing.
pub fn with_args<'a, C>(job: Job<'a, C>, input: &InputArgs, play: PlayArgs) -> Job<'a, C> {
    Job { claims: play.claims(), ..with_lane(job, input, play.lane) }
}
