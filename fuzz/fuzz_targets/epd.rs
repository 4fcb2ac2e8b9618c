//! Any bytes as lines with positions: every promise.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/epd.rs"]
mod epd;
#[path = "../../tests/properties/files.rs"]
mod files;

use gbr_pgn::format::Epd;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::file(&Epd, bytes, 1 << 20);
    epd::convert_keeps_operations(bytes);
});
