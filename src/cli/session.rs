//! One run over some inputs: which input goes to which output, what must
//! hold before anything is written, and what happens when one input fails.

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs};
use crate::cli::console::{Console, Stage};
use crate::cli::identity::Identity;
use crate::cli::input::{Input, Source};
use crate::cli::output::{Joined, Output, Target};
use crate::run::GROWTH;
use anyhow::{Result, bail, ensure};
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

/// The jobs of a run, and the console that tells about them.
pub struct Session {
    jobs: Vec<Job>,
    console: Console,
}

/// What is read into one output.
#[derive(Debug, PartialEq, Eq)]
struct Job {
    sources: Vec<Source>,
    target: Target,
}

/// No file was named, and standard input is a terminal.
#[derive(Debug)]
pub struct NoInput;

impl std::error::Error for NoInput {}

impl fmt::Display for NoInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no input")
    }
}

impl Session {
    /// Checks what can be checked beforehand; writes nothing but creates the
    /// file of `--faults`.
    pub fn start(input: &InputArgs, output: &OutputArgs, report: &ReportArgs) -> Result<Session> {
        ensure!(!input.files.is_empty() || !io::stdin().is_terminal(), NoInput);
        let jobs = jobs(input, output)?;
        for job in &jobs {
            job.refuse_same_file()?;
            job.refuse_as_log(report.faults.as_deref())?;
        }
        let console = Console::new(report, &stage(&jobs, input))?;
        Ok(Session { jobs, console })
    }

    /// Gives `work` the sources, for commands that write nothing to standard output.
    pub fn read(
        mut self,
        work: impl FnOnce(&mut Console, &[Source]) -> Result<()>,
    ) -> Result<ExitCode> {
        let sources: Vec<Source> = self.jobs.drain(..).flat_map(|job| job.sources).collect();
        work(&mut self.console, &sources)?;
        Ok(self.console.finish()?.into())
    }

    /// Gives `work` each output with the sources for it. An output whose
    /// sources could not all be read is not put in its place.
    pub fn run(
        mut self,
        mut work: impl FnMut(&mut Console, &[Source], &mut Output) -> Result<()>,
    ) -> Result<ExitCode> {
        for job in &self.jobs {
            if let Some(mut output) = job.create(&mut self.console)? {
                let before = self.console.errors();
                work(&mut self.console, &job.sources, &mut output)?;
                close(output, &mut self.console, before, &job.target)?;
            }
        }
        Ok(self.console.finish()?.into())
    }

    /// Gives `work` each input with the output it goes to.
    pub fn each(
        self,
        mut work: impl FnMut(&mut Console, &mut Input, &mut Joined<&mut Output>) -> Result<()>,
    ) -> Result<ExitCode> {
        self.run(|console, sources, output| {
            let mut joined = Joined::of(output, sources.len());
            for source in sources {
                if let Some(mut input) = console.open(source) {
                    let result = work(console, &mut input, &mut joined);
                    console.survive(result)?;
                }
            }
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

/// One job for each file in place, or one for all.
fn jobs(input: &InputArgs, output: &OutputArgs) -> Result<Vec<Job>> {
    let mut sources: Vec<_> = input.files.iter().map(|path| Source::of_path(path)).collect();
    if sources.is_empty() {
        sources.push(Source::Stdin);
    }
    // What annotate added to the longest record is looked at, too.
    let reach = usize::try_from(input.max_record.0).unwrap_or(usize::MAX).saturating_add(GROWTH);
    let from = input.from.as_deref();
    let parts = sources.into_iter().map(|source| source.part(input.part, from, reach));
    let sources = parts.collect::<Result<Vec<_>>>()?;
    if output.in_place {
        return sources.into_iter().map(Job::in_place).collect();
    }
    let target = output.target.output.as_deref().map_or(Target::Stdout, Target::of_path);
    Ok(vec![Job { sources, target }])
}

/// What the console has to know of the jobs.
fn stage(jobs: &[Job], input: &InputArgs) -> Stage {
    let sources = || jobs.iter().flat_map(|job| &job.sources);
    let on_screen = |job: &Job| job.target == Target::Stdout && io::stdout().is_terminal();
    Stage {
        size: sources().map(Source::size).sum(),
        shared: jobs.iter().any(on_screen),
        threads: input.threads().get(),
    }
}

impl Job {
    fn in_place(source: Source) -> Result<Job> {
        match &source {
            Source::Stdin | Source::Verbatim => bail!("standard input cannot be changed in place"),
            Source::Part { .. } => bail!("a part of a file cannot be changed in place"),
            Source::File(path) => {
                let target = Target::InPlace(path.clone());
                Ok(Job { sources: vec![source], target })
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

    /// A wrong word behind `--faults` must not cost a database.
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
