//! find by positions, men on squares, families and differences of force.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::fs;

/// Saavedra: the rook falls after six moves.
const SAAVEDRA: &str = "[Event \"saavedra\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n\
    1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0\n\n";
/// Bishops on c1 and f8 (both dark), from which Black's goes to a light square never.
const BISHOPS: &str = "[Event \"bishops\"]\n[FEN \"5bk1/5ppp/8/8/8/8/5PPP/2B3K1 w - - 0 1\"]\n\n\
    1. Be3 Bd6 2. h3 *\n\n";
const OPPOSITE: &str = "[Event \"opposite\"]\n[FEN \"6k1/5pp1/4b3/8/8/8/5PPP/2B3K1 w - - 0 1\"]\n\n\
    1. Be3 Bd5 2. h3 *\n\n";
const GAME: &str = "[Event \"game\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";

fn folder() -> Folder {
    Folder::with("a.pgn", [SAAVEDRA, BISHOPS, OPPOSITE, GAME].concat().as_bytes())
}

/// Standard output and standard error of find with these words, one of which may have blanks.
#[track_caller]
fn find(folder: &Folder, words: &[&str], status: i32) -> (String, String) {
    let run = folder.run("find -q").args(words).assert().code(status);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&run.get_output().stdout), text(&run.get_output().stderr))
}

