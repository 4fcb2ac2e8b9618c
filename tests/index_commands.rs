//! What other commands than find have of an index, and what `index` does with what it meets beside a file.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use crate::index::{BROKEN, QUEEN, ROOKS};
use gbr_pgn::index::{Builder, Harvest, Index};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

const OTHERS: &str = "[Event \"others\"]\n[White \"Somebody, A.\"]\n\
                      [FEN \"4k3/8/8/8/8/8/6P1/4K2N w - - 0 1\"]\n\n1. Kf2 Kf7 { b } (1... Ke7) 2. Kf3 1-0\n\n";

/// One game of a kind among many of others.
fn folder() -> Folder {
    let games = [&QUEEN.repeat(30), OTHERS, BROKEN, &ROOKS.repeat(1200)].concat();
    let folder = Folder::with("a.pgn", games.as_bytes());
    folder.write("b.pgn", [ROOKS, "text\n\n", QUEEN, OTHERS].concat().trim_end().as_bytes());
    folder
}

fn is_used(folder: &Folder, line: &str) -> bool {
    folder.run("index -q a.pgn b.pgn").output().unwrap();
    let told = folder.run(&format!("{line} -v")).output().unwrap().stderr;
    String::from_utf8(told).unwrap().contains("a.pgn.gbrx: used")
}

#[test]
fn a_directory_of_what_is_found_is_the_same_with_an_index() {
    let folder = folder();
    for question in [
        "-e KNPvK",
        "-e KNPvK --to html --title a --quiet",
        "-e KNPvK -e KQvK --to jsonl --reference {number}-{Event}-{White}",
        "-e KNPvK --to csv --where White~\"some\" --all-faults",
        "-e KNPvK --to csv --where White~\"nobody\"",
        "-e KNPvK --to markdown --lasts 3 --turn black",
        "-e KNPvK --kings f3?? --to csv",
        "-e KNPvK --variations --to csv",
        "-e KNPvK --claims never --to csv",
        "-e KvKNP --both-colours --mirror --to csv",
        "-e KRvKRP --to csv",
        "-e 0002 --to csv",
    ] {
        let line = format!("directory --at found {question} a.pgn b.pgn");
        let status = folder.run(&line).output().unwrap().status.code().unwrap();
        assert!(status < 2, "{line}");
        folder.said_with_and_without_index(&line, status);
    }
    folder.said_with_and_without_index("directory --at found -e KNPvK --strict a.pgn", 1);
    assert!(is_used(&folder, "directory --at found -e KNPvK a.pgn b.pgn"));
    assert!(is_used(&folder, "directory --at found -e KNPvK --where has(White) a.pgn"));
}

/// An empty file has not even a record that is looked at.
#[test]
fn a_directory_of_nothing_that_is_found_has_the_same_status_with_an_index() {
    let folder = Folder::with("a.pgn", b"");
    for flags in ["", "--to csv", "--to html"] {
        let line = format!("directory --at found -e KNPvK {flags} a.pgn");
        folder.said_with_and_without_index(&line, 1);
    }
}

#[test]
fn a_directory_of_many_games_is_made_from_the_file() {
    let folder = folder();
    assert!(!is_used(&folder, "directory --at found -e KRvKRP a.pgn"));
    assert!(!is_used(&folder, "directory --at final a.pgn"));
}

/// A game that another one follows without a line end is not cut, as it would be at the end of a file.
#[test]
fn a_game_without_a_line_end_has_the_same_entry_with_an_index() {
    let tight = OTHERS.trim_end().trim_end_matches(" 1-0");
    let games = [tight, ROOKS, tight].concat();
    let folder = Folder::with("a.pgn", games.as_bytes());
    let line = "directory --at found -e KNPvK --kings f3?? --to csv a.pgn";
    let before = folder.run(line).output().unwrap();
    folder.run("index -q a.pgn").output().unwrap();
    assert_eq!(folder.run(line).output().unwrap(), before);
}

#[test]
fn sort_finds_the_same_game_in_the_wrong_place_with_an_index() {
    let folder = folder();
    for flags in ["", "--at start", "--reverse", "--at start --reverse", "--unique", "--strict"] {
        folder.said_with_and_without_index(&format!("sort --check {flags} a.pgn"), 1);
        folder.said_with_and_without_index(&format!("sort --check {flags} a.pgn b.pgn"), 1);
    }
    assert!(is_used(&folder, "sort --check a.pgn"));
    let sorted = folder.run("sort -q a.pgn").output().unwrap().stdout;
    folder.write("c.pgn", &sorted);
    let (_, told) = folder.said_with_and_without_index("sort --check c.pgn", 1);
    assert!(told.contains("in order"), "{told}");
}

