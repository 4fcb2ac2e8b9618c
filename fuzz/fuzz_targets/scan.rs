//! Any bytes as a text with codes in it.
#![no_main]

use gbr_pgn_fuzz::properties::scan;

libfuzzer_sys::fuzz_target!(|text: &[u8]| scan::scan(text));
