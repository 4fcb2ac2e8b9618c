//! One run over some inputs: which input goes to which output, what must
//! hold before anything is written, what happens when one input fails, and the status at the end.

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs, RunArgs};
use crate::cli::collection::{Collection, Listed};
use crate::cli::console::{Console, Stage, counted};
use crate::cli::identity::Identity;
use crate::cli::input::{Source, Tap};
use crate::cli::intake::Intake;
use crate::cli::output::{Joined, Output, Target};
use crate::run::GROWTH;
use anyhow::{Result, bail, ensure};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

/// What there is to read and to write, and the console that tells about it.
pub struct Session<'a> {
    args: &'a InputArgs,
    flows: Vec<Flow>,
    console: Console,
}

/// What is read into one output.
#[derive(Debug, PartialEq, Eq)]
struct Flow {
    sources: Vec<Source>,
    target: Target,
}

/// No file was named, and standard input is a terminal.
#[derive(Debug, thiserror::Error)]
#[error("no input")]
pub struct NoInput;

/// The inputs of one output, and whom to tell about them.
pub struct Inputs<'s> {
    pub console: &'s mut Console,
    pub sources: &'s [Source],
    args: &'s InputArgs,
}

impl Inputs<'_> {
    /// Opens one input after the other, and gives it to `work`.
    pub fn each(&mut self, mut work: impl FnMut(&mut Intake<'_>) -> Result<()>) -> Result<()> {
        self.sources.iter().try_for_each(|source| self.open(source, &mut work))
    }

    /// Opens one of them, and gives it to `work`. If it cannot be read, or not to its end, that is told, and the
    /// run goes on.
    pub fn open(
        &mut self,
        source: &Source,
        work: impl FnOnce(&mut Intake<'_>) -> Result<()>,
    ) -> Result<()> {
        self.open_tapped(source, None, work)
    }

    /// The same, with somebody who takes the hash of the file as it goes by.
    pub fn open_tapped(
        &mut self,
        source: &Source,
        tap: Option<Tap>,
        work: impl FnOnce(&mut Intake<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(input) = self.console.open(source, tap) else { return Ok(()) };
        let result = work(&mut Intake::new(self.console, input, self.args));
        self.console.survive(result)
    }
}

impl<'a> Session<'a> {
    /// Checks what can be checked beforehand; writes nothing but creates the
    /// file of `--faults`.
    pub fn start(
        input: &'a InputArgs,
        output: &OutputArgs,
        report: &ReportArgs,
    ) -> Result<Session<'a>> {
        ensure!(!input.is_nothing() || !io::stdin().is_terminal(), NoInput);
        let collection = Collection::gather(input, &output.written())?;
        refuse_folders(&collection, output)?;
        let flows = flows(collection.inputs, input, output)?;
        for flow in &flows {
            flow.refuse_same_file()?;
            flow.refuse_as_log(report.faults.as_deref())?;
        }
        let mut console = Console::new(report, &stage(&flows, input))?;
        console.pass_over(collection.passed_over);
        collection.problems.iter().for_each(|problem| console.fail(problem));
        Ok(Session { args: input, flows, console })
    }

    /// The same for commands whose output is never the input.
    pub fn of(args: &'a RunArgs) -> Result<Session<'a>> {
        let output = OutputArgs::of_target(&args.target);
        Session::start(&args.input, &output, &args.report)
    }

    /// Takes standard input as it is, whatever its first bytes look like.
    pub fn verbatim(mut self) -> Session<'a> {
        let sources = self.flows.iter_mut().flat_map(|flow| &mut flow.sources);
        sources.for_each(|source| *source = source.verbatim());
        self
    }

    /// Gives `work` the inputs, for commands that write nothing to standard output.
    pub fn read(mut self, work: impl FnOnce(&mut Inputs<'_>) -> Result<()>) -> Result<ExitCode> {
        let sources: Vec<Source> = self.flows.drain(..).flat_map(|flow| flow.sources).collect();
        work(&mut Inputs { console: &mut self.console, sources: &sources, args: self.args })?;
        Ok(self.console.finish()?.into())
    }

    /// Gives `work` each output with the inputs for it. An output whose
    /// inputs could not all be read is not put in its place.
    pub fn run(
        mut self,
        mut work: impl FnMut(&mut Inputs<'_>, &mut Output) -> Result<()>,
    ) -> Result<ExitCode> {
        let (args, console) = (self.args, &mut self.console);
        for flow in &self.flows {
            if let Some(mut output) = flow.create(console)? {
                let before = console.errors();
                work(&mut Inputs { console, sources: &flow.sources, args }, &mut output)?;
                close(output, console, before, &flow.target)?;
            }
        }
        Ok(self.console.finish()?.into())
    }

    /// Gives `work` each input with the output that all of it goes to.
    pub fn each(
        self,
        mut work: impl FnMut(&mut Intake<'_>, &mut Joined<&mut Output>) -> Result<()>,
    ) -> Result<ExitCode> {
        self.run(|inputs, output| {
            let mut joined = Joined::of(output, inputs.sources.len());
            inputs.each(|intake| work(intake, &mut joined))?;
            joined.end().map(drop)
        })
    }
}

/// Puts `output` in its place, unless there were errors since `before`, or a file without any record would be
/// replaced by itself.
fn close(output: Output, console: &mut Console, before: u64, target: &Target) -> Result<()> {
    if console.has_found_nothing() && matches!(target, Target::InPlace(_)) {
        return Ok(());
    }
    if console.errors() == before {
        output.finish()?;
    } else if let Some(name) = output.abandon()? {
        console.tell(&format!(
            "{name}: left as it was, because not all of the input could be read \
             (standard output would get what is sound)"
        ));
    }
    Ok(())
}

/// To change a whole folder must be meant.
fn refuse_folders(collection: &Collection, output: &OutputArgs) -> Result<()> {
    let Some(folder) = collection.folders.first() else { return Ok(()) };
    let is_inside = |listed: &&Listed| listed.folder > 0;
    let files = collection.inputs.iter().filter(is_inside).count() as u64;
    ensure!(
        !output.in_place || output.recursive,
        "{}: is a folder; to change {} in place, say -r",
        folder.display(),
        counted(files, "file")
    );
    Ok(())
}

/// One for each file in place, or one for all.
fn flows(inputs: Vec<Listed>, input: &InputArgs, output: &OutputArgs) -> Result<Vec<Flow>> {
    // What annotate added to the longest record is looked at, too.
    let reach = input.limit().saturating_add(GROWTH);
    let from = input.from.as_deref();
    let parts = inputs.into_iter().map(|listed| listed.source.part(input.part, from, reach));
    let sources = parts.collect::<Result<Vec<_>>>()?;
    if output.in_place {
        return sources.into_iter().map(Flow::in_place).collect();
    }
    let target = output.target.output.as_deref().map_or(Target::Stdout, Target::of_path);
    Ok(vec![Flow { sources, target }])
}

/// What the console has to know of them.
fn stage(flows: &[Flow], input: &InputArgs) -> Stage {
    let sources = || flows.iter().flat_map(|flow| &flow.sources);
    let on_screen = |flow: &Flow| flow.target == Target::Stdout && io::stdout().is_terminal();
    Stage {
        size: sources().map(Source::size).sum(),
        shared: flows.iter().any(on_screen),
        threads: input.threads().get(),
    }
}

impl Flow {
    fn in_place(source: Source) -> Result<Flow> {
        match &source {
            Source::Stdin | Source::Verbatim => bail!("standard input cannot be changed in place"),
            Source::Part { .. } => bail!("a part of a file cannot be changed in place"),
            Source::Member(_) => bail!(
                "{}: an archive is not changed in place; unpack it first, or write its members \
                 elsewhere",
                source.name()
            ),
            Source::File(path) => {
                let target = Target::InPlace(path.clone());
                Ok(Flow { sources: vec![source], target })
            }
        }
    }

    /// A file in place that cannot be opened costs itself only.
    fn create(&self, console: &mut Console) -> Result<Option<Output>> {
        match (self.target.create(), &self.target) {
            (Err(error), Target::InPlace(_)) => {
                console.fail(&error);
                Ok(None)
            }
            (result, _) => result.map(Some),
        }
    }

    /// To write a file while it is read would destroy it, or never end.
    fn refuse_same_file(&self) -> Result<()> {
        if matches!(self.target, Target::InPlace(_)) {
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
    fn refuse_as_log(&self, log: Option<&Path>) -> Result<()> {
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
