//! The committed tables, for tests.

use std::path::PathBuf;

/// Where they are.
pub fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "samples", "tables"].iter().collect()
}

/// Every file of them.
pub fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder of tables");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut tables: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "rtbw" || end == "rtbz"))
        .collect();
    tables.sort();
    assert_eq!(tables.len(), 10);
    tables
}
