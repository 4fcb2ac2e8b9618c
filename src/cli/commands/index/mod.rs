//! `index`: where in a file which class is, so that find need not read it again.

pub mod lookup;
pub mod records;
mod stamp;
mod store;

pub use lookup::{Group, Lookup, Place};

use crate::cli::args::{InputArgs, LaneArgs, OutputArgs, ReportArgs};
use crate::cli::console::Console;
use crate::cli::facts::Facts;
use crate::cli::identity::is_same_file;
use crate::cli::input::{Source, compression_of};
use crate::cli::intake::{self, Intake};
use crate::cli::session::{Inputs, Session};
use crate::cli::temporary::Temporary;
use crate::format::Entry;
use crate::run::{Collector, GameCollector, Job};
use anyhow::{Context, Result, ensure};
use rusqlite::OpenFlags;
use stamp::{Age, Stamp};
use std::fs::{self, File};
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::{Filler, Store};

// An index is of a whole file.
#[derive(clap::Args, Debug)]
#[command(mut_arg("part", |arg| arg.hide(true)))]
pub struct Args {
    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The index of a file stands beside it.
pub fn path_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".gbrx");
    name.into()
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let is_named =
        !args.input.files.is_empty() && args.input.files.iter().all(|file| file != Path::new("-"));
    ensure!(args.input.part.is_none(), "an index is of a whole file: --part has no meaning for it");
    ensure!(is_named, "an index stands beside its file: name the file");
    let log = args.report.faults.as_deref();
    let is_log = |file: &PathBuf| log.is_some_and(|log| is_same_file(&path_of(file), log));
    ensure!(!args.input.files.iter().any(is_log), "the index cannot take the faults as well");
    let output = OutputArgs::default();
    Session::start(&args.input, &output, &args.report)?
        .read(|inputs| inputs.sources.iter().try_for_each(|source| args.index(inputs, source)))
}

impl Args {
    fn index(&self, inputs: &mut Inputs<'_>, source: &Source) -> Result<()> {
        let Source::File(file) = source else { return Ok(()) };
        refuse_pipe(file)?;
        let path = path_of(file);
        match age(&path, file) {
            Some(Age::Fresh) => {
                if self.report.verbose {
                    inputs.console.tell(&format!("{}: is up to date", path.display()));
                }
                Ok(())
            }
            Some(Age::Grown) if compression_of(source)?.is_none() => {
                let updated = self.update(inputs.console, file, &path);
                updated.with_context(|| path.display().to_string())
            }
            _ => inputs.open(source, |intake| self.build(intake, file, &path)),
        }
    }

    /// Reads all of the file.
    fn build(&self, intake: &mut Intake<'_>, file: &Path, path: &Path) -> Result<()> {
        let source = intake.source();
        // Taken first: a file that changes meanwhile is not taken for the one that was read.
        let stamp = Stamp::of(file)?;
        let temporary = Temporary::beside(path).with_context(|| path.display().to_string())?;
        let store = Store::create(temporary.path())?;
        let mut filler = Filler::new(&store)?;
        intake.run(&self.job(source), |_, done| {
            fill(&mut filler, &mut done.out, &Facts::default())
        })?;
        filler.finish(stamp, source.name(), self.input.max_record.0)?;
        drop(store);
        Ok(temporary.persist(path)?)
    }

    /// Reads what was put after the rest, from the last game on, into a copy: an update that is
    /// interrupted leaves the old index.
    fn update(&self, console: &mut Console, file: &Path, path: &Path) -> Result<()> {
        let temporary = Temporary::beside(path)?;
        fs::copy(path, temporary.path())?;
        let store = Store::reopen(temporary.path())?;
        let meta = store.meta()?.context("made by another version")?;
        let base = store.last_game()?.unwrap_or_default();
        let source = meta.source().context("of an unknown format")?;
        let stamp = Stamp::of(file)?;
        let mut rest = File::open(file)?;
        rest.seek(SeekFrom::Start(base.offset))?;
        let mut filler = Filler::new(&store)?;
        store.forget(base.number)?;
        let name = file.display().to_string();
        intake::run(&self.job(source), console, &name, rest, |_, done| {
            fill(&mut filler, &mut done.out, &base)
        })?;
        filler.finish(stamp, source.name(), self.input.max_record.0)?;
        drop(store);
        Ok(temporary.persist(path)?)
    }

    fn job<'a>(
        &self,
        source: &'a dyn crate::Source,
    ) -> Job<'a, impl Collector<Value = Vec<Facts>> + use<>> {
        let gather = |entry: &Entry<'_>, all: &mut Vec<Facts>| all.push(Facts::of(entry));
        self.lane.apply(&self.input, Job::collect(source, GameCollector::new(gather)))
    }
}

/// Takes over the games of a chunk, which begins where the game `base` does.
fn fill(filler: &mut Filler<'_>, games: &mut [Facts], base: &Facts) -> Result<()> {
    games.iter_mut().try_for_each(|facts| {
        facts.offset += base.offset;
        facts.line += base.line.saturating_sub(1);
        facts.number += base.number.saturating_sub(1);
        filler.add(facts)
    })
}

/// A pipe has no place to come back to, and to open it would wait for somebody who writes to it.
fn refuse_pipe(file: &Path) -> Result<()> {
    let is_pipe = fs::metadata(file).is_ok_and(|found| !found.is_dir() && !found.is_file());
    ensure!(!is_pipe, "{}: is not a regular file, and cannot have an index", file.display());
    Ok(())
}

/// How old an index is; none where there is none that can be read.
fn age(path: &Path, file: &Path) -> Option<Age> {
    if !path.is_file() {
        return None;
    }
    let store = Store::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    store.meta().ok()??.stamp.age(file).ok()
}
