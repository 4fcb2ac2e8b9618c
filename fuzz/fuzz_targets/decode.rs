//! Any bytes as games: both lanes, all threads and all reads say the same of them.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/files.rs"]
mod files;

use gbr_pgn::format::Pgn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| files::ways_do_not_matter(&Pgn, bytes, 1 << 20));
