//! Whether anybody still reads standard output.
//!
//! A run that writes only when it has read everything, or writes rarely, would learn of a reader that has gone
//! long after the fact, or sit in a pipe that brings nothing more. So a thread of its own waits for the
//! reader's end of the pipe to be closed.

use crate::cli::exit;
use rustix::event::{PollFd, PollFlags, poll};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::thread;

/// From here on the program ends, quietly and with nothing half-written, when the reader of standard output
/// goes away.
pub fn watch() -> io::Result<()> {
    let stdout = crate::cli::identity::duplicate(io::stdout())?;
    if !stdout.metadata()?.file_type().is_fifo() {
        return Ok(());
    }
    let wait = move || {
        // Asked for nothing, the system tells of errors alone: the other end is closed.
        let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
        while poll(&mut ends, None) == Err(rustix::io::Errno::INTR) {}
        if ends[0].revents().contains(PollFlags::ERR) {
            exit::leave(&io::Error::from(io::ErrorKind::BrokenPipe).into());
        }
    };
    thread::Builder::new().name("reader".into()).spawn(wait).map(drop)
}
