//! What verify proves, what it tells, what it leaves open, and its status; with the tables of three men.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::fs;
use std::path::PathBuf;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/tables");

/// White wins, by the opposition.
const WON: &str = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1";
const DRAWN: &str = "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1";

fn study(fen: &str, result: &str, moves: &str) -> String {
    format!(
        "[White \"Nobody, A\"]\n[Black \"?\"]\n[Date \"1999.??.??\"]\n[Result \"{result}\"]\n[FEN \"{fen}\"]\n\n\
         {moves} {result}\n\n"
    )
}

fn game(fen: &str, result: &str, moves: &str) -> String {
    study(fen, result, moves).replace("[Black \"?\"]", "[Black \"Other, B\"]\n[BlackElo \"2000\"]")
}

/// Standard output and the summary of a run over one file.
#[track_caller]
fn verify(pgn: &str, flags: &str, status: i32) -> (String, String) {
    let folder = Folder::with("a.pgn", pgn.as_bytes());
    folder.said(&format!("verify --tables {TABLES} {flags} a.pgn"), status)
}

/// The rows of a CSV from the column `ply` on.
#[track_caller]
fn rows(pgn: &str, flags: &str, status: i32) -> Vec<String> {
    let (text, _) = verify(pgn, &format!("--to csv {flags}"), status);
    let rows = text.lines().skip(1).map(|row| row.splitn(4, ',').nth(3).unwrap().to_owned());
    rows.collect()
}

fn of_kind(rows: &[String], kind: &str) -> Vec<String> {
    let is_kind = |row: &&String| row.split(',').nth(2) == Some(kind);
    rows.iter().filter(is_kind).cloned().collect()
}

/// The committed tables, to be damaged.
fn copy() -> Folder {
    let folder = Folder::new();
    for entry in fs::read_dir(TABLES).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        folder.write(&format!("tables/{name}"), &fs::read(&path).unwrap());
    }
    folder
}

fn flip(folder: &Folder, name: &str, at: usize) {
    let mut bytes = folder.read(name);
    bytes[at] ^= 0x10;
    folder.write(name, &bytes);
}

#[test]
fn a_claim_that_holds_is_proved_and_the_summary_begins_with_it() {
    let pgn = study(WON, "1-0", "1. Ke6 Kd8 2. Kf7") + &study(DRAWN, "1/2-1/2", "1... Ke7 2. Kd5");
    let (text, summary) = verify(&pgn, "", 0);
    assert!(text.starts_with("a.pgn:1: game 1 (Nobody 1999): win claimed: proved\n"), "{text}");
    assert!(text.contains("\na.pgn:9: game 2 (Nobody 1999): draw claimed: proved\n"), "{text}");
    assert!(summary.starts_with("gbr-pgn: 2 proved, 0 failing, 0 open"), "{summary}");
}

#[test]
fn a_move_that_gives_the_win_away_is_named_and_the_status_is_1() {
    let pgn = study(WON, "1-0", "1. Ke6 Kd8 2. Ke5 Ke7 3. Kd5");
    let (text, summary) = verify(&pgn, "", 1);
    assert!(text.contains("game 1 (Nobody 1999): win claimed: fails\n"), "{text}");
    assert!(text.contains("  ply 3 (2. Ke5): the win is gone: drawn\n"), "{text}");
    assert!(summary.starts_with("gbr-pgn: 0 proved, 1 failing, 0 open"), "{summary}");
    let claims = of_kind(&rows(&pgn, "", 1), "claim");
    assert_eq!(claims, ["3,2. Ke5,claim,win,draw,,,"]);
}

#[test]
fn a_draw_in_which_white_even_wins_fails() {
    let (text, _) = verify(&study(WON, "1/2-1/2", "1. Ke6"), "", 1);
    assert!(
        text.contains("  start: a draw is claimed, but with best play: White wins\n"),
        "{text}"
    );
    let claims = of_kind(&rows(&study(WON, "1/2-1/2", "1. Ke6"), "", 1), "claim");
    assert_eq!(claims, ["0,,claim,draw,win,,,"]);
}

