//! `find --verdict`: what is found must be worth that, and what the tables do not know is not found.
#![cfg(feature = "cli")]

use crate::folder::Folder;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/tables");

/// Won at first, drawn after a move.
const SPOILT: &str = "[Event \"spoilt\"]\n[White \"A\"]\n[Black \"B\"]\n[BlackElo \"2000\"]\n\
    [FEN \"4k3/8/8/4K3/4P3/8/8/8 w - - 0 1\"]\n\n1. Kd5 Kd7 1/2-1/2\n\n";

/// Drawn at first, won after a move of Black's; in a variation it stays drawn.
const GIVEN: &str = "[Event \"given\"]\n[White \"A\"]\n[Black \"B\"]\n[BlackElo \"2000\"]\n\
    [FEN \"4k3/8/8/4K3/4P3/8/8/8 b - - 0 1\"]\n\n1... Kd8 (1... Ke7) 2. Kd6 1-0\n\n";

/// Black has the pawn, and wins.
const LOST: &str =
    "[Event \"lost\"]\n[FEN \"8/8/8/4p3/4k3/8/8/4K3 b - - 0 1\"]\n\n1... Ke3 0-1\n\n";

/// More men than the tables have.
const UNKNOWN: &str = "[Event \"unknown\"]\n[FEN \"4k3/8/8/4K3/4P3/8/8/R6r w - - 0 1\"]\n\n1. Rxh1 Kd7 2. Rh7+ 1-0\n\n";

/// More men than the tables have, to the end.
const FULL: &str = "[Event \"full\"]\n\n1. e4 e5 *\n";

fn folder() -> Folder {
    Folder::with("a.pgn", [SPOILT, GIVEN, LOST, UNKNOWN, FULL].concat().as_bytes())
}

#[track_caller]
fn find(flags: &str, status: i32) -> (String, String) {
    folder().said(&format!("find {flags} --tables {TABLES} a.pgn"), status)
}

#[test]
fn a_game_is_found_where_one_of_its_positions_is_worth_that_for_white() {
    assert_eq!(find("* --verdict win --men 2-3", 0).0, [SPOILT, GIVEN].concat());
    assert_eq!(find("* --verdict draw --men 2-3", 0).0, [SPOILT, GIVEN].concat());
    assert_eq!(find("* --verdict loss --men 2-3", 0).0, LOST);
}

