//! What is told when somebody ends a run over many files: which of them are done.

use crate::cli::program;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// How far a run is.
pub struct RunStanding {
    pub done: u64,
    pub all: u64,
    /// The last file that is done.
    pub last: String,
    /// Whether the run can go on later.
    pub can_resume: bool,
}

static STANDING: Mutex<Option<RunStanding>> = Mutex::new(None);

/// Takes note of how far the run is.
pub fn note(standing: RunStanding) {
    *STANDING.lock().unwrap_or_else(PoisonError::into_inner) = Some(standing);
}

/// More files are done, the last of which has this name.
pub fn step(files: u64, last: String) {
    if let Some(standing) = &mut *STANDING.lock().unwrap_or_else(PoisonError::into_inner) {
        standing.done += files;
        standing.last = last;
    }
}

/// Tells it.
pub fn tell() {
    let standing = STANDING.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(RunStanding { done, all, last, can_resume }) = standing else { return };
    let last = if done == 0 { String::new() } else { format!(", the last of them {last}") };
    let rest = if can_resume { "; --resume goes on with the rest" } else { "" };
    let name = program::name();
    writeln!(std::io::stderr(), "{name}: interrupted after {done} of {all} files{last}{rest}").ok();
}
