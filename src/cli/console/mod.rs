//! What is said on standard error: faults, errors, progress, and the summary
//! at the end.
//!
//! A standard error that cannot be written to changes nothing: the work is
//! worth more than the talk about it.

mod account;
mod kept_journal;
mod log;
pub mod progress;

pub use account::Account;

use crate::cli::args::{ReportArgs, When};
use crate::cli::input::{Input, ReadError, Source, Tap};
use crate::cli::journal::{Counts, Journal};
use crate::cli::program;
use crate::cli::status::Status;
use crate::fault::Fault;
pub use crate::text::escape;
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::Style;
use escape::Escaped;
use indicatif::HumanCount;
use log::Log;
use progress::{Counters, Progress};
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Faults shown without `--all-faults`, and notes likewise.
const MOST: u64 = 20;

/// Failures that are listed at the end.
const MOST_FAILED: usize = 100;

/// A run over more inputs than this ends with a list of what failed.
const FEW: u64 = 10;

/// What the console has to know of the run.
#[derive(Debug, Default)]
pub struct Stage {
    /// Bytes to read in all, as the files have them; none when unknown.
    pub size: Option<u64>,
    /// Whether the result goes to the terminal too.
    pub shared: bool,
    /// How many threads may decompress an input.
    pub threads: usize,
    pub inputs: u64,
    /// What is counted, where it is not games.
    pub counts: Option<&'static str>,
}

/// The one who talks to the user.
pub struct Console {
    stderr: Box<dyn Write + Send>,
    place: Style,
    args: ReportArgs,
    log: Option<Log>,
    progress: Progress,
    threads: usize,
    faults: ShownCount,
    notes: ShownCount,
    /// Positions that the output does not say all of.
    lost: u64,
    /// What a search found, which then decides the status.
    found: Option<u64>,
    /// Games of which a search does not know enough, where it asks tables.
    open: Option<u64>,
    /// Records that were left out, where that was asked for.
    left_out: Option<u64>,
    /// Tags that were taken out by name, where that was asked for.
    taken_out: Option<u64>,
    /// Files of folders that were not to be read.
    passed_over: u64,
    errors: u64,
    /// The first of these, for the end of a long run.
    failed: Vec<String>,
    inputs: u64,
    /// What is remembered, where nothing is to be told.
    record: Option<Vec<account::Event>>,
    journal: Option<Journal>,
    /// What was counted when the journal turned to the current file.
    before: Counts,
    /// How many files are done of which the journal does not know yet, and the last of them.
    unnoted: (u64, String),
    /// Whether an input held nothing that is a record.
    has_nothing: bool,
    /// Whether faults leave the status as it is.
    are_excused: bool,
    /// What a command says at the end instead of the usual, and whether it is bad news.
    conclusion: Option<(String, bool)>,
}

/// How many there were, and how many were shown.
#[derive(Default)]
struct ShownCount {
    all: u64,
    shown: u64,
}

/// `--strict` met a fault.
#[derive(Debug, thiserror::Error)]
#[error("stopped at the first fault (--strict)")]
pub struct StrictStop;

impl Console {
    /// Opens the file of `--faults` and shows progress, if asked to.
    pub fn new(args: &ReportArgs, stage: &Stage) -> anyhow::Result<Console> {
        let mut console = Console::to(Box::new(io::stderr()), args.clone());
        console.log = args.faults.as_deref().map(Log::create).transpose()?;
        console.threads = stage.threads;
        console.inputs = stage.inputs;
        if is_coloured(args.talk.color) {
            console.place = Style::new().bold();
        }
        if progress::is_wanted(args, stage) {
            console.progress.show(stage.size, stage.counts.unwrap_or("game"));
        }
        Ok(console)
    }

    fn to(stderr: Box<dyn Write + Send>, args: ReportArgs) -> Console {
        Console {
            stderr,
            place: Style::new(),
            args,
            log: None,
            progress: Progress::default(),
            threads: 1,
            faults: ShownCount::default(),
            notes: ShownCount::default(),
            lost: 0,
            found: None,
            open: None,
            left_out: None,
            taken_out: None,
            passed_over: 0,
            errors: 0,
            failed: Vec::new(),
            inputs: 1,
            record: None,
            journal: None,
            before: Counts::default(),
            unnoted: (0, String::new()),
            has_nothing: false,
            are_excused: false,
            conclusion: None,
        }
    }

    /// Opens an input, and lets somebody take the hash of the file as it goes by; tells why if that cannot be done, and the
    /// run goes on.
    pub fn open(&mut self, source: &Source, tap: Option<Tap>) -> Option<Input> {
        if self.inputs > 1 {
            self.progress.name_file(|| source.name());
        }
        Input::open_tapped(source, self.progress.meter(), self.threads, tap)
            .map_err(|error| self.fail(&error))
            .ok()
    }

