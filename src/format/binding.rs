//! What puts together the rows of a format that is more than one row after the other.

use std::io;

use super::row_batch::RowBatch;

/// Puts rows together, in the order of the input, for formats that are more than one row after
/// the other.
///
/// Unlike its sink it has state, and there is one of it: it works where the output is written.
pub trait Binding {
    /// Takes rows, and appends what can be written by now.
    ///
    /// # Errors
    ///
    /// Returns why the rows cannot be written.
    fn add(&mut self, batch: RowBatch, out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends all that is left. Nothing can be added any more.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()>;
}
