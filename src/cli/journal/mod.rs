//! The journal of a run into a folder: what it is to do, and what of it is done, so that it can go on after an end.
//!
//! It stands in the folder until all is done: JSON, one value a line. First come the version with all that was asked for, and each input
//! with its size and time and the name of its output; then, while the run goes on, the faults of each file, and when its output stands in
//! its place, that output's size and time with what was counted. A line that is not whole was being written when the end came.
//!
//! What a file that is done holds may still be on its way to the disk when the power fails. So lines say which start of the
//! system they belong to, and from time to time that all is on the disk.

mod line;
mod past;

pub use self::line::{Counts, SizeAndTime};
pub use self::past::Past;

use self::line::{boot, done_line, fault_line};
use crate::cli::system;
use crate::cli::temporary::PREFIX;
use crate::fault::Fault;
use anyhow::{Context, Result};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long what is done may wait for the disk.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lines of so many bytes do not wait any longer.
const LONGEST: usize = 64 << 10;

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Lines that are to be written together.
    waiting: String,
    /// The file that is being worked on, by its number.
    current: usize,
    synced: Instant,
}

/// Where the journal of a folder is.
pub fn path_in(folder: &Path) -> PathBuf {
    folder.join(format!("{PREFIX}journal"))
}

/// Where it is until all that is to be done stands in it.
pub fn half_in(folder: &Path) -> PathBuf {
    path_in(folder).with_extension("new")
}

impl Journal {
    /// Begins with what is to be done: lines that will have to be the same when the run goes on.
    pub fn begin(folder: &Path, plan: impl Iterator<Item = String>) -> Result<Journal> {
        let path = path_in(folder);
        let half = half_in(folder);
        let write = || {
            let mut file = std::io::BufWriter::new(File::create(&half)?);
            for line in plan {
                writeln!(file, "{line}")?;
            }
            file.into_inner()?.sync_all()?;
            fs::rename(&half, &path)
        };
        write().with_context(|| format!("{}: cannot be written", path.display()))?;
        Journal::go_on(folder)
    }

    /// Goes on with one that is there.
    pub fn go_on(folder: &Path) -> Result<Journal> {
        let path = path_in(folder);
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.with_context(|| path.display().to_string())?;
        let waiting = boot() + "\n";
        let mut journal = Journal { path, file, waiting, current: 0, synced: Instant::now() };
        journal.write()?;
        Ok(journal)
    }

    /// What follows is about this file.
    pub fn turn_to(&mut self, number: usize) {
        self.current = number;
    }

    pub fn faults(&mut self, file: &str, faults: &[Fault]) -> Result<()> {
        faults.iter().try_for_each(|fault| self.add(&fault_line(self.current, file, fault)))
    }

    /// The output of the current file stands in its place.
    pub fn done(&mut self, stamp: &SizeAndTime, counts: &Counts) -> Result<()> {
        self.add(&done_line(self.current, stamp, counts))?;
        if self.synced.elapsed() < PATIENCE {
            return Ok(());
        }
        self.synced = Instant::now();
        // What is on the disk by now need not be done again after a power cut.
        system::sync_disk(&self.file)?;
        self.add("[\"synced\"]")
    }

    fn add(&mut self, line: &str) -> Result<()> {
        self.waiting.push_str(line);
        self.waiting.push('\n');
        if self.waiting.len() < LONGEST { Ok(()) } else { self.write() }
    }

    /// Writes the lines that wait. Nobody is to leave them waiting while the next file is worked on: should the program be
    /// killed, what they say is done would be done again.
    pub fn write(&mut self) -> Result<()> {
        let written = self.file.write_all(self.waiting.as_bytes());
        self.waiting.clear();
        written.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// All is done.
    pub fn end(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_in(folder: &Path) -> usize {
        fs::read_to_string(path_in(folder)).unwrap().lines().count()
    }

    #[test]
    fn lines_wait_for_each_other_and_not_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut journal = Journal::begin(folder, ["plan".to_owned()].into_iter()).unwrap();
        let before = lines_in(folder);
        let stamp = SizeAndTime::of_path(folder).unwrap();
        for number in 0..3 {
            journal.turn_to(number);
            journal.done(&stamp, &Counts::default()).unwrap();
        }
        assert_eq!(lines_in(folder), before);
        journal.write().unwrap();
        assert_eq!(lines_in(folder), before + 3);
        for _ in 0..LONGEST {
            journal.done(&stamp, &Counts::default()).unwrap();
        }
        assert!(lines_in(folder) > before + 3 + LONGEST / 2);
    }
}
