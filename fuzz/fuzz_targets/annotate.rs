//! Any bytes as a file of games: strip restores it, annotate changes it once, and
//! what is not ours stays.
#![no_main]

use gbr_pgn::format::Pgn;
use gbr_pgn_fuzz::properties::files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    files::strip_restores(&Pgn, bytes, 1 << 20);
    files::annotate_is_idempotent(&Pgn, bytes, 1 << 20);
    files::foreign_bytes_stay(&Pgn, bytes, 1 << 20);
});
