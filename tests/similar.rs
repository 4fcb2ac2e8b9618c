//! What similar finds, in which order, and how it tells it.
#![cfg(feature = "cli")]

use crate::corpus;
use crate::folder::Folder;
use gbr_pgn::similarity::{Cost, Deviations, Placement, likeness, pairs};
use shakmaty::fen::Fen;
use shakmaty::{Board, Color, Setup};
use std::num::NonZero;

const SAAVEDRA: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

/// Saavedra's position: itself, mirrored with a pawn more, and something else; with tags and without.
const DATABASE: &str = "[White \"Nobody, A\"]\n[Black \"?\"]\n[Date \"1999.??.??\"]\n[Result \"1-0\"]\n\
                        [FEN \"8/8/8/8/8/8/R3K3/7k w - - 0 1\"]\n\n1-0\n\n\
                        [White \"Thief, A\"]\n[Result \"1-0\"]\n\
                        [FEN \"8/p7/5PK1/4r3/8/8/8/7k w - - 0 1\"]\n\n1. f7 Re6+ 2. Kg5 Re5+ 1-0\n\n\
                        [White \"Saavedra, F\"]\n[Date \"1895.05.??\"]\n[Result \"1-0\"]\n\
                        [FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. c7 Rd6+ 2. Kb5 Rd5+ 1-0\n\n";

fn database() -> Folder {
    Folder::with("a.pgn", DATABASE.as_bytes())
}

/// What the program prints, in a run that ends with 0.
fn similar(folder: &Folder, line: &str) -> String {
    let run = folder.run(&format!("similar -q {line}")).assert().code(0);
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// What it says on standard error, in a run that ends with this status.
fn complaint(folder: &Folder, line: &str, status: i32) -> String {
    let run = folder.run(&format!("similar {line}")).assert().code(status);
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

/// The cells of a column.
fn column<'a>(csv: &'a str, name: &str) -> Vec<&'a str> {
    let heading: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let at = heading.iter().position(|cell| *cell == name).unwrap();
    csv.lines().skip(1).map(|line| line.split(',').nth(at).unwrap()).collect()
}

#[test]
fn the_list_has_cost_place_correspondence_and_words() {
    let text = similar(&database(), &format!("{SAAVEDRA} --within 3 a.pgn"));
    let expected = "   1  0    a.pgn:15: game 3, start: Saavedra 1895
           b6a1 0300.10 d5.c6 2/2+.
           the same position
   2  2.5  a.pgn:9: game 2, start: Thief
           g6h1 0300.11 e5.f6a7 2/3+.
           mirrored; + black pawn a7
";
    assert_eq!(text, expected);
}

#[test]
fn a_position_may_be_gbr_or_fen_quoted_or_not() {
    let folder = database();
    let expected = similar(&folder, &format!("{SAAVEDRA} a.pgn"));
    for words in [
        &[SAAVEDRA][..],
        &["8/8/1KP5/3r4/8/8/8/k7"],
        &["8/8/1KP5/3r4/8/8/8/k7", "w"],
        &["b6a1 0300.10 d5.c6 2/2+."],
        &["b6a1", "0300.10", "d5.c6", "2/2+."],
        &["(+0300.10b6a1d5c6)"],
    ] {
        let run = folder.run("similar -q").args(words).arg("a.pgn").assert().code(0);
        assert_eq!(String::from_utf8_lossy(&run.get_output().stdout), expected, "{words:?}");
    }
    let run = folder.run("similar -q").arg(SAAVEDRA).write_stdin(DATABASE).assert().code(0);
    let text = String::from_utf8_lossy(&run.get_output().stdout).replace("<stdin>", "a.pgn");
    assert_eq!(text, expected);
}

#[test]
fn csv_has_a_row_for_each_hit() {
    let text = similar(&database(), &format!("{SAAVEDRA} --to csv --top 2 a.pgn"));
    let expected = "query,rank,cost,file,line,game,ply,as,differs,gbrpos,fen\n\
                    1,1,0,a.pgn,15,3,0,as it is,,b6a1 0300.10 d5.c6 2/2+.,8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\n\
                    1,2,2.5,a.pgn,9,2,0,mirrored,+ black pawn a7,g6h1 0300.11 e5.f6a7 2/3+.,\
                    8/p7/5PK1/4r3/8/8/8/7k w - - 0 1\n";
    assert_eq!(text, expected);
}

