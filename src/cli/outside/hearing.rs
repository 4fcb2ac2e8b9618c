//! What a program says on standard output, which a thread of its own takes in: so neither side waits for the other with both
//! pipes full, and nobody is waited for longer than the time that the user gives.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much is read at a time.
const PORTION: usize = 64 << 10;

/// So much is handed over though it is not all that was asked for; of twice as much, no more is read.
const PLENTY: usize = 1 << 20;

/// Why somebody need not wait any more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// As many lines as were wanted, or plenty.
    Enough,
    /// It says nothing more.
    End,
    /// No line within the time.
    Late,
}

/// The ear of one program.
pub struct Hearing(Arc<Ear>);

#[derive(Default)]
struct Ear {
    said: Mutex<Said>,
    news: Condvar,
}

/// What was said and not handed over yet.
struct Said {
    bytes: Vec<u8>,
    /// How many lines end in it.
    lines: usize,
    /// When the last of them ended.
    last: Instant,
    /// For how many somebody waits. Nobody is woken for fewer: programs say a line at a time.
    wanted: usize,
    has_ended: bool,
    is_unheard: bool,
}

impl Default for Said {
    fn default() -> Said {
        let (wanted, last) = (usize::MAX, Instant::now());
        Said { bytes: Vec::new(), lines: 0, last, wanted, has_ended: false, is_unheard: false }
    }
}

impl Hearing {
    /// Begins to listen.
    pub fn of(stdout: impl Read + Send + 'static) -> io::Result<Hearing> {
        let ear = Arc::new(Ear::default());
        let hearing = Hearing(Arc::clone(&ear));
        thread::Builder::new().name("plugin".into()).spawn(move || ear.listen(stdout))?;
        Ok(hearing)
    }

    /// Appends what was said, once there are so many lines of it, and never later than one could have come after `since` or after
    /// the line before.
    pub fn hear(
        &self,
        wanted: usize,
        (since, timeout): (Instant, Duration),
        heard: &mut Vec<u8>,
    ) -> Heard {
        let mut said = self.0.lock();
        loop {
            let left = (since.max(said.last) + timeout).saturating_duration_since(Instant::now());
            let end = match &*said {
                said if said.lines >= wanted || said.bytes.len() >= PLENTY => Heard::Enough,
                said if said.has_ended => Heard::End,
                _ if left.is_zero() => Heard::Late,
                _ => {
                    said.wanted = wanted;
                    let waited = self.0.news.wait_timeout(said, left);
                    said = waited.unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
            };
            (said.lines, said.wanted) = (0, usize::MAX);
            heard.append(&mut said.bytes);
            drop(said);
            self.0.news.notify_all();
            return end;
        }
    }
}

impl Drop for Hearing {
    fn drop(&mut self) {
        self.0.lock().is_unheard = true;
        self.0.news.notify_all();
    }
}

impl Ear {
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self, mut stdout: impl Read) {
        let mut portion = vec![0; PORTION];
        loop {
            match stdout.read(&mut portion) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(count) if count > 0 && self.add(&portion[..count]) => {}
                _ => break,
            }
        }
        self.lock().has_ended = true;
        self.news.notify_all();
    }

    /// Takes in what was read; false where nobody wants to hear it.
    fn add(&self, portion: &[u8]) -> bool {
        let mut said = self.lock();
        while said.bytes.len() >= 2 * PLENTY && !said.is_unheard {
            said = self.news.wait(said).unwrap_or_else(PoisonError::into_inner);
        }
        let lines = memchr::memchr_iter(b'\n', portion).count();
        if lines > 0 {
            said.last = Instant::now();
        }
        said.lines += lines;
        said.bytes.extend_from_slice(portion);
        let is_enough = said.lines >= said.wanted || said.bytes.len() >= PLENTY;
        let is_unheard = said.is_unheard;
        drop(said);
        if is_enough {
            self.news.notify_all();
        }
        !is_unheard
    }
}
