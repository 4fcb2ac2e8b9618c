use super::comparison::{Outcome, compare};
use super::{Check, CheckTally, Finding};
use crate::fault::FaultKind;
use crate::format::{Desk, Entry, Epd, Pgn, Source, Text};
use crate::row::Row;
use crate::run::{Chunks, Collector};

/// What becomes of the first record of a text.
fn outcome(source: &dyn Source, text: &str) -> Outcome {
    let mut chunks = Chunks::new(text.as_bytes(), source, 10_000);
    let chunk = chunks.next().expect("a chunk").expect("reading from memory");
    let record = chunk.records().next().expect("a record");
    let game = source.decode(&record, &mut Desk::default());
    compare(source, &record, &game)
}

/// A study with a Black tag, one of our codes and a result.
fn study(black: &str, own: &str, result: &str) -> Outcome {
    let fen = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1";
    let text =
        format!("[Black \"{black}\"]\n[FEN \"{fen}\"]\n{own}[Result \"{result}\"]\n\n{result}\n");
    outcome(&Pgn, &text)
}

fn what(outcome: &Outcome) -> Vec<&str> {
    outcome.findings.iter().map(|finding| &finding.what[..]).collect()
}

#[test]
fn the_first_part_that_differs_is_named() {
    for (black, expected) in [
        ("(+0116.00a7d3)", None),
        ("(+0117.00a7d3)", Some("code")),
        ("(+0116.00a7d4)", Some("kings")),
        ("(=0116.00a7d3)", Some("claim")),
        ("(+0116.00a7d3b2b3c6d6)", None),
        ("(+0116.00a7d3b2b4c6d6)", Some("squares")),
    ] {
        let outcome = study(black, "", "1-0");
        assert_eq!(what(&outcome), Vec::from_iter(expected), "{black}");
        assert_eq!((outcome.compared, outcome.unknown), (1, 0), "{black}");
    }
}

#[test]
fn a_result_that_nobody_knows_contradicts_no_claim() {
    for (result, expected) in
        [("1-0", None), ("*", None), ("1/2-1/2", Some("claim")), ("0-1", Some("claim"))]
    {
        let outcome = study("(+0116.00a7d3)", "", result);
        assert_eq!(what(&outcome), Vec::from_iter(expected), "{result}");
    }
}

#[test]
fn only_codes_of_ours_are_set_right() {
    let both = study("(+0117.00a7d3)", "[GBR \"0117.00\"]\n", "1-0");
    assert_eq!(both.findings.len(), 2);
    let fixes: Vec<_> = both.fixes.iter().map(|(column, text)| (column.tag, &text[..])).collect();
    assert_eq!(fixes, [("GBR", "0116.00")]);
}

#[test]
fn a_code_of_a_position_that_is_not_known_is_neither_right_nor_wrong() {
    let outcome = outcome(&Pgn, "[GBRFinal \"0116.00\"]\n[Result \"*\"]\n\n1. e4 Ke2 *\n");
    assert_eq!((outcome.compared, outcome.unknown, outcome.findings.len()), (0, 1, 0));
}

#[test]
fn a_black_tag_without_a_code_holds_none() {
    for black in ["Reti, R.", "(+0116.00", ""] {
        let outcome = study(black, "", "1-0");
        assert_eq!(outcome, Outcome::default(), "{black}");
    }
}

#[test]
fn opcodes_are_compared_like_tags() {
    let fen = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";
    assert_eq!(what(&outcome(&Epd, &format!("{fen} gbr \"0116.00\";\n"))), [""; 0]);
    let wrong = outcome(&Epd, &format!("{fen} gbr \"0117.00\";\n"));
    assert_eq!((&wrong.findings[0].name[..], what(&wrong)), ("gbr", vec!["code"]));
}

#[test]
fn a_line_of_notation_can_only_contradict_itself() {
    assert_eq!(outcome(&Text, "a7d3 0116.00 b2b3c6d6 3/3+.\n").findings, []);
    let torn = outcome(&Text, "a7d3 0116.00 b2b3c6 3/3+.\n");
    assert_eq!((&torn.findings[0].name[..], torn.fixes.len()), ("line", 0));
    assert!(torn.findings[0].message().starts_with("line stored \"a7d3 0116.00 b2b3c6 3/3+.\": "));
}

#[test]
fn a_finding_is_a_fault_where_its_code_stands() {
    let found = study("(+0117.00a7d3)", "", "1-0").findings.remove(0);
    let fault = found.to_fault();
    assert_eq!((fault.kind, fault.place.line), (FaultKind::Disagreement, 1));
    assert_eq!(fault.message, found.message());
    let told = "Black stored \"(+0117.00a7d3)\", computed \"(+0116.00a7d3)\", FEN 8/K7";
    assert!(fault.message.starts_with(told), "{}", fault.message);
    let bare = Finding { computed: None, ..found };
    assert_eq!(bare.message(), "Black stored \"(+0117.00a7d3)\": code");
}

#[test]
fn every_game_counts_once_and_what_is_not_a_game_never() {
    let text = "; no game\n\n[FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1\"]\n[GBR \"0000.00\"]\n\n*\n\n\
                [FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1\"]\n[GBR \"0000.01\"]\n[GBRPosition \"x\"]\n\n*\n\n\
                [Event \"x\"]\n\n*\n\n[GBRFinal \"0000.00\"]\n\n1. e5 *\n";
    let check = Check::default();
    let mut tally = CheckTally::default();
    for chunk in Chunks::new(text.as_bytes(), &Pgn, 10_000).map(Result::unwrap) {
        let mut checked = check.begin(&chunk);
        for record in chunk.records() {
            let game = Pgn.decode(&record, &mut Desk::default());
            let (columns, row) = (&[], &Row::default());
            check.add(
                &Entry { source: &Pgn, record: &record, game: &game, columns, row },
                &mut checked,
            );
        }
        tally += checked.tally;
    }
    assert_eq!(tally, CheckTally { agree: 1, disagree: 1, nothing: 1, unknown: 1 });
    assert_eq!(tally.checked(), 2);
}
