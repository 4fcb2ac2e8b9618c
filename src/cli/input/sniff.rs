//! Refuses what is not text, in the words of the program.

use crate::cli::program;
use crate::text::sniff::reason;
use std::io;

/// Accepts the beginning of a text, refuses anything else with its reason.
pub fn text(head: &[u8]) -> io::Result<()> {
    match reason(head) {
        None => Ok(()),
        Some(reason) => Err(io::Error::new(io::ErrorKind::InvalidData, program::renamed(reason))),
    }
}
