//! Files with flipped bytes, of wrong lengths, missing and unreadable ones: no wrong value is told.

use std::{fs, path::Path};

use gbr_pgn::tables::{
    CheckedTables, Checksum, FiftyMoves, Open, TableError, TableSettings, Tables, Value,
};
use shakmaty::Chess;
use tempfile::TempDir;

use super::{folder, position, tables};

/// A copy of the committed tables, removed when dropped.
fn copy() -> TempDir {
    let copy = TempDir::new().expect("a folder");
    for entry in fs::read_dir(folder()).expect("the folder of tables") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, copy.path().join(path.file_name().expect("a name"))).expect("a copy");
    }
    copy
}

fn read(folder: &Path, settings: TableSettings) -> Tables {
    let mut tables = Tables::new(settings);
    tables.add_directory(folder, &CheckedTables::default());
    tables
}

fn flip(path: &Path, at: usize, bits: u8) {
    let mut bytes = fs::read(path).expect("a table");
    bytes[at] ^= bits;
    fs::write(path, bytes).expect("a table");
}

fn pawn() -> Chess {
    position("8/8/8/8/8/2K5/2P5/k7 w - - 0 1")
}

fn rook() -> Chess {
    position("8/8/8/4k3/8/8/8/R3K3 w - - 0 80")
}

/// None are checked, so that all that is told has to agree with the positions after each move.
const UNCHECKED: TableSettings =
    TableSettings { check_up_to: 0, whole_up_to: u64::MAX, whole_memory: u64::MAX, page_memory: 0 };

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let copy = copy();
    flip(&copy.path().join("KPvK.rtbw"), 4000, 1);
    fs::write(copy.path().join("KQvK.rtbw"), [0; 100]).expect("a file");
    fs::write(copy.path().join("KRvKB.rtbw"), "").expect("a file");
    let tables = read(copy.path(), TableSettings::default());

    assert_eq!(tables.len(), 9);
    assert_eq!(tables.value(&rook(), FiftyMoves::SetAside), Ok(Value::Win));
    let open = tables.value(&pawn(), FiftyMoves::SetAside).expect_err("a damaged table");
    assert_eq!(open.to_string(), "KPvK.rtbw is damaged");
    let queen = position("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1");
    let open = tables.value(&queen, FiftyMoves::SetAside).expect_err("a damaged table");
    assert_eq!(open.to_string(), "KQvK.rtbw is damaged");
    let faults: Vec<_> = tables.faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 3);
    assert!(faults[0].contains("KPvK.rtbw: the checksum is 0ad77781350d67e55aef5798fa5510e2, and"));
    assert!(
        faults[1]
            .ends_with("KQvK.rtbw: has 100 bytes, and tables have 16 more than a multiple of 64")
    );
    assert!(faults[2].contains("KRvKB.rtbw: has 0 bytes"));
}

#[test]
fn a_good_copy_is_used_in_place_of_a_bad_one_whenever_that_is_noticed() {
    let (bad, good) = (copy(), copy());
    flip(&bad.path().join("KPvK.rtbw"), 4000, 1);
    let mut tables = read(bad.path(), TableSettings::default());
    tables.add_directory(good.path(), &CheckedTables::default());
    assert_eq!(tables.len(), 20);
    assert_eq!(tables.value(&pawn(), FiftyMoves::SetAside), Ok(Value::Win));
    assert_eq!(tables.faults().len(), 1);
    tables.check_all(&mut CheckedTables::default(), |_| (), |_| ());
    assert_eq!(tables.len(), 19);
    assert_eq!(tables.value(&pawn(), FiftyMoves::SetAside), Ok(Value::Win));
    assert_eq!(tables.faults().len(), 1);
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let tables = read(Path::new("no such folder"), TableSettings::default());
    assert!(tables.is_empty());
    assert!(tables.faults()[0].to_string().starts_with("no such folder: cannot be read: "));
}

#[test]
fn a_table_with_another_ones_name_is_found_out() {
    let copy = copy();
    fs::copy(folder().join("KRvK.rtbw"), copy.path().join("KQvK.rtbw")).expect("a copy");
    let tables = read(copy.path(), TableSettings::default());
    let queen = position("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1");
    let open = tables.value(&queen, FiftyMoves::SetAside).expect_err("the wrong table");
    assert_eq!(open.reason(), "damaged table");
    assert!(matches!(&tables.faults()[..], [TableError::Form { .. }]));
}

