//! Any bytes as games: both lanes, all threads and all reads say the same of them.
#![no_main]

use gbr_pgn::format::Pgn;
use gbr_pgn_fuzz::properties::files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| files::ways_do_not_matter(&Pgn, bytes, 1 << 20));