#[test]
fn blacks_variations_that_lose_the_claim_are_sidelines_and_excused() {
    let pgn = study(WON, "1-0", "1. Ke6 Kd8 (1... Kf8 2. Ke5) 2. Kf7");
    let sidelines = of_kind(&rows(&pgn, "", 0), "sideline");
    assert_eq!(sidelines, ["3,2. Ke5,sideline,win,draw,,,"]);
    let (text, _) = verify(&pgn, "", 0);
    assert!(text.contains("  sideline, ply 3 (2. Ke5): the win is gone: drawn\n"), "{text}");
    verify(&pgn, "--strict-moves", 1);
}

#[test]
fn a_variation_that_repeats_the_move_before_is_blacks() {
    let pgn = study(WON, "1-0", "1. Ke6 (1. Ke6 Kf8 2. Ke5) (1. Kd5 Kd7) 1... Kd8 2. Kf7");
    let sidelines = of_kind(&rows(&pgn, "", 0), "sideline");
    assert_eq!(sidelines, ["3,2. Ke5,sideline,win,draw,,,"]);
}

#[test]
fn a_variation_before_its_move_does_not_become_the_main_line() {
    let pgn = study(WON, "1-0", "(1. Kd5 Kd7) 1. Ke6 Kd8 2. Kf7");
    assert!(of_kind(&rows(&pgn, "", 0), "claim").is_empty());
}

#[test]
fn alternatives_have_the_marks_of_the_file_and_say_whether_they_are_move_one() {
    let pgn = study(WON, "1-0", "1. Ke6 (1. Kd6 {A <cook>}) (1. Kf6?) 1... Kd8 2. Kf7 (2. Kd6)");
    let found = rows(&pgn, "", 0);
    let given =
        ["1,1. Ke6,alternative,,win,1. Kd6,<cook>,no", "1,1. Ke6,alternative,,win,1. Kf6,?,no"];
    assert_eq!(found[..2], given);
    assert!(
        found.contains(&"3,2. Kf7,alternative,,win,2. Kd6,variation,no".to_owned()),
        "{found:?}"
    );
    let (text, _) = verify(&pgn, "", 0);
    let line =
        "  ply 1 (1. Ke6), move one: also wins: 1. Kd6 (given as <cook>), 1. Kf6 (given as ?)\n";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("  ply 3 (2. Kf7): also wins: "), "{text}");
    verify(&pgn, "--strict-moves", 1);
}

#[test]
fn a_mark_is_that_of_the_move_it_stands_after() {
    let pgn =
        study(WON, "1-0", "1. Ke6 (1. Kd6 Kf7 {<cook>} 2. Kd7?) (1. Kf6 Kd7? {<or>}) 1... Kd8");
    let given = [
        "1,1. Ke6,alternative,,win,1. Kd6,variation,no",
        "1,1. Ke6,alternative,,win,1. Kf6,variation,no",
    ];
    assert_eq!(of_kind(&rows(&pgn, "", 0), "alternative"), given);
    let pgn = study(WON, "1-0", "1. Ke6 ({<cook>}) (1. Kd6) ({<or>} 1. Kf6) 1... Kd8");
    let found = of_kind(&rows(&pgn, "", 0), "alternative");
    assert!(found[0].ends_with("1. Kd6,variation,no"), "{found:?}");
    assert!(found[1].ends_with("1. Kf6,<or>,no"), "{found:?}");
}

#[test]
fn an_alternative_returns_where_black_can_force_what_was_there_before() {
    let pgn = study("8/1k6/8/2K5/8/5P2/8/8 w - - 0 1", "1-0", "1. Kd4");
    let found = rows(&pgn, "", 0);
    let returns: Vec<&str> = found.iter().map(|row| row.rsplit(',').next().unwrap()).collect();
    assert_eq!(returns, ["yes", "no", "no"]);
    let (text, _) = verify(&pgn, "", 0);
    assert!(text.contains("also wins: 1. Kb5 (returns), 1. Kd5, 1. Kd6\n"), "{text}");
}

