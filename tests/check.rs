//! What check promises: every code that is wrong is told, and no other.
#![cfg(feature = "cli")]

use crate::folder::{Folder, sample};

/// A study with tags of one's own.
fn study(black: &str, result: &str, more: &str) -> Vec<u8> {
    format!(
        "[White \"Anon=X\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n\
         [FEN \"8/K7/3nn3/8/8/1B1k4/1R6/8 b - - 0 1\"]\n{more}\n1... Nb5+ {result}\n\n"
    )
    .into_bytes()
}

/// What check says of one game in a file of its own.
fn check(game: &[u8], status: i32) -> String {
    let folder = Folder::with("a.pgn", game);
    folder.said("check a.pgn", status).0
}

#[test]
fn the_database_has_exactly_its_three_planted_errors() {
    let folder = Folder::with("database.pgn", &sample("database.pgn"));
    let (out, err) = folder.said("check database.pgn", 1);
    let lines: Vec<&str> = out.lines().collect();
    let expected = [
        ("57: game 5 (Platov=V Platov=M", "(+0014.23h3e3)", "(+0011.23h3e3)"),
        ("142: game 12 (Møller=S", "(+3110.23f1f5)", "(+3110.23f1f6)"),
        ("227: game 19 (Troitzky=A", "(=0041.01f5h1)", "(+0041.01f5h1)"),
    ];
    assert_eq!(lines.len(), expected.len(), "{out}");
    for (line, (place, stored, computed)) in lines.iter().zip(expected) {
        assert!(line.starts_with(&format!("database.pgn:{place}")), "{line}");
        let codes = format!(": Black stored \"{stored}\", computed \"{computed}\", FEN ");
        assert!(line.contains(&codes), "{line}");
    }
    assert_eq!(err, "gbr-pgn: 25 games checked, 22 agree, 3 disagree, 0 with nothing stored\n");
}

#[test]
fn what_annotate_writes_agrees() {
    for name in ["studies.pgn", "games.pgn", "studies.epd"] {
        let folder = Folder::with(name, &sample(name));
        for claims in ["auto", "never"] {
            let annotate = if name.ends_with("epd") { "annotate" } else { "annotate --claims" };
            let claims = if name.ends_with("epd") { "" } else { claims };
            folder.said(&format!("{annotate} {claims} {name} -o coded-{name}"), 0);
            let (out, err) = folder.said(&format!("check coded-{name}"), 0);
            assert_eq!(out, "", "{name}");
            assert!(err.contains(", 0 disagree, 0 with nothing stored"), "{err}");
        }
    }
}

#[test]
fn the_black_tag_does_not_mark_black_to_move() {
    assert_eq!(check(&study("(+0116.00a7d3)", "1-0", ""), 0), "");
    assert_eq!(check(&study("(+0116.00a7d3b2b3d6e6) TT (c)", "1-0", ""), 0), "");
}

#[test]
fn a_sign_that_contradicts_the_result_is_told() {
    let told = check(&study("(=0116.00a7d3)", "1-0", ""), 1);
    assert!(told.contains("stored \"(=0116.00a7d3)\", computed \"(+0116.00a7d3)\""), "{told}");
    assert_ne!(check(&study("(+0116.00a7d3)", "0-1", ""), 1), "");
    assert_eq!(check(&study("(+0116.00a7d3)", "*", ""), 0), "");
    assert_eq!(check(&study("(0116.00a7d3)", "1-0", ""), 0), "");
}

#[test]
fn names_are_never_taken_for_codes() {
    for name in [
        "Anon",
        "(unknown)",
        "(+?)",
        "(1-0)",
        "(+0116.00)",
        "(+0116.0a7d3)",
        "",
        "Smith (+0116.00a7d4)",
    ] {
        let folder = Folder::with("a.pgn", &study(name, "1-0", ""));
        let (out, err) = folder.said("check a.pgn", 0);
        assert_eq!(out, "", "{name}");
        assert!(err.contains("0 disagree, 1 with nothing stored"), "{name}: {err}");
    }
}

#[test]
fn a_digit_9_is_compared_by_its_code() {
    let nine = |black: &str| {
        let game = study(black, "1-0", "");
        let game = String::from_utf8(game).unwrap();
        game.replace("8/K7/3nn3/8/8/1B1k4/1R6/8 b", "8/8/8/8/4k3/8/8/1N2KNN1 w")
            .replace("1... Nb5+", "1. Ng3+")
            .into_bytes()
    };
    assert_eq!(check(&nine("(+0009.00e1e4)"), 0), "");
    assert_eq!(check(&nine("(+0009.00e1e4b1f1g1)"), 0), "");
    assert_ne!(check(&nine("(+0008.00e1e4)"), 1), "");
    assert_ne!(check(&nine("(+0009.00e1e5b1f1g1)"), 1), "");
}

