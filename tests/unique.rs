//! What `sort --unique` promises: only the same game goes, nothing that was written about it is lost, and what went
//! is in the file of `--duplicates`.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use proptest::prelude::*;

/// A game with these tags besides the ordinary ones, and these moves.
fn game(tags: &str, moves: &str) -> String {
    let tags = tags.replace(';', "\n");
    let ordinary = ["White", "Black", "Date", "Result"]
        .iter()
        .zip(["Reti, R", "Tartakower, S", "1910.05.01", "1-0"])
        .filter(|(name, _)| !tags.contains(&format!("[{name} ")))
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    let own = if tags.is_empty() { String::new() } else { format!("{tags}\n") };
    format!("[Event \"e\"]\n{}{own}\n{moves} 1-0\n\n", ordinary.collect::<String>())
}

/// Standard output and standard error of a sort of these records.
fn sort(flags: &str, records: &[&str], status: i32) -> (String, String) {
    let folder = Folder::with("a.pgn", records.concat().as_bytes());
    folder.said(&format!("sort {flags} a.pgn"), status)
}

/// Whether both of two records stay, in either order.
fn both_stay(flags: &str, one: &str, other: &str) -> bool {
    let counts = [[one, other], [other, one]].map(|records| {
        let (out, error) = sort(flags, &records, 0);
        let stayed = out == records.concat();
        assert_eq!(stayed, error.contains(" 0 records left out"), "{error}");
        assert_eq!(!stayed, error.contains(" 1 record left out"), "{error}");
        stayed
    });
    assert_eq!(counts[0], counts[1], "{one}{other}");
    counts[0]
}

const MOVES: &str = "1. Nf3 d5 2. c4 e6";

#[test]
fn games_that_only_start_alike_stay() {
    let games = ["1. e4", "1. d4", "1. e4 e5"].map(|moves| game("", moves));
    let (out, error) = sort("--unique", &games.each_ref().map(String::as_str), 0);
    assert_eq!(out, games.concat());
    assert!(error.contains("3 games, 3 coded, 0 faults, 0 notes, 0 records left out"), "{error}");
}

#[test]
fn the_same_game_goes_however_names_and_moves_are_spelt() {
    let first = game("", MOVES);
    for other in [
        game("[White \"RÉTI,R.\"]", MOVES),
        game("[Black \"tartakower,  s\"]", "1.Ng1f3 d7d5 2.c2-c4 Pe7-e6"),
        game("[ECO \"A09\"];[GBR \"4888.88\"]", "1. Nf3+ d5\n2. c4\ne6"),
        game("[Variant \"Standard\"]", MOVES),
    ] {
        let (out, error) = sort("--unique", &[&first, &other], 0);
        assert_eq!(out, first, "{other}");
        assert!(error.contains(" 1 record left out"), "{error}");
    }
    // A name in Latin-1.
    let mut latin = game("[White \"Reti\"]", MOVES).into_bytes();
    latin.extend(game("[White \"R@ti\"]", MOVES).bytes().map(|b| if b == b'@' { 0xe9 } else { b }));
    let folder = Folder::with("a.pgn", &latin);
    let run = folder.run("sort --unique a.pgn").assert().code(0);
    assert_eq!(run.get_output().stdout, game("[White \"Reti\"]", MOVES).as_bytes());
}

#[test]
fn another_player_date_result_variant_start_or_move_is_another_game() {
    let first = game("", MOVES);
    for other in [
        game("[White \"Reti, A\"]", MOVES),
        game("[Black \"?\"]", MOVES),
        game("[Date \"1910.05.02\"]", MOVES),
        game("[Date \"????.??.??\"]", MOVES),
        game("[Result \"?\"]", MOVES),
        game("", MOVES).replace("6 1-0", "6 0-1").replace("\"1-0\"", "\"0-1\""),
        game("[Variant \"Atomic\"]", MOVES),
        game("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]", MOVES),
        game("", "1. c4 d5 2. Nf3 e6"),
        game("", "1. Nf3 d5 2. c4"),
    ] {
        assert!(both_stay("--unique", &first, &other), "{other}");
    }
}

#[test]
fn with_another_round_time_site_or_address_both_stay() {
    for name in ["Round", "UTCTime", "Site", "URL", "Link"] {
        let [one, other] = ["1", "2"].map(|value| game(&format!("[{name} \"{value}\"]"), MOVES));
        assert!(both_stay("--unique", &one, &other), "{name}");
        // Who does not know goes.
        let unknown = game(&format!("[{name} \"?\"]"), MOVES);
        assert_eq!(sort("--unique", &[&unknown, &one], 0).0, one, "{name}");
    }
}

