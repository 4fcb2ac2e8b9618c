//! Any bytes as a file that is read in parts: they add up to the whole, wherever it is cut.
#![no_main]

use gbr_pgn::format::{Epd, Pgn};
use gbr_pgn_fuzz::properties::files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::parts_add_up(&Pgn, bytes, 1 << 20);
    files::parts_add_up(&Epd, bytes, 1 << 20);
});
