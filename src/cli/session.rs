//! One run over some inputs: which input goes to which output, what must
//! hold before anything is written, what happens when one input fails, and the status at the end.

mod flow;

use crate::cli::args::{InputArgs, OutputArgs, ReportArgs, RunArgs};
use crate::cli::collection::{InputList, ListedInput};
use crate::cli::console::{Console, Stage, counted, progress};
use crate::cli::input::{Source, Tap};
use crate::cli::intake::Intake;
use crate::cli::interruption::{self, RunStanding};
use crate::cli::mirror::Mirror;
use crate::cli::output::{Joined, Kept, Output, Target};
use crate::cli::side_by_side::{Deferred, side_by_side};
use anyhow::{Result, ensure};
use flow::{Flow, flows};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

/// What there is to read and to write, and the console that tells about it.
pub struct Session<'a> {
    args: &'a InputArgs,
    flows: Vec<Flow>,
    kept: Kept,
    /// The folder of outputs, where there is one for each input.
    mirror: Option<Mirror>,
    console: Console,
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
    /// The rights that their output was made with, where nobody asked for theirs just before.
    mode: Option<u32>,
}

impl Inputs<'_> {
    /// Gives `work` one input after the other, of little ones several at a time; what it makes of them is handed over in
    /// their order.
    pub fn each_apart<T: Send>(
        &mut self,
        work: impl Fn(&mut Inputs<'_>, &Source) -> Result<T> + Sync,
        mut take: impl FnMut(T),
    ) -> Result<()> {
        let (sources, args) = (self.sources, self.args);
        let numbers: Vec<usize> = (0..sources.len()).collect();
        let one = |console: &mut Console, number: usize| {
            let sources = &sources[number..=number];
            work(&mut Inputs { console, sources, args, mode: None }, &sources[0])
        };
        let is_little = |number: usize| sources[number].is_little();
        side_by_side(self.console, args, &numbers, is_little, one, |_, made| {
            take(made);
            Ok(())
        })
    }

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
        // What is to be remembered of it might be any amount.
        ensure!(input.is_little() || !self.console.is_aside(), Deferred);
        // An output is not to be seen by more people than its input is by now.
        ensure!(self.mode.is_none() || self.mode == input.mode(), Deferred);
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
        Session::begin(input, output, report, None)
    }

    /// The same for commands that can write a file for each input; these get an ending of their own, where there
    /// is one.
    pub fn into_folder(
        input: &'a InputArgs,
        output: &OutputArgs,
        report: &ReportArgs,
        ending: Option<&str>,
    ) -> Result<Session<'a>> {
        let folder = output.target.folder();
        let is_whole = folder.is_none() || input.part.is_none();
        ensure!(is_whole, "--part and -o DIR/ exclude each other: a part of a file has one output");
        let is_one = output.target.file().is_some_and(Path::is_dir);
        let shown = || {
            output.target.output.iter().map(|path| path.display().to_string()).collect::<String>()
        };
        ensure!(!is_one, "{0}: is a folder; for a file for each input in it, say {0}/", shown());
        Session::begin(input, output, report, folder.map(|folder| (folder, ending)))
    }

    fn begin(
        input: &'a InputArgs,
        output: &OutputArgs,
        report: &ReportArgs,
        folder: Option<(&Path, Option<&str>)>,
    ) -> Result<Session<'a>> {
        ensure!(!input.is_nothing() || !io::stdin().is_terminal(), NoInput);
        let is_meant = folder.is_some() || !output.into.resume && !output.into.force;
        ensure!(
            is_meant,
            "--resume and --force are for -o DIR/, a folder with a file for each input"
        );
        let has_files = folder.is_some() || output.in_place;
        ensure!(has_files || !output.into.times, "--times is for -o DIR/ and --in-place");
        let mut list = InputList::gather(input, &output.written())?;
        if output.in_place {
            list.leave_members();
        }
        refuse_folders(&list, output)?;
        let threads = input.threads().get();
        let plan = |(folder, ending)| Mirror::plan(folder, &list, &output.into, ending, threads);
        let mirror = folder.map(plan).transpose()?;
        let flows = flows(list.inputs, input, output, mirror.as_ref())?;
        for flow in &flows {
            flow.refuse_same_file()?;
            flow.refuse_as_log(report.faults.as_deref())?;
        }
        let mut console = Console::new(report, &stage(&flows, input, report))?;
        console.pass_over(list.passed_over);
        list.problems.iter().for_each(|problem| console.fail(problem));
        let kept = Kept {
            backup: output.backup.clone(),
            breaks_links: output.break_links,
            times: output.into.times,
            into_empty: mirror.as_ref().is_some_and(Mirror::is_into_empty),
        };
        Ok(Session { args: input, flows, kept, mirror, console })
    }

    /// The same for commands whose output is never the input.
    pub fn of(args: &'a RunArgs) -> Result<Session<'a>> {
        Session::start(&args.input, &OutputArgs::of_target(&args.target), &args.report)
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
        let console = &mut self.console;
        work(&mut Inputs { console, sources: &sources, args: self.args, mode: None })?;
        Ok(self.console.finish()?.into())
    }

    /// Gives `work` each output with the inputs for it. An output whose
    /// inputs could not all be read is not put in its place.
    pub fn run(
        mut self,
        mut work: impl FnMut(&mut Inputs<'_>, &mut Output) -> Result<()>,
    ) -> Result<ExitCode> {
        let numbers = self.set_out()?;
        let Session { args, flows, kept, console, .. } = &mut self;
        for number in numbers {
            let flow = &flows[number];
            console.turn_to(number);
            let placed = flow.run(console, args, kept, &mut work)?;
            flow.note(console, placed)?;
            console.write_journal()?;
        }
        self.end()
    }

    /// Gives `work` each input with the output that all of it goes to; of outputs of little files, several are written at a time.
    pub fn each(
        self,
        work: impl Fn(&mut Intake<'_>, &mut Joined<&mut Output>) -> Result<()> + Sync,
    ) -> Result<ExitCode> {
        self.each_attended(|| (), |()| Ok(()), |(), intake, output| work(intake, output))
    }

    /// The same where somebody attends to each output, who must have ended well before that is put in its place.
    pub fn each_attended<A>(
        mut self,
        begin: impl Fn() -> A + Sync,
        end: impl Fn(A) -> Result<()> + Sync,
        work: impl Fn(&A, &mut Intake<'_>, &mut Joined<&mut Output>) -> Result<()> + Sync,
    ) -> Result<ExitCode> {
        let whole = |inputs: &mut Inputs<'_>, output: &mut Output| {
            let mut joined = Joined::of(output, inputs.sources.len());
            let attendant = begin();
            inputs.each(|intake| work(&attendant, intake, &mut joined))?;
            end(attendant)?;
            joined.end().map(drop)
        };
        if self.mirror.is_none() {
            return self.run(whole);
        }
        let numbers = self.set_out()?;
        let Session { args, flows, kept, console, .. } = &mut self;
        let (flows, kept) = (&*flows, &*kept);
        let one = |console: &mut Console, number: usize| {
            Ok((number, flows[number].run(console, args, kept, &whole)?))
        };
        let is_little = |number: usize| flows[number].is_little();
        side_by_side(console, args, &numbers, is_little, one, |console, (number, placed)| {
            flows[number].note(console, placed)
        })?;
        self.end()
    }

    /// Begins to keep a journal, where there is one to keep; returns which outputs are to be written.
    fn set_out(&mut self) -> Result<Vec<usize>> {
        let past = self.mirror.as_ref().and_then(|mirror| mirror.past.as_ref());
        if let Some(mirror) = &self.mirror {
            self.console.keep_journal(mirror.begin()?, past)?;
        }
        if let Some(past) = past {
            let done = past.done().flat_map(|(number, _)| &self.flows[number].sources);
            self.console.go_on(|| done.filter_map(Source::size).sum());
        }
        if self.flows.len() > 1 {
            interruption::note(RunStanding {
                done: past.map_or(0, |past| past.count() as u64),
                all: self.flows.len() as u64,
                last: String::new(),
                can_resume: self.mirror.is_some(),
            });
        }
        let is_done = |number: &usize| past.is_some_and(|past| past.is_done(*number));
        Ok((0..self.flows.len()).filter(|number| !is_done(number)).collect())
    }

    fn end(mut self) -> Result<ExitCode> {
        self.console.end_journal()?;
        Ok(self.console.finish()?.into())
    }
}

/// To change a whole folder must be meant.
fn refuse_folders(collection: &InputList, output: &OutputArgs) -> Result<()> {
    let Some(folder) = collection.folders.first() else { return Ok(()) };
    let is_inside = |listed: &&ListedInput| listed.folder.is_some();
    let files = collection.inputs.iter().filter(is_inside).count() as u64;
    ensure!(
        !output.in_place || output.recursive,
        "{}: is a folder; to change {} in place, say -r",
        folder.display(),
        counted(files, "file")
    );
    Ok(())
}

/// What the console has to know of them.
fn stage(flows: &[Flow], input: &InputArgs, report: &ReportArgs) -> Stage {
    let sources = || flows.iter().flat_map(|flow| &flow.sources);
    let on_screen = |flow: &Flow| flow.target == Target::Stdout && io::stdout().is_terminal();
    let stage = Stage {
        size: None,
        inputs: sources().count() as u64,
        shared: flows.iter().any(on_screen),
        threads: input.threads().get(),
        counts: None,
    };
    // Of many files it takes a while to ask, and only the bar has to know.
    let is_asked = progress::is_wanted(report, &stage);
    Stage { size: is_asked.then(|| flows.iter().map(Flow::size).sum()).flatten(), ..stage }
}
