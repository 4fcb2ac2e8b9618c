//! The exit statuses, and which error ends in which of them.

use crate::args;
use crate::console::{self, StrictStop, progress};
use crate::output::temporary;
use crate::session::NoInput;
use std::io;
use std::process::{self, ExitCode};

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

/// Tells the user what ended the run of `command`, as far as there is
/// something to tell.
pub fn of_error(error: &anyhow::Error, command: &str) -> Status {
    if is_broken_pipe(error) {
        return Status::Success;
    }
    if error.is::<NoInput>() {
        args::print_short_help(command);
        return Status::Failure;
    }
    console::print_error(error);
    if error.chain().any(|cause| cause.is::<StrictStop>()) { STRICT } else { Status::Failure }
}

/// What came of a step in the middle of a run; an error ends the program.
pub fn or_leave<T>(result: anyhow::Result<T>) -> anyhow::Result<T> {
    result.map_err(|error| leave(&error))
}

/// Ends the program at once with what an error asks for. The thread that reads may sit in
/// a pipe that brings nothing more for hours; nobody is to wait for it.
pub fn leave(error: &anyhow::Error) -> ! {
    // Held until the end, so that nothing is put in its place any more.
    let _held = temporary::remove_all();
    progress::clear();
    process::exit(of_error(error, "") as i32);
}

/// Whether the reader of the output has gone away, as `head` does when it
/// has seen enough. That is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_broken_pipe_is_found_below_its_context() {
        let error = io::Error::from(io::ErrorKind::BrokenPipe);
        let error = Err::<(), _>(error).context("<stdout>").unwrap_err();
        assert_eq!(of_error(&error, "annotate"), Status::Success);
    }

    #[test]
    fn an_unknown_error_is_a_failure() {
        assert_eq!(of_error(&anyhow::anyhow!("test"), "annotate"), Status::Failure);
    }

    #[test]
    fn a_strict_stop_has_the_status_of_faults() {
        assert_eq!(of_error(&StrictStop.into(), "annotate"), Status::Faults);
    }
}
