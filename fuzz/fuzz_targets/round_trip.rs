//! Any arrangement of men, written and read again.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/glob.rs"]
mod glob;
#[path = "../../tests/properties/notation.rs"]
mod notation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    notation::arrangement(bytes).iter().for_each(notation::round_trip)
});
