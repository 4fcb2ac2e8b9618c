//! `sort`: whole records in the order of their force.

mod item;
mod keyed;
mod order;
mod sorter;

use crate::args::{InputArgs, LaneArgs, OutputArgs, ReportArgs};
use crate::console::Console;
use crate::drive;
use crate::input::{Input, Source};
use crate::output::Output;
use crate::output::ending::{self, RECORDS};
use crate::session::Session;
use crate::size::Size;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use gbr_pgn::job::{Job, Task};
use gbr_pgn::pgn::bytes::BOM;
use gbr_pgn::seam;
use item::Item;
use keyed::{Keyed, Part};
use order::Order;
use sorter::Sorter;
use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// What the rest of the program takes besides the records that wait: chunks on their way
/// through the workers, and buffers.
const REST: u64 = 24 << 20;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// which position decides
    #[arg(long, alias = "by", value_name = "WHICH", value_enum, default_value_t)]
    at: AtArg,

    /// the highest code first; records of the same position keep their order
    #[arg(long)]
    reverse: bool,

    /// keep one record of each position, the first
    ///
    /// Positions are the same if all men stand on the same squares and the same side is to move.
    /// The number of records left out is told on standard error.
    #[arg(long)]
    unique: bool,

    /// write nothing, and tell whether the records are in order already
    ///
    /// The exit status is 1 if they are not; the first game in the wrong place is told on
    /// standard error. With --unique, a position may not come twice either.
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    check: bool,

    /// memory to use, about, as in 128M, 2G
    ///
    /// What does not fit goes to temporary files, compressed.
    #[arg(long, value_name = "SIZE", default_value_t = Size(512 << 20))]
    memory: Size,

    /// folder for temporary files [default: TMPDIR, or /tmp]
    ///
    /// They are gone when the program ends, in whatever way.
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,

    #[command(flatten)]
    lane: LaneArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum AtArg {
    /// the position a game starts from
    #[default]
    Start,
    /// the last position of its main line
    Final,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if args.check { check(args) } else { sort(args) }
}

fn check(args: &Args) -> Result<ExitCode> {
    Session::start(&args.input, &args.output, &args.report)?.read(|console, sources| {
        let mut order = Order::new(args.reverse, args.unique);
        for source in sources {
            let Some(mut input) = console.open(source) else { continue };
            let name = input.name().to_owned();
            let source = drive::source_of(&input, &args.input);
            order.begin_file();
            let result = args.each(console, &mut input, source, |part| {
                order.look_at(part, &name);
                Ok(())
            });
            console.survive(result)?;
        }
        let (verdict, is_wrong) = order.verdict();
        console.conclude(verdict, is_wrong);
        Ok(())
    })
}

fn sort(args: &Args) -> Result<ExitCode> {
    let folder = args.temp_dir.clone().unwrap_or_else(env::temp_dir);
    ending::refuse_other_than(RECORDS, args.output.target.output.as_deref())?;
    ensure!(folder.is_dir(), "{}: is no folder for temporary files", folder.display());
    Session::start(&args.input, &args.output, &args.report)?.run(|console, sources, output| {
        let mut sort = Sort::new(args, folder.clone());
        sort.read(console, sources)?;
        let left_out = sort.write(output)?;
        if args.unique && !args.report.talk.quiet {
            let plural = if left_out == 1 { "" } else { "s" };
            console.tell(&format!("{left_out} record{plural} left out"));
        }
        Ok(())
    })
}

