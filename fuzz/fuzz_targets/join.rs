//! Any bytes as files of games, one after the other or picked out: what is written is read back as the
//! records of each.
#![no_main]

use gbr_pgn::format::{Epd, Pgn};
use gbr_pgn_fuzz::properties::joints;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let inputs: Vec<&[u8]> = bytes.split(|&byte| byte == 0xff).take(3).collect();
    joints::joined_is_read_back(&Pgn, &inputs, 1 << 20);
    joints::joined_is_read_back(&Epd, &inputs, 1 << 20);
    joints::find_parts_the_records(&Pgn, &inputs, 1 << 20);
});
