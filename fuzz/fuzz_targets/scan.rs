//! Any bytes as a text with codes in it.
#![no_main]

#[path = "../../tests/properties/scan.rs"]
#[allow(dead_code, reason = "lines of notation are made elsewhere")]
mod scan;

libfuzzer_sys::fuzz_target!(|text: &[u8]| scan::scan(text));