impl Args {
    /// Hands over each record of an input with its key.
    fn each(
        &self,
        console: &mut Console,
        input: &mut Input,
        source: &'static dyn gbr_pgn::Source,
        mut take: impl FnMut(&Part<'_>) -> Result<()>,
    ) -> Result<()> {
        let sink = Keyed { by_final: self.at == AtArg::Final, with_turn: self.unique };
        let job = Job::new(source, Task::Find(&[]), &sink);
        let job = drive::with_lane(job, &self.input, self.lane);
        drive::each(&job, console, input, |_, done| {
            keyed::parts(&done.out).try_for_each(|part| take(&part))
        })
    }
}

/// One sort into one output.
struct Sort<'a> {
    args: &'a Args,
    sorter: Sorter,
    /// Text that waits for the game behind it.
    between: Vec<u8>,
    /// A record that is not handed over before it is known whether another follows it.
    held: Option<Item>,
    records: u64,
    /// The name of the format, and whether the output begins with a byte-order mark.
    format: Option<&'static str>,
    mark: bool,
}

impl<'a> Sort<'a> {
    fn new(args: &'a Args, folder: PathBuf) -> Sort<'a> {
        let limit = args.memory.0.saturating_sub(REST).max(args.memory.0 / 4);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Sort {
            args,
            sorter: Sorter::new(limit, folder, args.reverse),
            between: Vec::new(),
            held: None,
            records: 0,
            format: None,
            mark: false,
        }
    }

    fn read(&mut self, console: &mut Console, sources: &[Source]) -> Result<()> {
        for source in sources {
            let Some(mut input) = console.open(source) else { continue };
            let result = self.file(console, &mut input);
            console.survive(result)?;
            self.end_file()?;
        }
        Ok(())
    }

    fn file(&mut self, console: &mut Console, input: &mut Input) -> Result<()> {
        let source = drive::source_of(input, &self.args.input);
        let name = input.name().to_owned();
        let format = *self.format.get_or_insert(source.name());
        let found = source.name();
        ending::refuse_other(found, self.args.output.target.output.as_deref())?;
        ensure!(format == found, "{name}: is {found}, and cannot be sorted into {format}");
        let mut is_first = true;
        self.args.each(console, input, source, |part| {
            let is_first = std::mem::replace(&mut is_first, false);
            self.push(part, is_first)
        })
    }

    fn push(&mut self, part: &Part<'_>, is_first: bool) -> Result<()> {
        let mut bytes = part.bytes;
        // The mark belongs to the file: another record may come first now.
        if let Some(rest) = bytes.strip_prefix(BOM).filter(|_| is_first) {
            self.mark |= self.records == 0;
            bytes = rest;
        }
        if part.is_between {
            self.between.extend_from_slice(bytes);
            return Ok(());
        }
        let item = Item::new(part.key, [&self.between, bytes], false, self.records);
        self.records += 1;
        self.between.clear();
        self.hold(Some(item))
    }

    fn hold(&mut self, item: Option<Item>) -> Result<()> {
        match std::mem::replace(&mut self.held, item) {
            Some(item) => self.sorter.push(item),
            None => Ok(()),
        }
    }

    /// What no game follows is a record of its own, without a place in the order.
    fn end_file(&mut self) -> Result<()> {
        if !self.between.is_empty() {
            let part =
                Part { key: &[], bytes: &std::mem::take(&mut self.between), is_between: false };
            self.push(&part, false)?;
        }
        if let Some(item) = &mut self.held {
            item.is_last = true;
        }
        self.hold(None)
    }

    /// Writes all records in order; returns how many were left out.
    fn write(self, output: &mut Output) -> Result<u64> {
        let is_pgn = self.format == Some("pgn");
        if self.mark {
            output.write_all(BOM)?;
        }
        let mut left_out = 0;
        let mut before: Option<Item> = None;
        for item in self.sorter.finish() {
            let item = item.context("a temporary file cannot be read back")?;
            if let Some(before) = &before {
                if self.args.unique && !item.key().is_empty() && before.key() == item.key() {
                    left_out += 1;
                    continue;
                }
                if before.is_last {
                    output.write_all(seam::behind(before.bytes(), is_pgn))?;
                }
            }
            output.write_all(item.bytes())?;
            before = Some(item);
        }
        Ok(left_out)
    }
}
