//! Records made to take forever: 128 KiB of each, which takes a moment in time that grows
//! with the length, and minutes in time that grows with its square.
//!
//! No clock is looked at; a test that does not come back has failed.

use crate::properties::files::{self, PLAIN, Way};
use gbr_pgn::format::{Epd, Pgn, Source};

const SIZE: usize = 1 << 17;

const GAME: &str = "[Event \"e\"]\n\n";

/// `unit` over and over between `front` and `back`.
fn filled(front: &str, unit: &str, back: &str) -> Vec<u8> {
    let count = SIZE / unit.len();
    [front.as_bytes(), unit.repeat(count).as_bytes(), back.as_bytes()].concat()
}

/// Annotated and stripped, it is what it was.
fn survives(source: &dyn Source, input: &[u8]) {
    let way = Way { limit: 8 * SIZE, ..PLAIN };
    let annotated = files::annotate(source, input, way).0;
    let restored = files::strip(source, &annotated, way);
    assert!(restored == files::strip(source, input, way));
    // And in pieces, with a record limit that it exceeds.
    let way = Way { limit: 1000, ..PLAIN };
    assert!(files::annotate(source, input, way).0.len() >= input.len());
}

fn pgn(front: &str, unit: &str, back: &str) {
    survives(&Pgn, &filled(front, unit, back));
}

#[test]
fn tags_by_the_hundred_thousand() {
    let names = (0..SIZE / 12).map(|n| format!("[A{n} \"x\"]"));
    let lines: Vec<_> = names.collect();
    survives(&Pgn, lines.join("\n").as_bytes());
    survives(&Pgn, lines.join("\n\n").as_bytes());
    survives(&Pgn, lines.join(" ").as_bytes());
}

#[test]
fn tags_of_ours_by_the_hundred_thousand() {
    pgn("", "[GBR \"x\"]\n", "\n1. e4 *\n");
    pgn("", "[GBR \"x\"] ", "\n\n1. e4 *\n");
    pgn("[GBR \"x\"] \n [A \"x\"]", "[GBR \"x\"]", "\n\n1. e4 *\n");
    let white = " ".repeat(SIZE);
    pgn(&format!("[GBR \"x\"]{white}[A \"x\"]\n"), "[GBR \"x\"]\n", "\n1. e4 *\n");
}

#[test]
fn tags_that_are_not_closed() {
    for unit in ["[A \"x\n", "[A \"x ", "[A \"x\ny\n", "[A\n", "[A]", "[", "[\n", "[A \"x\" y\" "] {
        pgn("", unit, "");
        pgn(GAME, unit, "*\n");
    }
}

#[test]
fn values_of_quotes_and_blanks() {
    for unit in ["\"", "\\", "\"]", "\" ", "x\n", " ", "\"\n"] {
        pgn("[Event \"", unit, "\"]\n\n1. e4 *\n");
        pgn("[Event \"", unit, "\n\n1. e4 *\n");
    }
}

#[test]
fn comments_open_and_closed() {
    for unit in ["{", "}", "{}", "{\n\n", "\n\n[Event \"", "{ [Event \"\n", "{\n\n[Event \"x\"]\n"]
    {
        pgn(GAME, unit, "*\n");
        pgn(&format!("{GAME}{{"), unit, "*\n");
        pgn("[Event \"x\"]\n", unit, "\n[Site \"y\"]\n\n*\n");
    }
}

#[test]
fn variations_open_and_closed() {
    for unit in ["(", ")", "()", "(1. d4 ", ")("] {
        pgn(&format!("{GAME}1. e4 "), unit, " *\n");
    }
}

#[test]
fn results_numbers_and_dots() {
    for unit in ["1-0", "1-0 ", "1-0\n", "1/2-", "1/2-1/2", "*", "*\n", "-", "1.1-0", ".0-1 ", "0-"]
    {
        pgn(GAME, unit, "");
        pgn("", unit, "");
    }
    for unit in ["1", "1.", ".", "…", "1…", "0123456789 "] {
        pgn(GAME, unit, "1-0\n");
    }
}

#[test]
fn words_and_suffixes() {
    for unit in
        ["a", "e4", "+", "ep", "e.p.", "zz ", "$", "!", "Sf3 Sf6 Sg1 Sg8 ", "Nf3 Nf6 Ng1 Ng8 "]
    {
        pgn(&format!("{GAME}Nf3"), unit, " *\n");
    }
}

#[test]
fn lines_of_nothing() {
    for unit in
        ["\n", "\r", "\r\n", " ", "\t", "%x\n", ";x\n", "\n ", "\u{1a}", "\u{1a}\n", "\u{feff}"]
    {
        pgn("", unit, "");
        pgn(GAME, unit, "*\n");
        pgn("[Event \"x\"]\n", unit, "[Site \"y\"]\n\n*\n");
    }
    pgn("", "hello\n", "");
    pgn("", "1 hello\n\n", "");
}

#[test]
fn operations_by_the_hundred_thousand() {
    let position = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";
    for unit in [" a b;", " gbr \"b\";", " gbr", " gbr;", "\"", " a", ";", " ", " gbr \"b\"; x;"] {
        survives(&Epd, &filled(position, unit, "\n"));
    }
    survives(&Epd, &filled("", "k", "/8/8/8/8/8/8/8 w - -\n"));
    survives(&Epd, &filled("", "x\n", ""));
}
