//! What is written after something else is read back as the records that it is: sorted, picked out, or of
//! several inputs.
#![cfg(feature = "cli")]

use std::fs;

use crate::folder::Folder;

const A: &str = "[Event \"a\"]\n\n1. e4 *";
const B: &str = "[Event \"b\"]\n\n1. d4 *\n";

/// Moves without tags and marker: nothing keeps them apart.
const OPEN: [&str; 2] = ["1. e4 e5", "1. d4 d5"];

fn folder(a: &str, b: &str) -> Folder {
    let folder = Folder::with("a.pgn", a.as_bytes());
    folder.write("b.pgn", b.as_bytes());
    folder
}

/// Status, standard output and standard error of a run.
fn run(folder: &Folder, line: &str) -> (i32, String, String) {
    let output = folder.run(line).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Every command that writes records of several inputs one after the other.
const COMMANDS: [&str; 6] = [
    "annotate --tags GBRFinal",
    "strip",
    "convert --to pgn",
    "find *",
    "find * --to pgn",
    "check --fix",
];

#[test]
fn what_is_missing_between_two_inputs_is_put_there() {
    for (end, joint) in [("", "\n\n"), ("\n", "\n"), ("\n\n", ""), ("\r\n", "\n")] {
        let folder = folder(&format!("{A}{end}"), &format!("\u{feff}{B}"));
        for command in COMMANDS {
            let (status, out, _) = run(&folder, &format!("{command} a.pgn b.pgn"));
            let tagged = command.starts_with("annotate");
            let expected = format!("{A}{end}{joint}{B}");
            let plain: String =
                out.split_inclusive('\n').filter(|line| !line.starts_with("[GBR")).collect();
            assert_eq!((status, plain), (0, expected), "{command} {end:?}");
            assert_eq!(out.matches("[GBRFinal").count(), if tagged { 2 } else { 0 }, "{command}");
        }
    }
}

#[test]
fn one_input_alone_stays_as_it_is() {
    let text = format!("\u{feff}{A}");
    let folder = folder(&text, "");
    for command in &COMMANDS[1..] {
        assert_eq!(run(&folder, &format!("{command} a.pgn")).1, text, "{command}");
    }
    assert_eq!(run(&folder, "sort a.pgn").1, text);
}

#[test]
fn lines_of_positions_are_kept_apart_too() {
    let line = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";
    let folder = Folder::with("a.epd", line.as_bytes());
    folder.write("b.epd", format!("\u{feff}{line}\n").as_bytes());
    for command in ["strip", "find *", "sort"] {
        let (status, out, _) = run(&folder, &format!("{command} a.epd b.epd"));
        assert_eq!((status, out), (0, format!("{line}\n{line}\n")), "{command}");
    }
}

#[test]
fn the_mark_at_the_end_of_an_input_is_left_out_if_another_follows() {
    let folder = folder(&format!("{A}\n\u{1a}"), &format!("{B}\u{1a}"));
    assert_eq!(run(&folder, "strip a.pgn b.pgn").1, format!("{A}\n\n{B}\u{1a}"));
    assert_eq!(run(&folder, "sort a.pgn b.pgn").1, format!("{A}\n\n{B}\u{1a}"));
}

/// White space has no mark to be left out for, and comes after it.
#[test]
fn the_mark_before_an_input_of_white_space_keeps_its_place() {
    let folder = folder(&format!("{A}\n\u{1a}"), "\n\n");
    assert_eq!(run(&folder, "strip a.pgn b.pgn").1, format!("{A}\n\u{1a}\n\n"));
    assert_eq!(run(&folder, "strip a.pgn b.pgn a.pgn").1, format!("{A}\n\n{A}\n\u{1a}"));
}

/// What cannot be read back is not put in the place of a file; on standard output it is told.
#[test]
fn inputs_that_nothing_keeps_apart_are_refused_or_told() {
    let folder = folder(OPEN[0], OPEN[1]);
    // Our tags would keep them apart.
    for command in COMMANDS[1..].iter().copied().chain(["sort"]) {
        folder.write("out.pgn", b"as it was");
        let (status, _, error) = run(&folder, &format!("{command} a.pgn b.pgn -o out.pgn"));
        assert_eq!(status, 2, "{command}: {error}");
        assert_eq!(folder.read("out.pgn"), b"as it was", "{command}");
        let (status, out, error) = run(&folder, &format!("{command} a.pgn b.pgn"));
        assert!(error.contains("a.pgn") && error.contains("b.pgn"), "{command}: {error}");
        assert!(error.contains("runs into"), "{command}: {error}");
        assert!(!error.contains(".pgn:0:"), "{command}: {error}");
        // find tells by its status whether it found anything.
        assert_eq!(status, i32::from(!command.starts_with("find")), "{command}: {error}");
        assert!(OPEN.iter().all(|game| out.contains(game)), "{command}: {out}");
    }
}

/// Games and lines of positions cannot be read from one file.
#[test]
fn inputs_of_two_formats_are_refused_or_told() {
    let line = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -\n";
    let folder = Folder::with("a.pgn", B.as_bytes());
    folder.write("b.epd", b"");
    folder.write("c.epd", line.as_bytes());
    for command in ["annotate", "strip", "find *", "check --fix"] {
        let (status, _, error) = run(&folder, &format!("{command} a.pgn c.epd -o out"));
        assert_eq!(status, 2, "{command}: {error}");
        assert!(!folder.path("out").exists(), "{command}");
        let (status, out, error) = run(&folder, &format!("{command} a.pgn c.epd"));
        assert!(error.contains("c.epd:1: is epd, and a.pgn is pgn"), "{command}: {error}");
        assert_eq!(status, i32::from(!command.starts_with("find")), "{command}: {error}");
        assert!(out.starts_with("[Event") && out.contains(&line[..30]), "{command}: {out}");
        // An input without anything in it is of no format.
        let (_, _, error) = run(&folder, &format!("{command} c.epd b.epd c.epd -o out.epd"));
        assert!(folder.path("out.epd").exists(), "{command}: {error}");
        fs::remove_file(folder.path("out.epd")).unwrap();
        assert_eq!(run(&folder, "convert --to pgn a.pgn c.epd -o out.pgn").0, 0);
    }
}

/// What follows is read as if it stood alone.
#[test]
fn an_input_that_ends_in_a_comment_is_a_fault_of_that_input() {
    let folder = folder("[Event \"a\"]\n\n1. e4 {never", B);
    let (status, out, error) = run(&folder, "annotate a.pgn b.pgn");
    assert_eq!(status, 1);
    assert!(error.contains("a.pgn:3: game 1: '{' is never closed"), "{error}");
    assert!(error.contains("b.pgn:1: the end of a.pgn runs into it"), "{error}");
    assert!(out.contains("[Event \"b\"]\n[GBR \"4888.88\"]"), "{out}");
    assert_eq!(run(&folder, "annotate a.pgn b.pgn -o out.pgn").0, 2);
}

/// `find` leaves out what kept two games apart.
#[test]
fn games_that_only_a_game_between_kept_apart_are_refused_or_told() {
    let between = "[Event \"b\"]\n\n1. d4 d5 2. c4 *\n\n";
    let text = format!("[Event \"a\"]\n\n1. e4\n\n{between}1. d4 *\n\n");
    let folder = folder(&text, "");
    let line = "find * --at final --turn black";
    let (status, out, error) = run(&folder, &format!("{line} a.pgn"));
    assert_eq!((status, out), (0, text.clone()), "{error}");
    folder.write("a.pgn", text.replace("2. c4 *", "*").as_bytes());
    let (_, out, error) = run(&folder, &format!("{line} a.pgn"));
    assert_eq!(out, "[Event \"a\"]\n\n1. e4\n\n1. d4 *\n\n");
    assert!(error.contains("a game runs into the next one"), "{error}");
    assert_eq!(run(&folder, &format!("{line} a.pgn -o out.pgn")).0, 2);
}

/// A game without a marker, and one without tags, which is to follow it.
#[test]
fn sort_holds_back_a_record_that_would_run_into_the_next() {
    let open = "[Event \"open\"]\n[FEN \"8/8/8/8/8/1k6/8/7K w - - 0 1\"]\n\n1. Kg1\n\n";
    let bare = "1. e4 *\n\n";
    let last = "[Event \"last\"]\n\n1. d4 *\n\n";
    let folder = Folder::with("a.pgn", format!("{open}{last}{bare}{last}").as_bytes());
    let sorted = format!("{open}{last}{bare}{last}");
    assert_eq!(run(&folder, "sort a.pgn").1, sorted);
    folder.write("a.pgn", format!("{bare}{open}{last}").as_bytes());
    let (status, out, error) = run(&folder, "sort a.pgn");
    assert_eq!((status, out), (0, format!("{bare}{open}{last}")));
    assert!(error.contains("1 record held back"), "{error}");
    folder.run("sort --check a.pgn").assert().code(0);
    folder.write("a.pgn", format!("{bare}{last}{}", open.replace("Kg1", "Kg1 *")).as_bytes());
    folder.run("sort --check a.pgn").assert().code(1);
}

#[test]
fn sort_puts_what_ends_in_a_comment_at_the_end() {
    let open = "[Event \"a\"]\n[FEN \"8/8/8/8/8/1k6/8/7K w - - 0 1\"]\n\n1. Kg1 {never\n\n";
    let next = "[Event \"b\"]\n\n1. e4 {b} *\n\n";
    for memory in ["", "--memory 1"] {
        let folder = Folder::with("a.pgn", format!("{open}{next}{next}").as_bytes());
        let (status, out, error) = run(&folder, &format!("sort {memory} a.pgn"));
        assert_eq!((status, out), (1, format!("{next}{next}{open}")), "{error}");
        assert!(error.contains("1 record held back"), "{error}");
    }
}

#[test]
fn sort_keeps_tags_without_moves_apart_from_moves_without_tags() {
    let header = "[Event \"a\"]\n[FEN \"8/8/8/8/8/1k6/8/7K w - - 0 1\"]\n\n";
    let next = "[Event \"b\"]\n\n1. d4 *\n\n";
    let folder = Folder::with("a.pgn", format!("1. e4 *\n\n{header}{next}").as_bytes());
    assert_eq!(run(&folder, "sort a.pgn").1, format!("1. e4 *\n\n{header}{next}"));
}
