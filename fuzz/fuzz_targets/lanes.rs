//! The fast lane against the reference lane: the bytes as PGN, and as dice that play a game and damage it.
#![no_main]

use gbr_pgn_fuzz::corpus::dice::Dice;
use gbr_pgn_fuzz::properties::lanes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    lanes::agree(bytes);
    lanes::any(&mut Dice::from_bytes(bytes));
});
