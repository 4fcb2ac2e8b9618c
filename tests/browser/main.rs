//! The page of `directory --to html` in Chromium, and the book that it prints. Without one, nothing is tested, and that is said. Where
//! `WEB_PAGE` names the page that `web/build` makes, that is tried, and nothing else (`web/test` does so).
//!
//! `cargo test --test browser -- keyboard` runs the tests with that word in their names;
//! `SCREENSHOTS=folder` keeps what the page looks like, `TIMES=1` asks for its speed as well.

mod agreement;
mod book;
mod chromium;
#[path = "../folder/mod.rs"]
mod folder;
mod look;
mod many;
mod play;
mod tags;
mod usage;
mod web;
mod web_hostile;
mod web_look;

use chromium::Chromium;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// One promise of the page.
type Test = (&'static str, fn(&Chromium));

/// How many tests ended how.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted =
        |(name, _): &Test| words.is_empty() || words.iter().any(|word| name.contains(word));
    let mut tests = match web::page() {
        Some(_) => [web::TESTS, web_hostile::TESTS, web_look::TESTS].concat(),
        None => of_directory(),
    };
    tests.retain(is_wanted);
    let tally = match Chromium::start() {
        Some(chromium) => tried(&tests, &chromium),
        None => skipped(&tests),
    };
    println!("\nthe page in a browser: {tally}");
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn of_directory() -> Vec<Test> {
    [
        usage::TESTS,
        play::TESTS,
        tags::TESTS,
        agreement::TESTS,
        look::TESTS,
        book::TESTS,
        many::TESTS,
    ]
    .concat()
}

fn tried(tests: &[Test], chromium: &Chromium) -> Tally {
    let mut tally = Tally::default();
    for (name, test) in tests {
        let is_well = panic::catch_unwind(AssertUnwindSafe(|| test(chromium))).is_ok();
        println!("test {name} ... {}", if is_well { "ok" } else { "FAILED" });
        tally.passed += usize::from(is_well);
        tally.failed += usize::from(!is_well);
    }
    tally
}

/// Says which tests are not run, and why; `.ci/run` repeats the line that begins with the word.
fn skipped(tests: &[Test]) -> Tally {
    for (name, _) in tests {
        println!("test {name} ... skipped");
    }
    let skipped = tests.len();
    println!(
        "skipped: {skipped} tests of the page: no chromium (or chrome) is installed; CHROME=path names one"
    );
    Tally { skipped, ..Tally::default() }
}
