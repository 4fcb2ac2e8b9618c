//! What convert writes, format by format.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// A study with a comma, quotes and a name in Latin-1.
const STUDY: &[u8] = b"[Event \"A, \\\"quoted\\\" one\"]\n[Date \"1890.??.??\"]\n\
    [White \"=Andr\xe9\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
    [FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ 1-0\n";

fn convert(folder: &Folder, line: &str) -> String {
    folder.said(&format!("convert {line}"), 0).0
}

/// The heading and the rows of a table.
fn table(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(String::from).collect();
    let heading = cells(reader.headers().unwrap());
    (heading, reader.records().map(|record| cells(&record.unwrap())).collect())
}

// Lines of positions

#[test]
fn epd_has_one_line_per_position_and_opcodes_in_ascii_order() {
    let folder = Folder::with("a.pgn", STUDY);
    let id = "id \"=André - ?, A, 'quoted' one, 1890.??.??\";";
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - c0 \"start\"; fmvn 1; gbr \"0000.10\"; \
                 gbrpos \"e1e8 0000.10 .a7 2/1+.\"; hmvc 0; ";
    let last = "Q3k3/8/8/8/8/8/8/4K3 b - - c0 \"final\"; fmvn 1; gbr \"1000.00\"; \
                gbrpos \"e1e8 1000.00 a8 2/1-+.\"; hmvc 0; ";
    assert_eq!(convert(&folder, "--to epd a.pgn"), format!("{start}{id}\n{last}{id}\n"));
    assert_eq!(convert(&folder, "--to epd --at final a.pgn"), format!("{last}{id}\n"));
}

#[test]
fn epd_keeps_its_operations_in_order_and_in_the_standards_form() {
    let line =
        "8/8/1KP5/3r4/8/8/8/k7\tw  - -  id  \"a; b\" ;  bm  c7   Kb5;noop; c0 \"never closed";
    let folder = Folder::with("a.epd", line.as_bytes());
    let expected = "8/8/1KP5/3r4/8/8/8/k7 w - - bm c7 Kb5; c0 \"never closed\"; fmvn 1; gbr \"0300.10\"; \
                    gbrpos \"b6a1 0300.10 d5.c6 2/2 WTM.\"; hmvc 0; id \"a; b\"; noop;\n";
    assert_eq!(convert(&folder, "--to epd a.epd"), expected);
    folder.write("b.epd", expected.as_bytes());
    assert_eq!(convert(&folder, "--to epd b.epd"), expected);
}

#[test]
fn perft_lines_keep_every_operation() {
    let folder = Folder::with("a.epd", b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197\n");
    let line = convert(&folder, "--to epd a.epd");
    assert!(
        line.starts_with("4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 66; D3 1197; fmvn 1;"),
        "{line}"
    );
}

#[test]
fn strings_of_epd_come_out_as_they_went_in() {
    let strings = [
        r#""a \"; gbr \"b\"""#,
        r#""back\\slash\\""#,
        r#""C:\""#,
        r#""x"y"#,
        "\"Dvo\u{159}\u{e1}k\"",
    ];
    let operations: Vec<String> =
        strings.iter().enumerate().map(|(at, it)| format!("c{at} {it};")).collect();
    let line = format!("8/8/1KP5/3r4/8/8/8/k7 w - - {}", operations.join(" "));
    let folder = Folder::with("a.epd", line.as_bytes());
    let converted = convert(&folder, "--to epd a.epd");
    assert!(converted.starts_with(&format!("{line} fmvn 1; gbr \"0300.10\";")), "{converted}");
}

#[test]
fn a_string_that_ends_in_a_backslash_swallows_nothing_that_comes_to_follow_it() {
    let folder = Folder::with("a.epd", br#"8/8/8/8/8/P7/PPPPPPPP/K6k w - - id " y"; c0 "C:\";"#);
    let line = folder.said("convert --to epd a.epd", 1).0;
    assert!(line.ends_with("- - c0 \"C:\\\\\"; fmvn 1; hmvc 0; id \" y\";\n"), "{line}");
}

#[test]
fn clocks_that_cannot_be_read_or_say_something_else_are_kept() {
    let folder = Folder::with(
        "a.epd",
        b"8/8/1KP5/3r4/8/8/8/k7 w - - 3 41 hmvc x; fmvn 7; hmvc 3; fmvn 041;\n",
    );
    let line = convert(&folder, "--to epd a.epd");
    assert!(
        line.contains(" - - fmvn 41; fmvn 7; gbr ") && line.ends_with(" hmvc 3; hmvc x;\n"),
        "{line}"
    );
    folder.write("b.epd", line.as_bytes());
    assert_eq!(convert(&folder, "--to epd b.epd"), line);
}

#[test]
fn an_operation_that_looks_like_a_field_does_not_become_one() {
    let folder = Folder::with("a.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - - bm c7; 3 41; 3+3;\n");
    let line = convert(&folder, "--to epd a.epd");
    assert!(
        line.contains(" - - bm c7; fmvn 1;") && line.ends_with(" hmvc 0; 3 41; 3+3;\n"),
        "{line}"
    );
}

#[test]
fn the_checks_of_three_check_stay_in_the_position() {
    let folder = Folder::with("a.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - - 3+1 4 5 bm c7;\n");
    let line = convert(&folder, "--to epd a.epd");
    assert!(line.starts_with("8/8/1KP5/3r4/8/8/8/k7 w - - 3+1 bm c7; fmvn 5;"), "{line}");
    folder.write("b.epd", line.as_bytes());
    assert_eq!(convert(&folder, "--to fen b.epd"), "8/8/1KP5/3r4/8/8/8/k7 w - - 3+1 4 5\n");
    let game = convert(&folder, "--to pgn b.epd");
    assert!(game.contains("\n[Variant \"Three-check\"]\n[SetUp \"1\"]\n[FEN \""), "{game}");
    folder.write("b.pgn", game.as_bytes());
    let again = convert(&folder, "--to fen --at start b.pgn");
    assert_eq!(again, "8/8/1KP5/3r4/8/8/8/k7 w - - 3+1 4 5\n");
}

#[test]
fn backslashes_of_tags_do_not_open_a_string_of_epd() {
    let game = b"[White \"C:\\\\\"]\n[Black \"b\"]\n[Event \"x\\\\\"]\n\n1. e4 *\n";
    let folder = Folder::with("a.pgn", game);
    let line = convert(&folder, "--to epd --at start a.pgn");
    assert!(line.ends_with(" id \"C:\\\\ - b, x\\\\\";\n"), "{line}");
}

#[test]
fn clocks_are_fields_in_fen_and_operations_in_epd() {
    let folder = Folder::with("a.fen", b"8/8/1KP5/3r4/8/8/8/k7 w - - 3 41\n");
    let epd = convert(&folder, "--to epd a.fen");
    assert!(epd.contains(" fmvn 41; ") && epd.contains(" hmvc 3;"), "{epd}");
    folder.write("a.epd", epd.as_bytes());
    assert_eq!(convert(&folder, "--to fen a.epd"), "8/8/1KP5/3r4/8/8/8/k7 w - - 3 41\n");
}

#[test]
fn fen_and_gbr_have_a_line_for_each_position_that_is_asked_for() {
    let folder = Folder::with("a.pgn", STUDY);
    let fens = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1\nQ3k3/8/8/8/8/8/8/4K3 b - - 0 1\n";
    assert_eq!(convert(&folder, "--to fen a.pgn"), fens);
    assert_eq!(convert(&folder, "--to fen --at final,start a.pgn"), fens);
    assert_eq!(convert(&folder, "--to gbr --at start a.pgn"), "e1e8 0000.10 .a7 2/1+.\n");
    let plain = convert(&folder, "--to gbr --claims never a.pgn");
    assert_eq!(plain, "e1e8 0000.10 .a7 2/1 WTM.\ne1e8 1000.00 a8 2/1 BTM.\n");
}

#[test]
fn what_gbr_does_not_keep_is_told_once_with_the_number_of_positions() {
    let folder = Folder::with("a.pgn", b"1. e4 e5 *\n\n1. d4 *\n");
    folder.write("b.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - -\n8/8/1KP5/3r4/8/8/8/k7 w - - 3 1\n");
    let (_, errors) = folder.said("convert --to gbr a.pgn b.epd", 0);
    let loss = "gbr-pgn: 5 positions with castling rights, en passant square or clocks, \
                which the notation does not keep\n";
    assert_eq!(errors.matches("which the notation does not keep").count(), 1, "{errors}");
    assert!(errors.starts_with(loss), "{errors}");
    let (_, errors) = folder.said("convert --to fen a.pgn b.epd", 0);
    assert!(!errors.contains("does not keep"), "{errors}");
    assert_eq!(folder.said("convert -q --to gbr a.pgn", 0).1, "");
}

// GBR text

#[test]
fn lines_of_gbr_are_read_in_every_form_that_has_the_squares() {
    let text = "\u{feff}# three forms\r\n\r\na7d3 0116.00 b2b3c6d6 3/3+.\r\n\
                (+0031.10a1h8h1f4a7)\n  c2h4 0015.15 d3d6g5g2.c4c5c7e5e6h3 5/7 Win:  \n\
                b6a1 0300.10 d5.c7 2/2-=.";
    let folder = Folder::with("a", text.as_bytes());
    let expected = "a7d3 0116.00 b2b3c6d6 3/3+.\na1h8 0031.10 h1f4.a7 3/2+.\n\
                    c2h4 0015.15 d3d6g5g2.c4c5c7e5e6h3 5/7+.\nb6a1 0300.10 d5.c7 2/2-=.\n";
    assert_eq!(convert(&folder, "--to gbr a"), expected);
    assert_eq!(convert(&folder, "--from gbr --to gbr --threads 3 a"), expected);
    let plain = convert(&folder, "--to gbr --claims never a");
    assert!(plain.starts_with("a7d3 0116.00 b2b3c6d6 3/3 WTM.\n"), "{plain}");
}

#[test]
fn a_line_of_gbr_without_squares_is_a_fault_that_says_where_and_what() {
    let folder = Folder::with("a", b"c5g6 0000.22 3/3 Win\n4100\na7d3 0116.0x b2b3c6d6 3/3+.\n");
    let (text, errors) = folder.said("convert --from gbr --to fen a", 1);
    assert_eq!(text, "");
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines[0].starts_with("a:1: game 1: at byte 21: expected a position, found a caption"),
        "{errors}"
    );
    assert!(
        lines[1].starts_with("a:2: game 2: at byte 5: expected a position, found a class"),
        "{errors}"
    );
    assert!(lines[2].starts_with("a:3: game 3: at byte 12: expected "), "{errors}");
    assert_eq!(lines[3], "gbr-pgn: 3 games, 0 coded, 3 faults, 0 notes");
}

#[test]
fn gbr_has_no_place_for_tags() {
    let folder = Folder::with("a", b"a7d3 0116.00 b2b3c6d6 3/3+.\n");
    let (text, errors) = folder.said("annotate a", 2);
    assert_eq!(
        (text.as_str(), errors.as_str()),
        ("", "gbr-pgn: a: gbr has no place for codes, use convert\n")
    );
}

// PGN

#[test]
fn positions_become_games_without_moves_that_claim_the_same() {
    let folder = Folder::with("a", b"b6a1 0300.10 d5.c7 2/2-+.\n");
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
                [FEN \"8/2P5/1K6/3r4/8/8/8/k7 b - - 0 1\"]\n\n1-0\n\n";
    assert_eq!(convert(&folder, "--to pgn a"), game);
    folder.write("a.pgn", game.as_bytes());
    assert_eq!(convert(&folder, "--to gbr --at start a.pgn"), "b6a1 0300.10 d5.c7 2/2-+.\n");
}

#[test]
fn the_id_of_an_epd_line_is_the_event_of_its_game() {
    let event = |operations: &str| {
        let folder =
            Folder::with("a.epd", format!("8/8/8/8/8/1k6/8/7K w - - {operations}\n").as_bytes());
        convert(&folder, "--to pgn a.epd").lines().next().map(str::to_owned)
    };
    assert_eq!(event("bm Kh2; id \"suite; no. 1\";").as_deref(), Some("[Event \"suite; no. 1\"]"));
    assert_eq!(event("id plain;").as_deref(), Some("[Event \"plain\"]"));
    assert_eq!(event("id \"a\\b\";").as_deref(), Some("[Event \"a\\\\b\"]"));
    assert_eq!(event(r#"id "a \"b\" \\";"#).as_deref(), Some(r#"[Event "a \"b\" \\"]"#));
    assert_eq!(event("; id \"x\";").as_deref(), Some("[Event \"x\"]"));
    assert_eq!(event("id \"\";").as_deref(), Some("[Event \"?\"]"));
    assert_eq!(event("bm Kh2;").as_deref(), Some("[Event \"?\"]"));
}

#[test]
fn pgn_stays_as_it_is() {
    let folder = Folder::with("a.pgn", STUDY);
    folder.run("convert --to pgn a.pgn").assert().success().stdout(STUDY);
}

// Tables

#[test]
fn a_table_has_one_heading_for_all_inputs() {
    let folder = Folder::with("a.pgn", STUDY);
    folder.write("b.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - -\n# no game\n\n");
    let (heading, rows) = table(&convert(&folder, "--to csv a.pgn b.epd a.pgn"));
    let expected = "number line offset event site date round white black result plies \
                    gbr gbrpos fen gbrfinal gbrfinalpos fenfinal";
    assert_eq!(heading.join(" "), expected);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0], rows[2]);
    assert_eq!(
        rows[1][11..],
        ["0300.10", "b6a1 0300.10 d5.c6 2/2 WTM.", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "", "", ""]
    );
}

#[test]
fn a_table_has_the_columns_of_the_positions_that_are_asked_for() {
    let folder = Folder::with("a.pgn", STUDY);
    let heading = |line: &str| table(&convert(&folder, line)).0[11..].join(" ");
    assert_eq!(heading("--to csv --at start a.pgn"), "gbr gbrpos fen");
    assert_eq!(heading("--to csv --at final a.pgn"), "gbrfinal gbrfinalpos fenfinal");
}

#[test]
fn csv_is_utf_8_and_quotes_what_it_must() {
    let folder = Folder::with("a.pgn", STUDY);
    let (_, rows) = table(&convert(&folder, "--to csv a.pgn"));
    assert_eq!(rows[0][..3], ["1", "1", "0"]);
    assert_eq!(rows[0][3], "A, \"quoted\" one");
    assert_eq!(rows[0][7], "=André");
    assert_eq!(rows[0][10..12], ["1", "0000.10"]);
}

#[test]
fn codes_and_what_begins_like_a_formula_stay_text_in_a_spreadsheet() {
    let folder = Folder::with("a.pgn", STUDY);
    let (_, rows) = table(&convert(&folder, "--to csv --spreadsheet a.pgn"));
    assert_eq!(rows[0][7], "=\"=André\"");
    assert_eq!((&*rows[0][11], &*rows[0][14]), ("=\"0000.10\"", "=\"1000.00\""));
    assert_eq!(rows[0][10], "1");
}

#[test]
fn blanks_before_a_formula_do_not_make_it_one() {
    for blanks in [" ", "  \t", "\n", "\r", "\u{a0}", "\u{b}", "\u{feff}"] {
        for sign in ["=", "+", "-", "@"] {
            let game = format!("[Event \"e\"]\n[White \"{blanks}{sign}1\"]\n\n1. e4 *\n");
            let folder = Folder::with("a.pgn", game.as_bytes());
            let white = |line| table(&convert(&folder, line)).1[0][7].clone();
            let (plain, guarded) = (white("--to csv a.pgn"), white("--to csv --spreadsheet a.pgn"));
            assert!(plain.ends_with(&format!("{sign}1")), "{plain:?}");
            assert_eq!(guarded, format!("=\"{plain}\""));
        }
    }
    let folder = Folder::with("a.pgn", b"[White \" a=b\"]\n\n1. e4 *\n");
    assert_eq!(table(&convert(&folder, "--to csv --spreadsheet a.pgn")).1[0][7], " a=b");
}

#[test]
fn json_has_the_columns_of_csv_as_keys_and_counts_as_numbers() {
    let folder = Folder::with("a.pgn", STUDY);
    let heading = table(&convert(&folder, "--to csv a.pgn")).0;
    let text = convert(&folder, "--to jsonl a.pgn");
    let places: Vec<_> = heading.iter().map(|key| text.find(&format!("\"{key}\":"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object.as_object().unwrap().len(), heading.len());
    assert_eq!((&object["plies"], &object["gbr"]), (&1.into(), &"0000.10".into()));
    assert_eq!((&object["white"], &object["site"]), (&"=André".into(), &serde_json::Value::Null));
}

#[test]
fn a_record_that_is_too_long_does_not_get_into_a_table() {
    let folder = Folder::with("a.pgn", STUDY);
    let (text, errors) = folder.said("convert --to csv --max-record 100 a.pgn", 1);
    assert_eq!(table(&text).1.len(), 0, "{text}");
    assert!(errors.starts_with("a.pgn:1: a record of more than 100 bytes"), "{errors}");
}

#[test]
fn a_game_that_cannot_be_played_has_no_final_position() {
    let folder = Folder::with("a.pgn", b"1. e4 Ke2 *\n");
    let (text, _) = folder.said("convert --to csv a.pgn", 1);
    let rows = table(&text).1;
    assert_eq!((&*rows[0][10], &*rows[0][11], &*rows[0][14]), ("", "4888.88", ""));
    assert_eq!(folder.said("convert --to fen --at final a.pgn", 1).0, "");
}

// The command line

#[test]
fn the_ending_of_the_output_selects_the_format() {
    let folder = Folder::with("a.pgn", STUDY);
    for (name, start) in [("a.fen", "4k3/P7"), ("a.csv", "number,"), ("a.jsonl", "{")] {
        assert_eq!(convert(&folder, &format!("a.pgn -o {name}")), "");
        let text = String::from_utf8(folder.read(name)).unwrap();
        assert!(text.starts_with(start), "{text}");
    }
    convert(&folder, "a.pgn -o a.gbr.zst");
    assert_eq!(convert(&folder, "--to gbr --at final a.gbr.zst"), "");
    assert_eq!(convert(&folder, "--to gbr --at start a.gbr.zst").lines().count(), 2);
    convert(&folder, "a.pgn --to fen -o b.bak");
    assert!(folder.read("b.bak").starts_with(b"4k3/"));
}

#[test]
fn a_flag_that_would_do_nothing_is_refused() {
    let folder = Folder::with("a.pgn", STUDY);
    let refusal = |line: &str| folder.said(&format!("convert a.pgn {line}"), 2).1;
    let formats = "pgn, epd, fen, gbr, csv, tsv, jsonl, parquet";
    assert_eq!(refusal(""), format!("gbr-pgn: which format? say --to with one of {formats}\n"));
    assert_eq!(refusal("--to pgn --at start"), "gbr-pgn: --at has no meaning for pgn\n");
    assert_eq!(
        refusal("--to jsonl --spreadsheet"),
        "gbr-pgn: --spreadsheet has no meaning for jsonl\n"
    );
    refusal("--to nonsense");
    refusal("--to fen --in-place");
}

#[test]
fn threads_make_no_difference() {
    let folder = Folder::with("a.pgn", &STUDY.repeat(3000));
    let one = convert(&folder, "--to csv --threads 1 a.pgn");
    assert_eq!(table(&one).1.len(), 3000);
    assert!(convert(&folder, "--to csv --threads 4 a.pgn") == one);
}

#[test]
fn tsv_has_no_tab_or_line_end_within_a_cell() {
    let game = b"[Event \"tab\there\"]\n[Site \"a\nb\"]\n\n1. e4 *\n";
    let folder = Folder::with("a.pgn", game);
    let text = convert(&folder, "--to tsv --at start a.pgn");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].len(), lines[1].len());
    assert_eq!(lines[1][3..5], ["tab here", "a b"]);
}

#[test]
fn full_rows_have_file_trail_and_fault() {
    let folder = Folder::with("a.pgn", STUDY);
    folder.write("b.pgn", b"1. e4 d5 2. exd5 e7 *\n");
    let text = folder.said("convert -q --to csv --full --at final a.pgn b.pgn", 1).0;
    let (heading, rows) = table(&text);
    let cell = |row: usize, name: &str| {
        let column = heading.iter().position(|one| one == name).expect(name);
        rows[row][column].as_str()
    };
    assert_eq!((cell(0, "file"), cell(1, "file")), ("a.pgn", "b.pgn"));
    assert_eq!(cell(0, "trail"), "0000.10 1000.00");
    assert_eq!((cell(0, "fault"), cell(0, "gbrfinal")), ("", "1000.00"));
    assert_eq!(cell(1, "trail"), "4888.88 4888.87");
    assert_eq!(cell(1, "fault"), "illegal-move: ply 4 (2... e7): illegal move");
    folder.said("convert --to epd --full a.pgn", 2);
}

#[test]
fn added_tags_are_columns_and_numbers_are_numbers() {
    let game = "[Event \"a\"]\n[WhiteElo \"2450\"]\n[BlackElo \"?\"]\n[ECO \"B90\"]\n[EventDate \"2010.06.??\"]\n\n1. e4 *\n";
    let folder = Folder::with("a.pgn", game.as_bytes());
    let add = "--add WhiteElo,BlackElo,ECO,EventDate,Stage a.pgn";
    let (text, _) = folder.said(&format!("convert -q --to csv {add}"), 0);
    let mut lines = text.lines();
    assert!(lines.next().unwrap().ends_with(",whiteelo,blackelo,eco,eventdate,stage"), "{text}");
    assert!(lines.next().unwrap().ends_with(",2450,,B90,2010.06.??,"), "{text}");
    let (text, _) = folder.said(&format!("convert -q --to jsonl {add}"), 0);
    let expected = "\"whiteelo\":2450,\"blackelo\":null,\"eco\":\"B90\",\"eventdate\":\"2010.06.??\",\"stage\":null}\n";
    assert!(text.ends_with(expected), "{text}");
    let (text, _) = folder.said("convert -q --to csv --add BlackElo:text a.pgn", 0);
    assert!(text.ends_with(",?\n"), "{text}");
}

#[test]
fn blanks_may_stand_between_added_tags() {
    let folder = Folder::with("a.pgn", b"[WhiteElo \"2450\"]\n[ECO \"B90\"]\n\n1. e4 *\n");
    let run = folder.run("convert -q --to csv a.pgn --add").arg("WhiteElo, ECO").assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.ends_with(",2450,B90\n"), "{text}");
}

#[test]
fn what_is_a_number_is_the_same_for_columns_and_questions() {
    for (value, cell, is_number) in [
        ("2450", "2450", true),
        ("2450.0", "2450", true),
        (" +2450 ", "2450", true),
        ("2450?", "", false),
        ("2.45e3", "", false),
    ] {
        let game = format!("[WhiteElo \"{value}\"]\n\n1. e4 *\n");
        let folder = Folder::with("a.pgn", game.as_bytes());
        let (text, _) = folder.said("convert -q --to csv --add WhiteElo a.pgn", 0);
        assert!(text.ends_with(&format!(",{cell}\n")), "{value}: {text}");
        let found = folder.run("find -q * --count a.pgn --where").arg("WhiteElo = 2450").assert();
        found.stdout(format!("{}\n", u8::from(is_number)));
    }
}

#[test]
fn an_added_column_needs_a_name_of_its_own_and_a_table() {
    let folder = Folder::with("a.pgn", b"[Event \"a\"]\n\n1. e4 *\n");
    let (_, text) = folder.said("convert --to csv --add White a.pgn", 2);
    assert!(text.contains("--add White: the column white has that tag"), "{text}");
    for wrong in
        ["--to csv --add ECO,eco", "--to epd --add ECO", "--to csv --add E:x", "--to csv --add ["]
    {
        folder.run(&format!("convert {wrong} a.pgn")).assert().code(2);
    }
}

#[test]
fn trailply_says_from_which_ply_on_a_code_is_on_the_board() {
    let folder = Folder::with("a.pgn", b"1. e4 d5 2. exd5 Qxd5 *\n");
    let (text, _) = folder.said("convert -q --full --to jsonl a.pgn", 0);
    let expected = "\"trail\":[\"4888.88\",\"4888.87\",\"4888.77\"],\"trailply\":[0,3,4],\"fault\"";
    assert!(text.contains(expected), "{text}");
}
