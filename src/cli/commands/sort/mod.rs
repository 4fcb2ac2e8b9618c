//! `sort`: whole records in the order of their force.

mod by_index;
mod duplicates;
mod gone_report;
mod item;
mod key;
mod known_keys;
pub mod memory;
mod merge;
mod neighbours;
mod order;
mod shared_bytes;
mod sorter;
mod spool;
mod stretches;
mod taken_file;
pub mod unique;
mod writing;

use crate::arrange::{Gathered, Gatherer};
use crate::cli::args::{InputArgs, LaneArgs, OutputArgs, ReportArgs};
use crate::cli::choice::{POSITIONS, one_of};
use crate::cli::console::{Console, counted};
use crate::cli::intake::Intake;
use crate::cli::output::Output;
use crate::cli::output::ending;
use crate::cli::session::{Inputs, Session};
use crate::column::At;
use crate::format::Pgn;
use crate::joint::{Joiner, Joints};
use crate::pipeline;
use crate::run::buffer_pool::Spares;
use crate::run::{Collector, Done, Job, Marked};
use anyhow::{Result, ensure};
use duplicates::Duplicates;
use gone_report::GoneReport;
use item::{Fingerprint, Item, Sequence};
use key::{Keyed, keyed};
use known_keys::KnownKeys;
use memory::MemoryArgs;
use order::Order;
use shared_bytes::SharedBytes;
use sorter::Sorter;
use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use stretches::{SortedStretch, Stretches};
use taken_file::Others;
use unique::{Unique, UniqueArgs};
use writing::{Origins, Told, Writing};

/// What the rest of the program takes besides the records that wait: chunks on their way
/// through the workers, and buffers.
const REST: u64 = 24 << 20;

/// So many records are written before a thread has started.
const FEW: u64 = 256;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// which position decides
    #[arg(long, alias = "by", value_name = "WHERE", value_parser = one_of(POSITIONS), default_value = "start")]
    pub at: At,

    /// the highest code first; records of the same position keep their order
    #[arg(long)]
    pub reverse: bool,

    #[command(flatten)]
    pub unique: UniqueArgs,

    /// write nothing, and say whether the records are in order already
    ///
    /// The exit status is 1 if they are not; the first game in the wrong place is named on
    /// standard error. With --unique, no record may be one that would be left out either.
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub check: bool,

    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub lane: LaneArgs,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub report: ReportArgs,

    /// Whether records stay in the order in which they were read.
    #[arg(skip)]
    pub in_order: bool,

    /// The file that is told what is left out, for which, and why.
    #[arg(skip)]
    pub gone: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.check { check(args) } else { sort(args) }
}

fn check(args: &Args) -> Result<ExitCode> {
    let folder = args.memory.folder()?;
    Session::start(&args.input, &args.output, &args.report)?.read(|inputs| {
        let mut sort = Sort::new(args, folder.clone());
        // The order goes on from one file to the next.
        let by_index = match inputs.sources {
            [only] => args.check_by_index(inputs.console, only)?,
            _ => None,
        };
        let order = by_index.map_or_else(|| sort.check(inputs), Ok)?;
        let (mut verdict, mut is_wrong) = order.verdict();
        if let Some(repeated) = sort.repeated()? {
            verdict = if is_wrong { format!("{verdict}; {repeated}") } else { repeated };
            is_wrong = true;
        }
        inputs.console.conclude(verdict, is_wrong);
        Ok(())
    })
}

fn sort(args: &Args) -> Result<ExitCode> {
    let folder = args.memory.folder()?;
    args.unique.ensure_meant(args.output.in_place)?;
    for path in args.outputs() {
        ending::refuse_other_than(&ending::of_records(), Some(path))?;
    }
    let mut duplicates = args.duplicates()?;
    let mut report = args.gone_report(&folder).inspect_err(|_| {
        duplicates.take().into_iter().for_each(Duplicates::discard);
    })?;
    let others = args.unique.duplicates.iter().chain(&args.gone).cloned().collect();
    let output = OutputArgs { others, ..args.output.clone() };
    let session = Session::into_folder(&args.input, &output, &args.report, None);
    let run = session.and_then(|session| {
        session.run(|inputs, output| {
            let before = inputs.console.errors();
            let mut sort = match Sort::by_index(args, inputs, &folder)? {
                Some(sort) => sort,
                None => Sort::of_all(args, inputs, &folder)?,
            };
            // Nothing goes from an output that stays as it was.
            let goes = inputs.console.errors() == before || output.is_stdout();
            sort.report = report.take().filter(|_| goes);
            sort.settle(inputs.console, duplicates.as_mut().filter(|_| goes))?;
            sort.write(output, inputs.console)
        })
    });
    if run.is_err() {
        duplicates.into_iter().for_each(Duplicates::discard);
        report.into_iter().for_each(GoneReport::discard);
    }
    run
}

