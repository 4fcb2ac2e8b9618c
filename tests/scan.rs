//! What scan promises: every code is found, and nothing else.
#![cfg(feature = "cli")]

use crate::folder::{Folder, sample};
use crate::properties::scan::hits;
use crate::prose;
use gbr_pgn::gbr::{Claim, Indicator, Meaning, Reading};
use gbr_pgn::scan::{Hit, Scanner, Verdict};
use shakmaty::Color;
use std::env;
use std::io::{self, Read};
use std::time::{Duration, Instant};

fn found(text: &[u8]) -> Vec<Hit> {
    hits(text, false)
}

/// The texts that were found, joined.
fn texts(text: &[u8]) -> Vec<String> {
    found(text).into_iter().map(|hit| hit.text).collect()
}

/// The one text that was found.
fn only(text: &str) -> String {
    let texts = texts(text.as_bytes());
    assert_eq!(texts.len(), 1, "{text}: {texts:?}");
    texts[0].clone()
}

/// `line:column`, form, text and verdict of each row in the table of samples/README.md.
fn listed() -> Vec<(String, String, String, bool)> {
    let readme = String::from_utf8(sample("README.md")).unwrap();
    let table = readme.split("## magazine.txt").nth(1).unwrap().split("\n## ").next().unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let is_row = cells.len() >= 4 && cells[0].contains(':') && cells[2].starts_with('`');
        is_row.then(|| {
            let text = cells[2].trim_matches('`').to_owned();
            (cells[0].to_owned(), cells[1].to_owned(), text, !cells[3].starts_with("misprint"))
        })
    };
    table.lines().filter_map(row).collect()
}

/// The name of a form, as samples/README.md calls it.
fn name_of(hit: &Hit) -> &'static str {
    match hit.form.name() {
        "eg" => "EG in text",
        "caption" => "EG caption",
        "probleemblad" => "Probleemblad",
        "dutch" => "Dutch books",
        "german" => "German encyclopaedia",
        name => name,
    }
}

#[test]
fn the_magazine_has_exactly_the_codes_of_its_list() {
    let magazine = sample("magazine.txt");
    let (classes, listed): (Vec<_>, Vec<_>) =
        listed().into_iter().partition(|(_, form, ..)| form == "class");
    assert_eq!((listed.len(), classes.len()), (30, 2));
    let found = found(&magazine);
    for (hit, (place, form, text, is_ok)) in found.iter().zip(&listed) {
        assert_eq!(format!("{}:{}", hit.place.line, hit.place.column), *place);
        assert!(form.starts_with(name_of(hit)), "{place}: {form}, {}", hit.form);
        assert_eq!((&hit.text, hit.meaning.is_ok()), (text, *is_ok), "{place}");
    }
    assert_eq!(found.len(), listed.len());
}

#[test]
fn bare_codes_of_the_magazine_count_when_asked_for() {
    let bare: Vec<String> = hits(&sample("magazine.txt"), true)
        .into_iter()
        .filter(|hit| hit.form.name() == "class")
        .map(|hit| format!("{}:{} {}", hit.place.line, hit.place.column, hit.text))
        .collect();
    let expected = [
        "3:69 1234.56",
        "10:49 4100",
        "76:70 0002.01",
        "77:30 4100",
        "87:41 0555.10",
        "93:24 1500.00",
        "93:45 1234.56",
    ];
    assert_eq!(bare, expected);
}

#[test]
fn planted_codes_of_all_forms_are_found_and_nothing_else() {
    // SCAN_PROSE=10000000 makes it the ten megabytes that are measured now and then,
    // SCAN_SEED another text.
    let number = |name| env::var(name).ok().and_then(|text: String| text.parse::<u64>().ok());
    let (bytes, seed) = (number("SCAN_PROSE"), number("SCAN_SEED"));
    let prose = prose::prose(seed.unwrap_or(20_261_116), bytes.unwrap_or(500_000) as usize, 1000);
    let found = found(&prose.text);
    let found =
        found.into_iter().map(|hit| (hit.place.offset, hit.form, hit.text, hit.meaning.is_ok()));
    let planted = prose.planted.into_iter().map(|(offset, form, text)| (offset, form, text, true));
    let (found, planted): (Vec<_>, Vec<_>) = (found.collect(), planted.collect());
    for one in &planted {
        assert!(found.contains(one), "missed: {one:?}");
    }
    for one in &found {
        assert!(planted.contains(one), "not planted: {one:?}");
    }
    assert_eq!(found.len(), 1000);
}

