//! The file of `--report`: which records went, for which, and why, in the order in which they were read.

use super::item::{Item, Sequence};
use super::sorter::Sorter;
use super::taken_file::{Others, TakenFile};
use super::writing::{Origins, origin};
use crate::duplicate::{GoneFor, WhyGone};
use crate::joint::Ends;
use anyhow::{Context, Result};
use std::path::Path;

/// What a table begins with.
const HEADING: [&str; 5] = ["file", "game", "why", "kept_file", "kept_game"];

/// Rows that wait, and where they go.
pub struct GoneReport {
    target: TakenFile,
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
        Ok(GoneReport { target, rows: Sorter::new(limit, folder.to_owned(), Sequence::Numbers) })
    }

    /// See [`TakenFile::discard`].
    pub fn discard(self) {
        self.target.discard();
    }

    pub fn add(&mut self, gone: GoneFor) -> Result<()> {
        let row = [&[gone.why as u8][..], &gone.keeper.to_le_bytes()].concat();
        self.rows.push(Item::new(Vec::new(), row.into(), Ends::LINE, gone.number))
    }

    /// Writes all rows.
    pub fn write(self, origins: &Origins) -> Result<()> {
        let name = self.target.path.display().to_string();
        let blame = || format!("{name}: cannot be written");
        let mut table = csv::Writer::from_writer(self.target.file);
        table.write_record(HEADING).with_context(blame)?;
        for row in self.rows.finish()? {
            let row = row.context("a temporary file cannot be read back")?;
            let (why, keeper) = row.bytes().split_at(1);
            let keeper =
                keeper.try_into().map(u64::from_le_bytes).expect("eight bytes were written");
            let ((file, game), (kept_file, kept_game)) =
                (origin(origins, row.number()), origin(origins, keeper));
            let cells =
                [file, &game.to_string(), reason(why[0]), kept_file, &kept_game.to_string()];
            table.write_record(cells).with_context(blame)?;
        }
        table.flush().with_context(blame)
    }
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
