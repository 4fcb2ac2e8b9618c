//! Ctrl-C and SIGTERM: the temporary files go, the targets stay as they
//! were, and the program ends with 130 or 143.
//!
//! A thread of its own waits for the signals and ends the program, because
//! the other threads may sit in a read that never returns. It takes the lock
//! under which a finished file is put in its place, so a target is replaced
//! either wholly or not at all.

use crate::console::progress;
use crate::output::temporary;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
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
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag down and raises it,
        // the second ends the program on the spot.
        flag::register_conditional_shutdown(signal, BASE + signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
    }
    // Taken and not looked at: a file that grows beyond `ulimit -f` is to be an
    // error of writing, like a full disk, and not sudden death.
    flag::register(SIGXFSZ, Arc::default())?;
    wait_for(Signals::new([SIGINT, SIGTERM])?)?;
    Ok(())
}

fn wait_for(mut signals: Signals) -> io::Result<()> {
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // Held until the end, so that nothing is put in its place any more.
            let _held = temporary::remove_all();
            progress::clear();
            process::exit(BASE + signal);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}
