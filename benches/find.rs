//! How fast the program finds: a count over a million games, from the index and without it.
//! What is measured is a whole run of the program, from its start to its end.

mod corpus;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use corpus::dice::Dice;
use divan::Bencher;
use divan::counter::ItemsCount;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_gbr-pgn");
const GAMES: usize = 1_000_000;

/// One class, classes with some pawns, and half of all there are.
const PATTERNS: [&str; 3] = ["KRPvKR", "0?1?.1*", "4*"];

fn main() {
    divan::main();
}

/// A million games, with an index or without one.
struct Database {
    file: PathBuf,
    _folder: TempDir,
}

static PLAIN: LazyLock<Database> = LazyLock::new(|| Database::new(false));
static INDEXED: LazyLock<Database> = LazyLock::new(|| Database::new(true));

impl Database {
    fn new(is_indexed: bool) -> Database {
        let folder = TempDir::new().expect("a temporary folder");
        let file = folder.path().join("games.pgn");
        let mut dice = Dice::new(1996);
        let some: Vec<String> = (0..2000).map(|_| corpus::study(&mut dice)).collect();
        fs::write(&file, some.concat().repeat(GAMES / some.len())).expect("room for the games");
        if is_indexed {
            let done = Command::new(PROGRAM).args(["index", "--quiet"]).arg(&file).status();
            assert!(done.expect("the program").code() < Some(2), "the index could not be made");
        }
        Database { file, _folder: folder }
    }

    fn count(&self, pattern: &str) {
        let mut find = Command::new(PROGRAM);
        find.args(["find", "--count", "--quiet", pattern]).arg(&self.file).stdout(Stdio::null());
        assert!(find.status().expect("the program").code() < Some(2));
    }
}

#[divan::bench(args = PATTERNS, sample_count = 20)]
fn count_from_the_index(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&INDEXED);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| INDEXED.count(pattern));
}

#[divan::bench(args = PATTERNS, sample_count = 3)]
fn count_by_playing(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&PLAIN);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| PLAIN.count(pattern));
}
