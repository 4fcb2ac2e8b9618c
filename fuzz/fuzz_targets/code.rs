//! Any bytes as a code or the name of a tablebase.
#![no_main]

use gbr_pgn_fuzz::properties::notation;

libfuzzer_sys::fuzz_target!(|text: &[u8]| notation::code(text));
