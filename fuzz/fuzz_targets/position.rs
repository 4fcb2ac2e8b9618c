//! Any bytes as a position, caption or class.
#![no_main]
#![allow(dead_code)] // the properties are those of all targets

#[path = "../../tests/properties/glob.rs"]
mod glob;
#[path = "../../tests/properties/notation.rs"]
mod notation;

libfuzzer_sys::fuzz_target!(|text: &[u8]| notation::position(text));
