//! A file whose bytes begin to get to the disk while more are made.
//!
//! Otherwise the system keeps all of them until the file is to last, and whoever waits for that waits for the whole file.

use crate::cli::system;
use crate::cli::temporary::Temporary;
use std::io::{self, Write};

/// So many bytes at a time are sent on their way: enough for any disk to be busy.
const STRETCH: u64 = 8 << 20;

/// A file that is written from its beginning to its end.
pub struct Writeback {
    temporary: Temporary,
    written: u64,
    /// What is on its way to the disk.
    sent: u64,
}

impl Writeback {
    pub fn new(temporary: Temporary) -> Writeback {
        Writeback { temporary, written: 0, sent: 0 }
    }

    /// The file, with all that was written to it.
    pub fn into_inner(self) -> Temporary {
        self.temporary
    }
}

impl Write for Writeback {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.temporary.file().write(bytes)?;
        self.written += count as u64;
        if self.written - self.sent >= STRETCH {
            system::begin_to_store(self.temporary.file(), self.sent, self.written - self.sent);
            self.sent = self.written;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.file().flush()
    }
}
