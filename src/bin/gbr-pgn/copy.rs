//! A command that copies its input to its output, counts games by their first
//! tag and reports NUL bytes: stands in for `annotate` and `strip` until they
//! are there, so that everything around them can be tested.

use crate::args::{InputArgs, OutputArgs, ReportArgs};
use crate::console::Console;
use crate::input::Input;
use crate::output::Output;
use crate::session::Session;
use gbr_pgn::fault::{Fault, Kind, Place};
use memchr::{memchr_iter, memmem};
use std::io::{Read, Write};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    Session::start(&args.input, &args.output, &args.report)?.each(copy)
}

fn copy(console: &mut Console, input: &mut Input, output: &mut Output) -> anyhow::Result<()> {
    let mut place = Place { line: 1, ..Place::default() };
    let mut buffer = vec![0; 64 << 10];
    loop {
        let chunk = match input.read(&mut buffer)? {
            0 => return Ok(()),
            bytes => &buffer[..bytes],
        };
        output.write_all(chunk)?;
        console.faults(input.name(), &nuls(chunk, &place))?;
        let games = memmem::find_iter(chunk, "[Event ").count() as u64;
        console.advance(games, games);
        place = behind(&place, chunk);
    }
}

fn nuls(chunk: &[u8], place: &Place) -> Vec<Fault> {
    let fault = |at| Fault {
        kind: Kind::NulByte,
        place: behind(place, &chunk[..at]),
        message: "NUL byte".to_owned(),
    };
    memchr_iter(0, chunk).map(fault).collect()
}

fn behind(place: &Place, bytes: &[u8]) -> Place {
    let line = place.line + memchr_iter(b'\n', bytes).count() as u64;
    Place { line, offset: place.offset + bytes.len() as u64, ..Place::default() }
}