#[test]
fn dates_prices_move_numbers_isbns_telephone_numbers_and_fens_are_no_codes() {
    for text in [
        "on 12.05.2024, 1895.05.04 and 2024.12.31 at 19.30 for 1234.56 or $1,234.56",
        "1.e4 e5 2.f4 exf4 1234.56 3.Nf3 g5 10...Kh7 12.Kd4",
        "ISBN 978-0-000-00000-2, ISBN 0-306-40615-2, tel. 0555.10.20.30, +44 1234.56 7890",
        "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "[Date \"1895.05.04\"] [Round \"1\"] [ECO \"B12\"] {[%clk 0:01:30] [%eval 0.25]}",
        "balance +1234.56, -1234.56, =1234.56, (1234.56), (+1234.56), 1234.56/3, x1234.56a1b2",
        "version 1234.56.78, 192.168.1234.56, 1234.567, 11234.56 a1b2",
        "e2e4 e7e5 g1f3 1234.56 to 1/2 of them; 3/4 e4 1234.56",
    ] {
        assert_eq!(texts(text.as_bytes()), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_dictionary_has_no_codes() {
    let letters = b"abcdefghaeiourstln12345678.";
    let mut text = Vec::new();
    for number in 0..200_000_usize {
        text.push(letters[number * number % 8191 % letters.len()]);
        if number % 7 == 0 {
            text.push(b' ');
        }
    }
    assert_eq!(texts(&text), Vec::<String>::new());
}

#[test]
fn a_code_may_be_broken_over_lines_anywhere_between_squares_and_fields() {
    let text = "c1c6 3110.23 g8a5h5.c2g2a4g7h6 5/5 Win:";
    let places = [2, 4, 12, 15, 17, 20, 22, 24, 26, 28, 30, 34];
    for at in places {
        for gap in [
            "\n", "\r\n", "\r", "\n\n", "  \n   ", "\n> ", "\r\n>> ", "\u{c}", "<br>\n", "\u{a0}\n",
        ] {
            let (before, behind) = text.split_at(at);
            assert_eq!(only(&format!("{before}{gap}{}", behind.trim_start())), text, "at {at}");
        }
    }
}

#[test]
fn forms_in_one_piece_may_be_broken_too() {
    assert_eq!(only("0000.02.a1\na8.a2b2"), "0000.02.a1a8.a2b2");
    assert_eq!(only("0000.02.a1a8.\na2b2"), "0000.02.a1a8.a2b2");
    assert_eq!(only("=0323.12g3\ng1"), "=0323.12g3g1");
    assert_eq!(only("(+0031.10a1h8\nh1f4a7)"), "(+0031.10a1h8h1f4a7)");
}

#[test]
fn several_codes_on_a_line_are_told_apart() {
    let line = "c5g6 0000.22 3/3 Win  g8g3 0700.20 4/3 Draw   a8c8 4001.02a8c8 3/4 Win";
    assert_eq!(
        texts(line.as_bytes()),
        ["c5g6 0000.22 3/3 Win", "g8g3 0700.20 4/3 Draw", "a8c8 4001.02a8c8 3/4 Win"]
    );
}

#[test]
fn codes_one_a_line_do_not_run_into_each_other() {
    let lists = [
        "d8a7 0107.11 b8a6c7d5b5b6\nd5f8 0010.12 e3g6e7h7\nb6a1 0300.10 d5c6",
        "4001.00 e1b3\n0002.01 c3b1\n0323.12 g3g1",
        "+ 4001.00 e1b3\n= 0323.12 g3g1\n+ ZAZ 0002.01 c3b1",
        "a7d3 0116.00 b2b3c6d6 3/3\n+0040.11c1h4\n=0323.12g3g1",
        "(+0016.32d4g7)\n(=0001.33b7d6)\n(+0334.46a6h8) TT (c)",
    ];
    for list in lists {
        assert_eq!(texts(list.as_bytes()), list.lines().collect::<Vec<_>>());
    }
}

#[test]
fn what_follows_a_code_does_not_belong_to_it() {
    assert_eq!(only("d8a7 0107.11 b8a6c7d5b5b6. a4 is best"), "d8a7 0107.11 b8a6c7d5b5b6");
    assert_eq!(only("d8a7 0107.11 b8a6c7d5b5b6\n\nh3 loses"), "d8a7 0107.11 b8a6c7d5b5b6");
    assert_eq!(only("Rb2+ 0002.01 c3b1"), "0002.01 c3b1");
    assert_eq!(only("c5g6 0000.22 3/3 Winner"), "c5g6 0000.22 3/3");
}

#[test]
fn kings_before_a_code_are_a_caption() {
    for (text, turn, claim) in [
        ("a6f5 3300.12 White wins in 78 moves", Some(Color::White), Some(Claim::Win)),
        ("h1h3 3130.21 Draw?", Some(Color::White), Some(Claim::Draw)),
        ("c3c7 0130.12 Win in 86", Some(Color::White), Some(Claim::Win)),
        ("e4g6 0431.10 White to move", Some(Color::White), None),
        ("e4g6 0431.10 Black to move, White wins", Some(Color::Black), Some(Claim::Win)),
        ("e4g6 0431.10", None, None),
    ] {
        let hits = found(format!("It is {text}, they say,\nand b4 is next").as_bytes());
        assert_eq!(hits.len(), 1, "{text}");
        assert_eq!((hits[0].text.as_str(), hits[0].form.name()), (text, "caption"));
        let Ok(Meaning::Caption(caption)) = &hits[0].meaning else { panic!("{:?}", hits[0]) };
        assert_eq!(caption.indicator, Indicator { claim, turn }, "{text}");
    }
    let line = "a6f5 3300.12   h1h3 3130.21 Draw?   c3c7 0130.12 Win in 86";
    let captions = ["a6f5 3300.12", "h1h3 3130.21 Draw?", "c3c7 0130.12 Win in 86"];
    assert_eq!(texts(line.as_bytes()), captions);
    assert_eq!(only("c3c7 0130.12\ne4 is best"), "c3c7 0130.12");
}

#[test]
fn squares_that_cannot_be_the_kings_of_a_code_make_no_caption() {
    for text in [
        "e4e5 3300.12 White wins",
        "e4e4 3300.12 White wins",
        "e7e5 8888.88 for all of it",
        "e7e5 8999.88 for all of it",
        "a6f5\n3300.12 White wins",
        "a6f5  3300.12 White wins",
        "a6f5\t3300.12",
        "a6 f5 3300.12",
        "12.a6f5 3300.12",
        "a6f5 3300.12.05",
        "a6f5 3300.12,50",
        "a6f5 3300.12/4",
        "a6f5 3300.12 3/x",
        "e2e4 e7e5 1500.00",
        "a7a8q e7e5 1500.00",
        "e7e5 1500.00 g1f3",
        "e7e5 1500.00 g1f3 b8c6",
        "e7e5 0259.07 g1f3",
        "e7e5 0400.20 g1f3 b8c6",
        "e7e5 1500.00 g1f3 b8c6 1/2-1/2",
    ] {
        assert_eq!(texts(text.as_bytes()), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn with_a_count_or_a_full_stop_an_error_stays_an_error() {
    for text in [
        "a7d3 0116.00 b2b3c6 3/3+.",
        "a7d3 0116.00 b2b3c6 3/3",
        "a7d3 0116.00 4/3 Win",
        "a7d3 0116.00 B2b3c6d6 3/3+.",
        "a7d3 0116.00.",
    ] {
        let hits = found(format!("It was {text}").as_bytes());
        assert_eq!(hits.len(), 1, "{text}");
        assert_eq!((hits[0].text.as_str(), hits[0].verdict()), (text, Verdict::Wrong));
    }
    assert_eq!(found(b"a7d3 0116.00 b2b3c6. It is")[0].verdict(), Verdict::Wrong);
}

#[test]
fn kings_after_a_code_are_apart_too() {
    for text in [
        "1234.56 e4e5",
        "1234.56 e4e4",
        "1234.56e4e5",
        "8888.88 e4e7",
        "1234.56 e2e4 e7e5",
        "1234.56 e2e4\te7e8q",
        "0200.00 b2d6 3/1+.",
    ] {
        assert_eq!(texts(text.as_bytes()), Vec::<String>::new(), "{text}");
    }
    assert_eq!(found(b"+0040.11h3h4")[0].verdict(), Verdict::Wrong);
    assert_eq!(only("0001.11 e8h8 - 29 -"), "0001.11 e8h8");
}

#[test]
fn logs_of_engines_and_scores_of_games_have_no_codes() {
    let mut log = String::new();
    for depth in 1..2000_u32 {
        let (nodes, time) = (depth * 7919, depth * 37 % 9000);
        log += &format!(
            "info depth {depth} seldepth 9 multipv 1 score cp {} nodes {nodes} nps {time} time {time} \
             pv e2e4 e7e5 g1f3 b8c6 f1b5\nbestmove e2e4 ponder e7e5\n{time:04}.{:02} e2e4 e7e5\n\
             e7e5 1{:03}.{:02} g1f3\n[%clk 0:0{}:00] {{{time:04}.{:02}}} 12. e4 e5\n",
            depth % 90,
            depth % 89,
            500 + depth % 400,
            depth % 88,
            depth % 10,
            depth % 87,
        );
    }
    assert_eq!(texts(log.as_bytes()), Vec::<String>::new());
}

#[test]
fn indicators_are_read_in_any_case_and_order() {
    for (words, turn) in [
        (" btm.", 'b'),
        (" Btm, Win", 'b'),
        (" Draw, BTM", 'b'),
        (", BTM", 'b'),
        (" - +.", 'b'),
        ("\u{2013}+.", 'b'),
        ("\u{2212} =.", 'b'),
        (" Black to move", 'b'),
        (" win, black to play.", 'b'),
        ("+ BTM.", 'b'),
        (" White to play and win", 'w'),
        (" wtm", 'w'),
    ] {
        let text = format!("a7d3 0116.00 b2b3c6d6 3/3{words}");
        let hits = found(text.as_bytes());
        assert_eq!((hits.len(), hits[0].end), (1, text.len() as u64), "{text}");
        let fen = format!("8/K7/2nn4/8/8/1B1k4/1R6/8 {turn} - - 0 1");
        assert_eq!(hits[0].fen().as_deref(), Some(fen.as_str()), "{text}");
        assert_eq!(hits[0].unread, None);
        assert_eq!(text.parse::<Reading>().map(|reading| reading.meaning), hits[0].meaning);
    }
}

#[test]
fn words_that_look_like_an_indicator_and_are_not_read_are_told() {
    for (after, unread) in [
        (" Black moves first; then", Some("Black moves first")),
        (" Black wins.", Some("Black wins")),
        (" (BTM) Win:", Some("(BTM) Win")),
        (" -+ WTM.", Some("WTM")),
        (" Win for Black", Some("for Black")),
        (" with the move, and Black is lost", Some("with the move and")),
        (" b", Some("b")),
        (" schwarz am Zug", Some("schwarz am Zug")),
        ("+ +-", Some("+-")),
        ("+-.", Some("-")),
        (" and one two three Black", None),
        (" is it.\nBlack wins", None),
        ("+. Black wins", None),
        (" Win: Black wins", None),
        (" - 29 -", None),
        (" b) twin", None),
    ] {
        let hits = found(format!("a7d3 0116.00 b2b3c6d6 3/3{after}").as_bytes());
        assert_eq!((hits.len(), hits[0].unread.as_deref()), (1, unread), "{after}");
    }
    let folder = Folder::with("a.txt", b"a7d3 0116.00 b2b3c6d6 3/3 Black moves first\n");
    assert!(run(&folder, "scan a.txt", 0).ends_with("\tok, but not read: Black moves first\n"));
    assert!(run(&folder, "scan --to jsonl a.txt", 0).contains("\"unread\":\"Black moves first\""));
    folder
        .run("decode")
        .write_stdin("a7d3 0116.00 b2b3c6d6 3/3 Black moves first")
        .assert()
        .code(1);
}

#[test]
fn a_sign_before_a_code_stays_with_it() {
    assert_eq!(only("+ 0040.11h3h5"), "+ 0040.11h3h5");
    assert_eq!(only("see - = 0040.11h3h5"), "- = 0040.11h3h5");
    for sign in ["+", "+ ", "-=", "= "] {
        let line = format!("a7d3 0116.00 b2b3c6d6 3/3 {sign}0040.11c1h4");
        let next = format!("{sign}0040.11c1h4");
        assert_eq!(texts(line.as_bytes()), ["a7d3 0116.00 b2b3c6d6 3/3", next.as_str()]);
    }
}

/// Two columns as `pdftotext -layout` prints them; eight notations are broken at a column's end.
const COLUMNS: &str = "\
The king walks to  a7d3 0116.00 b2b3      Here is another column of words
c6d6 3/3+. and wins in the end.           that runs beside the first one
and has nothing to do with it             at all, c1c6 3110.23 g8a5h5.
So it is with columns and the             c2g2a4g7h6 5/5 Win: and so
rest of it is b6a1 0300.10 d5.c7          on and on
2/2-+. The end of it                      it goes.  d8a7 0107.11
Left column goes on with e4               b8a6c7d5.b5b6 4/4 Win: it
as e1e8 4888.88 d1d8a1h1a8h8c1f1          is
c8f8b1g1b8g8.a2b2c2d2e2f2g2h2             so
a7b7c7d7e7f7g7h7 16/16 WTM. and           long
that it ends with c8a5 0400.11 h7c2.      as in b6a1 0300.10 d5.c7
c7h2 3/3 Win: 1.Kb7 Rb2+ 2.Ka7            2/2-+. Then came e1g2 0013.01
Rc2, and that is all of it                2/3 Draw, and that was all
";

#[test]
fn a_position_broken_by_a_column_beside_it_is_open_not_wrong() {
    let hits = found(COLUMNS.as_bytes());
    let texts: Vec<&str> = hits.iter().map(|hit| hit.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "a7d3 0116.00 b2b3",
            "c1c6 3110.23 g8a5h5.",
            "b6a1 0300.10 d5.c7",
            "d8a7 0107.11",
            "e1e8 4888.88 d1d8a1h1a8h8c1f1",
            "c8a5 0400.11 h7c2.",
            "b6a1 0300.10 d5.c7",
            "e1g2 0013.01",
        ]
    );
    for hit in hits {
        assert_eq!((hit.verdict(), hit.fen(), hit.repair()), (Verdict::Open, None, None));
        let said = hit.meaning.unwrap_err().to_string();
        assert_eq!(said, "could not be put together: another column runs beside it");
    }
    run(&Folder::with("a.txt", COLUMNS.as_bytes()), "scan a.txt", 0);
}

#[test]
fn kings_on_one_square_at_the_end_of_a_text_are_no_position() {
    for text in ["d2d2 0000.00", "d2d3 0000.00", "d2d2 0000.00\n", "d2d2 0000.00 "] {
        assert!(found(text.as_bytes()).is_empty(), "{text}");
        assert!(text.parse::<Reading>().is_err(), "{text}");
    }
}

/// The kings of the column beside it are not its squares.
#[test]
fn two_positions_side_by_side_are_both_open() {
    let text = "a7d3 0116.00 b2b3      h1h3 3130.21 a1b2c3.d4d5e6\n\
                c6d6 3/3 Win           4/4 Win\n";
    let hits = found(text.as_bytes());
    let texts: Vec<&str> = hits.iter().map(|hit| hit.text.as_str()).collect();
    assert_eq!(texts, ["a7d3 0116.00 b2b3", "h1h3 3130.21 a1b2c3.d4d5e6"]);
    assert!(hits.iter().all(|hit| hit.verdict() == Verdict::Open));
}

#[test]
fn misprints_beside_a_column_are_wrong_all_the_same() {
    let line = "d5f8 0010.12 4/3 Win      another column\nand more of it      e4 3/3\n";
    assert_eq!(found(line.as_bytes())[0].verdict(), Verdict::Wrong);
    let line = "a7d3 0116.00 b2b3c6 3/3+.      another column\nand more of it      d6 3/3+.\n";
    assert_eq!(found(line.as_bytes())[0].verdict(), Verdict::Wrong);
}

/// What is broken over lines with no column beside it contradicts itself, as on one line.
#[test]
fn misprints_over_several_lines_of_one_column_are_wrong() {
    for text in ["h7e5 0011.01\nf7.c6\n3/2-+.\n", "g5d8\n0130.01\na5d3.h8\n2/3+.\n"] {
        let hits = found(text.as_bytes());
        assert_eq!(hits.len(), 1, "{text}");
        assert_eq!(hits[0].verdict(), Verdict::Wrong, "{text}");
    }
}

#[test]
fn kings_between_two_codes_belong_to_the_one_with_a_count() {
    for between in [" ", "\n", "   "] {
        let position = "a7d3 0116.00 b2b3c6d6 3/3+.";
        let text = format!("of the class 0116.00{between}{position}");
        assert_eq!(texts(text.as_bytes()), [position], "{text}");
    }
    let misprint = "a7d3 0116.00 b2b3c6d6 3/4+.";
    assert_eq!(texts(format!("for 1500.00 {misprint}").as_bytes()), [misprint]);
    assert_eq!(texts(b"1500.00   a7d3\n0116.00 3/3 Win"), ["a7d3 0116.00 3/3 Win"]);
    let directory = "0001.11 e8h8 0002.00 h1e1 0041.01 g8d7";
    assert_eq!(texts(directory.as_bytes()), ["0001.11 e8h8", "0002.00 h1e1", "0041.01 g8d7"]);
}

#[test]
fn kings_far_from_their_code_are_not_those_of_the_next() {
    assert_eq!(texts(b"+   0001.20  g5d2\n1500.00 guilders"), ["+ 0001.20 g5d2"]);
    let entries = ["0001.20 e5e1", "0002.00 e4g5", "0002.00 e4g5"];
    assert_eq!(texts(b"0001.20  e5e1   0002.00  e4g5   0002.00  e4g5"), entries);
    let next = ["a2f1 0411.51 8/3 Win", "h5g7 4010.67 9/9 Draw"];
    assert_eq!(texts(next.join("     ").as_bytes()), next);
}

#[test]
fn form_feeds_are_pages() {
    let text = b"x a7d3 0116.00 b2b3c6d6 3/3+.\n\x0c(+0016.32d4g7)\n\x0c\n\x0c+0040.11c1h4";
    let folder = Folder::with("a.txt", text);
    let pages: Vec<_> = found(text).iter().map(|hit| hit.page).collect();
    assert_eq!(pages, [Some(1), Some(2), Some(4)]);
    let lines = run(&folder, "scan a.txt", 0);
    assert!(lines.contains("a.txt:2:2\tdatabase\t(+0016.32d4g7)\t-\tok\tp. 2\n"), "{lines}");
    assert!(run(&folder, "scan --to csv a.txt", 0).ends_with(",4,\n"));
    assert!(run(&folder, "scan --to jsonl a.txt", 0).contains("\"page\":4"));
}

#[test]
fn a_text_without_form_feeds_has_no_pages() {
    assert_eq!(found(b"a7d3 0116.00 b2b3c6d6 3/3+.")[0].page, None);
    // A page is not that long.
    let mut text = b"+0040.11c1h4\n".to_vec();
    text.resize(100_000, b' ');
    text.extend(b"\x0c+0040.11c1h4");
    let pages: Vec<_> = found(&text).iter().map(|hit| hit.page).collect();
    assert_eq!(pages, [None, Some(2)]);
}

#[test]
fn a_pdf_is_refused_with_the_way_to_its_text() {
    let folder =
        Folder::with("a.pdf", b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\na7d3 0116.00 b2b3c6d6 3/3+.\n");
    let run = folder.run("scan a.pdf").assert().code(2);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("a.pdf: is a PDF") && said.contains("pdftotext"), "{said}");
    assert!(run.get_output().stdout.is_empty());
}

#[test]
fn html_and_its_entities_are_read_as_they_are_seen() {
    let text = "a7d3 0116.00 b2b3c6d6 3/3+.";
    assert_eq!(only("<b>a7d3</b> 0116.00&nbsp;b2b3<i>c6</i>d6 3/3&#43;."), text);
    assert_eq!(only("<td>a7d3</td><td>0116.00</td>\n<td>b2b3c6d6</td><td>3/3+.</td>"), text);
    assert_eq!(only("<img alt=\"a7d3 0116.00 b2b3c6d6 3/3+.\">"), text);
}

#[test]
fn latin_1_and_utf_8_are_read_alike() {
    let hit = &found(b"\xe9t\xe9 a7d3\xa00116.00\xa0b2b3c6d6\xa03/3\x96=. \xff")[0];
    assert_eq!((hit.text.as_str(), hit.place.column), ("a7d3 0116.00 b2b3c6d6 3/3-=.", 5));
    let hit = &found("été a7d3\u{a0}0116.00 b2b3\u{ad}c6d6 3/3\u{2212}=.".as_bytes())[0];
    assert_eq!((hit.text.as_str(), hit.place.column), ("a7d3 0116.00 b2b3c6d6 3/3-=.", 5));
}

#[test]
fn a_misprint_that_cannot_be_read_is_told_all_the_same() {
    for text in [
        "a7d3 0116.00 b2b3c6d9 3/3+.",
        "a7d3 0116.00 b2b3cGd6 3/3+.",
        "a7d9 0116.00 b2b3c6d6 3/3+.",
        "(+0016.92d4g7)",
    ] {
        let hits = found(format!("It was {text} that puzzled us").as_bytes());
        assert_eq!(hits.len(), 1, "{text}");
        assert_eq!((hits[0].text.as_str(), hits[0].meaning.is_err()), (text, true));
    }
}

#[test]
fn a_digit_9_that_leaves_the_number_open_is_not_wrong() {
    for (text, verdict) in [
        ("(+0009.00e1e4)", Verdict::Ok),
        ("e1e4 0009.00 b1f1g1 4/1+.", Verdict::Ok),
        ("(+0009.00e1e4b1f1g1)", Verdict::Open),
        ("e1e8 9900.00 a1b1c1d1a8b8 4/4+.", Verdict::Open),
        ("e1e4 0009.00 b1f1g1 3/2+.", Verdict::Wrong),
    ] {
        let hits = found(text.as_bytes());
        assert_eq!((hits.len(), hits[0].verdict()), (1, verdict), "{text}");
    }
}

#[test]
fn the_one_change_that_mends_it_is_suggested() {
    let mended = |text: &str| {
        found(text.as_bytes())[0].repair().map(|repair| (repair.text.clone(), repair.to_string()))
    };
    assert_eq!(
        mended("a7d3 0116.00 b2b3c6d6 3/4+."),
        Some(("a7d3 0116.00 b2b3c6d6 3/3+.".into(), "3/3 for 3/4".into()))
    );
    assert_eq!(
        mended("a2c4 0000.42 .d4e3f2e4f3 4/3 WTM."),
        Some(("a2c4 0000.32 .d4e3f2e4f3 4/3 WTM.".into(), "0000.32 for 0000.42".into()))
    );
    assert_eq!(mended("a7d3 0116.00 b2b3c6d6 3/3+."), None);
    assert_eq!(mended("d5f8 0010.12 4/3 Win"), None);
}

/// How long it takes to scan so many bytes of a piece over and over.
fn time_of(piece: &str, bytes: usize) -> Duration {
    let text = piece.repeat(bytes / piece.len());
    let begin = Instant::now();
    let _ = found(text.as_bytes()).len();
    begin.elapsed()
}

#[test]
fn time_grows_with_the_length_of_the_text_whatever_it_is() {
    for piece in [
        "a1",
        "1",
        "0116.00",
        "0116.00 ",
        "a1b1 ",
        "a1b1 0116.00 ",
        "0000.00 a1a1",
        "(",
        "<",
        "<b ",
        "&",
        "(+0000.00",
        "\n",
        "> ",
        "0000.00.a1b1a1",
        "a1b1 9999.88 c1 32/32 ",
        "a1a1 0000.10 a1 2/1 ",
        ".",
        "\u{a0}",
    ] {
        // Eight times the text may take eight times as long, and with other work on the machine some more; if the time
        // grew with the square it would be sixty-four times as long at every attempt.
        let grows_evenly = || time_of(piece, 48_000) < 24 * time_of(piece, 6_000);
        assert!((0..5).any(|_| grows_evenly()), "{piece}");
    }
}

#[test]
fn what_was_read_before_an_error_is_found() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut scanner = Scanner::new((&b"see a7d3 0116.00 b2b3c6d6 3/3+."[..]).chain(Broken));
    assert_eq!(scanner.next().unwrap().unwrap().text, "a7d3 0116.00 b2b3c6d6 3/3+.");
    assert_eq!(scanner.next().unwrap().unwrap_err().to_string(), "the disk is gone");
    assert!(scanner.next().is_none());
}

/// A magazine over and over, with long stretches without a code in between, in pages.
fn shelf() -> Vec<u8> {
    let magazine = sample("magazine.txt");
    let prose = "A line without any code in it, as most lines are.\n";
    let issue =
        |number: usize| [&magazine[..], prose.repeat(number * 7 % 90).as_bytes(), b"\x0c"].concat();
    (0..110).flat_map(issue).collect()
}

#[test]
fn a_long_text_has_the_same_codes_on_any_number_of_threads() {
    let text = shelf();
    let folder = Folder::with("a.txt", &text);
    let lines: String = found(&text)
        .iter()
        .map(|hit| format!("{}:{}:{:?}\n", hit.place.line, hit.place.column, hit.page))
        .collect();
    for threads in [1, 2, 3] {
        let told = run(&folder, &format!("scan a.txt -j{threads}"), 1);
        let place = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let page = fields[5].strip_prefix("p. ").map(|page| page.parse::<u64>().unwrap());
            format!("{}:{page:?}\n", fields[0].strip_prefix("a.txt:").unwrap())
        };
        assert_eq!(told.lines().map(place).collect::<String>(), lines, "{threads} threads");
    }
}

/// Standard output of a run that must end with `status`.
fn run(folder: &Folder, line: &str, status: i32) -> String {
    folder.said(line, status).0
}

const TEXT: &[u8] = b"see a7d3 0116.00 b2b3\nc6d6 3/3+. and d5f8 0010.12 4/3 Win\n";

#[test]
fn each_hit_is_a_line_with_place_form_text_fen_and_verdict() {
    let folder = Folder::with("a.txt", TEXT);
    assert_eq!(
        run(&folder, "scan a.txt", 1),
        "a.txt:1:5\tpage\ta7d3 0116.00 b2b3c6d6 3/3+.\t8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\tok\n\
         a.txt:2:16\tcaption\td5f8 0010.12 4/3 Win\t-\twrong: the code makes 3/3, the text says 4/3\n"
    );
}

#[test]
fn hits_are_written_in_every_format() {
    let folder = Folder::with("a.txt", TEXT);
    let fen = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";
    assert_eq!(run(&folder, "scan --to fen a.txt", 1), format!("{fen} 0 1\n"));
    assert_eq!(
        run(&folder, "scan --to epd a.txt", 1),
        format!(
            "{fen} c0 \"a.txt:1:5\"; gbr \"0116.00\"; gbrpos \"a7d3 0116.00 b2b3c6d6 3/3+.\";\n"
        )
    );
    let csv = run(&folder, "scan --to csv a.txt", 1);
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.starts_with(
        "file,line,column,offset,form,text,gbr,fen,verdict,problem,suggestion,page,unread\n"
    ));
    assert!(csv.contains("\na.txt,1,5,4,page,a7d3 0116.00 b2b3c6d6 3/3+.,0116.00,"), "{csv}");
    let jsonl = run(&folder, "scan --to jsonl a.txt", 1);
    assert!(jsonl.contains("\"verdict\":\"wrong\",\"problem\":\"the code makes 3/3"), "{jsonl}");
    folder.write("b.pgn", run(&folder, "scan --to pgn a.txt", 1).as_bytes());
    assert_eq!(run(&folder, "convert --to fen --at start b.pgn", 0), format!("{fen} 0 1\n"));
}

#[test]
fn the_status_tells_whether_all_codes_agree() {
    let folder = Folder::with("good.txt", b"a7d3 0116.00 b2b3c6d6 3/3+.");
    folder.write("none.txt", b"nothing here");
    run(&folder, "scan good.txt none.txt", 0);
    let run = folder.run("scan --bare -").write_stdin("0002.01").assert().code(0);
    assert!(run.get_output().stdout.starts_with(b"<stdin>:1:1\tclass\t0002.01\t"));
}
