//! What an index says in the place of a file, got ready before the first byte of it is written: if anything in it is
//! not as it should be, the file is read instead.

use super::lookup::Lookup;
use super::records::Records;
use super::remark;
use crate::cli::args::{InputArgs, ReportArgs};
use crate::cli::console::Console;
use crate::cli::intake;
use crate::cli::output::JointFaults;
use crate::fault::Fault;
use crate::index::{IndexError, IndexResult, Match, Query};
use anyhow::{Context, Result};

/// So many hits and faults are kept; where there are more, the index is read twice.
const MOST: usize = 1 << 15;

/// So many bytes of records are kept, and of what faults say; where there are more, they are read twice.
const MOST_BYTES: u64 = 8 << 20;

/// Of a file that is no longer, all records are read one by one as soon as by a scan.
const SHORT: u64 = 1 << 20;

/// The answer to a question, and what a scan would say beside it.
pub struct Answer {
    /// How many games are wanted.
    pub found: u64,
    hits: Option<Vec<Match>>,
    records: Vec<Vec<u8>>,
    faults: Option<Vec<Fault>>,
}

/// What is wanted of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// How many there are.
    Count,
    /// Where they are.
    Places,
    /// Their bytes.
    Records,
}

impl Answer {
    /// Asks for games; none where the file has to be read.
    pub fn to(
        lookup: &mut Lookup,
        query: &Query,
        wish: Wish,
        input: &InputArgs,
        report: &ReportArgs,
    ) -> IndexResult<Option<Answer>> {
        // To read a note on every sixth game takes ten times as long as to count a million.
        let is_heard = wish != Wish::Count || report.tells_faults();
        let said = if is_heard { Answer::said(lookup, report)? } else { Some(Answer::silent()) };
        let Some(mut answer) = said else { return Ok(None) };
        let Some(count) = lookup.index.count(query)? else { return Ok(None) };
        answer.found = count;
        match wish {
            Wish::Count => Ok(Some(answer)),
            Wish::Places => Ok(answer.find(lookup, query)?.map(|_| answer)),
            Wish::Records => answer.with_records(lookup, query, input),
        }
    }

    fn with_records(
        mut self,
        lookup: &mut Lookup,
        query: &Query,
        input: &InputArgs,
    ) -> IndexResult<Option<Answer>> {
        let is_short = lookup.index.origin().length <= SHORT;
        if !is_short && self.found > most_worth_it(lookup.index.games(), input) {
            return Ok(None);
        }
        let Some(mut records) = Records::of(lookup, input.limit())? else { return Ok(None) };
        let Some(bytes) = self.find(lookup, query)? else { return Ok(None) };
        self.check(lookup, query, &mut records, bytes)?;
        Ok(Some(self))
    }

    /// What is said about all games, whatever is asked; none where a run would end at the first fault.
    pub fn said(lookup: &mut Lookup, report: &ReportArgs) -> IndexResult<Option<Answer>> {
        let (mut kept, mut is_sound, mut bytes) = (Some(Vec::new()), true, 0u64);
        each_fault(lookup, |fault| {
            is_sound &= fault.is_note();
            bytes = bytes.saturating_add(fault.message.len() as u64);
            bytes =
                bytes.saturating_add(fault.place.players.as_ref().map_or(0, String::len) as u64);
            keep(&mut kept, fault);
            if bytes > MOST_BYTES {
                kept = None;
            }
        })?;
        let answer = Answer { faults: kept, ..Answer::silent() };
        Ok((is_sound || !report.strict).then_some(answer))
    }

    /// What is said where nobody hears of faults, and they decide nothing.
    const fn silent() -> Answer {
        Answer { found: 0, hits: None, records: Vec::new(), faults: Some(Vec::new()) }
    }

    /// Looks for all hits, and says how many bytes they have; none where a game would have to be played.
    fn find(&mut self, lookup: &mut Lookup, query: &Query) -> IndexResult<Option<u64>> {
        let (mut kept, mut bytes, mut found) = (Some(Vec::new()), 0u64, 0);
        for hit in lookup.index.find(query) {
            let hit = hit?;
            if !hit.is_certain {
                return Ok(None);
            }
            found += 1;
            bytes = bytes.saturating_add(hit.location.length);
            keep(&mut kept, hit);
        }
        // Of an index that somebody made up, the one may say something else than the other.
        (self.hits, self.found) = (kept, found);
        Ok(Some(bytes))
    }