    /// Takes note of an input that could not be read to its end, and lets the
    /// run go on; any other error passes.
    pub fn survive(&mut self, result: anyhow::Result<()>) -> anyhow::Result<()> {
        match result {
            Err(error) if ReadError::is_in(&error) => {
                self.fail(&error);
                Ok(())
            }
            result => result,
        }
    }

    /// Tells of an error that does not end the run, but decides its status.
    pub fn fail(&mut self, error: &anyhow::Error) {
        self.fail_with(format!("{error:#}"));
    }

    fn fail_with(&mut self, text: String) {
        self.errors += 1;
        if let Some(record) = &mut self.record {
            record.push(account::Event::Failed(text));
            return;
        }
        self.tell(&text);
        if self.failed.len() < MOST_FAILED {
            self.failed.push(text);
        }
    }

    /// Shows how far the run is that this one goes on with, once that is told: so many bytes were read.
    pub fn go_on(&self, bytes: impl FnOnce() -> u64) {
        self.progress.go_on(bytes);
    }

    /// Whether the run ends at the first fault.
    pub const fn is_strict(&self) -> bool {
        self.args.strict
    }

    /// How many errors there were.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Says one line as the program, also with `--quiet`.
    pub fn tell(&mut self, text: &str) {
        if let Some(record) = &mut self.record {
            record.push(account::Event::Told(text.to_owned()));
            return;
        }
        self.print(&format!("{}: {}\n", program::name(), Escaped(text)));
    }

    /// Counts the bytes that are read.
    pub fn meter(&self) -> Arc<AtomicU64> {
        Arc::clone(self.progress.meter())
    }

    /// Counts games that are done, and those among them that were coded.
    /// Cheap enough for every chunk of work.
    pub fn advance(&self, games: u64, coded: u64) {
        self.progress.advance(games, coded);
    }

    /// Counts positions that the output does not say all of.
    pub fn lose(&mut self, positions: u64) {
        self.lost += positions;
    }

    /// Counts what a search found, be it nothing.
    pub fn find(&mut self, games: u64) {
        *self.found.get_or_insert(0) += games;
    }

    /// Counts games of which a search does not know enough, be it none.
    pub fn leave_open(&mut self, games: u64) {
        *self.open.get_or_insert(0) += games;
    }

    /// Takes note of an input without any record.
    pub fn find_nothing_in(&mut self) {
        self.has_nothing = true;
    }

    /// Whether there was one since the last time this was asked.
    pub fn has_found_nothing(&mut self) -> bool {
        mem::take(&mut self.has_nothing)
    }

    /// Counts records that were left out, be it none.
    pub fn leave_out(&mut self, records: u64) {
        *self.left_out.get_or_insert(0) += records;
    }

    /// Counts tags that were taken out by name, be it none.
    pub fn take_out(&mut self, tags: u64) {
        *self.taken_out.get_or_insert(0) += tags;
    }

    /// Counts files that are not to be read.
    pub fn pass_over(&mut self, files: u64) {
        self.passed_over += files;
    }

    /// Lets a run with faults end as one without.
    pub fn excuse_faults(&mut self) {
        self.are_excused = true;
    }

    /// What to say at the end instead of counting games; bad news are as good as a fault.
    pub fn conclude(&mut self, summary: String, is_bad: bool) {
        self.conclusion = Some((summary, is_bad));
    }

    /// Takes the faults and notes found in `file`, in their order. An error
    /// ends the run: the log cannot be written, or `--strict`.
    pub fn faults(&mut self, file: &str, faults: &[Fault]) -> anyhow::Result<()> {
        if let Some(record) = &mut self.record {
            if !faults.is_empty() {
                record.push(account::Event::Faults(file.to_owned(), faults.to_vec()));
            }
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            journal.faults(file, faults)?;
        }
        let first = faults.iter().position(|fault| self.args.strict && !fault.is_note());
        let faults = first.map_or(faults, |first| &faults[..=first]);
        if let Some(log) = &mut self.log {
            log.write(file, faults)?;
        }
        let lines: String = faults.iter().filter_map(|fault| self.line(file, fault)).collect();
        self.progress.set_faults(self.faults.all);
        self.print(&lines);
        if first.is_some() { Err(StrictStop.into()) } else { Ok(()) }
    }

    /// Counts a fault; gives its line if it is one of those to show.
    fn line(&mut self, file: &str, fault: &Fault) -> Option<String> {
        let tally = if fault.is_note() { &mut self.notes } else { &mut self.faults };
        tally.all += 1;
        let wanted = !self.args.talk.quiet && (self.args.verbose || !fault.is_note());
        if !wanted || (tally.shown == MOST && !self.args.all_faults) {
            return None;
        }
        tally.shown += 1;
        Some(self.format(file, fault))
    }