#[test]
fn the_list_names_the_first_position_that_is_worth_it() {
    let plies = |flags: &str| -> Vec<String> {
        let (list, _) = find(&format!("* --men 2-3 --list {flags}"), 0);
        list.lines().map(|line| line.split('\t').skip(3).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(plies("--verdict win"), ["1 0 0000.10", "2 1 0000.10"]);
    assert_eq!(plies("--verdict draw"), ["1 1 0000.10", "2 0 0000.10"]);
    assert_eq!(plies("--verdict draw --at start"), ["2 0 0000.10"]);
    assert_eq!(plies("--verdict win --at final"), ["2 2 0000.10"]);
    assert_eq!(plies("--verdict win --turn white --kings e5e8"), ["1 0 0000.10"]);
}

#[test]
fn other_formats_get_the_position_that_is_worth_it() {
    let (fen, _) = find("KPvK --verdict win --to fen", 0);
    let expected = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1\n3k4/8/8/4K3/4P3/8/8/8 w - - 1 2\n";
    assert_eq!(fen, expected);
}

#[test]
fn where_the_tables_do_not_know_the_game_is_not_found_and_the_summary_says_how_many() {
    let (count, summary) = find("* --verdict loss --count", 0);
    assert_eq!(count, "1\n");
    // Those that are lost nowhere, as far as is known, and have positions with more men.
    assert!(summary.starts_with("gbr-pgn: 1 found, 2 open, 5 games"), "{summary}");
    let (_, summary) = find("KPvK --verdict loss --count", 1);
    assert!(summary.starts_with("gbr-pgn: 0 found, 0 open, 5 games"), "{summary}");
    let (_, summary) = find("KRPvKR --verdict win --count", 1);
    assert!(summary.starts_with("gbr-pgn: 0 found, 1 open, 5 games"), "{summary}");
}

#[test]
fn of_many_files_as_many_games_are_counted_as_of_one() {
    let folder = Folder::new();
    for (number, game) in [SPOILT, GIVEN, LOST, UNKNOWN, FULL].into_iter().enumerate() {
        folder.write(&format!("c/{number}.pgn"), game.as_bytes());
    }
    let question = format!("find * --verdict loss --count --tables {TABLES}");
    for threads in [1, 4] {
        let (count, summary) = folder.said(&format!("{question} -j {threads} c"), 0);
        assert_eq!(count, "1\n");
        assert!(summary.starts_with("gbr-pgn: 1 found, 2 open, 5 games"), "{summary}");
    }
    folder.run("index -q c").assert().code(0);
    let (count, summary) = folder.said(&format!("{question} c"), 0);
    assert_eq!(count, "1\n");
    assert!(summary.starts_with("gbr-pgn: 1 found, 2 open, 5 games"), "{summary}");
}

#[test]
fn a_table_that_is_missing_leaves_the_game_open() {
    let (_, summary) = find("KRPvK --verdict win --count", 1);
    assert!(summary.starts_with("gbr-pgn: 0 found, 1 open, 5 games"), "{summary}");
}

#[test]
fn inverted_is_what_is_known_not_to_be_so() {
    let (records, summary) = find("* --verdict win --invert --at start", 0);
    assert_eq!(records, [GIVEN, LOST].concat());
    assert!(summary.starts_with("gbr-pgn: 2 found, 2 open, 5 games"), "{summary}");
}

#[test]
fn colours_are_exchanged_with_the_verdict() {
    let wins = "KPvK --verdict win --both-colours --count";
    assert_eq!(find(wins, 0).0, "3\n");
    assert_eq!(find("KPvK --verdict loss --both-colours --count", 1).0, "0\n");
}

#[test]
fn variations_count_where_they_are_asked_for() {
    let question = "KPvK --verdict draw --kings e5e7 --list";
    assert_eq!(find(question, 1).0, "");
    let (list, _) = find(&format!("{question} --variations"), 0);
    assert!(list.ends_with("\t2\t1\t0000.10\t1(1)\n"), "{list}");
}

#[test]
fn a_game_is_cut_where_it_is_worth_that() {
    let (cut, _) = find("KPvK --verdict win --cut --to pgn --where Event=\"given\"", 0);
    assert!(cut.contains("[FEN \"3k4/8/8/4K3/4P3/8/8/8 w - - 1 2\"]"), "{cut}");
    assert!(cut.ends_with("\n2. Kd6 1-0\n\n"), "{cut}");
}

#[test]
fn an_index_gives_the_same_answers() {
    let folder = folder();
    let ask =
        |flags: &str, status| folder.said(&format!("find {flags} --tables {TABLES} a.pgn"), status);
    let questions = [
        "* --verdict win --men 2-3 --list",
        "* --verdict draw --men 2-3",
        "* --verdict loss --count",
        "KPvK --verdict win --both-colours --list",
        "* --verdict win --at start --invert --list",
        "KRPvKR --verdict win --count",
    ];
    let status = |question: &str| i32::from(question.starts_with("KR"));
    let before: Vec<_> = questions.iter().map(|it| ask(it, status(it))).collect();
    folder.said("index a.pgn", 0);
    let after: Vec<_> = questions.iter().map(|it| ask(it, status(it))).collect();
    assert_eq!(before, after);
}

#[test]
fn a_damaged_table_is_named_and_nothing_is_concluded_from_it() {
    let folder = folder();
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
        let mut bytes = std::fs::read(format!("{TABLES}/{name}")).unwrap();
        if name == "KPvK.rtbw" {
            bytes[100] ^= 1;
        }
        folder.write(&format!("tables/{name}"), &bytes);
    }
    let (_, said) = folder.said("find KPvK --verdict win --tables tables a.pgn", 2);
    assert!(said.contains("KPvK.rtbw"), "{said}");
    assert!(said.contains("0 found, 2 open"), "{said}");
}

#[test]
fn tables_have_a_meaning_with_a_verdict_alone() {
    let (_, said) = find("KPvK", 2);
    assert!(said.contains("--tables has no meaning without --verdict"), "{said}");
    let (_, said) = folder().said("find KPvK --verdict win a.pgn", 2);
    assert!(said.contains("no tables: name their folder by --tables or SYZYGY_PATH"), "{said}");
}
