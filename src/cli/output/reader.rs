//! Whether anybody still reads standard output.
//!
//! A run that writes only when it has read everything, or writes rarely, would learn of a reader that has gone
//! long after the fact, or sit in a pipe that brings nothing more. So a thread of its own waits for the
//! reader's end of the pipe to be closed.

use crate::cli::{exit, system};
use std::io;

/// From here on the program ends, quietly and with nothing half-written, when the reader of standard output
/// goes away.
pub fn watch() -> io::Result<()> {
    let stdout = system::duplicate(io::stdout())?;
    system::on_reader_gone(stdout, || {
        exit::leave(&io::Error::from(io::ErrorKind::BrokenPipe).into())
    })
}
