//! Sorting by an index: which games need not be played, and how far a file has to be read to see that it is not in order.
//!
//! An index knows code and kings of the first and last position of each game, and what there is to say about it. To sort, all
//! bytes of a file are wanted, but only games that share code and kings with others are played. For `--check`, it knows the first
//! game that is for certain in the wrong place; whether one before it is, is found out by reading up to there. A file that is in
//! order has to be read, since the other men decide between games of the same code and kings.

use super::item::compare_keys;
use super::known_keys::{KnownKey, KnownKeys};
use super::order::Order;
use super::{Args, Keyed, Sort, each_of};
use crate::cli::console::Console;
use crate::cli::indexed::{Answer, Lookup, OTHER_RECORD};
use crate::cli::input::Source;
use crate::cli::session::Inputs;
use crate::cli::system;
use crate::column::At;
use crate::index::IndexResult;
use crate::record::Record;
use crate::run::{Job, Task};
use anyhow::Result;
use std::cmp::Ordering;
use std::io::{Read, Seek};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// Where more than one in so many bytes would be read, all of them are, on all cores and once.
const SHARE: u64 = 4;

/// What is known of the games takes no more than this part of the memory.
const MEMORY_SHARE: u64 = 8;

/// So many files are open at a time.
const MOST_FILES: usize = 64;

/// An input whose index tells most keys.
struct KnownInput {
    index: Lookup,
    answer: Answer,
    keys: KnownKeys,
}

impl<'a> Sort<'a> {
    /// Takes the records of all inputs, and plays only games whose place the indexes do not know; none where the inputs have
    /// to be read as ever.
    pub fn by_index(
        args: &'a Args,
        inputs: &mut Inputs<'_>,
        folder: &Path,
    ) -> Result<Option<Sort<'a>>> {
        let (console, sources) = (&mut *inputs.console, inputs.sources);
        if sources.len() > MOST_FILES {
            return Ok(None);
        }
        let memory = args.memory.bytes() / MEMORY_SHARE / sources.len().max(1) as u64;
        let indexes = sources.iter().map(|source| args.index(console, source));
        let Some(indexes) = indexes.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let known = indexes.into_iter().map(|index| args.known(console, index, memory));
        let Some(known) = known.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let mut sort = Sort::new(args, folder.to_owned());
        // An index of compressed data knows no keys.
        sort.pack(false);
        for KnownInput { index, keys, .. } in &known {
            let read = sort.read_known(index, keys, console);
            if !matches!(read, Ok(Some(()))) {
                index.heard(read, console, &args.report);
                return Ok(None);
            }
        }
        // Nothing was said before all were found to be what they should be.
        for KnownInput { mut index, answer, .. } in known {
            index.heard(Ok(Some(())), console, &args.report);
            answer.conclude(&mut index, console)?;
        }
        Ok(Some(sort))
    }

    /// Takes the records of a file; none where that fails, which it will again when the file is read as ever.
    fn read_known(
        &mut self,
        index: &Lookup,
        keys: &KnownKeys,
        console: &Console,
    ) -> IndexResult<Option<()>> {
        let (source, meter, mut games) = (index.source()?, console.meter(), 0);
        let mut file = index.file.try_clone()?;
        file.rewind()?;
        let is_open = |record: &Record<'_>| keys.is_open(record);
        let job = Job { task: Task::ReadSome(&is_open), ..self.args.job(source, Some(keys)) };
        let run = self.begin_file(source, &index.name).and_then(|()| {
            job.run(file, |done| {
                games += done.games;
                each_of(done, |bytes, keyed| {
                    meter.fetch_add(bytes.len() as u64, Relaxed);
                    self.push(&bytes, keyed)
                })
            })
        });
        let run = run.and_then(|()| self.end_file());
        if keys.are_of(games) { Ok(run.ok()) } else { Err(OTHER_RECORD) }
    }
}

impl Args {
    /// The index of an input, where nothing but the order is asked for.
    fn index(&self, console: &mut Console, source: &Source) -> Option<Lookup> {
        let ask = || Lookup::of(console, source, &self.input, &self.report);
        self.unique.unique.is_none().then(ask).flatten()
    }

    /// What an index tells of keys; none where the input has to be read as ever.
    fn known(&self, console: &mut Console, mut index: Lookup, memory: u64) -> Option<KnownInput> {
        match self.known_of(&mut index, memory) {
            Ok(Some((answer, keys))) => Some(KnownInput { index, answer, keys }),
            other => {
                index.heard(other, console, &self.report);
                None
            }
        }
    }

    fn known_of(
        &self,
        index: &mut Lookup,
        memory: u64,
    ) -> IndexResult<Option<(Answer, KnownKeys)>> {
        if index.is_packed()? {
            return Ok(None);
        }
        let Some(answer) = Answer::said(index, &self.report)? else { return Ok(None) };
        let keys = KnownKeys::of(index, self.at, memory)?;
        Ok(keys.map(|keys| (answer, keys)))
    }

    /// Looks whether a file is in order; none where all of it has to be read.
    pub fn check_by_index(&self, console: &mut Console, source: &Source) -> Result<Option<Order>> {
        let Some(mut index) = self.index(console, source) else { return Ok(None) };
        let found = self.first_wrong(&mut index);
        let Some((answer, order)) = index.heard(found, console, &self.report) else {
            return Ok(None);
        };
        answer.conclude(&mut index, console)?;
        Ok(Some(order))
    }

    fn first_wrong(&self, index: &mut Lookup) -> IndexResult<Option<(Answer, Order)>> {
        let Some(answer) = Answer::said(index, &self.report)? else { return Ok(None) };
        let Some(late) = self.first_late(index)? else { return Ok(None) };
        let Some(late) = index.index.facts().nth(late).transpose()? else { return Ok(None) };
        let end = late.location.offset.saturating_add(late.location.length);
        if end > index.index.origin().length / SHARE || index.is_packed()? {
            return Ok(None);
        }
        let order = self.order_up_to(index, end)?;
        Ok(order.filter(Order::is_wrong).map(|order| (answer, order)))
    }

    /// The number, from 0, of the first game that comes too late, whatever other men there are.
    fn first_late(&self, index: &mut Lookup) -> IndexResult<Option<usize>> {
        let mut before = None;
        for (number, outline) in index.index.outlines(self.at == At::Final).enumerate() {
            let key = KnownKey::of(&outline?);
            let Some(caption) = key.caption() else { return Ok(None) };
            let is_late = |before: &KnownKey| {
                before.caption().is_some_and(|before| {
                    compare_keys(before, caption, self.reverse) == Ordering::Greater
                })
            };
            if before.as_ref().is_some_and(is_late) {
                return Ok(Some(number));
            }
            before = Some(key);
        }
        Ok(None)
    }

    /// Looks at the records before a place, after which another one begins; none where that cannot be so.
    fn order_up_to(&self, index: &Lookup, end: u64) -> IndexResult<Option<Order>> {
        let (source, name) = (index.source()?, &index.name);
        let (mut file, mut last) = (index.file.try_clone()?, [0]);
        system::read_exact_at(&file, &mut last, end.saturating_sub(1))?;
        // The last word of a file may be cut; that of another record is not.
        if last != *b"\n" {
            return Ok(None);
        }
        file.rewind()?;
        let mut order = Order::new(self.reverse);
        order.begin_file();
        self.job(source, None).run(file.take(end), |done| -> IndexResult<()> {
            done.out.records().for_each(|(_, keyed): (_, &Keyed)| order.look_at(keyed, name));
            Ok(())
        })?;
        Ok(Some(order))
    }
}