#[test]
fn of_dates_only_the_less_exact_one_goes_and_what_fits_two_stays() {
    let [year, one, other] = ["1910.??.??", "1910.05.01", "1910.05.02"]
        .map(|date| game(&format!("[Date \"{date}\"]"), MOVES));
    for flags in ["--unique", "--unique --keep first", "--unique --keep last"] {
        assert_eq!(sort(flags, &[&year, &one], 0).0, one);
        assert_eq!(sort(flags, &[&one, &year], 0).0, one);
        let all = [&*one, &year, &other];
        assert_eq!(sort(flags, &all, 0).0, all.concat());
    }
}

#[test]
fn what_has_no_moves_or_a_fault_goes_only_byte_for_byte() {
    let bare = "[White \"A\"]\n[FEN \"8/8/8/8/8/1k6/8/7K w - - 0 1\"]\n\n*\n\n";
    let coded = bare.replace("\n\n*", "\n[GBR \"0000.00\"]\n\n\n *");
    assert_eq!(sort("--unique", &[bare, &coded], 0).0, bare);
    assert!(both_stay("--unique", bare, &bare.replace("\"A\"", "\"a\"")));
    let broken = "[White \"A\"]\n\n1. e4 e4 *\n\n";
    assert_eq!(sort("--unique", &[broken, broken], 1).0, broken);
    let records = [broken, &broken.replace("1. e4", "1.e4")];
    assert_eq!(sort("--unique", &records, 1).0, records.concat());
}

#[test]
fn a_line_of_epd_goes_only_with_the_same_operations() {
    let lines = [
        "8/8/8/8/8/1k6/8/7K w - - id \"a\"; c0 \"x\";\n",
        "8/8/8/8/8/1k6/8/7K w - -  gbr \"0000.00\"; c0 \"x\";  id \"a\";\n",
        "8/8/8/8/8/1k6/8/7K w - - id \"b\"; c0 \"x\";\n",
        "8/8/8/8/8/1k6/8/7K w - - id \"a\";\n",
        "8/8/8/8/8/1k6/8/7K b - - id \"a\"; c0 \"x\";\n",
    ];
    let folder = Folder::with("a.epd", lines.concat().as_bytes());
    let run = folder.run("sort --unique a.epd").assert().code(0);
    let expected = [lines[0], lines[2], lines[3], lines[4]].concat();
    assert_eq!(String::from_utf8_lossy(&run.get_output().stdout), expected);
}

#[test]
fn nothing_that_was_written_about_a_game_is_lost() {
    let bare = game("", "1. e4 e5");
    let full = game("", "1. e4 {a\nb} e5!? (1... c5 2. Nf3) 2. Nf3 $10").replace(" 2. Nf3 $10", "");
    assert_eq!(sort("--unique", &[&bare, &full], 0).0, full);
    for part in ["1. e4 {a b} e5", "1. e4 e5 $5", "1. e4 e5 (1...c5 2.Nf3+)"] {
        assert_eq!(sort("--unique", &[&game("", part), &full], 0).0, full, "{part}");
    }
    for more in ["1. e4 {c} e5", "1. e4 e5 {a b}", "1. e4 e5 $4", "1. e4 e5 (1... c6)"] {
        assert!(both_stay("--unique", &full, &game("", more)), "{more}");
    }
    // Neither is text before a game.
    let headed = format!("A chapter.\n\n{bare}");
    assert_eq!(sort("--unique", &[&bare, &headed], 0).0, headed);
}

#[test]
fn keep_says_which_one_stays() {
    let games = ["{a}", "{b} (1. d4)", "{c}"].map(|text| game("", &format!("1. e4 {text}")));
    let records = games.each_ref().map(String::as_str);
    assert_eq!(sort("--unique", &records, 0).0, games.concat());
    for (keep, at) in [("first", 0), ("most", 1), ("last", 2)] {
        let (out, error) = sort(&format!("--unique --keep {keep}"), &records, 0);
        assert_eq!(out, games[at], "{keep}");
        assert!(error.contains(" 2 records left out"), "{error}");
    }
}

#[test]
fn less_is_asked_for_by_name() {
    let one = game("", "1. e4 e5 2. d4");
    let played = game("[White \"Another\"];[Date \"2000.01.01\"]", "1. e4 e5 2. d4");
    let moved = game("[White \"Another\"]", "1. d4 e5 2. e4");
    let began = game("", "1. Nf3");
    let all = [&*one, &played, &moved, &began];
    assert_eq!(sort("--unique", &all, 0).0, all.concat());
    assert_eq!(sort("--unique=moves", &all, 0).0, [&*one, &moved, &began].concat());
    assert_eq!(sort("--unique=final", &all, 0).0, [&*one, &began].concat());
    assert_eq!(sort("--unique=start", &all, 0).0, one);
}

