//! The commands `encode` and `decode`, run as a user runs them.
#![cfg(feature = "cli")]

use assert_cmd::Command;

#[derive(Debug, PartialEq)]
struct Run {
    status: i32,
    output: String,
    errors: String,
}

fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::cargo_bin("gbr-pgn").expect("the program");
    let output = command.args(args).write_stdin(input.into()).output().expect("a run");
    Run {
        status: output.status.code().expect("a status"),
        output: String::from_utf8(output.stdout).expect("UTF-8"),
        errors: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

const STUDY: &str = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1";

#[test]
fn encode_prints_the_position() {
    let run = run(&["encode", STUDY], "");
    assert_eq!(run.output, "a7d3 0116.00 b2b3c6d6 3/3 WTM.\n");
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
}

#[test]
fn encode_prints_the_code() {
    assert_eq!(run(&["encode", "--code", STUDY], "").output, "0116.00\n");
}

#[test]
fn encode_needs_no_kings_for_a_code() {
    assert_eq!(run(&["encode", "--code", "8/8/8/8/8/8/8/R7 w - -"], "").output, "0100.00\n");
}

#[test]
fn encode_prints_other_forms() {
    for (form, text) in [
        ("page", "a7d3 0116.00 b2b3c6d6 3/3+.\n"),
        ("database", "(+0116.00a7d3)\n"),
        ("probleemblad", "(+0116.00a7d3b2b3c6d6)\n"),
        ("eg", "a7d3 0116.00 b2b3c6d6 3/3 Win:\n"),
    ] {
        assert_eq!(run(&["encode", "--claim", "win", "--form", form, STUDY], "").output, text);
    }
}

#[test]
fn encode_reads_lines() {
    let run = run(&["encode"], format!("{STUDY}\r\n\n8/8/8/8/8/2k5/8/K7 b - - 0 1"));
    assert_eq!(run.output, "a7d3 0116.00 b2b3c6d6 3/3 WTM.\na1c3 0000.00 1/1 BTM.\n");
    assert_eq!(run.status, 0);
}

#[test]
fn encode_takes_fens_as_people_paste_them() {
    let run = run(&["encode"], "8/K7/2nn4/8/8/1B1k4/1R6/8/  W –  – 0 1\n");
    assert_eq!(run.output, "a7d3 0116.00 b2b3c6d6 3/3 WTM.\n");
    assert_eq!(run.errors, "gbr-pgn: 1 position in an unusual spelling of FEN\n");
    assert_eq!(run.status, 0);
}

#[test]
fn arguments_that_together_are_one_fen_are_one_fen() {
    let board = "8/8/8/8/8/2k5/8/K7";
    for rest in ["b", "b - -", "b - - 0 1", "b - - 3+3 0 1"] {
        let words: Vec<&str> = ["encode", board].into_iter().chain(rest.split(' ')).collect();
        let run = run(&words, "");
        assert_eq!((run.status, run.output.as_str()), (0, "a1c3 0000.00 1/1 BTM.\n"), "{rest}");
    }
    for words in [["b - - 0 1", "", ""], ["b", "- -", "0 1"], [" b ", "- - 0", "1"]] {
        let run = run(&[&["encode", board][..], &words[..]].concat(), "");
        assert_eq!((run.status, run.output.as_str()), (0, "a1c3 0000.00 1/1 BTM.\n"), "{words:?}");
    }
    let mixed = run(&["encode", STUDY, board, "b", "-", "-", "0", "1", board, STUDY], "");
    let expected = "a7d3 0116.00 b2b3c6d6 3/3 WTM.\na1c3 0000.00 1/1 BTM.\n\
                    a1c3 0000.00 1/1 WTM.\na7d3 0116.00 b2b3c6d6 3/3 WTM.\n";
    assert_eq!((mixed.status, mixed.output.as_str()), (0, expected));
}

#[test]
fn a_word_that_is_no_field_is_shown_with_its_fen() {
    let wrong = run(&["encode", "8/8/8/8/8/2k5/8/K7", "x", "-", "-"], "");
    assert_eq!((wrong.status, wrong.output.as_str()), (1, ""));
    assert!(
        wrong.errors.contains("expected w or b\n  8/8/8/8/8/2k5/8/K7 x - -\n"),
        "{}",
        wrong.errors
    );
    let many = run(&["encode", "8/8/8/8/8/2k5/8/K7 b - - 0 1", "0"], "");
    assert_eq!((many.status, many.output.as_str()), (1, ""));
    assert!(many.errors.contains("not a FEN: expected the end\n"), "{}", many.errors);
    let other = run(&["encode", STUDY, "two words"], "");
    assert_eq!((other.status, other.output.lines().count()), (1, 1));
}

#[test]
fn encode_takes_illegal_positions() {
    let touching = run(&["encode", "8/8/8/8/8/8/k7/K7 w - - 0 1"], "");
    assert_eq!(touching.output, "a1a2 0000.00 1/1 WTM.\n");
    let in_check = run(&["encode", "7k/8/8/8/8/8/8/K6R w - - 0 1"], "");
    assert_eq!(in_check.output, "a1h8 0100.00 h1 2/1 WTM.\n");
}

#[test]
fn encode_says_once_what_is_lost() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let run = run(&["encode"], start.repeat(3));
    assert_eq!(run.output.lines().count(), 3);
    assert_eq!(run.errors.lines().count(), 1);
    assert!(run.errors.contains("3 positions"), "{}", run.errors);
    assert_eq!(run.status, 0);
}