#[test]
fn each_part_of_our_own_tags_is_compared() {
    let position = "a7d3 0116.00 b2b3d6e6 3/3-+.";
    let tags =
        |code: &str, position: &str| format!("[GBR \"{code}\"]\n[GBRPosition \"{position}\"]\n");
    let told = |code: &str, position: &str, status| {
        check(&study("?", "1-0", &tags(code, position)), status)
    };
    assert_eq!(told("0116.00", position, 0), "");
    // The same in another spelling, or with less said.
    assert_eq!(told("0116", "a7d3 0116.00 b3b2e6d6 3/3 BTM.", 1).lines().count(), 1);
    assert_eq!(told("0116", "a7d3 0116.00 b2b3e6d6 3/3 BTM.", 0), "");
    for wrong in [
        "a7d3 0113.00 b2b3d6 3/2-+.",
        "a8d3 0116.00 b2b3d6e6 3/3-+.",
        "a7d3 0116.00 b2b3d6e7 3/3-+.",
        "a7d3 0116.00 b2b3d6e6 3/4-+.",
        "a7d3 0116.00 b2b3d6e6 3/3+.",
        "a7d3 0116.00 b2b3d6e6 3/3-=.",
        "a7d3 0116.00 b2b3d6e6 3/3 WTM.",
        "nonsense",
    ] {
        let told = told("0116.00", wrong, 1);
        let line = format!(
            "GBRPosition stored \"{wrong}\", computed \"{position}\", FEN 8/K7/3nn3/8/8/1B1k4/1R6/8 b - - 0 1\n"
        );
        assert!(
            told.starts_with("a.pgn:7: game 1 (Anon=X - ?): ") && told.ends_with(&line),
            "{told}"
        );
    }
}

#[test]
fn final_tags_are_compared_with_the_last_position() {
    let tags = "[GBRFinal \"0116.00\"]\n[GBRFinalPosition \"a7d3 0116.00 b2b3d6e6 3/3+.\"]\n";
    let told = check(&study("?", "1-0", tags), 1);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("computed \"a7d3 0116.00 b2b3b5e6 3/3+.\""), "{told}");
}

#[test]
fn opcodes_are_compared() {
    let folder = Folder::with(
        "a.epd",
        b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - gbr \"0116.00\"; id \"a\";\n\
          8/K7/2nn4/8/8/1B1k4/1R6/8 w - - gbr \"0113.00\"; gbrpos \"a7d3 0116.00 b2b3c6d6 3/3 BTM.\";\n\
          8/K7/2nn4/8/8/1B1k4/1R6/8 w - - id \"b\";\n",
    );
    let (out, err) = folder.said("check a.epd", 1);
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(
        out.starts_with("a.epd:2: game 2: gbr stored \"0113.00\", computed \"0116.00\", FEN "),
        "{out}"
    );
    assert!(out.contains("\na.epd:2: game 2: gbrpos stored \"a7d3"), "{out}");
    assert!(err.contains("2 games checked, 1 agree, 1 disagree, 1 with nothing stored"), "{err}");
}

#[test]
fn lines_of_notation_are_compared_with_themselves() {
    let folder = Folder::with(
        "a.txt",
        b"a7d3 0116.00 b2b3c6d6 3/3+.\nc5g6 0000.22 3/3 Win\na2f1 0411.56 10/9 Win\n",
    );
    let (out, _) = folder.said("check --from gbr a.txt", 1);
    assert_eq!(
        out,
        "a.txt:3: game 3: line stored \"a2f1 0411.56 10/9 Win\": the code makes 9/8, the text says 10/9\n"
    );
}

#[test]
fn disagreements_are_a_table_or_json_if_wanted() {
    let folder = Folder::with("a.pgn", &study("(=0116.00a7d3)", "1-0", ""));
    let (csv, _) = folder.said("check --to csv a.pgn", 1);
    assert_eq!(
        csv,
        "file,line,game,players,tag,what,stored,computed,fen\n\
         a.pgn,2,1,Anon=X - (=0116.00a7d3),Black,claim,(=0116.00a7d3),(+0116.00a7d3),\
         8/K7/3nn3/8/8/1B1k4/1R6/8 b - - 0 1\n"
    );
    let (json, _) = folder.said("check --to jsonl a.pgn", 1);
    assert!(json.starts_with("{\"file\":\"a.pgn\",\"line\":2,\"game\":1,"), "{json}");
}

#[test]
fn fix_sets_wrong_tags_of_ours_right_and_changes_nothing_else() {
    let wrong = "[GBR  \"0113.00\" ]\r\n[GBRPosition \"a7d3 0116.00 b2b3e6d6 3/3 BTM.\"]\n";
    let right = wrong.replace("0113.00", "0116.00");
    let game = |tags: &str| {
        let mut games = study("(=0116.00a7d3)", "1-0", tags);
        games.extend_from_slice(b"\xe9 text between\n\n");
        games.extend(study("?", "1-0", ""));
        games
    };
    let folder = Folder::with("a.pgn", &game(wrong));
    let (out, err) = folder.said("check --fix a.pgn -o b.pgn", 1);
    assert_eq!(out, "");
    assert_eq!(folder.read("b.pgn"), game(&right));
    // The Black tag is told and stays.
    assert_eq!(err.matches("stored").count(), 3, "{err}");
    folder.said("check --fix --in-place a.pgn", 1);
    assert_eq!(folder.read("a.pgn"), game(&right));
}

