//! Any bytes as a question: what is looked for, and in which games.
#![no_main]

use gbr_pgn_fuzz::properties::search;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (text, more) = bytes.split_at(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    search::asked(text);
    search::formation(text, more);
    search::imbalance(text);
    search::query(text, more);
});
