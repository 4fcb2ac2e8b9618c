//! The exit statuses.

use std::process::ExitCode;

/// How a run ended. An interrupted one never gets here: see `signals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All well, or the reader of the output went away.
    Success = 0,
    /// Finished, but there were faults; or a search found nothing.
    Faults = 1,
    /// Wrong usage, or something could not be read or written.
    Failure = 2,
}

/// What `--strict` ends with. The same 1 as without it: a script learns "there
/// were faults" from 1 and "something else is wrong" from 2 in both cases.
pub const STRICT: Status = Status::Faults;

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
