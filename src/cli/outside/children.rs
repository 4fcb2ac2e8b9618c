//! The processes that were started and have not ended yet, for whoever ends the program in the middle of a run.

use crate::cli::system;
use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All that run; none any more once they were ended, and then none is started.
static RUNNING: Mutex<Option<Vec<Arc<Mutex<Child>>>>> = Mutex::new(Some(Vec::new()));

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One that is ended with all that it started, whoever is done with it.
pub struct OutsideChild(Arc<Mutex<Child>>);

impl OutsideChild {
    /// Starts a process that leads a group of its own, with pipes to talk to it. Whoever ends all of them waits until it is one
    /// of them.
    pub fn start(command: &mut Command) -> io::Result<OutsideChild> {
        let mut running = lock(&RUNNING);
        let running = running.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = Arc::new(Mutex::new(system::lead_group(command).spawn()?));
        running.push(Arc::clone(&child));
        Ok(OutsideChild(child))
    }

    /// The pipes, for the one who talks to it.
    pub fn pipes(&self) -> (ChildStdin, ChildStdout, ChildStderr) {
        const PIPED: &str = "all three are pipes, and taken once";
        let mut child = lock(&self.0);
        let stdin = child.stdin.take().expect(PIPED);
        (stdin, child.stdout.take().expect(PIPED), child.stderr.take().expect(PIPED))
    }

    /// How it has ended, if it has.
    pub fn status(&self) -> Option<ExitStatus> {
        lock(&self.0).try_wait().ok().flatten()
    }
}

impl Drop for OutsideChild {
    fn drop(&mut self) {
        end(&mut lock(&self.0));
        lock(&RUNNING).iter_mut().for_each(|all| all.retain(|it| !Arc::ptr_eq(it, &self.0)));
    }
}

fn end(child: &mut Child) {
    system::kill_group(child);
    child.wait().ok();
}

/// Ends all of them.
pub fn kill_all() {
    let mut running = lock(&RUNNING);
    running.take().into_iter().flatten().for_each(|child| end(&mut lock(&child)));
}
