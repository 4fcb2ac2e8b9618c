//! Any bytes as files of games, in another order: what is written is read back as the same records.
#![no_main]

use gbr_pgn::format::{Epd, Pgn};
use gbr_pgn_fuzz::properties::joints;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let seed = bytes.iter().map(|&byte| u64::from(byte)).sum();
    let inputs: Vec<&[u8]> = bytes.split(|&byte| byte == 0xff).take(3).collect();
    joints::sorted_is_read_back(&Pgn, &inputs, 1 << 20, seed);
    joints::sorted_is_read_back(&Epd, &inputs, 1 << 20, seed);
});
