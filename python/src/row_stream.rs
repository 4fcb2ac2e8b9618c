//! Batches of rows as they are asked for: a thread of its own reads ahead by one of them, and workers help it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::{io, mem, process};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use gbr_pgn::fault::Fault;
use gbr_pgn::format::{Entry, RowBatch};
use gbr_pgn::record::RecordKind;
use gbr_pgn::run::{Chunk, Collector, Done};
use gbr_pgn::{Column, Job, column};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::cells;
use crate::errors::Stop;
use crate::fault;
use crate::given::Given;
use crate::selection::Selection;
use crate::settings::Settings;
use crate::signals::PATIENCE;

/// The rows and the bytes that make a batch: enough for engines, and the limit of memory.
const ROWS: usize = 1 << 15;
const BYTES: usize = 16 << 20;

/// The faults that are kept of one reading; all are counted.
const MOST_FAULTS: usize = 10_000;

/// A process that forks leaves its threads behind, and nothing would ever come.
const FORKED: &str = "another process has begun to read these rows; read them anew in this one";

type Batch = Result<RecordBatch, ArrowError>;

/// What there is to be done, once somebody asks for rows.
pub struct Plan {
    pub given: Given,
    pub settings: Settings,
    pub selection: Selection,
    /// Each line is a row, also one that is too long to be read.
    pub is_every_line: bool,
    pub is_strict: bool,
    pub latest: Latest,
}

/// The account of the reading that began last. Each has its own: several may go on at a time.
#[derive(Clone, Default)]
pub struct Latest(Arc<Mutex<Arc<Mutex<Account>>>>);

impl Latest {
    fn begin(&self) -> Arc<Mutex<Account>> {
        let account = Arc::default();
        *locked(&self.0) = Arc::clone(&account);
        account
    }