#[test]
fn encode_points_at_bad_fens_and_goes_on() {
    let run = run(&["encode"], format!("8/9/8/8/8/8/8/K6k w\n{STUDY}\n8/8/8/8/8/8/8/K6k x\n"));
    assert_eq!(run.output, "a7d3 0116.00 b2b3c6d6 3/3 WTM.\n");
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("gbr-pgn: <stdin>:1: not a FEN"), "{}", run.errors);
    assert!(run.errors.contains("\n  8/9/8/8/8/8/8/K6k w\n    ^\n"), "{}", run.errors);
    assert!(run.errors.contains("<stdin>:3: not a FEN: expected w or b\n"), "{}", run.errors);
}

#[test]
fn encode_refuses_what_has_no_notation() {
    for (fen, message) in [
        ("8/8/8/8/8/8/8/K7 w - -", "1 white and 0 black kings"),
        ("8/8/8/8/8/P7/PPPPPPPP/K6k w - -", "9 white pawns"),
        ("8/8/8/8/8/8/8/K1P4k w - -", "a pawn on c1"),
    ] {
        let run = run(&["encode", fen], "");
        assert_eq!((run.status, run.output.as_str()), (1, ""));
        assert!(run.errors.contains(message), "{}", run.errors);
    }
}

#[test]
fn decode_prints_fen() {
    let pawns = run(&["decode", "a2c4 0000.32 .d4e3f2e4f3 4/3 WTM."], "");
    assert_eq!(pawns.output, "8/8/8/8/2kPp3/4Pp2/K4P2/8 w - - 0 1\n");
    let black = run(&["decode", "a1c3 0000.00 1/1 BTM."], "");
    assert_eq!(black.output, "8/8/8/8/8/2k5/8/K7 b - - 0 1\n");
}

#[test]
fn words_that_together_are_one_position_are_one_position() {
    let words = run(&["decode", "a1c3", "0000.00", "1/1", "BTM."], "");
    assert_eq!((words.status, words.output.as_str()), (0, "8/8/8/8/8/2k5/8/K7 b - - 0 1\n"));
    let wrong = run(&["decode", "a7d3", "0116.00", "b2b3c6", "3/3+."], "");
    assert_eq!((wrong.status, wrong.output.as_str()), (1, ""));
    assert!(wrong.errors.contains("\n  a7d3 0116.00 b2b3c6 3/3+.\n"), "{}", wrong.errors);
    let several = run(&["decode", "(0116.00a7d3b2b3c6d6)", "(0031.10a1h8h1f4a7)", "x"], "");
    assert_eq!((several.status, several.output.lines().count()), (1, 2));
}

#[test]
fn decode_takes_white_to_move_where_nothing_is_said() {
    let run = run(&["decode", "(+0031.10a1h8h1f4a7)"], "");
    assert_eq!(run.output, "7k/P7/8/8/5N2/8/8/K6b w - - 0 1\n");
}

#[test]
fn decode_prints_diagrams() {
    let figurines = run(&["decode", "--board", "b6a1 0300.10 d5.c6 2/2+."], "");
    assert!(figurines.output.contains("6 · ♔ ♙ · · · · ·\n5 · · · ♜ · · · ·\n"));
    assert!(figurines.output.ends_with("  a b c d e f g h\nWhite to move, White wins\n\n"));
    let letters = run(&["decode", "--ascii", "b6a1 0300.10 d5.c6 2/2+."], "");
    assert!(letters.output.contains("6 . K P . . . . .\n5 . . . r . . . .\n"));
    assert!(letters.output.is_ascii());
}

