//! Signals, Ctrl-C above all, which Python handles when it is asked to.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often it is asked whether somebody pressed Ctrl-C.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Asks now and then.
pub struct Signals {
    asked: Instant,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals { asked: Instant::now() }
    }
}

impl Signals {
    /// Lets Python handle those that came, if it was not asked just now.
    pub fn handle(&mut self) -> PyResult<()> {
        if self.asked.elapsed() < PATIENCE {
            return Ok(());
        }
        self.asked = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}

/// Bytes whose reading ends with what a handler raises.
pub struct Interruptible<R> {
    bytes: R,
    signals: Signals,
}

impl<R: Read> Interruptible<R> {
    pub fn new(bytes: R) -> Interruptible<R> {
        Interruptible { bytes, signals: Signals::default() }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.signals.handle().map_err(io::Error::other)?;
        self.bytes.read(buffer)
    }
}
