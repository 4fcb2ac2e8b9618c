//! The journal of a run into a folder: what is told of each file goes there, too.

use super::Console;
use crate::cli::input::Source;
use crate::cli::interruption;
use crate::cli::journal::{Journal, Past, SizeAndTime};
use std::mem;
use std::path::Path;

impl Console {
    /// Tells once more what was told of files that are done, and keeps a journal from here on.
    pub fn keep_journal(&mut self, journal: Journal, past: Option<&Past>) -> anyhow::Result<()> {
        if let Some(past) = past {
            let mut counts = Vec::new();
            past.replay(
                |file, fault| self.faults(file, std::slice::from_ref(fault)),
                |file| counts.push(*file),
            )?;
            counts.iter().for_each(|counts| self.add(counts));
        }
        self.journal = Some(journal);
        Ok(())
    }

    /// What follows is about this file.
    pub fn turn_to(&mut self, number: usize) {
        self.before = self.counts();
        self.journal.iter_mut().for_each(|journal| journal.turn_to(number));
    }

    /// A file is done, and its output in its place; what that will be known by may have been found out.
    pub fn done(
        &mut self,
        file: &Source,
        output: &Path,
        stamp: Option<SizeAndTime>,
    ) -> anyhow::Result<()> {
        let counts = self.counts().since(&self.before);
        if let Some(journal) = &mut self.journal {
            let stamp = stamp.map_or_else(|| SizeAndTime::of_path(output), Ok)?;
            journal.done(&stamp, &counts)?;
        }
        self.unnoted = (self.unnoted.0 + 1, file.name());
        Ok(())
    }

    /// Has the journal know all that was done, and then whoever tells how far the run was when somebody ended it.
    pub fn write_journal(&mut self) -> anyhow::Result<()> {
        self.journal.as_mut().map_or(Ok(()), Journal::write)?;
        let (files, last) = mem::take(&mut self.unnoted);
        if files > 0 {
            interruption::step(files, last);
        }
        Ok(())
    }

    /// All files are done.
    pub fn end_journal(&mut self) -> anyhow::Result<()> {
        self.journal.take().map_or(Ok(()), Journal::end)
    }
}
