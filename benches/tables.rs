//! How fast positions are looked up in endgame tables, by the crate's own access to files and by ours, and how
//! fast tables are checked.
//!
//! `SYZYGY_PATH` names a folder with tables; without it, those of `samples/tables` are used. Positions are made of
//! the tables' names, so runs with different tables do not compare. Counted in positions, or in bytes. Samples are
//! short: on a busy machine the fastest of them is the one to look at.

use std::{fs, path::PathBuf};

use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};
use gbr_pgn::{
    gbr::Material,
    tables::{CheckedTables, Checksum, FiftyMoves, TableKind, TableName, TableSettings, Tables},
};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Role, Setup, Square};
use shakmaty_syzygy::Tablebase;

fn main() {
    divan::main();
}

fn folder() -> PathBuf {
    std::env::var_os("SYZYGY_PATH").map_or_else(|| "samples/tables".into(), PathBuf::from)
}

/// What the tables of the folder are about.
fn classes() -> Vec<Material> {
    let entries = fs::read_dir(folder()).expect("a folder of tables");
    let names = entries.filter_map(|entry| TableName::of_file(&entry.ok()?.path()));
    let wdl = names.filter(|name| name.kind() == TableKind::Wdl);
    let mut classes: Vec<_> = wdl.map(|name| name.material()).collect();
    classes.sort_by_key(ToString::to_string);
    classes
}

/// Men of each class anywhere on the board, the same each time.
fn positions() -> Vec<Chess> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut square = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Square::new((state >> 32) as u32 % 64)
    };
    let classes = classes();
    let placed = classes.iter().cycle().filter_map(|class| place(class, &mut square));
    placed.take(2_000).collect()
}

fn place(class: &Material, square: &mut impl FnMut() -> Square) -> Option<Chess> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for role in Role::ALL {
            for _ in 0..class.count(color, role) {
                setup.board.set_piece_at(square(), role.of(color));
            }
        }
    }
    setup.turn = Color::from_white(usize::from(square()) % 2 == 0);
    // Men that fell on the same square make another class, which may not be there.
    let whole = setup.board.occupied().count() == usize::from(class.total());
    whole.then(|| Chess::from_setup(setup, CastlingMode::Standard).ok())?
}

fn ours(settings: TableSettings) -> Tables {
    let mut tables = Tables::new(settings);
    tables.add_directory(&folder(), &CheckedTables::default());
    tables
}

fn theirs() -> Tablebase<Chess> {
    let mut tables = Tablebase::new();
    tables.add_directory(folder()).expect("a folder of tables");
    tables
}

/// Looks up every position once before it is timed, so that all tables are open.
fn bench(bencher: Bencher, look_up: impl Fn(&Chess) -> bool) {
    let positions = positions();
    assert!(positions.iter().all(&look_up));
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in divan::black_box(&positions) {
            divan::black_box(look_up(position));
        }
    });
}

/// The crate's own access to files.
#[divan::bench]
fn wdl_by_file(bencher: Bencher) {
    let tables = theirs();
    bench(bencher, |position| tables.probe_wdl_after_zeroing(position).is_ok());
}

/// Whole files in memory.
#[divan::bench]
fn wdl_in_memory(bencher: Bencher) {
    let tables = ours(TableSettings::default());
    bench(bencher, |position| tables.value(position, FiftyMoves::SetAside).is_ok());
}

/// Pages, all of which fit their memory.
#[divan::bench]
fn wdl_by_page(bencher: Bencher) {
    let tables = ours(TableSettings { whole_up_to: 0, ..TableSettings::default() });
    bench(bencher, |position| tables.value(position, FiftyMoves::SetAside).is_ok());
}

/// What the test of tables costs that were never checked.
#[divan::bench]
fn wdl_unchecked(bencher: Bencher) {
    let tables = ours(TableSettings { check_up_to: 0, ..TableSettings::default() });
    bench(bencher, |position| tables.value(position, FiftyMoves::SetAside).is_ok());
}

/// The crate's own access to files.
#[divan::bench]
fn dtz_by_file(bencher: Bencher) {
    let tables = theirs();
    bench(bencher, |position| tables.probe_dtz(position).is_ok());
}

/// Whole files in memory.
#[divan::bench]
fn dtz_in_memory(bencher: Bencher) {
    let tables = ours(TableSettings::default());
    bench(bencher, |position| tables.distance(position).is_ok());
}

/// The checksum of 64 MiB.
#[divan::bench]
fn checksum(bencher: Bencher) {
    let table: Vec<u8> = (0..(1 << 26) + 16_u32).map(|at| (at >> 3) as u8).collect();
    bencher
        .counter(BytesCount::new(table.len()))
        .bench_local(|| Checksum::of_bytes(divan::black_box(&table)));
}
