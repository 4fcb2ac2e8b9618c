//! What there is to tell of work that was done aside, once its turn has come.

use super::{Console, Counters, Progress, ShownCount};
use crate::cli::args::ReportArgs;
use crate::cli::journal::Counts;
use crate::fault::Fault;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// All that a console was told.
#[derive(Debug, Default)]
pub struct Account {
    events: Vec<Event>,
    counts: Counts,
    open: Option<u64>,
}

#[derive(Debug)]
pub enum Event {
    Faults(String, Vec<Fault>),
    Told(String),
    Failed(String),
}

/// Makes consoles that tell nobody, and remember.
pub struct Recorder {
    args: ReportArgs,
    meter: Arc<AtomicU64>,
}

impl Recorder {
    pub fn console(&self) -> Console {
        let mut console = Console::to(Box::new(io::sink()), self.args.clone());
        console.record = Some(Vec::new());
        console.progress = Progress::of(Counters::metered_by(&self.meter));
        console
    }
}

impl Console {
    /// Makes consoles for work that is done aside; what is read there counts here.
    pub fn recorder(&self) -> Recorder {
        Recorder { args: self.args.clone(), meter: Arc::clone(self.progress.meter()) }
    }

    /// Whether the first fault ends the run.
    pub fn stops_at_faults(&self) -> bool {
        self.args.strict
    }

    /// Whether it remembers instead of telling.
    pub fn is_aside(&self) -> bool {
        self.record.is_some()
    }

    /// All that it was told since the last time this was asked.
    pub fn account(&mut self) -> Account {
        let events = self.record.take().unwrap_or_default();
        let account = Account { events, counts: self.counts(), open: self.open.take() };
        self.record = Some(Vec::new());
        (self.lost, self.found, self.errors) = (0, None, 0);
        (self.left_out, self.taken_out) = (None, None);
        self.has_nothing = false;
        self.progress.forget_games();
        (self.faults, self.notes) = (ShownCount::default(), ShownCount::default());
        account
    }

    /// Tells it, now that its turn has come.
    pub fn settle(&mut self, account: Account) -> anyhow::Result<()> {
        for event in account.events {
            match event {
                Event::Faults(file, faults) => self.faults(&file, &faults)?,
                Event::Told(text) => self.tell(&text),
                Event::Failed(text) => self.fail_with(text),
            }
        }
        self.add(&account.counts);
        account.open.into_iter().for_each(|games| self.leave_open(games));
        Ok(())
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        let (games, coded) = self.progress.games();
        let (lost, found) = (self.lost, self.found);
        let (left_out, taken_out) = (self.left_out, self.taken_out);
        Counts { games, coded, lost, found, left_out, taken_out }
    }

    /// Counts what was counted elsewhere.
    pub fn add(&mut self, counts: &Counts) {
        self.advance(counts.games, counts.coded);
        self.lose(counts.lost);
        counts.found.into_iter().for_each(|games| self.find(games));
        counts.left_out.into_iter().for_each(|records| self.leave_out(records));
        counts.taken_out.into_iter().for_each(|tags| self.take_out(tags));
    }
}
