//! One run over one input: read, play, find out, and hand over what is wanted of each record.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::column::{self, Stage, Twins};
use crate::fault::Fault;
use crate::format::{self, Claims, Desk, Entry, Sink, Source};
use crate::game::{Found, Game};
use crate::pipeline;
use crate::play::{Lane, LastMoves, MoveRecorder, Player};
use crate::record::{Record, RecordKind};
use crate::row::{Column, Row};
use crate::run::judged_search::{Judged, JudgedFind, Searched};
use crate::run::long_record::Bulk;
use crate::run::variation_search;
use crate::run::{Advice, Adviser, Chunk, Chunks, Collector, InputStart, SinkCollector};
use crate::search::{Search, TagQuery, Watch};

/// What to do with an input. Where nothing else is said, records are written.
///
/// [`annotate`](Job::annotate), [`strip`](Job::strip), [`new`](Job::new) and [`collect`](Job::collect) begin one, and
/// its methods say more about it. [`write`](Job::write) runs it into an output, [`run`](Job::run) hands over chunk by chunk.
///
/// # Example
///
/// ```
/// use gbr_pgn::format::{Fen, Pgn};
/// use gbr_pgn::run::Task;
/// use gbr_pgn::column::At;
/// use gbr_pgn::Job;
///
/// let sink = Fen { at: vec![At::Final] };
/// let job = Job::new(&Pgn, Task::Find(&[]), &sink).threads(2).limit(1 << 20);
/// let mut out = Vec::new();
/// job.write(&b"1. e4 *\n"[..], &mut out)?;
/// assert_eq!(out, b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct Job<'a, C = SinkCollector<'a>> {
    /// How it is read.
    pub source: &'a dyn Source,
    /// What to find out.
    pub task: Task<'a>,
    /// Which games are wanted, and nothing but games; all records where there is none.
    pub only: Option<Filter<'a>>,
    /// What the tags of these games must say; nobody is asked where there is none.
    pub tags: Option<&'a TagQuery>,
    /// Who is asked about the games besides, for cells after those of the task; only a few have anybody.
    pub adviser: Option<&'a dyn Adviser>,
    /// What is made of records and cells.
    pub collector: C,
    /// Who plays the moves.
    pub lane: Lane,
    /// Whether studies claim anything.
    pub claims: Claims,
    /// The longest record.
    pub limit: usize,
    /// Where in its file the input begins.
    pub start: InputStart,
    /// How many workers; without any, all is done on the caller's thread.
    pub threads: usize,
}

/// What to find out about each record.
#[derive(Clone, Copy)]
pub enum Task<'a> {
    /// Read it and fill these cells.
    Find(&'a [&'a dyn Stage]),
    /// Do not read it; all cells under these columns stay empty.
    Forget(&'a [Column]),
    /// Read it where this function says so; there are no cells.
    ReadSome(&'a (dyn Fn(&Record<'_>) -> bool + Sync)),
}

/// Lets some games through.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    /// What is looked for.
    pub search: &'a Search,
    /// Lets through the games in which it is not found.
    pub invert: bool,
    /// Whether the position that was found is wanted, and not only its place.
    pub position: bool,
    /// Whether variations count where nothing is found in the main line.
    pub variations: bool,
    /// How what is found must end with best play; no matter where there is none.
    pub judged: Option<Judged<'a>>,
}

/// What became of a chunk of records, or of all that [`Job::write`] wrote.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Done<V = Vec<u8>> {
    /// What was collected: where records are written, their bytes.
    pub out: V,
    /// What is wrong or odd.
    pub faults: Vec<Fault>,
    /// How many games there were.
    pub games: u64,
    /// How many of them were coded without a fault.
    pub coded: u64,
    /// How many pieces of text there were that are not games.
    pub texts: u64,
    /// How many games were let through, where there is a filter.
    pub found: u64,
    /// How many games are neither let through nor not, because nobody knows how a position ends.
    pub open: u64,
    /// How many positions the output does not say all of.
    pub lost: u64,
    /// Whether the records are the same whatever follows them in the input.
    pub is_settled: bool,
    /// Why nothing became of the chunk, and the run ends with it: an [`Adviser`] has failed.
    pub failure: Option<io::Error>,
}

