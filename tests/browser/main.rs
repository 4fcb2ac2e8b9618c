//! The page of `directory --to html` in Chromium. Without one, nothing is tested, and that is said.
//!
//! `cargo test --test browser -- keyboard` runs the tests with that word in their names;
//! `SCREENSHOTS=folder` keeps what the page looks like, `TIMES=1` asks for its speed as well.

mod agreement;
mod chromium;
#[path = "../folder/mod.rs"]
mod folder;
mod look;
mod many;
mod tags;
mod usage;

use chromium::Chromium;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// One promise of the page.
type Test = (&'static str, fn(&Chromium));

fn main() -> ExitCode {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let Some(chromium) = Chromium::start() else {
        println!("skipped: no chromium (or chrome) is installed; CHROME=path names one");
        return ExitCode::SUCCESS;
    };
    let tests = [usage::TESTS, tags::TESTS, agreement::TESTS, look::TESTS, many::TESTS].concat();
    let mut failed = 0;
    for (name, test) in tests {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
            let is_well = panic::catch_unwind(AssertUnwindSafe(|| test(&chromium))).is_ok();
            println!("test {name} ... {}", if is_well { "ok" } else { "FAILED" });
            failed += u32::from(!is_well);
        }
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
