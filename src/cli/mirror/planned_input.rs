//! What was found out about an input when all was planned.

use crate::cli::collection::ListedInput;
use crate::cli::input::{LITTLE, Source};
use crate::cli::journal::SizeAndTime;
use crate::cli::system;
use std::{fs, thread};

/// So many are asked about before another thread is worth its start.
const SHARE: usize = 500;

/// Of the file that it is, or that it is in. That may change before it is read: what decides then is what is found when it is
/// opened, and the journal keeps what was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedInput {
    stamp: SizeAndTime,
    mode: u32,
    /// Whether it is all of a regular file.
    is_file: bool,
}

impl PlannedInput {
    /// Asks about all of them, on so many threads: nobody can do anything else before that.
    pub fn of_all(inputs: &[ListedInput], threads: usize) -> Vec<Option<PlannedInput>> {
        let ask = |inputs: &[ListedInput]| -> Vec<_> {
            inputs.iter().map(|listed| PlannedInput::of(&listed.source)).collect()
        };
        let share = inputs.len().div_ceil(threads).max(SHARE);
        if inputs.len() <= share {
            return ask(inputs);
        }
        thread::scope(|scope| {
            let shares = inputs.chunks(share).map(|share| scope.spawn(move || ask(share)));
            let shares: Vec<_> = shares.collect();
            shares
                .into_iter()
                .flat_map(|share| share.join().expect("asking does not panic"))
                .collect()
        })
    }

    /// Asks; none where there is no such file.
    fn of(source: &Source) -> Option<PlannedInput> {
        let found = fs::metadata(source.path()?).ok()?;
        let is_file = found.is_file() && matches!(source, Source::File(_));
        Some(PlannedInput { stamp: SizeAndTime::of(&found), mode: system::mode(&found), is_file })
    }

    /// By what it is known.
    pub fn stamp(&self) -> SizeAndTime {
        self.stamp
    }

    /// Its rights.
    pub fn mode(&self) -> u32 {
        self.mode
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_inputs_on_any_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let is_there = |number: usize| !number.is_multiple_of(7);
        let input = |number: usize| {
            let path = folder.path().join(number.to_string());
            if is_there(number) {
                fs::write(&path, vec![b'x'; number]).unwrap();
            }
            ListedInput { source: Source::File(path), folder: None }
        };
        let inputs: Vec<_> = (0..2 * SHARE + 1).map(input).collect();
        for threads in [1, 2, 7] {
            let sizes = PlannedInput::of_all(&inputs, threads).into_iter().map(|it| it?.size());
            let expected =
                (0..inputs.len()).map(|number| is_there(number).then_some(number as u64));
            assert!(sizes.eq(expected), "{threads} threads");
        }
    }
}
