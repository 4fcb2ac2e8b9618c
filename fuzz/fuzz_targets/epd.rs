//! Any bytes as lines with positions: every promise.
#![no_main]

use gbr_pgn::format::Epd;
use gbr_pgn_fuzz::properties::{epd, files};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::file(&Epd, bytes, 1 << 20);
    epd::convert_keeps_operations(bytes);
});