#[test]
fn a_game_is_told_move_by_move_and_its_result_beside_the_verdict() {
    let pgn = game(WON, "1-0", "1. Kd5 Kd8 2. Kc5 Ke7");
    let pgn = pgn.replace("[Result", "[Termination \"time forfeit\"]\n[Result");
    let (text, summary) = verify(&pgn, "", 1);
    let expected = "a.pgn:1: game 1 (Nobody, A - Other, B): 1-0: differs
  ply 1 (1. Kd5): White gives the win away: drawn
  ply 2 (1... Kd8): Black gives the draw away: White wins
  ply 3 (2. Kc5): White gives the win away: drawn
  ply 4 (2... Ke7): the result is 1-0 (time forfeit); with best play: drawn
";
    assert_eq!(text, expected);
    assert!(summary.contains(" changes of verdict"), "{summary}");
}

#[test]
fn games_that_ended_as_they_should_are_only_counted() {
    let (text, summary) = verify(&game(WON, "1-0", "1. Ke6 Kd8 2. Kf7"), "", 0);
    assert_eq!((text.as_str(), summary.trim_end()), ("", "gbr-pgn: 1 proved, 0 failing, 0 open"));
    let (_, summary) = verify(&game(WON, "*", "1. Ke6"), "", 0);
    assert_eq!(summary, "gbr-pgn: 0 proved, 0 failing, 0 open, 1 game without a result\n");
}

/// Games that never come near the tables are not played again where they are only counted.
#[test]
fn what_is_only_counted_is_counted_as_it_is_judged() {
    let lines = [
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. f3 e5 2. g4 Qh4# 1-0",
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 \
         9. Qxc8 Kg6 10. Qe6 1/2-1/2",
        "1. e4 e5 1-0",
        "1. e4 e5 *",
        "1. e4 -- 2. d4 0-1",
        "1. e4 e5 2. Ke3 0-1",
        "*",
    ];
    let variants =
        ["", "[Variant \"Chess960\"]\n", "[Variant \"Atomic\"]\n", "[Variant \"Odd\"]\n"];
    let games = variants.iter().flat_map(|variant| {
        lines.map(|line| {
            format!("[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n{variant}\n{line}\n\n")
        })
    });
    let folder = Folder::with("a.pgn", games.collect::<String>().as_bytes());
    for files in ["a.pgn", &format!("{SAMPLES}/games.pgn {SAMPLES}/database.pgn {SAMPLES}/odd")] {
        let told = |flags: &str| {
            let words = format!("verify --tables {TABLES} {flags} {files}");
            let output = folder.run(&words).output().unwrap();
            let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
            (output.status.code(), text)
        };
        let (status, [text, summary]) = told("--all-faults");
        let (judged_status, [judged, judged_summary]) = told("--all-faults -v");
        assert_eq!(status, judged_status);
        assert_eq!(summary.lines().last(), judged_summary.lines().last());
        for line in text.lines() {
            assert!(judged.lines().any(|one| one == line), "{line}");
        }
    }
}