    pub fn get<T>(&self, part: impl FnOnce(&Account) -> T) -> T {
        let account = Arc::clone(&locked(&self.0));
        let account = locked(&account);
        part(&account)
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What became known while rows were read.
#[derive(Default)]
pub struct Account {
    pub games: u64,
    pub coded: u64,
    pub texts: u64,
    pub faults: u64,
    pub notes: u64,
    /// The first of both.
    pub first: Vec<Fault>,
}

impl Account {
    fn take(&mut self, done: &mut Done<RowBatch>) {
        self.games += done.games;
        self.coded += done.coded;
        self.texts += done.texts;
        done.faults.drain(..).for_each(|fault| self.note(fault));
    }

    fn note(&mut self, fault: Fault) {
        *if fault.is_note() { &mut self.notes } else { &mut self.faults } += 1;
        if self.first.len() < MOST_FAULTS {
            self.first.push(fault);
        }
    }
}

/// Batches, as Arrow asks for them.
pub struct RowStream {
    schema: SchemaRef,
    state: State,
    /// The thread that Python handles signals on, if it is the one that asks.
    main: Option<ThreadId>,
}

enum State {
    Planned(Box<Plan>),
    /// What comes, and the process that reads.
    Running(Receiver<Batch>, u32),
    Over,
}

impl RowStream {
    /// Nothing is read before the first batch is asked for: some only want to know the schema.
    pub fn new(plan: Plan, main: Option<ThreadId>) -> RowStream {
        let schema = cells::schema(&plan.selection.columns());
        RowStream { schema, state: State::Planned(Box::new(plan)), main }
    }

    fn start(&mut self) -> io::Result<()> {
        if let State::Planned(_) = self.state
            && let State::Planned(plan) = mem::replace(&mut self.state, State::Over)
        {
            let (sender, receiver) = sync_channel(1);
            thread::Builder::new().name("gbr-pgn".into()).spawn(move || plan.run(&sender))?;
            self.state = State::Running(receiver, process::id());
        }
        Ok(())
    }

    /// The next batch; while it is waited for, Python may handle signals.
    fn receive(&mut self) -> Option<Batch> {
        let State::Running(batches, reader) = &self.state else { return None };
        if *reader != process::id() {
            return Some(Err(ArrowError::ExternalError(FORKED.into())));
        }
        let is_main = self.main == Some(thread::current().id());
        loop {
            let received = batches.recv_timeout(PATIENCE);
            if is_main && let Err(error) = interrupted() {
                return Some(Err(error));
            }
            match received {
                Ok(batch) => return Some(batch),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Lets Python handle the signals that came.
fn interrupted() -> Result<(), ArrowError> {
    let asked = Python::try_attach(|py| py.check_signals().map_err(|error| raised(py, &error)));
    asked.unwrap_or(Ok(()))
}

/// An engine makes an error of its own of what a handler raises, and Ctrl-C would be forgotten: it is pressed once more, for whoever called
/// the engine.
fn raised(py: Python<'_>, error: &PyErr) -> ArrowError {
    // Said first: to say it, Python runs, and would raise it again here.
    let told = ArrowError::ExternalError(format!("interrupted: {error}").into());
    if error.is_instance_of::<PyKeyboardInterrupt>(py)
        && let Ok(thread) = py.import("_thread")
    {
        thread.call_method0("interrupt_main").ok();
    }
    told
}

impl Iterator for RowStream {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let next = match self.start() {
            Ok(()) => self.receive(),
            Err(error) => Some(Err(error.into())),
        };
        if !matches!(next, Some(Ok(_))) {
            self.state = State::Over;
        }
        next
    }
}

impl RecordBatchReader for RowStream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Plan {
    fn run(&self, sender: &SyncSender<Batch>) {
        let name = self.given.name();
        if let Err(stop) = self.read(sender)
            && let Some(error) = told(stop, &name)
        {
            // Nobody to tell is no reason to do anything else.
            sender.send(Err(error)).ok();
        }
    }

    fn read(&self, sender: &SyncSender<Batch>) -> Result<(), Stop> {
        let account = self.latest.begin();
        let file = column::File(self.given.name());
        let opened = self.given.open(self.settings.threads, self.is_every_line)?;
        let source = self.settings.source(&self.given, &opened);
        let stages = self.selection.stages(&file);
        let collector = RowCollector { is_every_line: self.is_every_line };
        let job = self.settings.apply(Job::collect(source, collector).stages(&stages), &opened);
        let mut gathering = Gathering::new(self.selection.columns(), sender);
        job.run(opened.input, |done| {
            self.refuse(&file.0, &done.faults)?;
            locked(&account).take(done);
            gathering.add(mem::take(&mut done.out))
        })?;
        gathering.flush()?;
        self.conclude(&file.0, &mut locked(&account))
    }

    /// The first fault is one too many, for those who say so.
    fn refuse(&self, file: &str, faults: &[Fault]) -> Result<(), Stop> {
        let mut faults = faults.iter().filter(|fault| self.is_strict && !fault.is_note());
        faults
            .next()
            .map_or(Ok(()), |fault| Err(Stop::Faulty(fault::Fault::new(file, fault).to_string())))
    }

    /// An input may hold something, but no game.
    fn conclude(&self, file: &str, account: &mut Account) -> Result<(), Stop> {
        if account.games > 0 || account.texts == 0 {
            return Ok(());
        }
        let fault = Fault::of_nothing();
        let refused = self.refuse(file, std::slice::from_ref(&fault));
        account.note(fault);
        refused
    }
}

fn told(stop: Stop, name: &str) -> Option<ArrowError> {
    match stop {
        Stop::Unwanted => None,
        Stop::Unread(error) => Some(ArrowError::ExternalError(format!("{name}: {error}").into())),
        Stop::Raised(error) => Some(ArrowError::ExternalError(error.to_string().into())),
        Stop::Faulty(text) => Some(ArrowError::ExternalError(text.into())),
    }
}

/// Collects the rows of games and, where each line is a row, of lines that are too long.
struct RowCollector {
    is_every_line: bool,
}

impl Collector for RowCollector {
    type Value = RowBatch;

    fn begin(&self, _: &Chunk) -> RowBatch {
        RowBatch::default()
    }

    fn add(&self, entry: &Entry<'_>, batch: &mut RowBatch) -> Option<Fault> {
        let is_piece = matches!(entry.record.frame.kind, RecordKind::Piece { first: true });
        if entry.record.is_game() || self.is_every_line && is_piece {
            RowBatch::add(entry, batch);
        }
        None
    }
}

/// Rows that wait until there are enough for a batch.
struct Gathering<'a> {
    columns: Vec<Column>,
    schema: SchemaRef,
    waiting: Vec<RowBatch>,
    rows: usize,
    bytes: usize,
    sender: &'a SyncSender<Batch>,
}

impl<'a> Gathering<'a> {
    fn new(columns: Vec<Column>, sender: &'a SyncSender<Batch>) -> Gathering<'a> {
        let schema = cells::schema(&columns);
        Gathering { columns, schema, waiting: Vec::new(), rows: 0, bytes: 0, sender }
    }

    fn add(&mut self, batch: RowBatch) -> Result<(), Stop> {
        self.rows += batch.rows;
        self.bytes += cells::size(&batch);
        self.waiting.push(batch);
        if self.rows >= ROWS || self.bytes >= BYTES { self.flush() } else { Ok(()) }
    }

    /// Hands over what waits; that waits in turn until somebody asks for it.
    fn flush(&mut self) -> Result<(), Stop> {
        if self.rows == 0 {
            return Ok(());
        }
        let batch = cells::record_batch(&self.schema, &self.columns, &self.waiting);
        self.waiting.clear();
        (self.rows, self.bytes) = (0, 0);
        self.sender.send(batch).map_err(|_| Stop::Unwanted)
    }
}