    /// `FILE:LINE: game N (White - Black): message`
    fn format(&self, file: &str, fault: &Fault) -> String {
        let text = fault.to_string();
        let (line, rest) = text.split_once(": ").expect("a fault begins with its line");
        let note = if fault.is_note() { "note: " } else { "" };
        let place = self.place;
        format!("{place}{}:{line}:{place:#} {note}{}\n", Escaped(file), Escaped(rest))
    }

    fn print(&mut self, text: &str) {
        if !text.is_empty() {
            let stderr = &mut self.stderr;
            self.progress.suspend(|| stderr.write_all(text.as_bytes()).ok());
        }
    }

    /// Says how it went. The log must be complete by now.
    pub fn finish(mut self) -> anyhow::Result<Status> {
        self.progress.hide();
        if !self.args.talk.quiet {
            let (name, summary) = (program::name(), self.summary());
            let passed_over = match self.passed_over {
                0 => String::new(),
                files => format!(", {} passed over", counted(files, "file")),
            };
            let (hidden, loss) = (self.hidden(), self.loss());
            let failed = self.all_failed();
            let text = format!("{hidden}{loss}{failed}{name}: {summary}{passed_over}\n");
            self.print(&text);
        }
        Ok(self.status())
    }

    /// The count of what was not shown.
    fn hidden(&self) -> String {
        let more = |tally: &ShownCount, wanted: bool, noun| match tally.all - tally.shown {
            0 => String::new(),
            _ if !wanted => String::new(),
            n => format!(
                "... and {} (--all-faults shows them)\n",
                counted(n, &format!("more {noun}"))
            ),
        };
        more(&self.faults, true, "fault") + &more(&self.notes, self.args.verbose, "note")
    }

    /// All that failed, where it may have been forgotten by now.
    fn all_failed(&self) -> String {
        if self.failed.is_empty() || self.inputs <= FEW {
            return String::new();
        }
        let lines = self.failed.iter().map(|text| format!("  {}\n", Escaped(text)));
        let more = match self.errors - self.failed.len() as u64 {
            0 => String::new(),
            more => format!("  ... and {more} more\n"),
        };
        let heading = format!("{}: {} failed:\n", program::name(), counted(self.errors, "input"));
        heading + &lines.collect::<String>() + &more
    }

    /// What the format of the output could not take.
    fn loss(&self) -> String {
        match self.lost {
            0 => String::new(),
            n => format!(
                "{}: {} with castling rights, en passant square or clocks, which the notation \
                 does not keep\n",
                program::name(),
                counted(n, "position")
            ),
        }
    }

    fn summary(&self) -> String {
        if let Some((summary, _)) = &self.conclusion {
            return match self.faults.all {
                0 => summary.clone(),
                faults => format!("{summary}, {}", counted(faults, "fault")),
            };
        }
        let (games, coded) = self.progress.games();
        let left_out = self.left_out.map(|n| format!(", {} left out", counted(n, "record")));
        let taken_out = self.taken_out.map(|n| format!(", {} taken out", counted(n, "tag")));
        let found = self.found.map(|found| format!("{} found, ", HumanCount(found)));
        let open = self.open.map(|open| format!("{} open, ", HumanCount(open)));
        format!(
            "{}{}{}, {} coded, {}, {}{}{}",
            found.unwrap_or_default(),
            open.unwrap_or_default(),
            counted(games, "game"),
            HumanCount(coded),
            counted(self.faults.all, "fault"),
            self.counted_notes(),
            left_out.unwrap_or_default(),
            taken_out.unwrap_or_default()
        )
    }

    /// `1 note (-v shows it)`
    fn counted_notes(&self) -> String {
        let counted = counted(self.notes.all, "note");
        match self.notes.all {
            0 => counted,
            _ if self.args.verbose => counted,
            1 => format!("{counted} (-v shows it)"),
            _ => format!("{counted} (-v shows them)"),
        }
    }

    fn status(&self) -> Status {
        let is_bad = self.conclusion.as_ref().is_some_and(|(_, is_bad)| *is_bad);
        let is_sound = self.faults.all == 0 || self.are_excused;
        let is_well = self.found.map_or(is_sound && !is_bad, |found| found > 0);
        match (self.errors, is_well) {
            (0, true) => Status::Success,
            (0, false) => Status::Faults,
            _ => Status::Failure,
        }
    }
}

/// `1 game`, `1,234 games`
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

fn is_coloured(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => AutoStream::choice(&io::stderr()) != ColorChoice::Never,
    }
}

/// Says one line as the program, from whatever thread, while the bar is out of the way.
pub fn remark(text: &str) {
    let line = format!("{}: {}\n", program::name(), Escaped(text));
    progress::pause(|| io::stderr().write_all(line.as_bytes()).ok());
}

/// Tells of the error that ended the run.
pub fn print_error(error: &anyhow::Error) {
    let text = format!("{}: {}\n", program::name(), Escaped(&format!("{error:#}")));
    io::stderr().write_all(text.as_bytes()).ok();
}

#[cfg(test)]
mod tests;