#[test]
fn json_lines_have_the_same_with_numbers_as_numbers() {
    let text = similar(&database(), &format!("{SAAVEDRA} --to jsonl --top 2 a.pgn"));
    let second: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let expected = serde_json::json!({
        "query": 1, "rank": 2, "cost": 2.5, "file": "a.pgn", "line": 9, "game": 2, "ply": 0,
        "as": "mirrored", "differs": "+ black pawn a7", "gbrpos": "g6h1 0300.11 e5.f6a7 2/3+.",
        "fen": "8/p7/5PK1/4r3/8/8/8/7k w - - 0 1",
    });
    assert_eq!(second, expected);
    assert!(text.starts_with("{\"query\":1,\"rank\":1,\"cost\":0,\"file\":"), "{text}");
}

#[test]
fn the_best_ply_of_each_game_is_found_in_its_main_line() {
    let folder = database();
    let after_two_moves = "8/2P5/8/1K1r4/8/8/8/k7 w - - 0 1";
    let text = similar(&folder, &format!("{after_two_moves} --at any --to csv a.pgn"));
    assert_eq!(column(&text, "game"), ["3", "2", "1"]);
    assert_eq!(column(&text, "ply")[..2], ["4", "4"]);
    assert_eq!(column(&text, "cost")[0], "0");
    let text = similar(&folder, &format!("{after_two_moves} --to csv a.pgn"));
    assert_eq!(column(&text, "ply"), ["0", "0", "0"]);
    assert!(
        similar(&folder, &format!("{after_two_moves} --at any a.pgn")).contains("game 3, ply 4")
    );
}

#[test]
fn queries_of_a_file_have_their_numbers() {
    let folder = database();
    folder.write(
        "s.epd",
        b"8/8/8/8/8/8/R3K3/7k w - -\n# two\n8/8/1KP5/3r4/8/8/8/k7 w - - id \"S\";\n",
    );
    let text = similar(&folder, "--from s.epd --top 1 --to csv a.pgn");
    assert_eq!(column(&text, "query"), ["1", "2"]);
    assert_eq!(column(&text, "game"), ["1", "3"]);
    let text = similar(&folder, "--from s.epd --within 0.5 a.pgn");
    assert!(text.starts_with("query 1: e2h1 0100.00 a2 2/1 WTM.\n   1  0    a.pgn:1:"), "{text}");
    assert!(
        text.contains("\n\nquery 2: S: b6a1 0300.10 d5.c6 2/2 WTM.\n   1  0    a.pgn:15:"),
        "{text}"
    );
}

/// The second of two games from one position plays what the query plays, mirrored.
#[test]
fn hits_of_equal_cost_are_ordered_by_agreement_of_moves() {
    let game = |fen: &str, moves: &str| format!("[FEN \"{fen} w - - 0 1\"]\n\n{moves} *\n\n");
    let (own, mirrored) = ("8/8/1KP5/3r4/8/8/8/k7", "8/8/5PK1/4r3/8/8/8/7k");
    let database = [
        game(mirrored, ""),
        game(mirrored, "1. f7 Re1"),
        game(mirrored, "1. f7 Re6+ 2. Kg5"),
        game(mirrored, "1. f7 Re6+"),
    ];
    let folder = Folder::with("a.pgn", database.concat().as_bytes());
    folder.write("s.pgn", game(own, "1. c7 Rd6+ 2. Kb5 Rd5+").as_bytes());
    for at in ["start", "any"] {
        let text = similar(&folder, &format!("--from s.pgn --at {at} --to csv a.pgn"));
        assert_eq!(column(&text, "game"), ["3", "4", "2", "1"], "{at}");
        assert_eq!(column(&text, "cost"), ["0.5"; 4], "{at}");
    }
    // Without moves in the query they stay in their order.
    let text = similar(&folder, &format!("{own} --to csv a.pgn"));
    assert_eq!(column(&text, "game"), ["1", "2", "3", "4"]);
}

fn placed((board, turn): (Board, Color)) -> Placement {
    Placement::new(board, turn).unwrap()
}

fn collection(number: usize, seed: u64) -> Vec<Placement> {
    corpus::placements::placements(number, seed).into_iter().map(placed).collect()
}

fn epd(placements: &[Placement]) -> String {
    let line = |placement: &Placement| {
        let (board, turn) = (placement.board().clone(), placement.turn());
        format!("{}\n", Fen::try_from_setup(Setup { board, turn, ..Setup::empty() }).unwrap())
    };
    placements.iter().map(line).collect()
}

