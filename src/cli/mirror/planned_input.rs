//! What was found out about an input when all was planned.

use crate::cli::input::{LITTLE, Source};
use crate::cli::journal::SizeAndTime;
use std::fs;

/// Of the file that it is, or that it is in. That may change before it is read: what decides then is what is found when it is
/// opened, and the journal keeps what was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedInput {
    stamp: SizeAndTime,
    /// Whether it is all of a regular file.
    is_file: bool,
}

impl PlannedInput {
    /// Asks; none where there is no such file.
    pub fn of(source: &Source) -> Option<PlannedInput> {
        let found = fs::metadata(source.path()?).ok()?;
        let is_file = found.is_file() && matches!(source, Source::File(_));
        Some(PlannedInput { stamp: SizeAndTime::of(&found), is_file })
    }

    /// By what it is known.
    pub fn stamp(&self) -> SizeAndTime {
        self.stamp
    }

    /// How many bytes there are to read, where it is a file.
    pub fn size(&self) -> Option<u64> {
        self.is_file.then_some(self.stamp.size())
    }

    /// Whether it is a file of no great size.
    pub fn is_little(&self) -> bool {
        self.size().is_some_and(|size| size <= LITTLE)
    }
}
