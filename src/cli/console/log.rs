//! The file of `--faults`: each fault and note as a JSON object on a line of
//! its own.

use crate::cli::system;
use crate::fault::Fault;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The open file.
pub struct Log {
    name: String,
    file: BufWriter<File>,
    /// Its reader has gone away; that is no reason to stop the work.
    closed: bool,
}

impl Log {
    pub fn create(path: &Path) -> anyhow::Result<Log> {
        let name = path.display().to_string();
        match File::create(path) {
            Ok(file) => Ok(Log { name, file: BufWriter::new(file), closed: false }),
            Err(cause) => Err(blame(&name, &cause)),
        }
    }

    /// Writes all of them through to the file, so that it is complete
    /// whenever the program ends.
    pub fn write(&mut self, file: &str, faults: &[Fault]) -> anyhow::Result<()> {
        if faults.is_empty() || self.closed {
            return Ok(());
        }
        let mut write = || {
            faults.iter().try_for_each(|fault| writeln!(self.file, "{}", line(file, fault)))?;
            self.file.flush()
        };
        match write() {
            Err(cause) if system::is_reader_gone(&cause) => self.closed = true,
            result => result.map_err(|cause| blame(&self.name, &cause))?,
        }
        Ok(())
    }
}

fn blame(name: &str, cause: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("{name}: cannot be written: {cause}")
}

fn line(file: &str, fault: &Fault) -> serde_json::Value {
    json!({
        "file": file,
        "line": fault.place.line,
        "offset": fault.place.offset,
        "game": fault.place.game,
        "players": fault.place.players,
        "kind": fault.kind.name(),
        "severity": if fault.is_note() { "note" } else { "fault" },
        "message": fault.message,
    })
}
