//! Ctrl-C, SIGTERM, and a terminal that goes away: the temporary files go, the targets stay as they
//! were, and the program ends with 130, 143 or 129.
//!
//! A thread of its own waits for the signals and ends the program, because
//! the other threads may sit in a read that never returns. It takes the lock
//! under which a finished file is put in its place, so a target is replaced
//! either wholly or not at all.

use crate::cli::console::progress;
use crate::cli::outside::children;
use crate::cli::temporary;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

/// Shells report a program that died of a signal as 128 + its number.
const BASE: i32 = 128;

/// From here on the signals are taken care of.
pub fn install() -> anyhow::Result<()> {
    let again = Arc::new(AtomicBool::new(false));
    // Under nohup a terminal may go away.
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let signals = [SIGINT, SIGTERM].into_iter().chain(hang_up);
    for signal in signals.clone() {
        // In this order: the first signal finds the flag down and raises it,
        // the second ends the program on the spot.
        flag::register_conditional_shutdown(signal, BASE + signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
    }
    // Taken and not looked at: a file that grows beyond `ulimit -f` is to be an
    // error of writing, like a full disk, and not sudden death.
    flag::register(SIGXFSZ, Arc::default())?;
    wait_for(Signals::new(signals)?)?;
    Ok(())
}

/// Whether whoever started the program wants it to ignore a signal; so it is, too, where the system has no file
/// that says so.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_none_or(|ignored| ignored >> (signal - 1) & 1 == 1)
}

fn wait_for(mut signals: Signals) -> io::Result<()> {
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            children::kill_all();
            // Held until the end, so that nothing is put in its place any more.
            let _held = temporary::remove_all();
            progress::clear();
            process::exit(BASE + signal);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}