#[test]
fn in_place_wants_a_file_for_what_goes_or_yes() {
    let one = game("", MOVES);
    let folder = Folder::with("a.pgn", one.repeat(2).as_bytes());
    for flags in ["--unique", "--unique=moves --duplicates d.pgn", "--unique=start --keep first"] {
        let run = folder.run(&format!("sort {flags} --in-place a.pgn")).assert().code(2);
        let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(error.contains("--yes"), "{error}");
        assert_eq!(folder.names(), ["a.pgn"]);
        assert_eq!(folder.read("a.pgn"), one.repeat(2).as_bytes());
    }
    for (flags, names) in [
        ("--unique --yes", &["a.pgn"][..]),
        ("--unique --duplicates d.pgn", &["a.pgn", "d.pgn"]),
        ("--unique=moves --yes", &["a.pgn"]),
    ] {
        let folder = Folder::with("a.pgn", one.repeat(2).as_bytes());
        folder.run(&format!("sort {flags} --in-place a.pgn")).assert().code(0);
        assert_eq!(folder.read("a.pgn"), one.as_bytes());
        assert_eq!(folder.names(), names);
    }
}

#[test]
fn what_went_is_in_the_file_of_duplicates() {
    let [one, other] = [game("", "1. e4"), game("", "1. d4")];
    let coded = game("[GBR \"4888.88\"]", "1. e4");
    let records = [&*one, &other, &coded, &other];
    for name in ["d.pgn", "d.pgn.zst", "d.pgn.gz"] {
        let folder = Folder::with("a.pgn", records.concat().trim_end().as_bytes());
        folder.write("b.pgn", records.concat().as_bytes());
        folder
            .run(&format!("sort --unique --duplicates {name} --in-place a.pgn b.pgn"))
            .assert()
            .code(0);
        let run = folder.run(&format!("convert --to pgn {name}")).assert().code(0);
        let gone = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert_eq!(gone, [&*coded, &other].concat().repeat(2), "{name}");
        assert_eq!(folder.read("b.pgn"), [&*one, &other].concat().as_bytes());
    }
}

#[test]
fn the_file_of_duplicates_is_new_and_no_other_file_of_the_run() {
    let folder = Folder::with("a.pgn", game("", MOVES).repeat(2).as_bytes());
    folder.write("full.pgn", b"x");
    folder.write("empty.pgn", b"");
    for (flags, why) in [
        ("--duplicates full.pgn a.pgn", "not empty"),
        ("--duplicates a.pgn a.pgn", "not empty"),
        ("--duplicates empty.pgn a.pgn empty.pgn", "is input"),
        ("--duplicates new.pgn -o new.pgn a.pgn", "is output"),
        ("--duplicates new.pgn --faults new.pgn a.pgn", "takes the faults"),
        ("--duplicates - a.pgn", "wants a file"),
        ("--duplicates new.csv a.pgn", "cannot be written as csv"),
        ("--duplicates new.epd a.pgn", "a.pgn: is pgn: new.epd: cannot be written as epd"),
    ] {
        let run = folder.run(&format!("sort --unique {flags}")).assert().code(2).stdout("");
        let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(error.contains(why), "{flags}: {error}");
        assert_eq!(folder.names(), ["a.pgn", "empty.pgn", "full.pgn"]);
    }
    folder.run("sort --unique --duplicates empty.pgn a.pgn").assert().code(0);
    assert_eq!(folder.read("empty.pgn"), game("", MOVES).as_bytes());
}

#[test]
fn a_file_of_duplicates_that_cannot_be_written_leaves_the_database_as_it_was() {
    let records = game("", MOVES).repeat(2);
    let folder = Folder::with("a.pgn", records.as_bytes());
    folder.run("sort --unique --duplicates /dev/full --in-place a.pgn").assert().code(2);
    assert_eq!(folder.read("a.pgn"), records.as_bytes());
}

#[test]
fn an_input_that_cannot_be_read_to_its_end_sends_nothing_to_the_duplicates() {
    let folder = Folder::with("a.pgn", game("", MOVES).repeat(2).as_bytes());
    folder.run("sort --unique --duplicates d.pgn a.pgn missing.pgn -o b.pgn").assert().code(2);
    assert_eq!(folder.read("d.pgn"), b"");
}