#[test]
fn claims_are_those_of_annotate() {
    let pgn = study(WON, "1-0", "1. Ke6 Kd8 2. Ke5");
    let kinds = |flags| {
        let rows = rows(&pgn, flags, 1);
        rows.iter().map(|row| row.split(',').nth(2).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("--claims never"), ["verdict", "result"]);
    let pgn = game(WON, "1-0", "1. Ke6 Kd8 2. Ke5");
    assert_eq!(of_kind(&rows(&pgn, "--claims always", 1), "claim").len(), 1);
}

#[test]
fn the_fifty_move_rule_is_for_games_unless_told_otherwise() {
    let late = "8/8/8/8/8/2k5/8/K6R w - - 95 100";
    verify(&study(late, "1-0", ""), "", 0);
    let (text, _) = verify(&study(late, "1-0", ""), "--fifty always", 1);
    assert!(text.contains("drawn by the fifty-move rule, otherwise White wins"), "{text}");
    verify(&study(late, "1/2-1/2", ""), "--fifty always", 0);
    let (text, _) = verify(&game(late, "1-0", ""), "", 1);
    assert!(text.contains("with best play: drawn by the fifty-move rule"), "{text}");
    assert_eq!(rows(&game(late, "1-0", ""), "", 1), ["0,,result,win,cursed win,,,"]);
    verify(&game(late, "1-0", ""), "--fifty never", 0);
}

#[test]
fn every_reason_for_what_is_open_is_counted() {
    let variant = study(WON, "1-0", "").replace("[FEN", "[Variant \"Atomic\"]\n[FEN");
    let pgn = [
        &study("8/8/1KP5/3r4/8/8/p7/k7 w - - 0 1", "1-0", "1. c7"),
        &study("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "1-0", "1. c7"),
        &study("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1-0", "1. Ke2"),
        &study("4k3/4K3/8/8/8/8/8/7R w - - 0 1", "1-0", ""),
        &study(WON, "1-0", "1. Ke6 Kd8 2. Ka1"),
        &study(WON, "1-0", "1. Ke6 -- 2. e5"),
        &variant,
    ];
    let (text, summary) = verify(&pgn.map(String::as_str).concat(), "", 1);
    for reason in [
        "castling rights 1",
        "fault in the moves 2",
        "illegal position 1",
        "too many men 2",
        "variant 1",
    ] {
        assert!(summary.contains(reason), "{reason}: {summary}");
    }
    assert!(summary.contains("0 proved, 0 failing, 7 open ("), "{summary}");
    assert!(text.contains("  start: open: castling rights\n"), "{text}");
    assert!(!text.contains(" men, "), "{text}");
    let (text, _) = verify(pgn[0], "-v", 0);
    assert!(text.contains("  start: open: 5 men, and the tables have at most 3\n"), "{text}");
}

#[test]
fn rows_have_the_same_columns_everywhere() {
    let pgn = study(WON, "1-0", "1. Kd6 Kf7 2. Kd7");
    let (csv, _) = verify(&pgn, "--to csv", 0);
    let head = "file,line,game,ply,move,kind,was,is,also,given,returns\n";
    assert!(
        csv.starts_with(&format!("{head}a.pgn,1,1,1,1. Kd6,alternative,,win,1. Ke6,,no\n")),
        "{csv}"
    );
    let (jsonl, _) = verify(&pgn, "--to jsonl", 0);
    let first =
        r#"{"file":"a.pgn","line":1,"game":1,"ply":1,"move":"1. Kd6","kind":"alternative","#;
    assert!(jsonl.starts_with(first), "{jsonl}");
    assert!(jsonl.contains(r#""is":"win","also":"1. Ke6","#), "{jsonl}");
}

#[test]
fn positions_of_other_formats_are_judged_by_their_claims() {
    let folder = Folder::with("a.gbr", b"e5e8 0000.10 .e4 2/1+.\ne5e8 0000.10 .e4 2/1=.\n");
    let (text, summary) = folder.said(&format!("verify --tables {TABLES} a.gbr"), 1);
    assert!(text.contains("a.gbr:1: game 1: win claimed: proved\n"), "{text}");
    assert!(text.contains("a.gbr:2: game 2: draw claimed: fails\n"), "{text}");
    assert!(summary.contains("1 proved, 1 failing, 0 open"), "{summary}");
}

#[test]
fn tables_are_those_of_all_folders_or_of_the_variable() {
    let folder = copy();
    folder.write("a.pgn", study(WON, "1-0", "1. Ke6").as_bytes());
    fs::create_dir(folder.path("one")).unwrap();
    fs::create_dir(folder.path("two")).unwrap();
    for (name, place) in [("KPvK", "one"), ("KQvK", "two"), ("KRvK", "two")] {
        let name = format!("{name}.rtbw");
        fs::rename(folder.path(&format!("tables/{name}")), folder.path(&format!("{place}/{name}")))
            .unwrap();
    }
    folder.said("verify --tables one --tables two a.pgn", 0);
    let run = folder.run("verify a.pgn").env("SYZYGY_PATH", "one:two").assert().code(0);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("1 proved"));
}

#[test]
fn without_tables_the_status_is_2() {
    let folder = Folder::with("a.pgn", study(WON, "1-0", "1. Ke6").as_bytes());
    let run = folder.run("verify a.pgn").env_remove("SYZYGY_PATH").assert().code(2);
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_eq!(said, "gbr-pgn: no tables: name their folder by --tables or SYZYGY_PATH\n");
    let (_, said) = folder.said("verify --tables . a.pgn", 2);
    assert_eq!(said, "gbr-pgn: .: there is no table in it\n");
    fs::create_dir_all(folder.path("folders/KPvK.rtbw")).unwrap();
    let (_, said) = folder.said("verify --tables folders a.pgn", 2);
    assert!(
        said.contains("KPvK.rtbw: cannot be read: is a directory; nothing is concluded"),
        "{said}"
    );
    let (_, said) = folder.said("verify --tables nowhere a.pgn", 2);
    assert!(said.contains("nowhere: cannot be read: "), "{said}");
}

#[test]
fn nothing_is_concluded_from_a_damaged_table_which_is_named() {
    let folder = copy();
    let pgn = study(WON, "1-0", "1. Ke6") + &study("8/8/8/8/8/2k5/8/K6R w - - 0 1", "1-0", "");
    folder.write("a.pgn", pgn.as_bytes());
    flip(&folder, "tables/KPvK.rtbw", 3000);
    let (text, said) = folder.said("verify --tables tables a.pgn", 2);
    assert!(said.contains("tables/KPvK.rtbw: the checksum is "), "{said}");
    assert!(said.contains("1 proved, 0 failing, 1 open (damaged table 1)"), "{said}");
    assert!(text.contains("  start: open: KPvK.rtbw is damaged\n"), "{text}");
}

#[test]
fn a_good_copy_of_a_damaged_table_is_used_and_the_damaged_one_is_named() {
    let folder = copy();
    folder.write("a.pgn", study(WON, "1-0", "1. Ke6").as_bytes());
    flip(&folder, "tables/KPvK.rtbw", 3000);
    for (order, found) in [(["tables", TABLES], 2), ([TABLES, "tables"], 0)] {
        let [first, second] = order;
        let words = format!("verify --tables {first} --tables {second} a.pgn");
        let (_, said) = folder.said(&words, found);
        assert!(said.contains("1 proved, 0 failing, 0 open"), "{said}");
        assert_eq!(said.contains("tables/KPvK.rtbw: the checksum is "), found == 2, "{said}");
    }
}

/// The short form of what `tests/tables` does with every byte.
#[test]
fn no_flipped_byte_makes_a_verdict() {
    let folder = copy();
    folder.write("a.pgn", study(WON, "1-0", "1. Ke6").as_bytes());
    for at in (5..7800).step_by(1300) {
        flip(&folder, "tables/KPvK.rtbw", at);
        let (text, said) = folder.said("verify --tables tables a.pgn", 2);
        assert!(!text.contains("proved") && !text.contains("fails"), "byte {at}: {text}");
        assert!(said.contains("tables/KPvK.rtbw: "), "byte {at}: {said}");
        flip(&folder, "tables/KPvK.rtbw", at);
    }
}

#[test]
fn check_tables_reads_all_of_them_and_remembers() {
    let folder = copy();
    let check = |status| {
        let cache = folder.path("cache");
        let mut run = folder.run("verify --check-tables tables");
        let done = run.env("XDG_CACHE_HOME", cache).assert().code(status);
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    assert_eq!(check(0), "gbr-pgn: 10 tables checked, 0 bad\n");
    let known = String::from_utf8(folder.read("cache/gbr-pgn/checked-tables")).unwrap();
    assert_eq!(known.lines().count(), 10);
    flip(&folder, "tables/KQvK.rtbz", 100);
    let said = check(2);
    assert!(said.contains("tables/KQvK.rtbz: the checksum is "), "{said}");
    assert!(said.ends_with("gbr-pgn: 10 tables checked, 1 bad\n"), "{said}");
}

#[test]
fn only_games_whose_tags_are_so_are_judged() {
    let failing = study(DRAWN, "1-0", "");
    let proved = study(WON, "1-0", "").replace("1999", "2005");
    let both = [failing, proved].concat();
    let (_, said) = verify(&both, "", 1);
    assert!(said.contains("1 proved, 1 failing"), "{said}");
    let (_, said) = verify(&both, "--where Date=2005", 0);
    assert!(said.contains("1 proved, 0 failing"), "{said}");
}

#[test]
fn parts_are_judged_once_and_the_output_goes_where_it_is_told() {
    let pgn: String = (0..20)
        .map(|number| format!("[Event \"{number}\"]\n{}", study(WON, "1-0", "1. Kd5 Kd7")))
        .collect();
    let folder = Folder::with("a.pgn", pgn.as_bytes());
    let claims = |flags: &str| {
        folder.said(&format!("verify -q --tables {TABLES} {flags} a.pgn -o out.csv"), 1);
        let text = String::from_utf8(folder.read("out.csv")).unwrap();
        text.lines().filter(|line| line.contains(",claim,")).count()
    };
    assert_eq!(claims(""), 20);
    assert_eq!((1..=3).map(|part| claims(&format!("--part {part}/3"))).sum::<usize>(), 20);
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let pgn: String = (0..300).map(|_| study(WON, "1-0", "1. Ke6 Kd8 2. Ke5 Ke7")).collect();
    let one = verify(&pgn, "-j 1 --to csv", 1);
    assert_eq!(verify(&pgn, "-j 4 --to csv", 1), one);
}

/// Rows of convert with the columns of tables, from `wdl` on.
#[track_caller]
fn columns(pgn: &str) -> Vec<String> {
    let folder = Folder::with("a.pgn", pgn.as_bytes());
    let (text, _) = folder.said(&format!("convert -q --to csv --tables {TABLES} a.pgn"), 0);
    let head = text.lines().next().unwrap();
    let at = head.split(',').position(|name| name == "wdl").unwrap();
    assert!(head.ends_with("wdl,dtz,wdlfinal,dtzfinal,tableply,verdicts"), "{head}");
    let ahead = head.split(',').take(at).map(|name| name.len() + 1).sum::<usize>();
    assert_eq!(&head[ahead..ahead + 3], "wdl");
    text.lines().skip(1).map(|row| row.rsplitn(7, ',').collect::<Vec<_>>()).map(last_six).collect()
}

fn last_six(cells: Vec<&str>) -> String {
    cells[..6].iter().rev().copied().collect::<Vec<_>>().join(",")
}

#[test]
fn convert_has_values_and_distances_of_both_ends_and_each_value_between() {
    let pgn = study(WON, "1-0", "1. Kd5 Kd8 2. Kd6")
        + &study("8/8/8/8/1k6/1P1n4/8/3K4 w - - 0 1", "1/2-1/2", "1. Kd2 Kxb3")
        + &study(WON, "1-0", "").replace("[FEN", "[Variant \"Atomic\"]\n[FEN");
    let found = columns(&pgn);
    let [won, captured, variant] = &found[..] else { panic!("{found:?}") };
    let cells: Vec<&str> = won.split(',').collect();
    assert_eq!((cells[0], cells[2], cells[4], cells[5]), ("win", "win", "0", "win draw win win"));
    assert!(cells[1].parse::<i32>().unwrap() > 0 && cells[3].parse::<i32>().unwrap() < 0, "{won}");
    assert_eq!(captured, ",,draw,0,2,- - draw");
    assert_eq!(variant, ",,,,,");
}

#[test]
fn the_columns_of_tables_are_numbers_and_lists_where_a_format_has_them() {
    let folder = Folder::with("a.pgn", study(WON, "1-0", "1. Kd5 Kd8").as_bytes());
    let (text, _) = folder.said(&format!("convert -q --to jsonl --tables {TABLES} a.pgn"), 0);
    assert!(text.contains(r#""verdicts":["win","draw","win"]"#), "{text}");
    assert!(text.contains(r#""wdl":"win""#) && !text.contains(".0,"), "{text}");
    folder.said(&format!("convert -q -o a.parquet --tables {TABLES} a.pgn"), 0);
    assert!(folder.read("a.parquet").windows(8).any(|word| word == b"verdicts"));
    let (_, said) = folder.said(&format!("convert --to pgn --tables {TABLES} a.pgn"), 2);
    assert_eq!(said, "gbr-pgn: --tables has no meaning for pgn\n");
}
