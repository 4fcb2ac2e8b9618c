//! The entries of the games that an index names, so that the others need not be read.

use super::EntryMaker;
use crate::cli::console::Console;
use crate::cli::indexed::{self, Answer, Lookup, Wish};
use crate::cli::input::Source;
use crate::directory::Entries;
use crate::index::{IndexResult, Location, Query};
use crate::run::{Done, InputStart};
use crate::search::Search;
use anyhow::Result;

/// Games are read one by one, which takes longer for each than all of them on all cores: where more than one in so
/// many is wanted, the file is read.
const FEW: u64 = 64;

/// So few are read one by one in any case.
const FEWEST: u64 = 16;

/// Collects the entries of a file by its index, and says how many games it has; none where it has to be read. So many games
/// come before those of the file.
pub fn collect(
    maker: &EntryMaker<'_>,
    before: u64,
    console: &mut Console,
    source: &Source,
    found: &mut Entries,
) -> Result<Option<u64>> {
    match maker.search {
        Some(search) => Indexed { maker, search, before }.collect(console, source, found),
        None => Ok(None),
    }
}

/// A file whose index is asked.
struct Indexed<'a> {
    maker: &'a EntryMaker<'a>,
    search: &'a Search,
    /// How many games came before it.
    before: u64,
}

impl Indexed<'_> {
    fn collect(
        &self,
        console: &mut Console,
        source: &Source,
        found: &mut Entries,
    ) -> Result<Option<u64>> {
        let args = self.maker.args;
        let Some(query) = self.question() else { return Ok(None) };
        let Some(mut index) = Lookup::of(console, source, &args.input, &args.report) else {
            return Ok(None);
        };
        let answer = self.answer(&mut index, &query);
        let picked = match &answer {
            Ok(Some(answer)) => self.pick_all(&mut index, &query, answer)?,
            _ => None,
        };
        let both = answer.map(|answer| answer.zip(picked));
        let Some((answer, mut picked)) = index.heard(both, console, &args.report) else {
            return Ok(None);
        };
        console.find(picked.found);
        found.append(&mut picked.entries);
        answer.conclude(&mut index, console)?;
        Ok(Some(index.index.games()))
    }

    /// What the index is asked; none where it does not know enough.
    fn question(&self) -> Option<Query> {
        let is_known = self.maker.args.play.is_usual() && !self.maker.args.search.variations;
        is_known.then(|| indexed::question(self.search, false)).flatten()
    }

    /// The games that are wanted, if they are few.
    fn answer(&self, index: &mut Lookup, query: &Query) -> IndexResult<Option<Answer>> {
        let count = index.index.count(query)?;
        let most = (index.index.games() / FEW).max(FEWEST);
        if count.is_none_or(|count| count > most) {
            return Ok(None);
        }
        let args = self.maker.args;
        Answer::to(index, query, Wish::Records, &args.input, &args.report)
    }

    /// What there is in these games; none where one of them is another game without those around it.
    fn pick_all(
        &self,
        index: &mut Lookup,
        query: &Query,
        answer: &Answer,
    ) -> Result<Option<Picked>> {
        let mut picked = Picked::default();
        let source = index.source()?;
        let mut job = self.maker.job(source, self.before);
        job.threads = 0;
        let end = index.index.origin().length;
        answer.records(index, query, self.maker.args.input.limit(), |hit, bytes| {
            let Location { offset, line, length, .. } = hit.location;
            // The last word of a file may be cut; that of another record is not.
            let may_be_cut = !bytes.ends_with(b"\n") && offset + length < end;
            picked.others += u64::from(may_be_cut);
            job.start = InputStart { offset, line, games: hit.number - 1, before: None };
            job.run(bytes, |done| {
                picked.add(done);
                Ok(())
            })
        })?;
        Ok(Some(picked).filter(|picked| picked.games == answer.found && picked.others == 0))
    }
}

/// What was found in single games.
#[derive(Default)]
struct Picked {
    entries: Entries,
    found: u64,
    games: u64,
    /// Records that are not games, or would be read in another way beside others.
    others: u64,
}

impl Picked {
    fn add(&mut self, done: &mut Done<Entries>) {
        self.entries.append(&mut done.out);
        self.found += done.found;
        self.games += done.games;
        self.others += done.texts;
    }
}
