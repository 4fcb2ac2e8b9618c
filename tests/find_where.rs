//! `--where`: which games count at all, by their tags.
#![cfg(feature = "cli")]

use crate::folder::Folder;

const FIRST: &str = "[Event \"a\"]\n[White \"M\u{fc}ller, K\"]\n[WhiteElo \"2450\"]\n[Date \"2010.06.??\"]\n\n1. e4 e5 1-0\n\n";
const SECOND: &str = "[Event \"b\"]\n[White \"Carlsen\"]\n[WhiteElo \"2850\"]\n[Date \"2013.01.02\"]\n\n1. d4 d5 *\n\n";
const WITHOUT: &str = "[Event \"c\"]\n[WhiteElo \"?\"]\n\n1. c4 c5 *\n\n";
const BROKEN: &str = "[Event \"d\"]\n[White \"Carlsen\"]\n\n1. e5 *\n";

fn folder() -> Folder {
    let text = [FIRST, SECOND, WITHOUT, BROKEN].concat();
    Folder::with("a.pgn", text.as_bytes())
}

#[track_caller]
fn run(words: &[&str], status: i32) -> (String, String) {
    let run = folder().run(words[0]).args(&words[1..]).assert().code(status);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&run.get_output().stdout), text(&run.get_output().stderr))
}

/// The records that find writes.
#[track_caller]
fn found(question: &str) -> String {
    run(&["find", "-q", "*", "--at", "start", "a.pgn", "--where", question], 0).0
}

#[test]
fn only_games_with_these_tags_are_found() {
    assert_eq!(found("WhiteElo >= 2400"), [FIRST, SECOND].concat());
    assert_eq!(found("WhiteElo >= 2400 and Date >= 2011"), SECOND);
    assert_eq!(found("White ~ \"muller\""), FIRST);
    assert_eq!(found("not has(White)"), WITHOUT);
    assert_eq!(found("not WhiteElo < 2800"), [SECOND, WITHOUT, BROKEN].concat());
}

#[test]
fn whoever_asks_for_tags_kings_or_men_needs_no_pattern() {
    let question = "WhiteElo >= 2400";
    let (found_without, _) = run(&["find", "-q", "--at", "start", "--where", question, "a.pgn"], 0);
    assert_eq!(found_without, found(question));
    for flags in [["--kings", "e1e8"], ["--men", "32"]] {
        let count =
            |words: &[&str]| run(&[&["find", "-q", "--count"], &flags[..], words].concat(), 0).0;
        assert_eq!(count(&["a.pgn"]), count(&["*", "a.pgn"]));
        assert_eq!(count(&["a.pgn"]), "4\n");
    }
    let (_, told) = run(&["find", "--where", question, "missing.pgn"], 2);
    assert!(told.contains("missing.pgn is neither a file that is there nor a pattern"), "{told}");
}

#[test]
fn what_is_left_out_is_not_found_and_not_inverted() {
    let count = |flags: &[&str]| {
        let words = [&["find", "-q", "4888.88", "--count", "a.pgn"], flags].concat();
        run(&words, i32::from(flags.len() > 2)).0
    };
    assert_eq!(count(&["--where", "WhiteElo >= 2400"]), "2\n");
    assert_eq!(count(&["--where", "WhiteElo >= 2400", "--invert"]), "0\n");
}

#[test]
fn faults_are_told_of_games_that_are_left_out() {
    let (_, text) = run(&["find", "*", "--count", "a.pgn", "--where", "WhiteElo = 2450"], 0);
    assert!(text.contains("1 found, 4 games, 3 coded, 1 fault"), "{text}");
}

#[test]
fn stats_count_only_these_games() {
    let (table, _) = run(
        &["stats", "-q", "--to", "csv", "--at", "start", "a.pgn", "--where", "WhiteElo > 0"],
        1,
    );
    assert!(table.lines().nth(1).unwrap().contains(",2,"), "{table}");
}

#[test]
fn an_index_is_not_asked_about_tags() {
    let folder = folder();
    folder.run("index -q a.pgn").assert().code(1);
    let count = |line: &str| folder.run(line).args(["--where", "WhiteElo > 2500"]).assert();
    count("find -q 4888.88 --count a.pgn").stdout("1\n");
    let run = count("stats -q --to csv --at start a.pgn");
    let table = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(table.lines().nth(1).unwrap().contains(",1,"), "{table}");
}

#[test]
fn a_directory_lists_only_these_games() {
    let words = ["directory", "-q", "--to", "csv", "--reference", "{Event}", "a.pgn", "--where"];
    let (table, _) = run(&[&words[..], &["has(Date)"]].concat(), 1);
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn convert_writes_only_these_games() {
    for (to, lines) in [("csv", 3), ("epd", 4), ("jsonl", 2)] {
        let (text, _) = run(&["convert", "-q", "--to", to, "a.pgn", "--where", "has(Date)"], 1);
        assert_eq!(text.lines().count(), lines, "{text}");
    }
    let (pgn, _) = run(&["convert", "-q", "--to", "pgn", "a.pgn", "--where", "has(Date)"], 1);
    assert_eq!(pgn, [FIRST, SECOND].concat());
}

#[test]
fn similar_compares_only_these_games() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let words = ["similar", "-q", array, "--to", "jsonl", "a.pgn", "--where", "Event = \"b\""];
    assert_eq!(run(&words, 0).0.lines().count(), 1);
}

#[test]
fn opcodes_are_the_tags_of_epd() {
    let folder = Folder::with(
        "a.epd",
        b"8/8/8/8/8/2k5/8/K6Q w - - acd 12; id \"a\";\n8/8/8/8/8/2k5/8/K6R w - -\n",
    );
    let run =
        folder.run("find -q * --count a.epd --where").arg("acd >= 10 and id = \"a\"").assert();
    run.code(0).stdout("1\n");
}

#[test]
fn a_bad_question_about_tags_is_shown_with_a_caret_before_anything_is_read() {
    for command in ["find *", "stats", "directory", "convert --to csv", "similar --all"] {
        let run = Folder::new()
            .run(command)
            .args(["--where", "WhiteElo >> 2400", "none.pgn"])
            .assert()
            .code(2);
        let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(text.contains("  WhiteElo >> 2400\n            ^\n"), "{command}: {text}");
    }
}

#[test]
fn sort_and_index_do_not_leave_out_games() {
    for command in ["sort", "index"] {
        folder().run(command).args(["--where", "has(Date)", "a.pgn"]).assert().code(2);
    }
}
