//! Any bytes as a position, caption or class.
#![no_main]

use gbr_pgn_fuzz::properties::notation;

libfuzzer_sys::fuzz_target!(|text: &[u8]| notation::position(text));