/// Query, game, cost, correspondence and words of each hit, best first, by comparing each with each.
fn by_brute_force(
    queries: &[Placement],
    all: &[Placement],
    within: Cost,
    top: usize,
) -> Vec<String> {
    let mut told = Vec::new();
    for (query, one) in queries.iter().enumerate() {
        let likenesses = all.iter().map(|other| likeness(one, other)).enumerate();
        let mut hits: Vec<_> = likenesses.filter(|(_, like)| like.cost <= within).collect();
        hits.sort_by_key(|(_, like)| like.cost);
        told.extend(hits.iter().take(top).map(|(game, like)| {
            let differs = Deviations::between(one, &all[*game], like.correspondence);
            let (cost, how) = (like.cost, like.correspondence);
            format!("{} {} {cost} {how}; {differs}", query + 1, game + 1)
        }));
    }
    told
}

fn by_program(folder: &Folder, line: &str) -> Vec<String> {
    let text = similar(folder, &format!("--from s.epd {line} --to jsonl a.epd"));
    let told = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].to_string().trim_matches('"').to_owned();
        let (how, differs) = (text("as"), text("differs"));
        format!("{} {} {} {how}; {differs}", text("query"), text("game"), text("cost"))
    };
    text.lines().map(told).collect()
}

#[test]
fn nothing_is_missed() {
    let all = collection(150, 25);
    let queries: Vec<Placement> = all.iter().step_by(16).cloned().collect();
    let folder = Folder::with("a.epd", epd(&all).as_bytes());
    folder.write("s.epd", epd(&queries).as_bytes());
    for within in ["3", "8.5"] {
        let expected = by_brute_force(&queries, &all, within.parse().unwrap(), usize::MAX);
        let found = by_program(&folder, &format!("--top all --within {within}"));
        assert_eq!(found, expected, "{within}");
    }
    assert_eq!(by_program(&folder, ""), by_brute_force(&queries, &all, Cost::MAX, 10));
    assert_eq!(
        by_program(&folder, "--at any --top 3"),
        by_brute_force(&queries, &all, Cost::MAX, 3)
    );
}

#[test]
fn the_output_does_not_depend_on_threads() {
    let all = collection(3000, 26);
    let folder = Folder::with("a.epd", epd(&all).as_bytes());
    folder.write("s.epd", epd(&all[..2]).as_bytes());
    for line in ["--from s.epd", "--from s.epd --at any --within 6"] {
        let once = similar(&folder, &format!("{line} -j 1 a.epd"));
        for threads in [2, 5] {
            assert_eq!(similar(&folder, &format!("{line} -j {threads} a.epd")), once, "{line}");
        }
    }
}

#[test]
fn all_pairs_are_told_and_grouped() {
    let all = collection(200, 27);
    let folder = Folder::with("a.epd", epd(&all).as_bytes());
    let expected: Vec<[String; 2]> = pairs(&all, Cost::from_halves(6), NonZero::<usize>::MIN)
        .iter()
        .map(|pair| [pair.first + 1, pair.second + 1].map(|game| game.to_string()))
        .collect();
    assert!(expected.len() > 5);
    let text = similar(&folder, "--all --to csv a.epd");
    let found = column(&text, "game").into_iter().zip(column(&text, "game2"));
    let found: Vec<[String; 2]> = found.map(|(one, two)| [one, two].map(str::to_owned)).collect();
    assert_eq!(found, expected);
    let text = similar(&folder, "--all --groups --to csv a.epd");
    let heading = "group,cost,file,line,game,as,differs,gbrpos,fen\n1,,a.epd,";
    assert!(text.starts_with(heading), "{text}");
    let mut members = column(&text, "game");
    members.sort_unstable();
    let mut paired: Vec<&str> = expected.iter().flatten().map(String::as_str).collect();
    paired.sort_unstable();
    paired.dedup();
    assert_eq!(members, paired);
}

#[test]
fn pairs_and_groups_are_lists_for_people() {
    let folder = database();
    folder.write("b.pgn", DATABASE.as_bytes());
    let text = similar(&folder, "--all a.pgn b.pgn");
    let pair = "   1  0    a.pgn:1: game 1, start: Nobody 1999\n           e2h1 0100.00 a2 2/1+.\n           \
                b.pgn:1: game 1, start: Nobody 1999\n           e2h1 0100.00 a2 2/1+.\n           \
                the same position\n   2  0    a.pgn:9:";
    assert!(text.starts_with(pair), "{text}");
    let text = similar(&folder, "--all --groups a.pgn b.pgn");
    assert!(text.starts_with("group 1: 2 positions\n           a.pgn:1: game 1"), "{text}");
    assert!(text.contains("\n\ngroup 2: 4 positions\n           a.pgn:9: game 2"), "{text}");
    assert!(text.contains("\n      2.5  a.pgn:15: game 3, start: Saavedra 1895\n"), "{text}");
}

