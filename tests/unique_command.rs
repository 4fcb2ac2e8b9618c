//! `unique`: every game of a collection once.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// A game with these tags and moves.
fn game(tags: &str, moves: &str) -> String {
    let known =
        "[White \"Euwe, M.\"]\n[Black \"Reti, R.\"]\n[Date \"1924.03.22\"]\n[Result \"1-0\"]\n";
    format!("[Event \"e\"]\n{known}{tags}\n{moves} 1-0\n\n")
}

const LINE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write(
        "c/a.pgn",
        [game("", "1. d4"), game("", "1. e4 {x} e5"), game("", "1. c4")].concat().as_bytes(),
    );
    folder.write(
        "c/b.pgn",
        [game("", "1. e4 e5"), game("", "1. d4  {y}"), game("[Round \"1\"]\n", "1. c4")]
            .concat()
            .as_bytes(),
    );
    folder
}

#[test]
fn every_game_stays_once_in_the_order_of_the_input() {
    let folder = folder();
    let (out, told) = folder.said("unique c", 0);
    let expected =
        [game("", "1. e4 {x} e5"), game("", "1. d4  {y}"), game("[Round \"1\"]\n", "1. c4")];
    assert_eq!(out, expected.concat());
    assert!(told.ends_with(", 3 records left out\n"), "{told}");
    // The rule is that of sort.
    let (sorted, _) = folder.said("sort --unique c", 0);
    let mut games: Vec<&str> = sorted.split_inclusive("1-0\n\n").collect();
    let mut kept: Vec<&str> = out.split_inclusive("1-0\n\n").collect();
    games.sort_unstable();
    kept.sort_unstable();
    assert_eq!(games, kept);
}

#[test]
fn the_report_says_what_went_for_which_and_why() {
    let folder = folder();
    folder
        .run("unique -q c --report gone.csv --duplicates gone.pgn -o all.pgn.zst")
        .assert()
        .code(0);
    let report = String::from_utf8(folder.read("gone.csv")).unwrap();
    assert_eq!(
        report,
        "file,game,why,kept_file,kept_game\n\
         c/a.pgn,1,\"the same game, and all its comments are in the other\",c/b.pgn,2\n\
         c/a.pgn,3,\"the same game, of which the other knows more\",c/b.pgn,3\n\
         c/b.pgn,1,\"the same game, and all its comments are in the other\",c/a.pgn,2\n"
    );
    let gone = [game("", "1. d4"), game("", "1. c4"), game("", "1. e4 e5")].concat();
    assert_eq!(folder.read("gone.pgn"), gone.as_bytes());
    assert_eq!(folder.said("find * --count all.pgn.zst", 0).0, "3\n");
}

#[test]
fn a_report_never_replaces_anything() {
    let folder = folder();
    folder.write("full.csv", b"x");
    let (_, told) = folder.said("unique c --report full.csv", 2);
    assert_eq!(told, "gbr-pgn: full.csv: exists and is not empty, and cannot take the report\n");
    for (line, why) in [
        ("unique c/a.pgn --report new --duplicates new", "takes what is left out"),
        ("unique c/a.pgn --report new -o new", "is output"),
        ("unique c/a.pgn --report new --faults new", "faults"),
        ("unique no.pgn --report new -o dir/", "one output"),
    ] {
        let (_, told) = folder.said(line, 2);
        assert!(told.contains(why) && !folder.path("new").exists(), "{line}: {told}");
    }
    assert_eq!(folder.read("full.csv"), b"x");
}

#[test]
fn of_many_that_are_the_same_each_goes_for_the_one_that_stays() {
    let folder = Folder::with("a.pgn", game("", "1. e4").repeat(5).as_bytes());
    for (keep, kept) in [("first", 1), ("last", 5), ("most", 1)] {
        let line = format!("unique -q a.pgn --keep {keep} --report {keep}.csv");
        assert_eq!(folder.said(&line, 0).0, game("", "1. e4"), "{keep}");
        let report = String::from_utf8(folder.read(&format!("{keep}.csv"))).unwrap();
        let rows: Vec<&str> = report.lines().skip(1).collect();
        assert_eq!(rows.len(), 4, "{keep}");
        assert!(rows.iter().all(|row| row.ends_with(&format!(",a.pgn,{kept}"))), "{report}");
    }
}

#[test]
fn less_counts_only_where_that_is_asked_for() {
    let other = game("", "1. e4").replace("Euwe", "Alekhine");
    let folder = Folder::with("a.pgn", [game("", "1. e4"), other].concat().as_bytes());
    assert!(folder.said("unique a.pgn", 0).1.ends_with(", 0 records left out\n"));
    assert!(folder.said("unique --unique=moves a.pgn", 0).1.ends_with(", 1 record left out\n"));
}

