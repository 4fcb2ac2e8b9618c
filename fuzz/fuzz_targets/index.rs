//! Any bytes as an index, as games to be indexed, as questions, and as damage to the index.
#![no_main]

#[path = "../../tests/properties/index.rs"]
#[allow(dead_code, reason = "the properties are tried one by one elsewhere")]
mod index;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| index::any_bytes(bytes));