#[test]
fn fix_leaves_a_database_without_tags_of_ours_as_it_is() {
    for name in ["database.pgn", "studies.pgn", "games.pgn"] {
        let folder = Folder::with(name, &sample(name));
        let status = i32::from(name == "database.pgn");
        folder.said(&format!("check --fix {name} -o fixed"), status);
        assert_eq!(folder.read("fixed"), sample(name), "{name}");
    }
}

#[test]
fn opcodes_after_an_empty_operation_are_checked_and_stripped() {
    let folder = Folder::with("a.epd", b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - -;; gbr \"9999.99\";\n");
    let (out, _) = folder.said("check a.epd", 1);
    assert!(
        out.starts_with("a.epd:1: game 1: gbr stored \"9999.99\", computed \"0116.00\""),
        "{out}"
    );
    assert_eq!(folder.said("strip a.epd", 0).0, "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -;;\n");
    let text = br#"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - id "\"; gbr \"9999.99\";";"#;
    folder.write("b.epd", text);
    let (out, _) = folder.said("strip b.epd", 0);
    assert_eq!((out.as_bytes(), &*folder.said("check b.epd", 0).0), (&text[..], ""));
}

#[test]
fn fix_sets_opcodes_right() {
    let folder =
        Folder::with("a.epd", b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - -  gbr \"0113.00\"; id \"a\";\n");
    folder.said("check --fix --in-place a.epd", 1);
    assert_eq!(
        folder.read("a.epd"),
        b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - -  gbr \"0116.00\"; id \"a\";\n"
    );
}

#[test]
fn in_place_and_table_need_to_make_sense() {
    let folder = Folder::with("a.pgn", &study("?", "1-0", ""));
    folder.said("check --in-place a.pgn", 2);
    folder.said("check --fix --to csv a.pgn", 2);
    folder.write("a.txt", b"a7d3 0116.00 b2b3c6d6 3/3+.\n");
    folder.said("check --fix a.txt", 2);
}

#[test]
fn study_columns_tell_composers_award_source_diagram_and_flags() {
    let folder = Folder::with("database.pgn", &sample("database.pgn"));
    let (out, _) = folder.said("convert --study --to jsonl database.pgn", 0);
    let line = |number: usize| out.lines().nth(number - 1).unwrap().to_owned();
    let parts = |number| line(number).split_once("\"composers\":").unwrap().1.to_owned();
    assert_eq!(
        parts(17),
        "\"García, E; Öberg, T\",\"award\":\"special prize\",\"source\":\"Ajedrez del Sur\",\
         \"diagram\":\"12\",\"flags\":\"(v) TT (c)\"}"
    );
    assert_eq!(
        parts(2),
        "\"Reti, R\",\"award\":null,\"source\":\"Deutschösterreichische Tageszeitung\",\
         \"diagram\":\"1\",\"flags\":null}"
    );
    let (out, _) = folder.said("convert --to jsonl database.pgn", 0);
    assert!(!out.contains("composers"));
    folder.said("convert --study --to fen database.pgn", 2);
}

#[test]
fn a_sign_that_the_last_position_refutes_is_wrong() {
    let game = |sign: &str| {
        format!(
            "[Result \"1-0\"]\n[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]\n\
             [GBRPosition \"a1h8 1000.00 f7 2/1+.\"]\n\
             [GBRFinalPosition \"a1h8 1000.00 g6 2/1{sign}.\"]\n\n1. Qg6 1-0\n"
        )
    };
    let folder = Folder::with("in.pgn", game("-+").as_bytes());
    let (rows, _) = folder.said("check --to csv in.pgn", 1);
    assert!(rows.contains(",GBRFinalPosition,claim,"), "{rows}");
    folder.run("check --fix in.pgn").assert().code(1).stdout(game(" BTM"));
    folder.write("in.pgn", game(" BTM").as_bytes());
    folder.run("check in.pgn").assert().success();
}

/// Where the record cannot be edited otherwise, too.
#[test]
fn fix_leaves_no_wrong_tag_in_silence() {
    let fixed = "[8\"\n[GBR \"4888.88\"]\n\n[Event]";
    let folder = Folder::with("a.pgn", fixed.replace("4888.88", "9999.99").as_bytes());
    assert_eq!(folder.said("check --fix a.pgn", 1).0, fixed);
    // A comment of the game before may end at the brace.
    let brace = "[Event \"a\"]\n\n1. e4 {\n\n[Event \"b\"]\n[GBR \"{\"]\n\n1. e4 } *\n";
    folder.write("b.pgn", brace.as_bytes());
    let (out, err) = folder.said("check --fix b.pgn", 1);
    assert_eq!(out, brace);
    assert!(err.contains("a brace in tag GBR, so that the wrong tag GBR stays"), "{err}");
}
