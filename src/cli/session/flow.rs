//! What is read into one output, and what becomes of that.

use super::Inputs;
use crate::cli::args::{InputArgs, OutputArgs};
use crate::cli::collection::{IN_ARCHIVE, ListedInput};
use crate::cli::console::Console;
use crate::cli::identity::Identity;
use crate::cli::input::Source;
use crate::cli::mirror::{Mirror, PlannedInput};
use crate::cli::output::{Kept, Output, PlacedFile, Target};
use crate::run::GROWTH;
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};

/// What is read into one output.
#[derive(Debug, PartialEq, Eq)]
pub struct Flow {
    pub sources: Vec<Source>,
    pub target: Target,
    /// What is known of the only input.
    known: Option<PlannedInput>,
}

/// One for each file in place, or one for all.
pub fn flows(
    inputs: Vec<ListedInput>,
    input: &InputArgs,
    output: &OutputArgs,
    mirror: Option<&Mirror>,
) -> Result<Vec<Flow>> {
    // What annotate added to the longest record is looked at, too.
    let reach = input.limit().saturating_add(GROWTH);
    let from = input.from.as_deref();
    let parts = inputs.into_iter().map(|listed| listed.source.part(input.part, from, reach));
    let sources = parts.collect::<Result<Vec<_>>>()?;
    if output.in_place {
        return sources.into_iter().map(Flow::in_place).collect();
    }
    if let Some(mirror) = mirror {
        let inside =
            |(number, source)| Flow::inside(source, mirror.path(number), mirror.known(number));
        return Ok(sources.into_iter().enumerate().map(inside).collect());
    }
    let target = output.target.output.as_deref().map_or(Target::Stdout, Target::of_path);
    Ok(vec![Flow { sources, target, known: None }])
}

impl Flow {
    fn in_place(source: Source) -> Result<Flow> {
        match &source {
            Source::Stdin | Source::Verbatim => bail!("standard input cannot be changed in place"),
            Source::Part { .. } => bail!("a part of a file cannot be changed in place"),
            Source::Member(_) => bail!("{}: {IN_ARCHIVE}", source.name()),
            Source::File(path) => {
                let target = Target::InPlace(path.clone());
                Ok(Flow { sources: vec![source], target, known: None })
            }
        }
    }

    fn inside(source: Source, path: PathBuf, known: Option<PlannedInput>) -> Flow {
        Flow { sources: vec![source], target: Target::Inside(path), known }
    }

    /// Whether all that it reads is a file of no great size.
    pub fn is_little(&self) -> bool {
        self.known.is_some_and(|known| known.is_little())
    }

    /// How many bytes there are to read, as far as that is known.
    pub fn size(&self) -> Option<u64> {
        let known = self.known.and_then(|known| known.size());
        known.or_else(|| self.sources.iter().map(Source::size).sum())
    }

    /// Has `work` read the inputs into the output, which is then put in its place, unless it cannot be.
    pub fn run(
        &self,
        console: &mut Console,
        args: &InputArgs,
        kept: &Kept,
        mut work: impl FnMut(&mut Inputs<'_>, &mut Output) -> Result<()>,
    ) -> Result<Option<PlacedFile>> {
        // Where others are worked at besides, all threads have something to do.
        let threads = if console.is_aside() { 1 } else { args.threads().get() };
        // Aside, what the plan found is enough: an input that has grown or has other rights by now is done once more on its own.
        let mode = self.known.filter(|_| console.is_aside()).map(|known| known.mode());
        let Some(mut output) = self.create(console, threads, mode, kept)? else { return Ok(None) };
        let before = console.errors();
        work(&mut Inputs { console, sources: &self.sources, args, mode }, &mut output)?;
        close(output, console, before, &self.target)
    }

    /// Takes note that the output is where it belongs.
    pub fn note(&self, console: &mut Console, placed: Option<PlacedFile>) -> Result<()> {
        match (&self.target, placed) {
            (Target::InPlace(path) | Target::Inside(path), Some(placed)) => {
                console.done(&self.sources[0], path, placed.stamp)
            }
            _ => Ok(()),
        }
    }

    /// A file in place that cannot be opened costs itself only.
    fn create(
        &self,
        console: &mut Console,
        threads: usize,
        mode: Option<u32>,
        kept: &Kept,
    ) -> Result<Option<Output>> {
        match (self.target.create(self.sources.first(), mode, threads, kept), &self.target) {
            (Err(error), Target::InPlace(_)) => {
                console.fail(&error);
                Ok(None)
            }
            (result, _) => result.map(Some),
        }
    }

    /// To write a file while it is read would destroy it, or never end.
    pub fn refuse_same_file(&self) -> Result<()> {
        // Of a folder of outputs that has been looked at.
        if matches!(self.target, Target::InPlace(_) | Target::Inside(_)) {
            return Ok(());
        }
        match self.source_that_is(self.target.identity()) {
            Some(source) => {
                bail!("{}: is input and output; to change it, use --in-place", source.name())
            }
            None => Ok(()),
        }
    }

    /// A wrong word after `--faults` must not cost a database.
    pub fn refuse_as_log(&self, log: Option<&Path>) -> Result<()> {
        let Some(log) = log else { return Ok(()) };
        if let Some(source) = self.source_that_is(Identity::of_path(log)) {
            bail!("{}: is input, and cannot take the faults", source.name());
        }
        ensure!(!self.target.is_file(log), "the output cannot take the faults as well");
        Ok(())
    }

    fn source_that_is(&self, identity: Option<Identity>) -> Option<&Source> {
        let identity = identity?;
        self.sources.iter().find(|source| source.identity() == Some(identity))
    }
}

/// Puts `output` in its place, unless there were errors since `before`, or a file without any record would be
/// replaced by itself.
fn close(
    output: Output,
    console: &mut Console,
    before: u64,
    target: &Target,
) -> Result<Option<PlacedFile>> {
    if console.has_found_nothing() && matches!(target, Target::InPlace(_)) {
        return Ok(None);
    }
    if console.errors() == before {
        return Ok(Some(output.finish()?));
    }
    let is_new = matches!(target, Target::File(path) | Target::Inside(path) if !path.exists());
    if let Some(name) = output.abandon()? {
        let left = if is_new { "not written" } else { "left as it was" };
        console.tell(&format!(
            "{name}: {left}, because not all of the input could be read \
             (standard output would get what is sound)"
        ));
    }
    Ok(None)
}
