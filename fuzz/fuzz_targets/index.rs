//! Any bytes as an index, as games to be indexed, as questions, and as damage to the index.
#![no_main]

use gbr_pgn_fuzz::properties::index;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| index::any_bytes(bytes));