impl Args {
    /// The files that get records.
    fn outputs(&self) -> impl Iterator<Item = &Path> {
        let (kept, left_out) = (self.output.target.file(), &self.unique.duplicates);
        kept.into_iter().chain(left_out.as_deref())
    }

    /// The file for what is left out, if there is to be one.
    fn duplicates(&self) -> Result<Option<Duplicates>> {
        let path = self.unique.duplicates.as_deref();
        let threads = self.input.threads().get();
        path.map(|path| Duplicates::create(path, threads, &self.others())).transpose()
    }

    /// The file that is told what is left out, if there is to be one.
    fn gone_report(&self, folder: &Path) -> Result<Option<GoneReport>> {
        let others = Others { duplicates: self.unique.duplicates.as_deref(), ..self.others() };
        let limit = usize::try_from(self.memory.bytes() / 16).unwrap_or(usize::MAX);
        let create = |path: &PathBuf| GoneReport::create(path, &others, limit, folder);
        self.gone.as_ref().map(create).transpose()
    }

    fn others(&self) -> Others<'_> {
        Others {
            inputs: &self.input.files,
            output: self.output.target.output.as_deref(),
            is_in_place: self.output.in_place,
            faults: self.report.faults.as_deref(),
            duplicates: None,
        }
    }

    fn sequence(&self) -> Sequence {
        if self.in_order { Sequence::Numbers } else { Sequence::Keys { reverse: self.reverse } }
    }

    /// How records of a format may follow each other.
    fn joints(&self, source: &'static dyn crate::Source) -> Joints<'static> {
        Joints::new(source, self.input.limit())
    }

    /// Finds out the keys of records.
    fn job<'k>(
        &self,
        source: &'static dyn crate::Source,
        known: Option<&'k KnownKeys>,
    ) -> Job<'k, impl Collector<Value = Marked<Keyed>> + use<'k>> {
        let UniqueArgs { prefix, .. } = self.unique;
        let keyed = keyed(self.at, known, self.unique.unique, prefix, self.joints(source));
        self.lane.apply(&self.input, Job::collect(source, keyed))
    }

    /// Hands over each record of an input with its key.
    fn each(
        &self,
        intake: &mut Intake<'_>,
        mut take: impl FnMut(SharedBytes, Keyed) -> Result<()>,
    ) -> Result<()> {
        intake.run(&self.job(intake.source(), None), |_, done| each_of(done, &mut take))
    }
}

/// Hands over each record of a chunk with its key.
fn each_of(
    done: &mut Done<Marked<Keyed>>,
    mut take: impl FnMut(SharedBytes, Keyed) -> Result<()>,
) -> Result<()> {
    let (bytes, marks) = mem::take(&mut done.out).into_parts();
    let (chunk, mut start) = (Arc::new(bytes), 0);
    marks.into_iter().try_for_each(|(length, keyed)| {
        let range = start..start + length;
        start += length;
        take(SharedBytes { chunk: Arc::clone(&chunk), range }, keyed)
    })
}

/// One sort into one output.
struct Sort<'a> {
    args: &'a Args,
    sorter: Sorter,
    /// Takes records before the sorter does, where some may have to go.
    unique: Option<Unique>,
    /// Takes those that stay, where one may be the beginning of another.
    kin: Option<Unique>,
    /// Takes note of those that go.
    report: Option<GoneReport>,
    /// Bytes for what waits besides, and the folder for what does not fit.
    rest: (usize, PathBuf),
    /// Puts together what stays together; none before the first input.
    gatherer: Option<(Joints<'static>, Gatherer<'static>)>,
    /// A record that is not handed over before it is known what follows it.
    held: Option<Item>,
    records: u64,
    origins: Origins,
}

impl<'a> Sort<'a> {
    fn new(args: &'a Args, folder: PathBuf) -> Sort<'a> {
        let limit = args.memory.bytes().saturating_sub(REST).max(args.memory.bytes() / 4);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let unique = Unique::new(&args.unique, limit / 2, folder.clone());
        let kin = Unique::of_kin(&args.unique, limit / 8, folder.clone());
        // Where records may go, what stays and what goes waits beside what is in question.
        let limit = if unique.is_some() { limit / 8 } else { limit };
        let own = if unique.is_some() { limit * 3 } else { limit };
        Sort {
            args,
            sorter: Sorter::new(own, folder.clone(), args.sequence()),
            unique,
            kin,
            report: None,
            rest: (limit, folder),
            gatherer: None,
            held: None,
            records: 0,
            origins: Origins::new(),
        }
    }

    /// Takes the records of all inputs.
    fn of_all(args: &'a Args, inputs: &mut Inputs<'_>, folder: &Path) -> Result<Sort<'a>> {
        let mut sort = Sort::new(args, folder.to_owned());
        inputs.each(|intake| {
            let read = sort.read(intake);
            sort.end_file().and(read)
        })?;
        Ok(sort)
    }