#[test]
fn games_from_the_array_are_no_pairs() {
    let folder = Folder::with("a.pgn", "[Event \"a\"]\n\n1. e4 *\n\n".repeat(3).as_bytes());
    assert_eq!(complaint(&folder, "--all a.pgn", 1), "gbr-pgn: 0 pairs, 0 positions, 3 games\n");
}

#[test]
fn the_page_has_both_boards_with_the_squares_marked_that_differ() {
    let text = similar(&database(), &format!("{SAAVEDRA} --to html --top 2 a.pgn"));
    assert_eq!(text.matches("<svg xmlns").count(), 1 + 2 * 2, "the query, and two boards a hit");
    assert_eq!(text.matches("class=\"mark\"").count(), 1, "the pawn more");
    let (_, second) = text.split_once("2. Cost 2.5: mirrored; + black pawn a7").unwrap();
    let (left, right) = second.split_once("<figcaption>The query, mirrored</figcaption>").unwrap();
    assert!(left.contains("White: king g6, pawn f6. Black: king h1, rook e5.</desc>"), "{left}");
    assert!(!left.contains("class=\"mark\""));
    // a7 is in the first column and the second row.
    assert!(right.contains("<rect class=\"mark\" x=\"22\" y=\"53\""), "{right}");
    assert!(right.contains("pawn f6. Black: king h1, rook e5, pawn a7.</desc>"), "{right}");
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let folder = database();
    for line in [SAAVEDRA, "--from a.pgn", "--all --within 9", "--all --within 9 --groups"] {
        let text = similar(&folder, &format!("{line} --to html a.pgn"));
        assert!(!text.contains("<script") && !text.contains("src="), "{line}");
        let links = text.matches("://").count();
        assert_eq!(links, text.matches("http://www.w3.org/2000/svg").count(), "{line}");
        assert!(text.contains("prefers-color-scheme: dark"), "{line}");
        assert_eq!(text.matches("<g id=\"wK\"").count(), 1, "{line}: each man is drawn once");
    }
}

#[test]
fn names_on_the_page_are_text() {
    let game = "[White \"<b>&\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n*\n";
    let folder = Folder::with("<i>.pgn", game.as_bytes());
    let text = similar(&folder, "--from <i>.pgn --to html <i>.pgn");
    assert!(text.contains("&lt;i&gt;.pgn:1: game 1, start: &lt;b&gt;&amp;"), "{text}");
    assert!(!text.contains("<b>") && !text.contains("<i>"), "{text}");
}

#[test]
fn the_status_says_whether_something_is_within_the_cost() {
    let folder = database();
    complaint(&folder, &format!("{SAAVEDRA} --within 0 a.pgn"), 0);
    let other = "8/8/1KP5/3r4/8/8/7k/8 w - - 0 1";
    let run = folder.run(&format!("similar {other} --within 2.5 a.pgn")).assert().code(1);
    assert_eq!(run.get_output().stdout, b"nothing within 2.5\n");
    assert_eq!(run.get_output().stderr, b"gbr-pgn: 0 hits, 3 games\n");
    complaint(&folder, &format!("{other} a.pgn"), 0);
    complaint(&folder, &format!("{SAAVEDRA} a.pgn nowhere.pgn"), 2);
    complaint(&folder, &format!("{SAAVEDRA} --within 1.2 a.pgn"), 2);
    complaint(&folder, &format!("{SAAVEDRA} --top 0 a.pgn"), 2);
}

#[test]
fn a_bad_position_is_shown_with_a_caret() {
    let folder = database();
    let error = complaint(&folder, "8/8/1KP5/3x4/8/8/8/k7 w - - 0 1 a.pgn", 2);
    let expected = "gbr-pgn: not a FEN: expected eight files on each of eight ranks, lost on rank 5\n  \
                    8/8/1KP5/3x4/8/8/8/k7 w - - 0 1\n            ^\n";
    assert_eq!(error, expected);
    let error = complaint(&folder, "b6a1 0300.10 d5.c6 2/3+. a.pgn", 2);
    assert!(error.ends_with("\n  b6a1 0300.10 d5.c6 2/3+.\n                     ^\n"), "{error}");
    let error = complaint(&folder, "8/8/8/8/8/8/8/K7 a.pgn", 2);
    assert!(error.starts_with("gbr-pgn: expected one king of each side\n"), "{error}");
    let error = complaint(&folder, "a.pgn", 2);
    assert_eq!(error, "gbr-pgn: a.pgn is a file: the position comes before the files\n");
}

