//! The processes that were started and not waited for yet, for whoever ends the program in the middle of a run.

use rustix::process::{Pid, Signal, kill_process_group};
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes note of a process that leads a group of its own.
pub fn add(child: &Child) {
    running().extend(pid(child));
}

/// Ends a process and all that it started, and waits for it.
pub fn kill(child: &mut Child) {
    if let Some(pid) = pid(child) {
        kill_group(pid);
    }
    forget(child);
    child.wait().ok();
}

/// Takes no more care of a process that has ended, and ends what it left behind: as long as there is anything of its group, nobody
/// else gets its number.
pub fn bury(child: &Child) {
    if let Some(pid) = pid(child) {
        kill_group(pid);
    }
    forget(child);
}

fn forget(child: &Child) {
    let pid = pid(child);
    running().retain(|other| Some(*other) != pid);
}

/// Ends all of them.
pub fn kill_all() {
    running().drain(..).for_each(kill_group);
}

/// One that has ended already is no reason to complain.
fn kill_group(pid: Pid) {
    kill_process_group(pid, Signal::KILL).ok();
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}
