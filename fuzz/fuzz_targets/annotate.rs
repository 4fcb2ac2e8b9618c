//! Any bytes as a file of games: strip restores it, annotate changes it once, and
//! what is not ours stays.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/files.rs"]
mod files;

use gbr_pgn::format::Pgn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::strip_restores(&Pgn, bytes, 1 << 20);
    files::annotate_is_idempotent(&Pgn, bytes, 1 << 20);
    files::foreign_bytes_stay(&Pgn, bytes, 1 << 20);
});
