//! The file of `--report`: which records went, for which, and why, in the order in which they were read.

use super::duplicates::Others;
use super::item::{Item, Sequence};
use super::sorter::Sorter;
use super::writing::{Origins, origin};
use crate::duplicate::{GoneFor, WhyGone};
use crate::joint::Ends;
use anyhow::{Context, Result, anyhow, ensure};
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

/// What a table begins with.
const HEADING: [&str; 5] = ["file", "game", "why", "kept_file", "kept_game"];

/// Rows that wait, and where they go.
pub struct GoneReport {
    path: PathBuf,
    file: File,
    is_new: bool,
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
        let name = path.display();
        let old = fs::metadata(path).ok();
        let is_free = old.as_ref().is_none_or(|old| !old.is_file() || old.len() == 0);
        ensure!(is_free, "{name}: exists and is not empty, and cannot take the report");
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.map_err(|cause| anyhow!("{name}: cannot be written: {cause}"))?;
        let rows = Sorter::new(limit, folder.to_owned(), Sequence::Numbers);
        let report = GoneReport { path: path.to_owned(), file, is_new: old.is_none(), rows };
        match others.refuse(path, "the report") {
            Ok(()) => Ok(report),
            Err(error) => {
                report.discard();
                Err(error)
            }
        }
    }

    /// Takes the file away again, if it was not there before.
    pub fn discard(self) {
        let is_empty = self.file.metadata().is_ok_and(|file| file.len() == 0);
        if self.is_new && is_empty {
            fs::remove_file(&self.path).ok();
        }
    }

    pub fn add(&mut self, gone: GoneFor) -> Result<()> {
        let row = [&[gone.why as u8][..], &gone.keeper.to_le_bytes()].concat();
        self.rows.push(Item::new(Vec::new(), row.into(), Ends::LINE, gone.number))
    }

    /// Writes all rows.
    pub fn write(self, origins: &Origins) -> Result<()> {
        let name = self.path.display().to_string();
        let blame = || format!("{name}: cannot be written");
        let mut table = csv::Writer::from_writer(self.file);
        table.write_record(HEADING).with_context(blame)?;
        for row in self.rows.finish() {
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