#[test]
fn what_is_looked_for_must_be_there_and_is_not_replaced() {
    let folder = database();
    folder.write("s.txt", b"8/8/1KP5/3r4/8/8/8/k7 w - -\n");
    for line in ["-o s.txt", "--faults s.txt"] {
        let error = complaint(&folder, &format!("--from s.txt {line} a.pgn"), 2);
        assert_eq!(error, "gbr-pgn: s.txt: is input, and cannot be written\n");
    }
    assert_eq!(folder.read("s.txt"), b"8/8/1KP5/3r4/8/8/8/k7 w - -\n");
    let error = complaint(&folder, "--from nowhere.pgn a.pgn", 2);
    assert!(error.ends_with("gbr-pgn: nowhere.pgn: there is no position to look for\n"), "{error}");
    complaint(&folder, "--from -", 2);
}

#[test]
fn the_ending_of_the_output_picks_the_format() {
    let folder = database();
    for (name, start) in [
        ("o.csv", &b"query,rank,"[..]),
        ("o.jsonl", b"{\"query\":1,"),
        ("o.html", b"<!doctype html>"),
        ("o.txt", b"   1  0    a.pgn:15"),
        ("o.html.gz", b"\x1f\x8b"),
    ] {
        complaint(&folder, &format!("{SAAVEDRA} a.pgn -o {name}"), 0);
        assert!(folder.read(name).starts_with(start), "{name}");
    }
    let error = complaint(&folder, &format!("{SAAVEDRA} a.pgn -o o.pgn"), 2);
    assert!(error.contains(".txt, .csv, .jsonl or .html"), "{error}");
    complaint(&folder, &format!("{SAAVEDRA} --to csv a.pgn -o o.html"), 2);
}

#[test]
fn parts_of_a_file_have_its_hits_between_them() {
    let all = collection(1000, 28);
    let folder = Folder::with("a.epd", epd(&all).as_bytes());
    folder.write("s.epd", epd(&all[..1]).as_bytes());
    let line = "--from s.epd --top all --to csv a.epd";
    let fens = |line: &str| -> Vec<String> {
        let text = similar(&folder, line);
        let fen = |line: &str| line.rsplit_once(',').unwrap().1.to_owned();
        let mut fens: Vec<String> = text.lines().skip(1).map(fen).collect();
        fens.sort_unstable();
        fens
    };
    let mut parts =
        [fens(&format!("--part 1/2 {line}")), fens(&format!("--part 2/2 {line}"))].concat();
    parts.sort_unstable();
    assert_eq!(parts, fens(line));
}

#[test]
fn the_format_of_the_input_has_another_flag_here() {
    let folder = Folder::with("a.dat", b"8/8/1KP5/3r4/8/8/8/k7 w - -\n");
    let text = similar(&folder, &format!("{SAAVEDRA} --from-format epd a.dat"));
    assert!(text.starts_with("   1  0    a.dat:1: game 1, start\n"), "{text}");
    let run = folder.run("similar --help").assert().code(0);
    let help = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(help.contains("--from <FILE>") && help.contains("--from-format <FORMAT>"), "{help}");
    for word in ["a pawn more or less", "colours reversed", "shifted by one to three files"] {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn positions_in_variations_count_with_variations() {
    let game =
        "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kf2 Kd7 2. Kf3 (2. Kg2 e1=Q) 2... Kd6 *\n";
    let folder = Folder::with("a.pgn", game.as_bytes());
    let ask = |flags: &str| {
        let line = format!("similar -q 8/3k4/8/8/8/8/6K1/4q3 w {flags} --within 0 a.pgn");
        folder.run(&line).assert().get_output().clone()
    };
    assert_eq!(ask("--at any").status.code(), Some(1));
    let text = String::from_utf8(ask("--at any --variations").stdout).unwrap();
    assert!(text.contains("a.pgn:1: game 1, ply 4 in variation 3(1)"), "{text}");
    let table = String::from_utf8(ask("--at any --variations --to csv").stdout).unwrap();
    assert!(table.lines().next().unwrap().ends_with(",fen,variation"), "{table}");
    assert!(table.trim_end().ends_with(",3(1)"), "{table}");
    assert_eq!(ask("--variations").status.code(), Some(2));
}
