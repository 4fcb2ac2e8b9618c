//! `index`: where in a file which class is, so that find need not read it again.

use crate::cli::args::{InputArgs, LaneArgs, OutputArgs, ReportArgs};
use crate::cli::console::Console;
use crate::cli::identity::is_same_file;
use crate::cli::indexed::{
    Crop, Harvester, Lookup, Tail, Worth, frames_of, path_of, settings_of, stamp_of,
};
use crate::cli::input::{ReadError, Source, Tap, compression_of};
use crate::cli::intake::{self, Intake};
use crate::cli::session::{Inputs, Session};
use crate::cli::system;
use crate::cli::temporary::Temporary;
use crate::index::{Builder, ContentHash, Origin, Stamp};
use crate::run::{InputStart, Job};
use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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

pub fn run(args: &Args) -> Result<ExitCode> {
    let is_named =
        !args.input.is_nothing() && args.input.files.iter().all(|file| file != Path::new("-"));
    ensure!(args.input.part.is_none(), "an index is of a whole file: --part has no meaning for it");
    ensure!(is_named, "an index stands beside its file: name the file");
    let log = args.report.faults.as_deref();
    let is_log = |file: &PathBuf| log.is_some_and(|log| is_same_file(&path_of(file), log));
    ensure!(!args.input.files.iter().any(is_log), "the index cannot take the faults as well");
    let output = OutputArgs::default();
    Session::start(&args.input, &output, &args.report)?.read(|inputs| {
        let is_in_archive = |source: &Source| matches!(source, Source::Member(_));
        let is_nothing = !inputs.sources.is_empty() && inputs.sources.iter().all(is_in_archive);
        ensure!(!is_nothing, "an index stands beside a file: what is in an archive has none");
        inputs.sources.iter().try_for_each(|source| args.index(inputs, source))
    })
}

impl Args {
    fn index(&self, inputs: &mut Inputs<'_>, source: &Source) -> Result<()> {
        let Source::File(file) = source else { return Ok(()) };
        refuse_pipe(file)?;
        let path = path_of(file);
        match self.known(inputs.console, file, &path) {
            Some((_, Worth::Fresh)) => {
                if self.report.verbose {
                    inputs.console.tell(&format!("{}: is up to date", path.display()));
                }
                Ok(())
            }
            Some((lookup, Worth::Grown(hash))) if compression_of(source)?.is_none() => {
                let updated = self.update(inputs.console, lookup, hash);
                inputs.console.survive(updated).with_context(|| path.display().to_string())
            }
            _ => self.build(inputs, source, file, &path),
        }
    }

    /// The index that is there, if all of it can be read, and what it is worth. What is not an index of this version is named.
    fn known(&self, console: &mut Console, file: &Path, path: &Path) -> Option<(Lookup, Worth)> {
        if !path.is_file() || !file.is_file() {
            return None;
        }
        let judged = Lookup::open(file).and_then(|it| it.judged(&self.input));
        let whole = judged.and_then(|(mut lookup, verdict)| {
            lookup.index.verify()?;
            Ok((lookup, verdict))
        });
        if let Err(error) = &whole
            && !self.report.talk.quiet
        {
            // What it asks for is being done.
            let error = error.to_string();
            let reason = error.strip_suffix("; run index again").unwrap_or(&error);
            console.tell(&format!("{}: is made anew: {reason}", path.display()));
        }
        whole.ok()
    }

    /// Reads all of the file.
    fn build(
        &self,
        inputs: &mut Inputs<'_>,
        source: &Source,
        file: &Path,
        path: &Path,
    ) -> Result<()> {
        // Taken first: a file that changes meanwhile is not taken for the one that was read.
        let stamp = File::open(file).and_then(|file| stamp_of(&file));
        let tap = Tap::default();
        inputs.open_tapped(source, Some(tap.clone()), |intake| {
            self.write(intake, stamp?, &tap, file, path)
        })
    }

    fn write(
        &self,
        intake: &mut Intake<'_>,
        stamp: Stamp,
        tap: &Tap,
        file: &Path,
        path: &Path,
    ) -> Result<()> {
        let source = intake.source();
        let temporary = Temporary::of_index(path).with_context(|| path.display().to_string())?;
        let mut filling = Filling::new(self.begin(&temporary)?);
        intake.run(&self.job(source), |_, done| filling.add(&mut done.out, done.is_settled))?;
        let length = intake.input.delivered();
        let (hash, hashed) = tap.value();
        ensure!(hashed == stamp.size, changed(&file.display().to_string()));
        let is_packed = length != hashed || compression_of(&Source::File(file.into()))?.is_some();
        let frames = if is_packed { frames_of(file, length)? } else { Vec::new() };
        let origin = self.origin(source, (stamp, hash), length);
        filling.finish(Origin { frames, ..origin })?;
        Ok(temporary.persist(path)?)
    }

