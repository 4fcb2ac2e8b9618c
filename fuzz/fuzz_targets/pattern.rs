//! Any bytes as a pattern.
#![no_main]

use gbr_pgn_fuzz::properties::notation;

libfuzzer_sys::fuzz_target!(|text: &[u8]| notation::pattern(text));
