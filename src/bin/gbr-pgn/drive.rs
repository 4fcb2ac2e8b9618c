//! Drives a job of the library: from an input, to an output, with the console told.

use crate::args::{InputArgs, PlayArgs};
use crate::console::Console;
use crate::input::Input;
use crate::status;
use gbr_pgn::job::Job;
use gbr_pgn::source::{self, Source};
use std::io::Write;

/// The format of an input: as the user says, or by content.
pub fn source_of(input: &Input, args: &InputArgs) -> &'static dyn Source {
    let named = args.from.as_deref().and_then(source::by_name);
    named.unwrap_or_else(|| source::detect(input.head()))
}

/// Runs the job over one input.
pub fn run(
    job: &Job<'_>,
    console: &mut Console,
    input: &mut Input,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let name = input.name().to_owned();
    job.run(input, |done| {
        let told = output.write_all(&done.out).map_err(anyhow::Error::from).and_then(|()| {
            console.advance(done.games, done.coded);
            console.lose(done.lost);
            console.faults(&name, &done.faults)
        });
        told.map_err(|error| status::leave(&error))
    })
}

/// The job with what the user says about reading.
pub fn with_input_args<'a>(job: Job<'a>, args: &InputArgs) -> Job<'a> {
    let limit = usize::try_from(args.max_record.0).unwrap_or(usize::MAX);
    Job { limit, threads: args.threads().get(), ..job }
}

/// The job with what the user says about reading and playing.
pub fn with_args<'a>(job: Job<'a>, input: &InputArgs, play: PlayArgs) -> Job<'a> {
    let job = with_input_args(job, input);
    Job { lane: play.lane(), claims: play.claims(), ..job }
}