    fn read(&mut self, intake: &mut Intake<'_>) -> Result<()> {
        self.pack(!intake.input.is_plain_file());
        self.begin_file(intake.source(), &intake.name)?;
        self.args.each(intake, |bytes, keyed| self.push(&bytes, keyed))
    }

    /// Whether what does not fit into memory is compressed. Where there is room for a plain file, there is for that as well.
    fn pack(&mut self, packs: bool) {
        self.sorter.pack(packs);
        self.unique.iter_mut().chain(&mut self.kin).for_each(|unique| unique.pack(packs));
    }

    fn begin_file(&mut self, source: &'static dyn crate::Source, name: &str) -> Result<()> {
        let joints = self.args.joints(source);
        let (first, _) = self.gatherer.get_or_insert_with(|| (joints, Gatherer::new(joints)));
        let (format, found) = (first.source().name(), source.name());
        let done = if self.args.in_order { "written" } else { "sorted" };
        ensure!(
            first.source().is_same(source),
            "{name}: is {found}, and cannot be {done} into {format}"
        );
        for path in self.args.outputs() {
            ending::refuse_other(name, source, Some(path))?;
        }
        self.origins.push((self.records, name.to_owned()));
        Ok(())
    }

    /// Looks whether the records of all inputs are in order.
    fn check(&mut self, inputs: &mut Inputs<'_>) -> Result<Order> {
        let mut order = Order::new(self.args.reverse);
        inputs.each(|intake| {
            order.begin_file();
            let read = self.look_at(intake, &mut order);
            self.end_file().and(read)
        })?;
        Ok(order)
    }

    /// Looks whether records are in order, and takes them only if they may have to go.
    fn look_at(&mut self, intake: &mut Intake<'_>, order: &mut Order) -> Result<()> {
        if self.unique.is_some() {
            self.begin_file(intake.source(), &intake.name)?;
        }
        let name = intake.name.clone();
        self.args.each(intake, |bytes, keyed| {
            order.look_at(&keyed, &name);
            if self.unique.is_some() { self.push(&bytes, keyed) } else { Ok(()) }
        })
    }

    fn push(&mut self, bytes: &SharedBytes, keyed: Keyed) -> Result<()> {
        let Some((_, gatherer)) = &mut self.gatherer else { return Ok(()) };
        let Some(gathered) = gatherer.record(bytes, keyed.kind, keyed.ends) else {
            return Ok(());
        };
        let [text, record] = gathered.parts;
        let before = text.len();
        // Where records may go, those that stay must not keep whole chunks in memory.
        let is_shared = before == 0 && self.unique.is_none();
        let bytes = if is_shared { bytes.ending_in(record.len()) } else { own(&gathered) };
        let kin = keyed.kin;
        let mut item = item(keyed.key, &gathered, bytes, &mut self.records);
        item.mark = keyed.digest.map(|digest| Box::new(Fingerprint { digest, kin, before }));
        if let Some(held) = self.held.as_mut().filter(|_| item.goes_on()) {
            held.be_piece();
        }
        self.hold(Some(item))
    }

    /// Hands over the record that was held, and holds another.
    fn hold(&mut self, item: Option<Item>) -> Result<()> {
        match mem::replace(&mut self.held, item) {
            Some(item) => self.take(item),
            None => Ok(()),
        }
    }

    fn take(&mut self, item: Item) -> Result<()> {
        match &mut self.unique {
            Some(unique) if item.mark.is_some() => unique.push(item),
            _ => self.sorter.push(item),
        }
    }