/// The longest record that is read, unless the user says otherwise.
pub const LIMIT: usize = 64 << 20;

/// What annotating can add to the longest record. Strip takes records that are
/// longer by so much, so that it restores whatever annotate wrote, and annotate looks as far
/// for the end of a record: what one of them takes for one record, the other must not cut in two.
pub const GROWTH: usize = 1024;

impl<'a> Job<'a> {
    /// Brings our tags or opcodes up to date; none for formats that have no place for them.
    #[must_use]
    pub fn annotate(source: &'a dyn Source) -> Option<Job<'a>> {
        let sink = source.editor(false)?;
        Some(Job::new(source, Task::Find(column::ANNOTATIONS), sink))
    }

    /// Takes them out.
    #[must_use]
    pub fn strip(source: &'a dyn Source, columns: &'a [Column]) -> Option<Job<'a>> {
        let sink = source.editor(true)?;
        let job = Job::new(source, Task::Forget(columns), sink);
        Some(Job { limit: LIMIT + GROWTH, ..job })
    }

    /// Has each record written by a sink, with the ordinary settings and on the caller's thread.
    #[must_use]
    pub fn new(source: &'a dyn Source, task: Task<'a>, sink: &'a dyn Sink) -> Job<'a> {
        Job { task, ..Job::collect(source, SinkCollector::new(sink)) }
    }

    /// What comes before the first record of the output.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.collector.sink.head(&self.columns(), &mut out);
        out
    }

    /// What comes after the last record of the output.
    #[must_use]
    pub fn foot(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.collector.sink.foot(&self.columns(), &mut out);
        out
    }
}

