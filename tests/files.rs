//! The promises about whole files, for damaged inputs of all sorts.
//!
//! `PROPTEST_CASES=1000000 cargo test --locked --release --test files` runs more of them.

mod properties;

use gbr_pgn::source::{Epd, Pgn};
use properties::files;
use proptest::prelude::*;

/// Pieces of PGN, sound and broken, from which files are made.
const PGN: &[&str] = &[
    "[Event \"a\"]",
    "[White \"b\"]",
    "[Result \"1-0\"]",
    "[Result \"*\"]",
    "[SetUp \"1\"]",
    "[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]",
    "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]",
    "[FEN \"bad\"]",
    "[Variant \"Chess960\"]",
    "[Variant \"Crazyhouse\"]",
    "[Variant \"Nonsense\"]",
    "[GBR \"x\"]",
    "[GBRPosition \"y\"]",
    "[GBRFinal \"z\"]",
    "[GBRFinalPosition \"\"]",
    "[GBR]",
    "[GBR \"un",
    "[Event \"",
    "[Site \"q\"r\"]",
    "[Site \"back\\\"]",
    "[Empty]",
    "[White 'A']",
    "[\n Site \n \"x\" \n]",
    "\"]",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "{c}",
    "{[Event \"f\"]}",
    "(",
    ")",
    ";",
    "; c",
    "%",
    "% e {",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n",
    "\r",
    " ",
    " ",
    "\t",
    "\u{feff}",
    "\u{1a}",
    "\0",
    "1.",
    "1. ",
    "1...",
    "2.",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "O-O",
    "0-0-0",
    "exd5",
    "d5",
    "a8=Q",
    "a8Q",
    "a8(Q)",
    "e2e4",
    "e7-e5",
    "Sf3",
    "♘f3",
    "--",
    "Z0",
    "Nc66",
    "zz",
    "!",
    "$1",
    "!?",
    "+-",
    "e.p.",
    "...",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "1/2",
    "-",
    "1. e4 e5 2. Nf3 Nc6 1-0",
    "1. f3 e5 2. g4 Qh4# 0-1",
    "From: x@y",
    "Subject",
    "1. e4 *",
];

/// Pieces of EPD lines.
const EPD: &[&str] = &[
    "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 b - - 0 12",
    "4k3/8/8/8/8/8/8/4K3 w",
    "8/8/8/8/8/8/8/8 w - -",
    "9/8 w - -",
    "# comment",
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    ";",
    " bm e4;",
    " id \"a; b\";",
    " id \"un",
    " gbr \"x\";",
    " gbr;",
    " gbr",
    " gbrpos \"y\"",
    " gbr \"x\" \"y\";",
    " gbrpos;",
    " gbrfinal \"1\";",
    "noop",
    "\"",
    "w",
    "-",
    "0",
    "\u{feff}",
    "\0",
    " – –",
];

fn made_of(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        40 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn every_promise_holds_for_damaged_pgn(input in made_of(PGN)) {
        files::file(&Pgn, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_pgn_at_the_record_limit(input in made_of(PGN), limit in 1_usize..200) {
        files::file(&Pgn, &input, limit);
    }

    #[test]
    fn every_promise_holds_for_damaged_epd(input in made_of(EPD)) {
        files::file(&Epd, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_epd_at_the_record_limit(input in made_of(EPD), limit in 1_usize..200) {
        files::file(&Epd, &input, limit);
    }

    #[test]
    fn every_promise_holds_for_any_bytes(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        files::file(&Pgn, &input, 1 << 20);
        files::file(&Epd, &input, 1 << 20);
    }
}
