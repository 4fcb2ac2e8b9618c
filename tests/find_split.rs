//! `find --split`: a file for each code, family or value of a tag.
#![cfg(feature = "cli")]

use crate::folder::Folder;

fn game(white: &str, board: &str) -> String {
    format!("[Event \"x\"]\n[White \"{white}\"]\n[FEN \"{board} w - - 0 1\"]\n\n*\n\n")
}

const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3";
const QUEEN: &str = "4k3/8/8/8/8/8/8/Q3K3";

fn folder() -> Folder {
    let games = [game("Euwe", ROOK), game("euwe", QUEEN), game("a/b", ROOK)];
    Folder::with("a.pgn", games.concat().as_bytes())
}

#[test]
fn each_code_has_a_file_with_its_records_in_order() {
    let folder = folder();
    folder.run("find -q * --split out a.pgn").assert().code(0).stdout("");
    assert_eq!(folder.names_in("out"), ["0100.00.pgn", "1000.00.pgn"]);
    let rooks = [game("Euwe", ROOK), game("a/b", ROOK)].concat();
    assert_eq!(folder.read("out/0100.00.pgn"), rooks.as_bytes());
    assert_eq!(folder.names(), ["a.pgn", "out"]);
}

#[test]
fn values_of_tags_and_families_have_files_with_safe_names() {
    let folder = folder();
    folder.run("find -q * --split out --split-by White a.pgn").assert().code(0);
    assert_eq!(folder.names_in("out"), ["Euwe.pgn", "a_b.pgn", "euwe (2).pgn"]);
    folder.run("find -q * --split fam --split-by family a.pgn").assert().code(0);
    assert_eq!(folder.names_in("fam"), ["other.pgn"]);
    folder.run("find -q KQvK --invert --split inv --split-by ECO a.pgn").assert().code(0);
    assert_eq!(folder.names_in("inv"), ["unknown.pgn"]);
}

#[test]
fn several_inputs_go_into_the_same_files() {
    let folder = folder();
    folder.write("b.pgn", game("c", ROOK).trim_end().as_bytes());
    folder.run("find -q KRvK --split out b.pgn a.pgn").assert().code(0);
    folder.run("find -q KRvK --count out/0100.00.pgn").assert().code(0).stdout("3\n");
}

#[test]
fn a_folder_that_is_not_empty_needs_force() {
    let folder = folder();
    folder.write("out/old.txt", b"old");
    folder.write("out/0100.00.pgn", b"old");
    folder.run("find -q * --split out a.pgn").assert().code(2);
    assert_eq!(folder.read("out/0100.00.pgn"), b"old");
    folder.run("find -q * --split out --force a.pgn").assert().code(0);
    assert_eq!(folder.names_in("out"), ["0100.00.pgn", "1000.00.pgn", "old.txt"]);
    assert_ne!(folder.read("out/0100.00.pgn"), b"old");
    assert_eq!(folder.names(), ["a.pgn", "out"]);
}

#[test]
fn an_input_is_not_replaced() {
    let folder = Folder::with("out/0100.00.pgn", game("a", ROOK).as_bytes());
    folder.run("find -q * --split out --force out/0100.00.pgn").assert().code(2);
    assert_eq!(folder.read("out/0100.00.pgn"), game("a", ROOK).as_bytes());
}

#[test]
fn nothing_appears_unless_all_could_be_read() {
    let folder = folder();
    folder.run("find -q * --split out a.pgn none.pgn").assert().code(2);
    folder.run("find -q KNvK --split out a.pgn").assert().code(1);
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_named_as_it_was_typed() {
    let (_, text) = folder().said("find * --split no/such/dir a.pgn", 2);
    assert_eq!(text, "gbr-pgn: no/such/dir: no/such is not a folder\n");
    // The folder in which it would be: its name has no part before the last.
    folder().run("find -q * --split out a.pgn").assert().code(0);
}

#[test]
fn records_without_a_tag_are_kept_apart_from_those_that_say_unknown() {
    let bare = format!("[Event \"x\"]\n[FEN \"{ROOK} w - - 0 1\"]\n\n*\n\n");
    let games = [game("unknown", ROOK), bare.clone(), game("unknown", QUEEN)];
    let folder = Folder::with("a.pgn", games.concat().as_bytes());
    folder.run("find -q * --split out --split-by White a.pgn").assert().code(0);
    assert_eq!(folder.names_in("out"), ["unknown (2).pgn", "unknown.pgn"]);
    assert_eq!(folder.read("out/unknown.pgn"), bare.as_bytes());
    assert_eq!(folder.read("out/unknown (2).pgn"), [&*games[0], &*games[2]].concat().as_bytes());
}

#[test]
fn files_of_several_inputs_have_a_blank_line_between_games() {
    let folder = Folder::new();
    let text = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/r7/R3K3 w - - 0 1\"]\n\n1. Rxa2 Kd7 *\n";
    folder.write("a.pgn", text.as_bytes());
    folder.write("b.pgn", text.as_bytes());
    for flags in ["", "--cut --to pgn"] {
        folder
            .run(&format!("find -q KRvK {flags} --split out --force a.pgn b.pgn"))
            .assert()
            .code(0);
        let games = String::from_utf8(folder.read("out/0100.00.pgn")).unwrap();
        assert!(games.contains(" *\n\n[Event"), "{games}");
    }
}

#[test]
fn cut_games_are_split_too() {
    let text = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/r7/R3K3 w - - 0 1\"]\n\n1. Rxa2 Kd7 *\n";
    let folder = Folder::with("a.pgn", text.as_bytes());
    folder.run("find -q KRvK --cut --to pgn --split out a.pgn").assert().code(0);
    let cut = String::from_utf8(folder.read("out/0100.00.pgn")).unwrap();
    assert!(cut.ends_with("\n\n1... Kd7 *\n"), "{cut}");
}

#[test]
fn split_goes_with_records_alone() {
    let folder = folder();
    for flags in
        ["--to csv", "--list", "--count", "-o b.pgn", "--invert", "--split-by [", "--split-by ''"]
    {
        folder.run(&format!("find * --split out {flags} a.pgn")).assert().code(2);
    }
    folder.run("find * --force a.pgn").assert().code(2);
    assert_eq!(folder.names(), ["a.pgn"]);
}

/// More files than a process may have open.
#[test]
fn as_many_files_as_there_are_values() {
    let games: String = (0..3000).map(|at| game(&format!("p{at}"), ROOK)).collect();
    let folder = Folder::with("a.pgn", games.as_bytes());
    folder.run("find -q * --split out --split-by White a.pgn").assert().code(0);
    assert_eq!(folder.names_in("out").len(), 3000);
}
