//! The fast lane against the reference lane: the bytes as PGN, and as dice that play a game and damage it.
#![no_main]

#[path = "../../benches/corpus/mod.rs"]
mod corpus;
#[path = "../../tests/properties/damage.rs"]
mod damage;
#[path = "../../tests/properties/lanes.rs"]
mod lanes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    lanes::agree(bytes);
    lanes::any(&mut corpus::dice::Dice::from_bytes(bytes));
});
