//! A program that reads a pipe which stays open, and is to end by itself.
#![cfg(all(feature = "cli", unix))]

use crate::folder::Folder;
use std::io::Write;
use std::process::{Child, ChildStdin, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// More than enough for any machine, and less than the pipe stays open.
const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a command and gives it some input; the pipe stays open as long as what is returned.
pub fn start(folder: &Folder, line: &str, input: &[u8], stdout: Stdio) -> (Child, ChildStdin) {
    let mut command = folder.start(line);
    command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // One that ends early leaves nobody to read the rest.
    let _ = pipe.write_all(input);
    (child, pipe)
}

/// The status of a child that ends within patience.
pub fn status(mut child: Child) -> Option<i32> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    None
}
