//! Any bytes as files of games, in another order: what is written is read back as the same records.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/joints.rs"]
mod joints;

use gbr_pgn::format::{Epd, Pgn};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let seed = bytes.iter().map(|&byte| u64::from(byte)).sum();
    let inputs: Vec<&[u8]> = bytes.split(|&byte| byte == 0xff).take(3).collect();
    joints::sorted_is_read_back(&Pgn, &inputs, 1 << 20, seed);
    joints::sorted_is_read_back(&Epd, &inputs, 1 << 20, seed);
});