    /// The format of the inputs; PGN where there are none.
    fn source(&self) -> &'static dyn crate::Source {
        self.gatherer.as_ref().map_or(&Pgn, |(joints, _)| joints.source())
    }

    /// Lets go who goes, and says how many.
    fn settle(&mut self, console: &mut Console, duplicates: Option<&mut Duplicates>) -> Result<()> {
        let Some(unique) = self.unique.take() else { return Ok(()) };
        let source = self.source();
        let (limit, folder) = self.rest.clone();
        let mut gone = Sorter::new(limit, folder, self.args.sequence());
        let mut count = 0;
        let mut go = |item| {
            count += 1;
            if duplicates.is_some() { gone.push(item) } else { Ok(()) }
        };
        let Sort { sorter, kin, report, .. } = self;
        let mut tell = |gone| report.as_mut().map_or(Ok(()), |report| report.add(gone));
        let stay = |mut item: Item| match kin {
            Some(kin) if item.be_of_kin() => kin.push(item),
            _ => sorter.push(item),
        };
        let mut uncompared = unique.settle(source, stay, &mut go, &mut tell)?;
        if let Some(kin) = self.kin.take() {
            uncompared += kin.settle(source, |item| self.sorter.push(item), go, tell)?;
        }
        if let Some(report) = self.report.take() {
            report.write(&self.origins)?;
        }
        if let Some(duplicates) = duplicates {
            let joints = self.args.joints(source);
            duplicates.write(gone.finish()?, joints, &self.origins, &self.rest)?;
        }
        console.leave_out(count);
        if uncompared > 0 {
            let records = counted(uncompared, "record");
            console.tell(&format!("{records} kept uncompared: too many are of the same game"));
        }
        Ok(())
    }

    /// What there is to say of records that would be left out, if there are any.
    fn repeated(&mut self) -> Result<Option<String>> {
        let Some(unique) = self.unique.take() else { return Ok(None) };
        let (mut count, mut first) = (0, u64::MAX);
        let go = |item: Item| {
            count += 1;
            first = first.min(item.number());
            Ok(())
        };
        unique.settle(self.source(), |_| Ok(()), go, |_| Ok(()))?;
        let file = self.origins.iter().rev().find(|(before, _)| *before <= first);
        Ok(file.filter(|_| count > 0).map(|(before, name)| {
            let (game, records) = (first - before + 1, counted(count, "record"));
            format!(
                "{name}: game {game} is the same as another: --unique would leave out {records}"
            )
        }))
    }

    /// What no game follows is something of its own, without a place in the order.
    fn end_file(&mut self) -> Result<()> {
        let rest = self.gatherer.as_mut().and_then(|(_, gatherer)| gatherer.end());
        let records = &mut self.records;
        if let Some(rest) = rest.map(|rest| item(Vec::new(), &rest, own(&rest), records)) {
            self.hold(Some(rest))?;
        }
        if let Some(item) = &mut self.held {
            item.is_last = true;
        }
        self.hold(None)
    }

    /// Writes all records in order.
    fn write(mut self, output: &mut Output, console: &mut Console) -> Result<()> {
        let Some((joints, gatherer)) = self.gatherer.take() else { return Ok(()) };
        let mut joiner = Joiner::default();
        let is_replacement = output.is_replacement();
        let (origins, rest) = (&self.origins, &self.rest);
        let mut writing =
            Writing::begin(&mut joiner, joints, origins, rest, Vec::new(), is_replacement);
        if self.args.in_order {
            writing = writing.in_order(joints);
        }
        writing.begin_with(gatherer.begin_mark());
        let spares = stretches::spares();
        let items = self.sorter.finish_on(self.args.input.threads().get())?;
        let parts = Stretches::new(items, writing, gatherer.end_mark(), spares.clone());
        let told = write_stretches(self.records, parts, &spares, output)?;
        if told.held > 0 && !self.args.report.talk.quiet {
            let records = counted(told.held, "record");
            console.tell(&format!("{records} held back, so as not to run into the next one"));
        }
        let mut faults = told.faults.iter();
        faults.try_for_each(|(file, fault)| console.faults(file, std::slice::from_ref(fault)))
    }
}

/// Writes stretches while the next ones are put together, on another thread where there are enough records to make one worth it.
fn write_stretches(
    records: u64,
    stretches: impl Iterator<Item = Result<SortedStretch>> + Send,
    spares: &Spares<u8>,
    output: &mut Output,
) -> Result<Told> {
    let mut all = Told::default();
    let mut write = |stretch: Result<SortedStretch>| {
        let SortedStretch { bytes, told } = stretch?;
        output.write_all(&bytes)?;
        spares.give(bytes);
        all = told.unwrap_or_default();
        Ok(())
    };
    let take = |stretch| write(stretch).map_or_else(ControlFlow::Break, ControlFlow::Continue);
    let threads = usize::from(records > FEW);
    let failed = pipeline::run(threads, stretches, |more| more(), || (), |(), it| it, take);
    failed.map_or(Ok(all), Err)
}

/// A copy of a record and the text before it.
fn own(gathered: &Gathered<'_>) -> SharedBytes {
    gathered.parts.concat().into()
}

fn item(key: Vec<u8>, gathered: &Gathered<'_>, bytes: SharedBytes, records: &mut u64) -> Item {
    let item = Item::gathered(key, gathered, bytes, *records);
    *records += 1;
    item
}