#[test]
fn flags_may_stand_after_positions() {
    let study = "b6a1 0300.10 d5.c6 2/2+.";
    assert_eq!(run(&["decode", study, "--board"], ""), run(&["decode", "--board", study], ""));
    assert_eq!(run(&["encode", STUDY, "--code"], "").output, "0116.00\n");
}

#[test]
fn decode_reports_a_wrong_count() {
    let run = run(&["decode", "h5g7 4010.67 9/8 Draw"], "");
    assert_eq!((run.status, run.output.as_str()), (1, ""));
    assert_eq!(
        run.errors,
        "gbr-pgn: the code makes 9/9, the text says 9/8\n  h5g7 4010.67 9/8 Draw\n               ^\n"
    );
}

#[test]
fn decode_says_what_has_no_board() {
    for (text, what) in [
        ("c5g6 0000.22 3/3 Win", "a caption without squares (0000.22, KPPvKPP,"),
        ("(+0016.32d4g7)", "a caption without squares (0016.32, KBPPPvKNNPP,"),
        ("4100", "a class without squares (4100.00, KQRvKQ,"),
    ] {
        let run = run(&["decode", text], "");
        assert_eq!(run.status, 1);
        assert!(run.errors.contains(what), "{}", run.errors);
    }
}

#[test]
fn decode_does_the_rest_after_a_bad_line() {
    let run = run(&["decode"], b"a1c3 0000.00 1/1 BTM.\n\xff\xfe\x00\na1c3 0000.00 1/1 WTM.\n");
    assert_eq!(run.output.lines().count(), 2);
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("<stdin>:2: expected"), "{}", run.errors);
}

#[test]
fn decode_is_strict_when_asked() {
    let loose = "b6a1 0300.10 d5c6 2/2 Win:";
    assert_eq!(run(&["decode", loose], "").status, 0);
    assert_eq!(run(&["decode", "--strict", loose], "").status, 1);
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_done() {
    let run = run(&["decode"], format!("{}\na1c3 0000.00 1/1 BTM.\n", "a1".repeat(1 << 20)));
    assert_eq!((run.status, run.output.lines().count()), (1, 1));
    assert!(run.errors.len() < 1000);
}

#[test]
fn what_is_encoded_is_decoded() {
    let lines = format!("{STUDY}\n8/8/8/8/2kPp3/4Pp2/K4P2/8 b - - 0 1\n");
    let encoded = run(&["encode"], lines.clone()).output;
    assert_eq!(run(&["decode", "--strict"], encoded).output, lines);
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::{io::Write, process};
    let mut child = process::Command::new(env!("CARGO_BIN_EXE_gbr-pgn"))
        .arg("encode")
        .stdin(process::Stdio::piped())
        .stdout(process::Stdio::piped())
        .spawn()
        .expect("a run");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin");
    // The program may be gone before all of it is written.
    let _ = stdin.write_all(format!("{STUDY}\n").repeat(10_000).as_bytes());
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn words_of_a_position_are_put_together_between_others() {
    let page = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\n";
    let words = ["decode", "(+0116.00a7d3b2b3c6d6)", "a7d3", "0116.00", "b2b3c6d6", "3/3", "-+."];
    let decoded = run(&words, "");
    let expected = format!("{page}{}", page.replace(" w ", " b "));
    assert_eq!((decoded.status, decoded.output), (0, expected));
}

#[test]
fn a_line_that_is_too_long_is_not_answered_by_its_beginning() {
    let line = format!("a7d3 0116.00 b2b3c6d6 3/3+.{}BTM\n0000.00 a1c3\n", " ".repeat(2 << 20));
    let decoded = run(&["decode"], line);
    assert_eq!(decoded.status, 1);
    assert!(
        decoded.errors.starts_with("gbr-pgn: <stdin>:1: a line of more than"),
        "{}",
        decoded.errors
    );
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_passed_over() {
    let decoded = run(&["decode"], "\u{feff}a7d3 0116.00 b2b3c6d6 3/3+.\r\n");
    assert_eq!(
        (decoded.status, decoded.output.as_str()),
        (0, "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\n")
    );
}