#[track_caller]
fn left_out(games: &[String], flags: &str) -> u64 {
    let folder = Folder::with("a.pgn", games.concat().as_bytes());
    let (_, told) = folder.said(&format!("unique {flags} a.pgn"), 0);
    let (_, count) = told.trim_end().rsplit_once(", ").unwrap();
    count.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn the_beginning_of_a_longer_game_goes_with_prefix() {
    let longer = format!("{LINE} 6. Re1 b5");
    let (short, long) = (game("", LINE), game("", &longer));
    assert_eq!(left_out(&[short.clone(), long.clone()], ""), 0);
    assert_eq!(left_out(&[short.clone(), long.clone()], "--prefix"), 1);
    assert_eq!(left_out(&[long.clone(), short.clone()], "--prefix"), 1);
    assert_eq!(
        left_out(&[short.clone(), long.clone(), game("", &format!("{longer} 7. Bb3"))], "--prefix"),
        2
    );
    let folder = Folder::with("a.pgn", [short, long.clone()].concat().as_bytes());
    assert_eq!(folder.said("unique --prefix --report r.csv a.pgn", 0).0, long);
    let report = String::from_utf8(folder.read("r.csv")).unwrap();
    assert!(report.ends_with("a.pgn,1,the beginning of a longer game,a.pgn,2\n"), "{report}");
}

/// What went for the beginning of a longer game, which went itself, is told to have gone for that game.
#[test]
fn the_report_names_only_records_that_stay() {
    let [short, long] = [game("", LINE), game("", &format!("{LINE} 6. Re1 b5"))];
    let other = short.replace("Euwe, M.", "EUWE,M");
    let games = [&other, &long, &short, &game("", "1. c4"), &game("", "1. c4"), &short];
    let folder = Folder::with("a.pgn", games.map(|game| &game[..]).concat().as_bytes());
    folder.run("unique -q --prefix --report r.csv a.pgn").assert().code(0);
    let report = String::from_utf8(folder.read("r.csv")).unwrap();
    let rows: Vec<&str> = report.lines().skip(1).collect();
    let begun = |game: u32| format!("a.pgn,{game},the beginning of a longer game,a.pgn,2");
    let same = "a.pgn,5,\"the same, white space and our tags aside\",a.pgn,4".to_owned();
    assert_eq!(rows, [begun(1), begun(3), same, begun(6)]);
}

#[test]
fn a_beginning_stays_where_anything_differs_or_is_not_known() {
    let long = game("[Round \"1\"]\n", &format!("{LINE} 6. Re1 b5"));
    let short = game("[Round \"1\"]\n", LINE);
    assert_eq!(left_out(&[short.clone(), long.clone()], "--prefix"), 1);
    for other in [
        game("", LINE),
        game("[Round \"2\"]\n", LINE),
        short.replace("Euwe", "Alekhine"),
        short.replace("Euwe, M.", "?"),
        short.replace("1924.03.22", "1924.03.23"),
        short.replace("1924.03.22", "????.??.??"),
        short.replace("1-0", "0-1"),
        short.replace("e5 2.", "e5 {mine} 2."),
        game("[Round \"1\"]\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O"),
        game("[Round \"1\"]\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Bc5"),
    ] {
        assert_eq!(left_out(&[other.clone(), long.clone()], "--prefix"), 0, "{other}");
    }
    let commented = short.replace("e5 2.", "e5 {mine} 2.");
    assert_eq!(left_out(&[commented, long], "--prefix --keep first"), 1);
}

#[test]
fn little_memory_changes_nothing() {
    let folder = Folder::new();
    let games: String =
        (0..3000).map(|n| game(&format!("[Round \"{}\"]\n", n % 700), LINE)).collect();
    folder.write("a.pgn", games.as_bytes());
    folder.run("unique -q a.pgn --memory 1M -o little.pgn --report little.csv").assert().code(0);
    folder.run("unique -q a.pgn -o much.pgn --report much.csv").assert().code(0);
    assert_eq!(folder.read("little.pgn"), folder.read("much.pgn"));
    assert_eq!(folder.read("little.csv"), folder.read("much.csv"));
    assert_eq!(folder.said("find * --count much.pgn", 0).0, "700\n");
}

#[test]
fn in_place_is_refused() {
    folder().said("unique --in-place c", 2);
}

/// Games without moves that begin with another tag than Event, and a comment that is closed by nothing but the next game: what ended
/// them in their file still does.
#[test]
fn records_without_an_end_of_their_own_keep_their_place() {
    let tags = |round: u32| format!("[Round \"{round}\"]\n[White \"A\"]\n\n");
    let open = "[Event \"open\"]\n\n1. e4 {never\n\n[Event \"next\"]\n\n1. d4 {closed} *\n\n";
    let games = (1..40).map(tags).collect::<String>() + "[Event \"moves\"]\n\n1. c4 c5\n\n";
    let text = format!("{games}[Event \"a\"]\n\n1. e4 *\n\n{open}{}", tags(50));
    let folder = Folder::with("a.pgn", text.as_bytes());
    let (out, told) = folder.said("unique a.pgn", 1);
    assert_eq!(out, text, "{told}");
    assert!(!told.contains("held back"), "{told}");
    let (few, _) = folder.said("unique --memory 1M a.pgn", 1);
    assert_eq!(few, text);
}

#[test]
fn a_file_of_another_format_is_named() {
    let folder = Folder::with("c/b.pgn", game("", "1. e4 *").as_bytes());
    folder.write("c/a.epd", b"4k3/8/8/8/8/8/8/4K3 w - -\n");
    let (_, told) = folder.said("unique c -o all.pgn", 2);
    assert!(told.contains("gbr-pgn: c/a.epd: is epd: all.pgn: cannot be written as pgn"), "{told}");
    let (_, told) = folder.said("unique c", 2);
    assert_eq!(told, "gbr-pgn: c/b.pgn: is pgn, and cannot be written into epd\n");
    folder.said("unique --glob *.pgn c -o all.pgn", 0);
}
