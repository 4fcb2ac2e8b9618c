//! The processes that were started and have not ended yet, for whoever ends the program in the middle of a run.

use crate::cli::system;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One that is ended with all that it started, whoever is done with it.
pub struct OutsideChild(Arc<Mutex<Child>>);

impl OutsideChild {
    /// Takes care of a process that leads a group of its own.
    pub fn new(child: Child) -> OutsideChild {
        let child = Arc::new(Mutex::new(child));
        lock(&RUNNING).push(Arc::clone(&child));
        OutsideChild(child)
    }

    /// How it has ended, if it has.
    pub fn status(&self) -> Option<ExitStatus> {
        lock(&self.0).try_wait().ok().flatten()
    }
}

impl Drop for OutsideChild {
    fn drop(&mut self) {
        end(&mut lock(&self.0));
        lock(&RUNNING).retain(|other| !Arc::ptr_eq(other, &self.0));
    }
}

fn end(child: &mut Child) {
    system::kill_group(child);
    child.wait().ok();
}

/// Ends all of them.
pub fn kill_all() {
    lock(&RUNNING).drain(..).for_each(|child| end(&mut lock(&child)));
}
