//! One of many files that are written at a time.

use crate::cli::output::Joined;
use crate::cli::temporary::TemporaryFolder;
use crate::fault::Fault;
use crate::format::Source;
use crate::joint::Link;
use anyhow::{Context, Result};
use std::io::{self, Write};
use std::path::PathBuf;

/// The records with one value.
pub struct Pile {
    joined: Joined<Sheaf>,
    /// Which input is being written, and where the last record of it ended that went here.
    input: Option<usize>,
    end: Option<u64>,
}

/// The bytes of a file. It is open only while they go there: nobody may have thousands of files open.
struct Sheaf {
    path: PathBuf,
    waiting: Vec<u8>,
}

/// An input, and how it is written.
#[derive(Clone, Copy)]
pub struct RecordOrigin<'a> {
    pub index: usize,
    pub name: &'a str,
    pub format: &'static dyn Source,
    pub limit: usize,
}

impl Pile {
    pub fn new(path: PathBuf) -> Pile {
        let sheaf = Sheaf { path, waiting: Vec::new() };
        Pile { joined: Joined::new(sheaf, false, false), input: None, end: None }
    }

    /// Writes a record of an input; returns what is wrong about it.
    pub fn add(
        &mut self,
        bytes: &[u8],
        link: &Link,
        origin: RecordOrigin<'_>,
    ) -> Result<Option<Fault>> {
        if self.input != Some(origin.index) {
            self.leave_input()?;
            self.joined.begin(origin.name, Some(origin.format), origin.limit);
            (self.input, self.end) = (Some(origin.index), None);
        }
        self.joined.record(&link.member(bytes, &mut self.end))
    }

    fn leave_input(&mut self) -> Result<()> {
        if self.input.is_some() { self.joined.end_input() } else { Ok(()) }
    }

    /// Hands over to the system what waits.
    pub fn flush(&mut self) -> Result<()> {
        self.joined.output().hand_over()
    }

    /// No record follows.
    pub fn end(mut self) -> Result<()> {
        self.leave_input()?;
        self.joined.end()?.hand_over()
    }
}

impl Sheaf {
    fn hand_over(&mut self) -> Result<()> {
        TemporaryFolder::append(&self.path, &self.waiting)
            .with_context(|| format!("{}: cannot be written", self.path.display()))?;
        self.waiting = Vec::new();
        Ok(())
    }
}

impl Write for Sheaf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