impl<'a, C: Collector> Job<'a, C> {
    /// Reads each record and finds out nothing but what the collector does, with the ordinary settings and on the
    /// caller's thread.
    #[must_use]
    pub fn collect(source: &'a dyn Source, collector: C) -> Job<'a, C> {
        let (task, lane, claims) = (Task::Find(&[]), Lane::default(), Claims::default());
        let start = InputStart::default();
        Job {
            source,
            task,
            only: None,
            tags: None,
            adviser: None,
            collector,
            lane,
            claims,
            limit: LIMIT,
            start,
            threads: 0,
        }
    }

    /// The columns of its rows.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = match &self.task {
            Task::Find(stages) => stages.iter().map(|stage| stage.column()).collect(),
            Task::Forget(columns) => columns.to_vec(),
            Task::ReadSome(_) => Vec::new(),
        };
        columns.extend(self.adviser.iter().flat_map(|adviser| adviser.columns()));
        columns
    }

    /// Runs over an input and hands over what was done, in order, until `take` breaks off.
    ///
    /// # Errors
    ///
    /// Returns what `take` broke off with, or the error of the reader, after
    /// all that was read before it. Where an [`Adviser`] fails, `take` sees that first.
    pub fn run<R: Read + Send, E: From<io::Error>>(
        &self,
        input: R,
        take: impl FnMut(&mut Done<C::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_on(self.threads, input, take)
    }

    /// The same on another number of threads.
    pub(crate) fn run_on<R: Read + Send, E: From<io::Error>>(
        &self,
        threads: usize,
        input: R,
        mut take: impl FnMut(&mut Done<C::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = self.columns();
        let more = if matches!(self.task, Task::Forget(_)) { 0 } else { GROWTH };
        let mut chunks = Chunks::new(input, self.source, self.limit).reaching_beyond(more);
        chunks.cutter.begin_at(self.start);
        chunks.cutter.weigh(Bulk::default());
        let ended = pipeline::run(
            threads,
            chunks.portions,
            |more| chunks.cutter.next(more),
            || Bench::new(self),
            |bench, chunk| {
                let chunk = &mut chunk?;
                let done = match self.adviser {
                    None => self.work(chunk, &columns, bench),
                    Some(adviser) => self.work_advised(adviser, chunk, &columns, bench),
                };
                Ok((done, chunk.share.take()))
            },
            |done: io::Result<_>| {
                let taken = done.map_err(E::from).and_then(|(mut done, _share): (Done<_>, _)| {
                    take(&mut done)?;
                    self.collector.end(done.out);
                    done.failure.map_or(Ok(()), |failure| Err(failure.into()))
                });
                taken.map_or_else(ControlFlow::Break, ControlFlow::Continue)
            },
        );
        ended.map_or(Ok(()), Err)
    }

    /// What becomes of a chunk.
    fn work(&self, chunk: &Chunk, columns: &[Column], bench: &mut Bench) -> Done<C::Value> {
        let mut done = Done::new(self.collector.begin(chunk), chunk.is_settled);
        for record in chunk.records() {
            let mut game = self.game(&record, &mut bench.desk);
            done.games += u64::from(record.is_game());
            done.texts += u64::from(record.frame.kind == RecordKind::Text);
            let is_coded = game.start.is_some() && !game.has_fault();
            let passes = self.passes(&record, &mut game, &mut bench.player);
            done.open += u64::from(passes.is_none());
            let note =
                (passes == Some(true)).then(|| self.add(&record, &game, columns, bench, &mut done));
            let note = note.flatten();
            done.coded += u64::from(is_coded && note.as_ref().is_none_or(Fault::is_note));
            done.faults.append(&mut game.faults);
            done.faults.extend(note);
        }
        done
    }

    #[inline(always)]
    pub(super) fn game(&self, record: &Record<'_>, desk: &mut Desk) -> Game {
        let is_read = match &self.task {
            Task::Find(_) => true,
            Task::Forget(_) => matches!(record.frame.kind, RecordKind::Piece { .. }),
            Task::ReadSome(is_read) => is_read(record),
        };
        if is_read { format::read(self.source, record, self.limit, desk) } else { Game::default() }
    }

    /// Whether a record is wanted; a game that is, learns what was found in it. None where nobody knows.
    #[inline(always)]
    pub(super) fn passes(
        &self,
        record: &Record<'_>,
        game: &mut Game,
        player: &mut Player,
    ) -> Option<bool> {
        if !self.is_asked_for(record) {
            return Some(false);
        }
        let Some(filter) = &self.only else { return Some(true) };
        let search = filter.search;
        game.found = if filter.position { search.find_position(game) } else { search.find(game) };
        if filter.variations && game.found.is_none() {
            match variation_search::find((search, &|_, _| false), self.source, record, game, player)
            {
                Ok(found) => game.found = Some(found),
                Err(faults) => game.faults.extend(faults),
            }
        }
        if game.found.take_if(|_| filter.judged.is_some()).is_some() {
            game.found = self.judge(filter, record, game)?;
        }
        Some(game.found.is_some() != filter.invert)
    }

    /// What is found that also ends as it must; none of both where nobody knows.
    fn judge(
        &self,
        filter: &Filter<'_>,
        record: &Record<'_>,
        game: &mut Game,
    ) -> Option<Option<Found>> {
        let place = Searched { source: self.source, record, has_variations: filter.variations };
        match filter.judged?.find(&place, game) {
            JudgedFind::Found(found) => Some(Some(found)),
            JudgedFind::Nothing => Some(None),
            JudgedFind::Open => None,
        }
    }

    /// Whether a record is one of those among which a search goes on: a game, with the right tags.
    #[inline]
    fn is_asked_for(&self, record: &Record<'_>) -> bool {
        match self.tags {
            None => self.only.is_none() || record.is_game(),
            Some(tags) => {
                let value = |name: &str| self.source.value(record, name.as_bytes());
                record.is_game() && tags.takes(value)
            }
        }
    }

    /// Collects what is wanted of a record, and returns what there is to say about that.
    fn add(
        &self,
        record: &Record<'_>,
        game: &Game,
        columns: &[Column],
        bench: &mut Bench<'_>,
        done: &mut Done<C::Value>,
    ) -> Option<Fault> {
        self.fill(record, game, columns, bench);
        self.hand_over(record, game, columns, &bench.row, done)
    }

    /// Finds out the cells of a record, but for those of an adviser.
    #[inline(always)]
    pub(super) fn fill(
        &self,
        record: &Record<'_>,
        game: &Game,
        columns: &[Column],
        bench: &mut Bench<'_>,
    ) {
        let Bench { row, twins, .. } = bench;
        match &self.task {
            Task::Find(stages) if !is_rest(record) => {
                column::fill(stages, twins, record, game, row)
            }
            _ => {
                row.clear();
                columns.iter().for_each(|_| row.push(|_| false));
            }
        }
    }

    /// Has a record collected with its row, and returns what there is to say about that.
    #[inline(always)]
    pub(super) fn hand_over(
        &self,
        record: &Record<'_>,
        game: &Game,
        columns: &[Column],
        row: &Row,
        done: &mut Done<C::Value>,
    ) -> Option<Fault> {
        done.found += u64::from(self.only.is_some());
        done.lost += self.collector.lost(game);
        let entry = Entry { source: self.source, record, game, columns, row };
        self.collector.add(&entry, &mut done.out)
    }
}

/// Whether it is a piece of a record that is too long, and not the first.
const fn is_rest(record: &Record<'_>) -> bool {
    matches!(record.frame.kind, RecordKind::Piece { first: false })
}

impl<V> Done<V> {
    /// No record so far.
    pub(super) const fn new(out: V, is_settled: bool) -> Done<V> {
        Done {
            out,
            faults: Vec::new(),
            games: 0,
            coded: 0,
            texts: 0,
            found: 0,
            open: 0,
            lost: 0,
            is_settled,
            failure: None,
        }
    }
}

/// What a worker keeps from record to record.
pub(super) struct Bench<'a> {
    pub desk: Desk,
    /// For variations.
    pub player: Player,
    pub row: Row,
    /// Which of its cells may be the same.
    twins: Twins,
    /// Who has written down the moves of a game, where they are wanted.
    pub moves: Option<LastMoves>,
    /// Whom it asks about games.
    pub advice: Option<Box<dyn Advice + 'a>>,
}

impl<'a> Bench<'a> {
    fn new<C>(job: &Job<'a, C>) -> Bench<'a> {
        let mut desk = Desk::new(job.lane, job.claims);
        let mut moves = None;
        if let Some(watch) = job.only.as_ref().and_then(Filter::watch) {
            desk = desk.watched_by(Box::new(watch));
        } else if job.adviser.is_some() && job.lane == Lane::Fast {
            let recorder = MoveRecorder::default();
            moves = Some(recorder.last());
            desk = desk.watched_by(Box::new(recorder));
        }
        let twins = match job.task {
            Task::Find(stages) => Twins::of(stages),
            Task::Forget(_) | Task::ReadSome(_) => Twins::of(&[]),
        };
        let (player, row) = (Player::default(), Row::default());
        Bench { desk, player, row, twins, moves, advice: None }
    }
}

impl Filter<'_> {
    /// Who has to see positions for it; nobody where the force tells.
    fn watch(&self) -> Option<Watch> {
        let is_position_wanted = self.position && !self.invert;
        let is_needed = is_position_wanted || self.search.needs_positions();
        is_needed.then(|| Watch::new(self.search.clone(), is_position_wanted))
    }
}
