//! How the program ends: which error ends in which status, and leaving in the middle of a run.

use crate::cli::browser;
use crate::cli::console::{self, StrictStop, progress};
use crate::cli::outside::children;
use crate::cli::status::{STRICT, Status};
use crate::cli::{system, temporary};
use std::io;
use std::process;

/// Tells the user what ended the run, as far as there is something to tell.
pub fn of_error(error: &anyhow::Error) -> Status {
    if is_broken_pipe(error) {
        return Status::Success;
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
    children::kill_all();
    browser::end();
    // Held until the end, so that nothing is put in its place any more.
    let _held = temporary::remove_all();
    progress::clear();
    process::exit(of_error(error) as i32);
}

/// Whether the reader of the output has gone away, as `head` does when it
/// has seen enough. That is not a failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(system::is_reader_gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_broken_pipe_is_found_below_its_context() {
        let error = io::Error::from(io::ErrorKind::BrokenPipe);
        let error = Err::<(), _>(error).context("<stdout>").unwrap_err();
        assert_eq!(of_error(&error), Status::Success);
    }

    #[test]
    fn an_unknown_error_is_a_failure() {
        assert_eq!(of_error(&anyhow::anyhow!("test")), Status::Failure);
    }

    #[test]
    fn a_strict_stop_has_the_status_of_faults() {
        assert_eq!(of_error(&StrictStop.into()), Status::Faults);
    }
}
