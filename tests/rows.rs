//! A line in, a row out: what programs that call `gbr-pgn rows` rely on.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// What comes out for these lines, which must end with status 0.
fn rows(args: &str, input: &[u8]) -> String {
    let folder = Folder::new();
    let run = folder.run(&format!("rows -q {args}")).write_stdin(input).assert().code(0);
    String::from_utf8(run.get_output().stdout.clone()).expect("rows are UTF-8")
}

/// The cells of each line.
fn cells(text: &str) -> Vec<Vec<&str>> {
    text.split_terminator('\n').map(|line| line.split('\t').collect()).collect()
}

const LICHESS: &str = "1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... d5 { [%eval 0.63] [%clk 0:00:30] } \
                       2. exd5 { [%eval 0.5] [%clk 0:00:29] } Qxd5 { [%clk 0:00:29] } 1-0";
const STUDY: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\t1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ \
                     5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0";

#[test]
fn a_row_has_codes_positions_fen_plies_trail_and_fault() {
    let out = rows("", format!("{LICHESS}\n{STUDY}\n1. e4 e5 2. Ke3 *\n").as_bytes());
    let rows = cells(&out);
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    assert_eq!(rows[0][0], "4888.88");
    assert_eq!(rows[0][2..3], ["4888.77"]);
    assert!(
        rows[0][3].starts_with("e1e8 4888.77 d1d5a1h1a8h8") && rows[0][3].ends_with("15/15 WTM.")
    );
    assert_eq!(rows[0][4..], [fen, "4", "4888.88 4888.87 4888.77", ""]);
    assert_eq!(
        rows[1][..4],
        ["0300.10", "b6a1 0300.10 d5.c6 2/2 WTM.", "0400.00", "b3a1 0400.00 c8a4 2/2 BTM."]
    );
    assert_eq!(rows[1][4..], ["2R5/8/8/8/r7/1K6/8/k7 b - - 2 7", "13", "0300.10 0400.00", ""]);
    assert_eq!(
        rows[2][2..],
        ["", "", "", "", "4888.88", "illegal-move: ply 3 (2. Ke3): illegal move"]
    );
}

/// Lines of every kind, more than a chunk of them.
fn odd_lines() -> Vec<Vec<u8>> {
    let long = format!("1. e4 {{ {} }} e5 *", "x".repeat(300_000));
    let odd: [&[u8]; 14] = [
        LICHESS.as_bytes(),
        b"",
        b"   ",
        b"\t",
        b"\r",
        STUDY.as_bytes(),
        b"\xff\xfe\x00\x01",
        b"1. e4 { \xe9\t\r } *",
        b"[Event \"a\"]\r\r1. e4 *",
        b"1. e4 { never closed",
        b"no game at all",
        b"15. Kh1 *",
        b"\x1f\x8b\x08",
        long.as_bytes(),
    ];
    (0..400).map(|n| odd[n % odd.len()].to_vec()).collect()
}

#[test]
fn every_line_has_one_row_in_its_place_on_any_number_of_threads() {
    let lines = odd_lines();
    let alone: Vec<String> =
        lines[..14].iter().map(|line| rows("", &[line, &b"\n"[..]].concat())).collect();
    assert!(alone.iter().all(|row| row.matches('\n').count() == 1), "{alone:?}");
    assert!(alone.iter().all(|row| row.matches('\t').count() == 7), "{alone:?}");
    let expected: String = (0..400).map(|n| alone[n % 14].as_str()).collect();
    for threads in [1, 3] {
        assert!(
            rows(&format!("-j {threads}"), &lines.join(&b'\n')) == expected,
            "{threads} threads"
        );
    }
}

#[test]
fn the_ending_of_the_output_selects_the_format() {
    let folder = Folder::with("a", b"1. e4 *\n");
    for (name, begin) in [("a.csv", "4888.88,"), ("a.jsonl", "{\"gbr\":"), ("a.txt", "4888.88\t")] {
        folder.run(&format!("rows -q a -o {name}")).assert().code(0);
        let text = String::from_utf8(folder.read(name)).unwrap();
        assert!(text.starts_with(begin), "{name}: {text}");
    }
}

#[test]
fn a_line_beyond_the_limit_has_one_row_and_costs_no_other() {
    let long = "1. e4 e5 ".repeat(100_000);
    for length in [999, 1000, 1001, 600_000, 900_000] {
        let input = format!("1. e4 *\n{}\n1. d4 *\n", &long[..length]);
        let out = rows("--max-record 1000", input.as_bytes());
        let rows = cells(&out);
        assert_eq!(rows.len(), 3, "{length}");
        assert!(rows.iter().all(|row| row.len() == 8), "{length}");
        assert_eq!((rows[0][5], rows[2][5]), ("1", "1"), "{length}");
        let is_too_long = rows[1][7]
            == "record-too-long: a record of more than 1000 bytes, or of too many tags or operations, is not read";
        assert_eq!(is_too_long, length >= 1000, "{length}");
    }
}

#[test]
fn standard_input_is_taken_as_it_is_and_files_are_unpacked() {
    // Magic numbers of bzip2 and zstd, and what would be refused as binary.
    for line in [&b"BZh91AY&SY"[..], b"P*M\x18\x04\0\0\0", b"PK\x03\x04", &[0; 100]] {
        assert_eq!(cells(&rows("", line)).len(), 1, "{line:?}");
    }
    let folder = Folder::new();
    folder.write("moves.zst", &zstd::encode_all(LICHESS.as_bytes(), 3).unwrap());
    let run = folder.run("rows -q moves.zst").assert().code(0);
    assert_eq!(run.get_output().stdout, rows("", LICHESS.as_bytes()).into_bytes());
}

#[test]
fn the_other_formats_have_the_same_cells() {
    let input = format!("{LICHESS}\n\n");
    let csv = rows("--to csv --heading", input.as_bytes());
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(
        reader.headers().unwrap().iter().collect::<Vec<_>>().join(" "),
        "gbr gbrpos gbrfinal gbrfinalpos fenfinal plies trail fault"
    );
    let table: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect();
    assert_eq!(table, cells(&rows("", input.as_bytes())));
    let jsonl = rows("--to jsonl", input.as_bytes());
    let values: Vec<serde_json::Value> =
        jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values[0]["trail"], serde_json::json!(["4888.88", "4888.87", "4888.77"]));
    assert_eq!((&values[0]["plies"], &values[0]["fault"]), (&4.into(), &serde_json::Value::Null));
    assert_eq!((&values[1]["gbr"], values.len()), (&serde_json::Value::Null, 2));
}

#[test]
fn nothing_in_is_nothing_out() {
    assert_eq!(rows("", b""), "");
}

#[test]
fn faults_are_told_and_leave_the_status_alone_unless_strict() {
    let folder = Folder::new();
    let run = folder.run("rows").write_stdin("1. e4 *\nx\n").assert().code(0);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("<stdin>:2: game 2: ply 1 (1. x): not a move"), "{told}");
    assert!(told.ends_with("2 games, 1 coded, 1 fault, 1 note (-v shows it)\n"), "{told}");
    folder.run("rows --strict").write_stdin("x\n1. e4 *\n").assert().code(1);
    folder.run("rows missing.txt").assert().code(2);
    folder.run("rows --from pgn").write_stdin("").assert().code(2);
}
