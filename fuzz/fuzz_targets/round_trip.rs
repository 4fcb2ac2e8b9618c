//! Any arrangement of men, written and read again.
#![no_main]

use gbr_pgn_fuzz::properties::notation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    notation::arrangement(bytes).iter().for_each(notation::round_trip)
});