    /// Reads what was put after the rest, and what that may change, into a copy: an update that is interrupted leaves the old
    /// index. This is the hash of the old content.
    fn update(
        &self,
        console: &mut Console,
        mut lookup: Lookup,
        mut hash: ContentHash,
    ) -> Result<()> {
        let (stamp, source) = (lookup.now, lookup.source()?);
        let temporary = Temporary::of_index(&lookup.path)?;
        let out = BufWriter::new(temporary.file());
        let (builder, at) = lookup.index.resume(out, self.input.threads().get())?;
        let before = byte_before(&lookup.file, at.offset)?;
        let start = InputStart { offset: at.offset, line: at.line, games: at.games, before };
        let job = Job { start, ..self.job(source) };
        let hashed = lookup.index.origin().stamp.size;
        let rest = Tail::new(&mut lookup.file, at.offset, &mut hash, hashed)?;
        let mut filling = Filling::new(builder);
        intake::run(&job, console, &lookup.name, rest, |_, done| {
            filling.add(&mut done.out, done.is_settled)
        })?;
        let after = stamp_of(&lookup.file)?;
        let is_same = Stamp { taken: after.taken, ..stamp } == after;
        ensure!(is_same, changed(&lookup.name));
        filling.finish(self.origin(source, (stamp, hash.value()), stamp.size))?;
        // Not every system replaces a file that is open.
        drop(lookup.index);
        Ok(temporary.persist(&lookup.path)?)
    }

    fn job<'a>(&self, source: &'a dyn crate::Source) -> Job<'a, Harvester> {
        self.lane.apply(&self.input, Job::collect(source, Harvester))
    }

    fn begin<'t>(&self, temporary: &'t Temporary) -> Result<Builder<BufWriter<&'t File>>> {
        let out = BufWriter::new(temporary.file());
        Ok(Builder::new(out, self.input.threads().get())?)
    }

    /// What an index says of itself. What is settled is known to whoever fills it.
    fn origin(
        &self,
        source: &dyn crate::Source,
        (stamp, hash): (Stamp, u128),
        length: u64,
    ) -> Origin {
        let (format, settings) = (source.name().to_owned(), settings_of(&self.input));
        Origin { stamp, hash, length, settled: 0, format, settings, frames: Vec::new() }
    }
}

/// An index that is being filled.
struct Filling<W> {
    builder: Builder<W>,
    /// Where the first chunk begins that may change if something is put after the file.
    unsettled: Option<u64>,
}

impl<W: Write> Filling<W> {
    fn new(builder: Builder<W>) -> Filling<W> {
        Filling { builder, unsettled: None }
    }

    fn add(&mut self, crop: &mut Crop, is_settled: bool) -> Result<()> {
        if !is_settled {
            self.unsettled.get_or_insert(crop.offset);
        }
        let harvest = mem::replace(&mut crop.harvest, Ok(Default::default()))?;
        Ok(self.builder.add(harvest)?)
    }

    fn finish(self, origin: Origin) -> Result<()> {
        let settled = self.unsettled.unwrap_or(origin.length);
        Ok(self.builder.finish(Origin { settled, ..origin }).map(drop)?)
    }
}

/// The files after it may be as they should be.
fn changed(file: &str) -> io::Error {
    ReadError::of_change(file, ", and has no new index: run index again")
}

/// The byte before a place; none at the beginning.
fn byte_before(file: &File, offset: u64) -> io::Result<Option<u8>> {
    let Some(at) = offset.checked_sub(1) else { return Ok(None) };
    let mut byte = [0];
    system::read_exact_at(file, &mut byte, at)?;
    Ok(Some(byte[0]))
}

/// A pipe has no place to come back to, and to open it would wait for somebody who writes to it.
fn refuse_pipe(file: &Path) -> Result<()> {
    let is_pipe = fs::metadata(file).is_ok_and(|found| !found.is_dir() && !found.is_file());
    ensure!(!is_pipe, "{}: is not a regular file, and cannot have an index", file.display());
    Ok(())
}