/// Games of the same code and kings are in the wrong place by their other men, before the first that an index knows of.
#[test]
fn sort_reads_what_an_index_cannot_tell() {
    let game = |fen: &str| format!("[FEN \"{fen} w - - 0 1\"]\n\n*\n\n");
    let [late, early] = ["4k3/8/8/8/8/8/7R/4K3", "4k3/8/8/8/8/8/R7/4K3"].map(game);
    let (first, rest) = (game("4k3/8/8/8/8/8/7N/4K3"), game("4k3/8/8/8/8/8/8/4K3").repeat(50));
    let folder = Folder::with("a.pgn", [late, early, first, rest].concat().as_bytes());
    let (_, told) = folder.said_with_and_without_index("sort --check a.pgn", 1);
    assert!(told.contains("game 2 belongs before game 1"), "{told}");
    folder.run("index -q a.pgn").output().unwrap();
    let told = folder.run("sort --check -v a.pgn").output().unwrap().stderr;
    assert!(String::from_utf8(told).unwrap().contains("a.pgn.gbrx: used"));
}

/// Games of some length, from the initial position or another; some end with the same code and kings, one with those of all.
fn long_games() -> Vec<u8> {
    let game = |tags: &str, end: &str| {
        format!("{tags}\n1. {} {end}\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(10).trim_end())
    };
    let [plain, other] = ["[Event \"a\"]\n", "[Event \"b\"]\n"];
    // The knight and the bishop have changed places; kings and code are those of the beginning.
    let moved = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w - - 0 1\"]\n";
    let games = [
        "\u{feff}".to_owned() + &game(plain, "e4 d5 exd5 1-0"),
        game(other, "e4 d5 exd5 Qxd5 *"),
        "a text\n\n".to_owned(),
        game(moved, "e3 *"),
        game(plain, "*"),
        game(other, "d4 e5 dxe5 1-0"),
        game("[FEN \"kk6/8/8/8/8/8/8/KK6 w - - 0 1\"]\n", "*"),
        game(moved, "e4 d5 exd5 1/2-1/2"),
        game(plain, "e4 Ke9 *"),
        game(other, "e4 e5 Ke2 Ke7 0-1"),
        format!("{moved}\n{{ not closed"),
    ];
    games.concat().into_bytes()
}

#[test]
fn sort_writes_the_same_with_an_index() {
    let folder = Folder::with("a.pgn", &long_games());
    folder.write("b.pgn", &[&long_games()[3..], b"\n; the end"].concat());
    for flags in ["", "--at start", "--reverse", "--at start --reverse", "--lane reference"] {
        for files in ["a.pgn", "b.pgn", "a.pgn b.pgn", "a.pgn a.pgn"] {
            folder.said_with_and_without_index(&format!("sort --all-faults {flags} {files}"), 1);
        }
        assert!(is_used(&folder, &format!("sort {flags} a.pgn b.pgn")), "{flags}");
    }
    for flags in ["--unique", "--strict", "--at start --memory 1M"] {
        folder.said_with_and_without_index(&format!("sort {flags} a.pgn b.pgn"), 1);
    }
    folder.said_with_and_without_index("sort a.pgn gone.pgn", 2);
}

/// Games without a result run into the moves of the next one that is found.
#[test]
fn records_that_run_into_each_other_are_told_in_their_place_with_an_index() {
    let open = "[Event \"open\"]\n\n1. e4 e5 2. Nf3\n\n";
    let bare = "1. e4 e5 2. Ke2 *\n\n";
    let games = [open, QUEEN, bare, BROKEN].concat().repeat(3);
    let folder = Folder::with("a.pgn", games.as_bytes());
    folder.write("b.pgn", games.replace("Rb9", "Rb1").as_bytes());
    for files in ["a.pgn", "b.pgn", "a.pgn b.pgn"] {
        for flags in ["", "-v --all-faults", "--strict", "--strict -v", "--faults log"] {
            let line = format!("find 4888.88 {flags} {files}");
            let status = i32::from(flags.starts_with("--strict"));
            let (_, told) = folder.said_with_and_without_index(&line, status);
            assert!(files != "b.pgn" || told.contains("runs into the next one"), "{line}: {told}");
        }
    }
    assert!(is_used(&folder, "find 4888.88 a.pgn"));
    let (_, told) = folder.said("find 4888.88 --all-faults a.pgn", 0);
    let is_joint = |line: &str| line.contains("runs into");
    let kinds: Vec<_> =
        told.lines().filter(|line| line.starts_with("a.pgn:")).map(is_joint).collect();
    assert_eq!(kinds, [true, false, true, false, true, false], "{told}");
}

/// There is nothing to save where games have hardly any moves.
#[test]
fn sort_reads_short_games_without_an_index() {
    assert!(!is_used(&folder(), "sort a.pgn"));
}

#[test]
fn sort_believes_no_index_of_other_records() {
    let folder = Folder::with("a.pgn", &long_games());
    let expected = folder.said("sort -q --at start a.pgn", 1);
    folder.run("index -q a.pgn").output().unwrap();
    let mut index = Index::open(File::open(folder.path("a.pgn.gbrx")).unwrap()).unwrap();
    let facts: Vec<_> = index.facts().map(Result::unwrap).collect();
    let all = facts.len();
    // The last game is another one, or not there at all.
    for kept in [all, all - 1] {
        let mut harvest = Harvest::default();
        for (number, facts) in facts.iter().enumerate().take(kept) {
            let mut facts = *facts;
            facts.location.sum ^= u32::from(number + 1 == all);
            let ends = [(0, facts.start), (facts.plies, facts.end)];
            let known = ends.iter().filter_map(|(ply, end)| Some((*ply, (*end)?.material)));
            let mut trail: Vec<_> = known.collect();
            trail.dedup_by_key(|(_, material)| *material);
            harvest.add_game(&facts, trail).unwrap();
        }
        let mut builder = Builder::new(Vec::new(), 1).unwrap();
        builder.add(harvest).unwrap();
        folder.write("a.pgn.gbrx", &builder.finish(index.origin().clone()).unwrap());
        assert_eq!(folder.said("sort -q --at start a.pgn", 1), expected);
        let (_, told) = folder.said("sort --at start a.pgn", 1);
        assert!(told.contains("not used: the index is damaged: a record is not the one"), "{told}");
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let folder = folder();
    let old = SystemTime::now() - Duration::from_secs(3600);
    for name in [".gbr-pgn-index-old", ".gbr-pgn-index-held", ".gbr-pgn-index-new", ".gbr-pgn-b"] {
        folder.write(name, b"GBRX");
        if !name.ends_with("new") {
            let file = OpenOptions::new().write(true).open(folder.path(name)).unwrap();
            file.set_modified(old).unwrap();
        }
    }
    let held = File::open(folder.path(".gbr-pgn-index-held")).unwrap();
    held.lock().unwrap();
    folder.run("index -q a.pgn").assert().code(1);
    let kept = [".gbr-pgn-b", ".gbr-pgn-index-held", ".gbr-pgn-index-new"];
    assert_eq!(folder.names(), [&kept[..], &["a.pgn", "a.pgn.gbrx", "b.pgn"]].concat());
}

#[test]
fn a_file_that_changes_while_it_is_read_is_named_and_the_others_are_indexed() {
    let folder = Folder::with("a.pgn", ROOKS.repeat(10_000).as_bytes());
    folder.write("b.pgn", ROOKS.as_bytes());
    // The system may let the one run to its end before the other begins, but not every time.
    let told = (0..20).find_map(|_| told_of_change(&folder)).expect("a change meanwhile");
    let expected = "a.pgn: has changed while it was read, and has no new index: run index again";
    assert!(told.contains(expected), "{told}");
    assert!(folder.path("b.pgn.gbrx").is_file());
}

/// What `index` says of a file to which something is added meanwhile; none where that made no difference.
fn told_of_change(folder: &Folder) -> Option<String> {
    let mut file = OpenOptions::new().append(true).open(folder.path("a.pgn")).unwrap();
    let is_over = AtomicBool::new(false);
    let output = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                file.write_all(b"\n").unwrap();
                thread::sleep(Duration::from_millis(1));
            }
        });
        let output = folder.run("index -q a.pgn b.pgn").output();
        is_over.store(true, Ordering::Relaxed);
        output.unwrap()
    });
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code() == Some(2)).then_some(told)
}
