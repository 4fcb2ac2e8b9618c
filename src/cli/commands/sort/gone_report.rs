//! The file of `--report`: which records went, for which, and why, in the order in which they were read.

use super::item::{Item, Sequence};
use super::sorter::Sorter;
use super::taken_file::{Others, TakenFile};
use super::writing::{Origins, origin};
use crate::duplicate::{GoneFor, WhyGone};
use crate::joint::Ends;
use anyhow::{Context, Result};
use std::io;
use std::path::Path;

/// What a table begins with.
const HEADING: [&str; 5] = ["file", "game", "why", "kept_file", "kept_game"];

/// Rows that wait, and where they go.
pub struct GoneReport {
    target: TakenFile,
    /// Of records that are the same as another, by the number of that one.
    same: Sorter,
    /// Of beginnings of longer games, by their own.
    begun: Sorter,
    /// For all rows by their own numbers.
    rows: Sorter,
}

impl GoneReport {
    /// Creates the file, or takes one that is empty.
    pub fn create(
        path: &Path,
        others: &Others<'_>,
        limit: usize,
        folder: &Path,
    ) -> Result<GoneReport> {
        let target = TakenFile::create(path, "the report", others)?;
        let sorter = || Sorter::new(limit / 2, folder.to_owned(), Sequence::Numbers);
        Ok(GoneReport { target, same: sorter(), begun: sorter(), rows: sorter() })
    }

    /// See [`TakenFile::discard`].
    pub fn discard(self) {
        self.target.discard();
    }

    pub fn add(&mut self, gone: GoneFor) -> Result<()> {
        let GoneFor { number, keeper, why } = gone;
        match why {
            WhyGone::Begun => self.begun.push(row(number, keeper, why as u8)),
            _ => self.same.push(row(keeper, number, why as u8)),
        }
    }

    /// Writes all rows.
    pub fn write(self, origins: &Origins) -> Result<()> {
        let GoneReport { target, same, begun, mut rows } = self;
        for_those_that_stay(same, begun, &mut rows)?;
        let name = target.path.display().to_string();
        let blame = || format!("{name}: cannot be written");
        let mut table = csv::Writer::from_writer(target.file);
        table.write_record(HEADING).with_context(blame)?;
        for row in rows.finish()? {
            let row = readable(row)?;
            let (keeper, why) = read(&row);
            let ((file, game), (kept_file, kept_game)) =
                (origin(origins, row.number()), origin(origins, keeper));
            let cells = [file, &game.to_string(), reason(why), kept_file, &kept_game.to_string()];
            table.write_record(cells).with_context(blame)?;
        }
        table.flush().with_context(blame)
    }
}

/// Hands over all rows: what went for a record that is itself the beginning of a longer game went for that game.
fn for_those_that_stay(same: Sorter, begun: Sorter, rows: &mut Sorter) -> Result<()> {
    let mut begun = begun.finish()?.map(readable);
    let mut next = begun.next().transpose()?;
    for row_of_same in same.finish()? {
        let row_of_same = readable(row_of_same)?;
        let keeper = row_of_same.number();
        while let Some(passed) = next.take_if(|begun| begun.number() < keeper) {
            rows.push(passed)?;
            next = begun.next().transpose()?;
        }
        let (number, why) = read(&row_of_same);
        let longer = next.as_ref().filter(|begun| begun.number() == keeper).map(read);
        let (keeper, why) = longer.unwrap_or((keeper, why));
        rows.push(row(number, keeper, why))?;
    }
    next.into_iter().map(Ok).chain(begun).try_for_each(|rest| rows.push(rest?))
}

/// A row under the number by which it is sorted.
fn row(number: u64, other: u64, why: u8) -> Item {
    let bytes = [&[why][..], &other.to_le_bytes()].concat();
    Item::new(Vec::new(), bytes.into(), Ends::LINE, number)
}

/// The other number of a row, and why it is there.
fn read(row: &Item) -> (u64, u8) {
    let (why, other) = row.bytes().split_at(1);
    (u64::from_le_bytes(other.try_into().expect("eight bytes were written")), why[0])
}

fn readable(row: io::Result<Item>) -> Result<Item> {
    row.context("a temporary file cannot be read back")
}

fn reason(why: u8) -> &'static str {
    const ALL: [(WhyGone, &str); 5] = [
        (WhyGone::Same, "the same, white space and our tags aside"),
        (WhyGone::Said, "the same game, and all its comments are in the other"),
        (WhyGone::Kept, "the same game, by --keep"),
        (WhyGone::Known, "the same game, of which the other knows more"),
        (WhyGone::Begun, "the beginning of a longer game"),
    ];
    let found = ALL.iter().find(|(known, _)| *known as u8 == why);
    found.expect("only these were written").1
}