#[test]
fn check_tells_the_first_record_that_would_go() {
    let [one, other] = [game("", "1. e4"), game("", "1. d4")];
    let folder = Folder::with("a.pgn", [&*one, &other].concat().as_bytes());
    folder.write("b.pgn", [&*other, &one].concat().as_bytes());
    folder.run("sort --check --unique a.pgn").assert().code(0).stdout("");
    folder.run("sort --check a.pgn b.pgn").assert().code(0);
    let run = folder.run("sort --check --unique a.pgn b.pgn").assert().code(1).stdout("");
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let expected = "b.pgn: game 1 is the same as another: --unique would leave out 2 records";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn more_forms_of_a_game_than_can_be_held_are_told_and_kept() {
    let games: Vec<_> = (0..4100).map(|n| game(&format!("[Round \"{n}\"]"), "1. e4")).collect();
    let (out, error) = sort("--unique", &[&games.concat()], 0);
    assert_eq!(out, games.concat());
    assert!(error.contains("4 records kept uncompared"), "{error}");
}

/// Games of few players, dates, moves and comments, so that many are alike.
fn games() -> impl Strategy<Value = Vec<[usize; 5]>> {
    prop::collection::vec([0..2_usize, 0..5, 0..3, 0..3, 0..4], 0..30)
}

const PLAYERS: [&str; 2] = ["Réti", "RETI."];
const DATES: [&str; 5] = ["????.??.??", "1910.??.??", "1910.05.??", "1910.05.01", "1911.??.??"];
const ROUNDS: [&str; 3] = ["?", "1", "2"];
const LINES: [&str; 3] = ["1. Nf3", "1. Ng1f3", "1. e4"];
const COMMENTS: [&str; 4] = ["", "{a}", "{b}", "{a} {b}"];

fn text(number: usize, [player, date, round, line, comment]: [usize; 5]) -> String {
    let tags = format!(
        "[White \"{}\"]\n[Date \"{}\"]\n[Round \"{}\"]",
        PLAYERS[player], DATES[date], ROUNDS[round]
    );
    let moves = format!("{} {}", LINES[line], COMMENTS[comment]);
    format!("[Event \"{number}\"]\n{tags}\n\n{moves} *\n\n")
}

/// Whether a game may go in favour of another: the rule of the help, for these games.
fn may_go([_, date, round, line, comment]: [usize; 5], other: [usize; 5]) -> bool {
    let [_, to_date, to_round, to_line, to_comment] = other;
    let is_date = match date {
        1 => (1..=3).contains(&to_date),
        2 => (2..=3).contains(&to_date),
        _ => date == to_date,
    };
    let is_comment = COMMENTS[comment].split(' ').all(|text| COMMENTS[to_comment].contains(text));
    is_date && (round == 0 || round == to_round) && (line == 2) == (to_line == 2) && is_comment
}

/// The records of a file, by the number in their Event.
fn numbers(bytes: &[u8]) -> Vec<usize> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let number = |part: &str| part.split('"').next().unwrap().parse().unwrap();
    text.split("[Event \"").skip(1).map(number).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 32,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_stays_and_what_went_is_all_and_only_the_same_went(games in games()) {
        let texts: Vec<String> = games.iter().enumerate().map(|(at, game)| text(at, *game)).collect();
        let folder = Folder::with("a.pgn", texts.concat().as_bytes());
        folder.run("sort --unique --duplicates gone.pgn a.pgn -o b.pgn").assert().code(0);
        let [stay, gone] = ["b.pgn", "gone.pgn"].map(|name| numbers(&folder.read(name)));
        let text_of = |all: &[usize]| all.iter().map(|&at| texts[at].as_str()).collect::<String>();
        prop_assert_eq!(folder.read("b.pgn"), text_of(&stay).into_bytes());
        prop_assert_eq!(folder.read("gone.pgn"), text_of(&gone).into_bytes());
        let mut all = [&stay[..], &gone].concat();
        all.sort_unstable();
        prop_assert_eq!(all, (0..games.len()).collect::<Vec<_>>());
        for &at in &gone {
            prop_assert!(stay.iter().any(|&to| may_go(games[at], games[to])), "{}", texts[at]);
        }
        for &at in &stay {
            let twin = |&to: &usize| to < at && may_go(games[at], games[to]) && may_go(games[to], games[at]);
            prop_assert!(!stay.iter().any(twin), "{}", texts[at]);
        }
        // Once more, nothing goes.
        let run = folder.run("sort --unique b.pgn").assert().code(0);
        prop_assert_eq!(&run.get_output().stdout, &folder.read("b.pgn"));
    }

    #[test]
    fn the_result_does_not_depend_on_memory_or_threads(games in games()) {
        let texts: Vec<String> = games.iter().enumerate().map(|(at, game)| text(at, *game)).collect();
        let folder = Folder::with("a.pgn", texts.concat().repeat(3).as_bytes());
        let mut results = Vec::new();
        for flags in ["", "--memory 1K", "--memory 64K -j 1", "-j 3 --lane reference"] {
            folder.write("gone.pgn", b"");
            folder.run(&format!("sort --unique --duplicates gone.pgn a.pgn -o b.pgn {flags}")).assert().code(0);
            results.push((folder.read("b.pgn"), folder.read("gone.pgn")));
        }
        prop_assert!(results.iter().all(|result| *result == results[0]));
    }
}
