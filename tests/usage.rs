//! What the program says to people who are not sure how to use it.
#![cfg(feature = "cli")]

use crate::folder::Folder;

const GAME: &[u8] = b"[Event \"a\"]\n\n1. e4 *\n";

#[test]
fn help_knows_every_command() {
    let folder = Folder::new();
    for command in ["find", "annotate", "scan"] {
        let (by_word, _) = folder.said(&format!("help {command}"), 0);
        let (by_flag, _) = folder.said(&format!("{command} --help"), 0);
        assert_eq!(by_word, by_flag);
        assert!(by_word.contains("Examples:"), "{by_word}");
    }
}

#[test]
fn the_summary_says_how_to_see_notes() {
    let folder = Folder::with("one.pgn", b"[Event \"a\"]\n\n1. e4\n");
    folder.write("two.pgn", b"[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4\n");
    folder.write("none.pgn", GAME);
    let summary = |line: &str| folder.said(line, 0).1.lines().last().unwrap().to_owned();
    assert!(summary("annotate one.pgn").ends_with(", 1 note (-v shows it)"));
    assert!(summary("annotate two.pgn").ends_with(", 2 notes (-v shows them)"));
    assert!(summary("annotate -v two.pgn").ends_with(", 2 notes"));
    assert!(summary("annotate none.pgn").ends_with(", 0 notes"));
}

#[test]
fn a_file_in_the_place_of_a_command_is_not_taken_for_a_misspelt_one() {
    let folder = Folder::with("studies.pgn", GAME);
    let (_, error) = folder.said("studies.pgn", 2);
    assert_eq!(
        error,
        "gbr-pgn: studies.pgn is not a command; did you mean gbr-pgn annotate studies.pgn?\n"
    );
    for (word, advice) in [
        ("0002.01", "did you mean gbr-pgn decode 0002.01?"),
        ("KRPvKR", "did you mean gbr-pgn find KRPvKR?"),
        ("0?1?.1*", "did you mean gbr-pgn find '0?1?.1*'?"),
        (".", "did you mean gbr-pgn annotate .?"),
    ] {
        let (_, error) = folder.said(word, 2);
        assert!(error.contains(advice), "{error}");
    }
    let (_, error) = folder.said("anotate studies.pgn", 2);
    assert!(error.contains("'annotate'"), "{error}");
}

/// A file that is not what somebody took it for.
const LETTER: &[u8] = b"Dear Sir,\n\nthis is a letter, no more.\n";

#[test]
fn an_input_without_any_record_passes_with_a_word() {
    let folder = Folder::with("letter.txt", LETTER);
    for line in ["annotate", "strip", "convert --to pgn", "check --fix"] {
        let (out, error) = folder.said(&format!("{line} letter.txt"), 1);
        assert_eq!(out.as_bytes(), LETTER, "{line}");
        assert!(
            error.starts_with("letter.txt:1: there is no game and no position in it\n"),
            "{error}"
        );
    }
    for line in ["stats", "sort", "check", "directory", "find 0*", "convert --to csv"] {
        let (_, error) = folder.said(&format!("{line} letter.txt"), 1);
        assert!(
            error.starts_with("letter.txt:1: there is no game and no position in it\n"),
            "{error}"
        );
    }
}

#[test]
fn an_input_without_any_record_is_not_written_in_place() {
    let folder = Folder::with("letter.txt", LETTER);
    let time = || folder.path("letter.txt").metadata().unwrap().modified().unwrap();
    let before = time();
    for line in ["annotate", "strip", "sort", "check --fix"] {
        folder.said(&format!("{line} --in-place letter.txt"), 1);
        assert_eq!((folder.read("letter.txt"), time()), (LETTER.to_vec(), before), "{line}");
        assert_eq!(folder.names(), ["letter.txt"]);
    }
}

#[test]
fn an_empty_input_is_no_fault() {
    let folder = Folder::with("empty.pgn", b"");
    folder.write("white.pgn", b" \n\t\r\n");
    folder.write("remarks.pgn", b"% nothing yet\n{ none }\n");
    for name in ["empty.pgn", "white.pgn", "remarks.pgn"] {
        folder.said(&format!("annotate {name}"), 0);
    }
}

/// Of a part nobody can say whether the whole has games.
#[test]
fn a_part_without_any_record_is_no_fault() {
    let mut text = LETTER.repeat(50);
    text.extend_from_slice(GAME);
    let folder = Folder::with("a.pgn", &text);
    folder.said("annotate --part 1/2 a.pgn", 0);
}

#[test]
fn flags_that_would_do_nothing_are_not_offered() {
    let folder = Folder::with("a.pgn", GAME);
    let flags: &[(&str, &[&str])] = &[
        ("check", &["--resume", "--force"]),
        ("sort", &["--claims"]),
        ("stats", &["--claims"]),
        ("index", &["--claims", "--part"]),
        ("rows", &["--claims", "--from"]),
        ("scan", &["--strict", "--faults", "--all-faults", "--verbose"]),
    ];
    for (command, flags) in flags {
        let (help, _) = folder.said(&format!("{command} --help"), 0);
        for flag in *flags {
            let is_offered = |line: &str| line.split_whitespace().any(|word| word == *flag);
            assert!(!help.lines().any(is_offered), "{command} {flag}");
            folder.said(&format!("{command} {flag} a.pgn"), 2);
        }
    }
}

#[test]
fn old_spellings_of_flags_still_work() {
    let folder = Folder::with("a.pgn", GAME);
    assert_eq!(folder.said("sort --by final a.pgn", 0), folder.said("sort --at final a.pgn", 0));
    for flag in ["--strict", "--exact"] {
        let (_, error) = folder.said(&format!("decode {flag} 0002.01"), 1);
        assert!(!error.contains("unexpected argument"), "{error}");
    }
    assert!(!folder.said("sort --help", 0).0.contains("--by"));
    assert!(!folder.said("decode --help", 0).0.contains("--strict"));
    folder.said("stats --to table a.pgn", 0);
}
