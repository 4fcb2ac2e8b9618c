//! Ctrl-C, SIGTERM, and a terminal that goes away: the temporary files go, the targets stay as they
//! were, and the program ends with 130, 143 or 129.
//!
//! A thread of its own waits for the signals and ends the program, because
//! the other threads may sit in a read that never returns. It takes the lock
//! under which a finished file is put in its place, so a target is replaced
//! either wholly or not at all.

use crate::cli::browser;
use crate::cli::console::progress;
use crate::cli::outside::children;
use crate::cli::{interruption, system, temporary};
use std::process;

/// From here on the signals are taken care of.
pub fn install() -> anyhow::Result<()> {
    Ok(system::on_interrupt(|status| {
        browser::end();
        children::kill_all();
        // Held until the end, so that nothing is put in its place any more.
        let _held = temporary::remove_all();
        progress::clear();
        interruption::tell();
        process::exit(status);
    })?)
}
