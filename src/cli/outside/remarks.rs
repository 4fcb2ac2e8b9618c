//! What a program says on standard error, shown with its name line by line.

use crate::cli::console;
use crate::text::encoding::text;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The longest piece of a line that is shown as one.
const LONGEST: u64 = 4 << 10;

/// Shows remarks from a thread of its own.
pub struct Remarks {
    /// Nothing is ever sent; the other end is dropped after the last of them.
    end: Receiver<()>,
}

impl Remarks {
    pub fn of(name: &str, stderr: impl Read + Send + 'static) -> io::Result<Remarks> {
        let (ended, end) = mpsc::channel();
        let name = name.to_owned();
        let show = move || {
            let _ended: mpsc::Sender<()> = ended;
            show_all(&name, BufReader::new(stderr));
        };
        thread::Builder::new().name("remarks".into()).spawn(show)?;
        Ok(Remarks { end })
    }

    /// Waits for the last words; somebody else may have standard error open for long.
    pub fn wait(&self, limit: Duration) {
        let _ended = self.end.recv_timeout(limit);
    }
}

fn show_all(name: &str, mut stderr: impl BufRead) {
    let mut line = Vec::new();
    while (&mut stderr).take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        let words = text(line.trim_ascii_end());
        if !words.is_empty() {
            console::remark(&format!("plugin {name}: {words}"));
        }
        line.clear();
    }
}