/// Which events are found.
#[track_caller]
fn events(words: &[&str]) -> Vec<String> {
    let words = [words, &["--to", "jsonl", "a.pgn"]].concat();
    let run = folder().run("find -q").args(&words).assert();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let event =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["event"].clone();
    text.lines().map(|line| event(line).as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_position_is_found_in_every_form() {
    for position in [
        "8/2P5/3r4/1K6/8/8/8/k7",
        "8/2P5/3r4/1K6/8/8/8/k7 b",
        "8/2P5/3r4/1K6/8/8/8/k7 b KQkq e3 12 40",
        "b5a1 0300.10 d6.c7 2/2 BTM.",
        "b5a1 0300.10 d6.c7 2/2+.",
        "(+0300.10b5a1d6c7)",
    ] {
        // The sign of a claim has White to move, as the notation wants it.
        let expected: &[&str] = if position.ends_with("+.") { &[] } else { &["saavedra"] };
        assert_eq!(events(&[position]), expected, "{position}");
    }
}

#[test]
fn the_turn_of_a_position_counts_where_it_is_written_unless_turn_says_otherwise() {
    let board = "8/2P5/3r4/1K6/8/8/8/k7";
    let white = format!("{board} w");
    assert_eq!(events(&[board]), ["saavedra"]);
    assert!(events(&[&white]).is_empty());
    assert_eq!(events(&[&white, "--turn", "black"]), ["saavedra"]);
    assert!(events(&[board, "--turn", "white"]).is_empty());
}

#[test]
fn a_caption_is_code_and_kings() {
    assert_eq!(events(&["(=0300.10b5a1)"]), ["saavedra"]);
    assert!(events(&["(=0300.10b5a2)"]).is_empty());
}

#[test]
fn mirror_finds_left_for_right_and_without_pawns_all_symmetries() {
    let mirrored = "8/5P2/4r3/6K1/8/8/8/7k b";
    assert!(events(&[mirrored]).is_empty());
    assert_eq!(events(&[mirrored, "--mirror"]), ["saavedra"]);
    let turned = "8/8/8/8/R7/1r6/2K5/k7 b";
    assert!(events(&[turned]).is_empty());
    // After 6... Ra4 7. Kb3: kings b3 a1, rooks c8 a4; here turned by a quarter.
    let quarter = "k3r3/8/1K6/8/8/8/8/2R5 b";
    assert!(events(&[quarter]).is_empty());
    let upside = "k7/8/1K6/8/r7/8/8/2R5 b";
    assert_eq!(events(&[upside, "--mirror"]), Vec::<String>::new());
    let flipped = "k7/8/1K6/r7/8/8/8/2R5 b";
    assert_eq!(events(&[flipped, "--mirror"]), ["saavedra"]);
}

#[test]
fn both_colours_reverse_a_position() {
    let reversed = "K7/8/8/8/1k6/3R4/2p5/8 w";
    assert!(events(&[reversed]).is_empty());
    assert_eq!(events(&[reversed, "--both-colours"]), ["saavedra"]);
    assert_eq!(events(&["7K/8/8/8/6k1/4R3/5p2/8 w", "--both-colours", "--mirror"]), ["saavedra"]);
}

#[test]
fn lasts_counts_the_plies_of_a_board() {
    let pawn_on_c7 = "?/??P?????/*/*/*/*/*/*".replacen('?', "*", 1);
    assert_eq!(events(&["--board", &pawn_on_c7, "--lasts", "10"]), ["saavedra"]);
    assert!(events(&["--board", &pawn_on_c7, "--lasts", "11"]).is_empty());
    assert!(events(&["--board", &pawn_on_c7, "--at", "start"]).is_empty());
}

#[test]
fn board_needs_no_pattern_and_goes_with_one() {
    let folder = folder();
    let rook = "*/*/*/*/R*/*/*/*";
    assert!(events(&["--board", rook]).is_empty());
    let rook = "*/*/*/*/r*/*/*/*";
    let list = "a.pgn\t1\t0\t1\t12\t0400.00\n";
    assert_eq!(find(&folder, &["--board", rook, "--list", "a.pgn"], 0).0, list);
    assert_eq!(find(&folder, &["KRvKR", "--board", rook, "--list", "a.pgn"], 0).0, list);
    assert_eq!(find(&folder, &["KPvKR", "--board", rook, "--count", "a.pgn"], 1).0, "0\n");
    assert_eq!(find(&folder, &["--board", rook, "--count", "--invert", "a.pgn"], 0).0, "3\n");
    let run = folder.run("find -q --count --board").arg(rook).write_stdin(SAAVEDRA).assert();
    run.code(0).stdout("1\n");
}

#[test]
fn bishops_stand_on_squares_of_different_colours_or_of_the_same() {
    assert_eq!(events(&["--bishops", "opposite"]), ["opposite"]);
    assert_eq!(events(&["--bishops", "same"]), ["bishops"]);
    assert_eq!(events(&["bishop-ending", "--bishops", "same", "--lasts", "4"]), ["bishops"]);
    assert!(events(&["--bishops", "same", "--lasts", "5"]).is_empty());
}

#[test]
fn an_imbalance_is_white_minus_black() {
    assert_eq!(events(&["--imbalance", "P=1,minor=0"]), ["saavedra", "opposite", "game"]);
    assert_eq!(events(&["--imbalance", "R=-1"]), ["saavedra"]);
    assert_eq!(events(&["--imbalance", "R=1"]), Vec::<String>::new());
    assert_eq!(events(&["--imbalance", "R=1", "--both-colours"]), ["saavedra"]);
}

#[test]
fn families_have_names() {
    assert_eq!(events(&["rook-ending"]), ["saavedra"]);
    assert_eq!(events(&["bishop-ending"]), ["bishops", "opposite"]);
    assert_eq!(events(&["-e", "rook-ending", "-e", "minor-ending", "--at", "start"]).len(), 2);
    let (help, _) = folder().said("find --help", 0);
    assert!(help.contains("rook-ending            besides kings and pawns only rooks"), "{help}");
}

#[test]
fn a_file_that_is_not_there_is_not_called_a_bad_pattern() {
    let board = "*/*/*/*/*/*/*/*";
    let (_, text) = find(&folder(), &["--board", board, "nosuch.pgn"], 2);
    let told =
        "gbr-pgn: nosuch.pgn is neither a file that is there nor a pattern: at character 2, ";
    assert!(text.starts_with(told), "{text}");
    let (_, text) = find(&folder(), &["nosuch.pgn"], 2);
    assert!(text.starts_with("gbr-pgn: nosuch.pgn is not a pattern: "), "{text}");
}

#[test]
fn an_empty_pattern_is_named() {
    let told =
        "gbr-pgn: the pattern is empty: expected a code, a tablebase, a family or a position\n";
    assert_eq!(find(&folder(), &["", "a.pgn"], 2).1, told);
}

#[test]
fn a_family_that_is_not_typed_as_it_is_called_is_suggested() {
    for name in ["Pawn-Ending", "pawnending", "pawn endings"] {
        let (_, text) = find(&folder(), &[name, "a.pgn"], 2);
        assert!(text.contains("expected `pawn-ending`, found"), "{text}");
    }
}

#[test]
fn a_bad_question_is_shown_with_a_caret_before_anything_is_read() {
    let folder = Folder::new();
    for (words, caret) in [
        (
            &["8/8/1KP5/3r4/8/8/8/k8 w", "none.pgn"][..],
            "  8/8/1KP5/3r4/8/8/8/k8 w\n                      ^",
        ),
        (&["rook-endings", "none.pgn"], "  rook-endings\n  ^"),
        (&["8/8/8/8/8/8/8/R6k w", "none.pgn"], "  8/8/8/8/8/8/8/R6k w\n  ^"),
        (&["*", "--board", "[*]7/8", "none.pgn"], "  [*]7/8\n   ^"),
        (&["*", "--imbalance", "R=999", "none.pgn"], "  R=999\n    ^"),
        (
            &["*", "--where", "Date = 2010.13.45", "none.pgn"],
            "  Date = 2010.13.45\n              ^",
        ),
        (&["*", "--where", "Date >= \"foo\"", "none.pgn"], "  Date >= \"foo\"\n          ^"),
        (&["*", "--board", "8/8/8/8/8/8/8/9", "none.pgn"], "  8/8/8/8/8/8/8/9\n                ^"),
        (&["*", "--imbalance", "R=0,X>1", "none.pgn"], "  R=0,X>1\n      ^"),
        (&["*", "--kings", "e9a1", "none.pgn"], "  e9a1\n   ^"),
    ] {
        let words = [words, &["-o", "out.pgn"]].concat();
        let (_, text) = find(&folder, &words, 2);
        assert!(text.contains(caret) && !text.contains("none.pgn: "), "{text}");
    }
    assert!(fs::read_dir(folder.path("")).unwrap().next().is_none());
}

#[test]
fn what_an_index_cannot_answer_is_scanned() {
    let folder = folder();
    let questions: [&[&str]; 4] = [
        &["8/2P5/3r4/1K6/8/8/8/k7"],
        &["--bishops", "same"],
        &["--board", "*/*/*/*/r*/*/*/*"],
        &["rook-ending"],
    ];
    let ask =
        |folder: &Folder| questions.map(|words| find(folder, &[words, &["a.pgn"]].concat(), 0).0);
    let without = ask(&folder);
    folder.run("index -q a.pgn").assert().code(0);
    assert_eq!(ask(&folder), without);
}