    /// Reads all records that are wanted, so that none is written before all were found to be what they should be.
    fn check(
        &mut self,
        lookup: &mut Lookup,
        query: &Query,
        records: &mut Records,
        bytes: u64,
    ) -> IndexResult<()> {
        let is_kept = self.hits.is_some() && bytes <= MOST_BYTES;
        let mut kept = Vec::new();
        self.each_hit(lookup, query, |hit| -> IndexResult<()> {
            let record = records.read(&hit.location).ok_or(OTHER_RECORD)?;
            if is_kept {
                kept.push(record.to_vec());
            }
            Ok(())
        })?;
        self.records = kept;
        Ok(())
    }

    fn each_hit<E: From<IndexError>>(
        &self,
        lookup: &mut Lookup,
        query: &Query,
        mut take: impl FnMut(&Match) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.hits {
            Some(hits) => hits.iter().try_for_each(take),
            None => lookup.index.find(query).try_for_each(|hit| take(&hit?)),
        }
    }

    /// Hands over the place of each hit.
    pub fn places(
        &self,
        lookup: &mut Lookup,
        query: &Query,
        take: impl FnMut(&Match) -> Result<()>,
    ) -> Result<()> {
        self.each_hit(lookup, query, take)
    }

    /// Hands over each hit with its bytes.
    pub fn records(
        &self,
        lookup: &mut Lookup,
        query: &Query,
        limit: usize,
        mut take: impl FnMut(&Match, &[u8]) -> Result<()>,
    ) -> Result<()> {
        if let Some(hits) = self.hits.as_ref().filter(|hits| hits.len() == self.records.len()) {
            return hits.iter().zip(&self.records).try_for_each(|(hit, bytes)| take(hit, bytes));
        }
        let name = lookup.name.clone();
        let changed = || format!("{name}: has changed while it was read");
        let mut records = Records::of(lookup, limit)?.with_context(changed)?;
        self.each_hit(lookup, query, |hit| {
            take(hit, records.read(&hit.location).with_context(changed)?)
        })
    }

    /// Says what a scan says when it is through: all faults, and how many games there were.
    pub fn conclude(self, lookup: &mut Lookup, console: &mut Console) -> Result<()> {
        self.conclude_with(JointFaults::default(), lookup, console)
    }

    /// The same where records were written, and these are the faults of that.
    pub fn conclude_with(
        self,
        mut joints: JointFaults,
        lookup: &mut Lookup,
        console: &mut Console,
    ) -> Result<()> {
        let name = lookup.name.clone();
        match self.faults {
            Some(faults) => console.faults(&name, &joints.among(faults))?,
            None => {
                let mut told = Ok(());
                each_fault(lookup, |fault| {
                    let mut both = joints.before(fault.place.offset).chain([fault]);
                    if told.is_ok() {
                        told = both.try_for_each(|fault| console.faults(&name, &[fault]));
                    }
                })?;
                told?;
                joints.before(u64::MAX).try_for_each(|fault| console.faults(&name, &[fault]))?;
            }
        }
        let index = &lookup.index;
        console.advance(index.games(), index.coded());
        if index.games() == 0 && index.texts() > 0 {
            intake::find_nothing(console, &name)?;
        }
        Ok(())
    }
}

/// Why an index of other records is not believed.
pub const OTHER_RECORD: IndexError =
    IndexError::Damaged("a record is not the one that was indexed");

/// How many games are read one by one sooner than all of them at once. One takes half as long again as in a scan, which
/// has all threads.
fn most_worth_it(games: u64, input: &InputArgs) -> u64 {
    games * 2 / (3 * input.threads().get() as u64)
}

/// Keeps one more, unless there are too many.
fn keep<T>(kept: &mut Option<Vec<T>>, one: T) {
    match kept {
        Some(all) if all.len() < MOST => all.push(one),
        _ => *kept = None,
    }
}

fn each_fault(lookup: &mut Lookup, mut take: impl FnMut(Fault)) -> IndexResult<()> {
    let mut result = Ok(());
    lookup.index.remarks(|remark| match remark::read(&remark.text) {
        Ok(faults) => faults.into_iter().for_each(&mut take),
        Err(error) => result = Err(error),
    })?;
    result
}
