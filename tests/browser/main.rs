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
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::{fmt, iter, thread};

/// Each spends most of its time in waiting for the wire between the browser and the test, which is read for 100 ms at a time.
const BROWSERS: usize = 6;

/// One promise of the page.
type Test = (&'static str, fn(&Chromium));

/// How many tests ended how.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl FromIterator<bool> for Tally {
    fn from_iter<I: IntoIterator<Item = bool>>(tests: I) -> Tally {
        tests.into_iter().fold(Tally::default(), |tally, is_passed| Tally {
            passed: tally.passed + usize::from(is_passed),
            failed: tally.failed + usize::from(!is_passed),
            ..tally
        })
    }
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
        // The longest come first.
        Some(_) => [web_look::TESTS, web_hostile::TESTS, web::TESTS].concat(),
        None => of_directory(),
    };
    tests.retain(is_wanted);
    let tally = match chromium::path() {
        Some(_) => tried(&tests),
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

fn tried(tests: &[Test]) -> Tally {
    let queue = Mutex::new(tests.iter());
    let worker = || {
        let chromium = Chromium::start();
        // The lock is held for the length of the call alone.
        let next = || queue.lock().expect("taking one does not panic").next();
        iter::from_fn(next).map(|test| is_passed(test, &chromium)).collect::<Vec<bool>>()
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..BROWSERS).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a browser")).collect()
    })
}

fn is_passed((name, test): &Test, chromium: &Chromium) -> bool {
    let is_passed = panic::catch_unwind(AssertUnwindSafe(|| test(chromium))).is_ok();
    println!("test {name} ... {}", if is_passed { "ok" } else { "FAILED" });
    is_passed
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