/// Every byte of the small tables; of the others, one of eleven.
#[test]
fn a_flipped_byte_anywhere_is_noticed() {
    for entry in fs::read_dir(folder()).expect("the folder of tables") {
        let path = entry.expect("an entry").path();
        let mut bytes = fs::read(&path).expect("a file");
        if path.extension().is_some_and(|end| end == "md") {
            continue;
        }
        let step = if bytes.len() < 300 { 1 } else { 11 };
        for at in (0..bytes.len()).step_by(step) {
            bytes[at] ^= 1 << (at % 8);
            let (stored, made) = Checksum::of_bytes(&bytes).expect("a table");
            assert_ne!(stored, made, "{}, byte {at}", path.display());
            bytes[at] ^= 1 << (at % 8);
        }
    }
}

#[test]
fn tables_that_were_not_checked_say_the_same_as_long_as_they_are_good() {
    let unchecked = read(&folder(), UNCHECKED);
    for position in [pawn(), rook()] {
        assert_eq!(unchecked.value(&position, FiftyMoves::SetAside), Ok(Value::Win));
    }
    // The distance cannot be tested by looking one move ahead.
    let late = position("8/8/8/4k3/8/8/8/R3K3 w - - 20 80");
    let open = unchecked.value(&late, FiftyMoves::Kept).expect_err("an unchecked table");
    assert_eq!(open.to_string(), "KRvK.rtbz was never checked");
    assert!(unchecked.faults().is_empty());
}

#[test]
fn no_wrong_value_is_told_by_a_table_that_was_not_checked() {
    let sound = tables();
    let positions: Vec<_> = ["w", "b"]
        .into_iter()
        .flat_map(|turn| {
            ["8/8/4k3/8/4K3/4P3/8/8", "8/8/8/8/k7/2K5/P7/8", "5k2/5P2/4K3/8/8/8/8/8"]
                .map(|board| position(&format!("{board} {turn} - - 0 1")))
        })
        .collect();
    let copy = copy();
    let path = copy.path().join("KPvK.rtbw");
    let len = fs::metadata(&path).expect("a table").len() as usize;
    for at in (200..len).step_by(251) {
        flip(&path, at, 0xff);
        let tables = read(copy.path(), UNCHECKED);
        for position in &positions {
            let expected = sound.value(position, FiftyMoves::SetAside);
            match tables.value(position, FiftyMoves::SetAside) {
                Err(Open::DamagedTable(_) | Open::UncheckedTable(_)) => {}
                told => assert_eq!(told, expected, "byte {at}"),
            }
        }
        flip(&path, at, 0xff);
    }
}

#[test]
fn a_table_that_contradicts_itself_is_named() {
    let copy = copy();
    let path = copy.path().join("KPvK.rtbw");
    let expected = format!(
        "{}: contradicts itself, or a table that captures and promotions lead to",
        path.display()
    );
    // Not every flip hits one of the positions that are tried.
    let found = (3000..7000).step_by(97).find(|at| {
        flip(&path, *at, 0xff);
        let tables = read(copy.path(), UNCHECKED);
        let value = tables.value(&pawn(), FiftyMoves::SetAside);
        flip(&path, *at, 0xff);
        let faults: Vec<_> = tables.faults().iter().map(ToString::to_string).collect();
        faults == [&*expected] && matches!(value, Err(Open::DamagedTable(_)))
    });
    assert!(found.is_some());
}

#[test]
fn a_table_that_was_checked_once_is_remembered() {
    let copy = copy();
    let mut checked = CheckedTables::default();
    let mut tables = read(copy.path(), UNCHECKED);
    let (mut files, mut bytes) = (0, 0);
    let all = tables.bytes();
    tables.check_all(&mut checked, |len| bytes += len as u64, |_| files += 1);
    assert_eq!((files, bytes, tables.len()), (10, all, 10));
    let late = position("8/8/8/4k3/8/8/8/R3K3 w - - 20 80");
    assert_eq!(tables.value(&late, FiftyMoves::Kept), Ok(Value::Win));

    let mut again = Tables::new(UNCHECKED);
    again.add_directory(copy.path(), &checked);
    assert_eq!(again.value(&late, FiftyMoves::Kept), Ok(Value::Win));
}

#[test]
fn checking_all_tables_leaves_out_the_bad_ones() {
    let copy = copy();
    flip(&copy.path().join("KPvK.rtbw"), 4000, 1);
    let mut tables = read(copy.path(), UNCHECKED);
    tables.check_all(&mut CheckedTables::default(), |_| (), |_| ());
    assert_eq!(tables.len(), 9);
    assert!(matches!(&tables.faults()[..], [TableError::Checksum { .. }]));
    let open = tables.value(&pawn(), FiftyMoves::SetAside).expect_err("a damaged table");
    assert_eq!(open.reason(), "damaged table");
}
