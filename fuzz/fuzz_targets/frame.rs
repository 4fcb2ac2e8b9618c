//! Any bytes as a file of games: records tile it, however it is read.
#![no_main]

use gbr_pgn::format::Pgn;
use gbr_pgn_fuzz::properties::files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::tiles(&Pgn, bytes, 1 << 20);
    let limit = bytes.last().map_or(1, |&byte| 1 + usize::from(byte));
    files::tiles(&Pgn, bytes, limit);
});
