//! What convert writes as Parquet, read back: the rows, and what engines skip by.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use bytes::Bytes;
use parquet::basic::{Compression, LogicalType};
use parquet::data_type::ByteArray;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::statistics::Statistics;
use parquet::record::{Field, Row};
use parquet::schema::parser::parse_message_type;
use serde_json::Value;

type Reader = SerializedFileReader<Bytes>;

fn open(bytes: Vec<u8>) -> Reader {
    let options = ReadOptionsBuilder::new().with_page_index().build();
    SerializedFileReader::new_with_options(bytes.into(), options).expect("a Parquet file")
}

/// Standard output of a run that must end with `status`.
fn run(folder: &Folder, line: &str, status: i32) -> Vec<u8> {
    folder.run(line).assert().code(status).get_output().stdout.clone()
}

/// All rows, as the objects that JSON lines would have.
fn rows(reader: &Reader) -> Vec<Value> {
    reader.get_row_iter(None).unwrap().map(|row| object(&row.unwrap())).collect()
}

fn object(row: &Row) -> Value {
    let pairs = row.get_column_iter().map(|(name, field)| (name.clone(), value(field)));
    Value::Object(pairs.collect())
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Long(number) => (*number).into(),
        Field::Str(text) => text.clone().into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        other => panic!("an unexpected type: {other:?}"),
    }
}

fn lines(jsonl: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(jsonl).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every sample that has games, faults and odd bytes among them.
fn samples() -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
    let odd = [
        "06-latin-1",
        "14-header-only",
        "24-unclosed-comment",
        "28-illegal-move",
        "39-malformed-fen",
        "40-no-king",
        "59-empty-tags",
    ];
    let odd: Vec<_> = odd.iter().map(|name| format!("{root}/odd/{name}.pgn")).collect();
    format!("{root}/games.pgn {root}/studies.pgn {root}/database.pgn {}", odd.join(" "))
}

#[test]
fn the_rows_are_those_of_json_lines_on_any_number_of_threads() {
    let folder = Folder::new();
    for options in ["", "--study", "--at final", "--claims never --at start"] {
        let wanted = lines(&run(
            &folder,
            &format!("convert -q --to jsonl --full {options} {}", samples()),
            1,
        ));
        assert!(wanted.iter().any(|row| row["fault"] != Value::Null));
        let mut files = [1, 3].map(|threads| {
            let line = format!("convert -q -j {threads} --to parquet {options} {}", samples());
            run(&folder, &line, 1)
        });
        assert!(files[0] == files[1], "{options}");
        assert_eq!(rows(&open(std::mem::take(&mut files[0]))), wanted, "{options}");
    }
}

#[test]
fn a_position_without_a_game_has_a_row() {
    let folder = Folder::with("a.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - - bm c7;\nno position\n");
    let wanted = lines(&run(&folder, "convert -q --to jsonl --full a.epd", 1));
    assert_eq!(rows(&open(run(&folder, "convert -q --to parquet a.epd", 1))), wanted);
    assert_eq!((&wanted[0]["gbr"], wanted.len()), (&"0300.10".into(), 2));
}

#[test]
fn nothing_but_the_heading_comes_of_nothing() {
    let folder = Folder::with("a.pgn", b"");
    let reader = open(run(&folder, "convert -q --to parquet a.pgn", 0));
    assert_eq!((rows(&reader).len(), reader.num_row_groups()), (0, 0));
    assert_eq!(reader.metadata().file_metadata().schema().get_fields().len(), 21);
}

#[test]
fn row_groups_are_limited_and_rows_keep_their_order() {
    const GAMES: usize = 150_000;
    let folder = Folder::new();
    let games: String = (1..=GAMES).map(|n| format!("[Event \"{n}\"]\n\n*\n\n")).collect();
    folder.write("a.pgn", games.as_bytes());
    run(&folder, "convert -q a.pgn -o a.parquet", 0);
    let reader = open(folder.read("a.parquet"));
    let sizes: Vec<i64> =
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(sizes, [1 << 17, GAMES as i64 - (1 << 17)]);
    // All twenty columns would take long.
    let two = "message games { optional int64 number; optional binary event (UTF8); }";
    let two = parse_message_type(two).unwrap();
    let rows = reader.get_row_iter(Some(two)).unwrap().map(|row| object(&row.unwrap()));
    let in_order = |(n, row): (usize, Value)| {
        let number = (n + 1).to_string();
        row["number"] == n + 1 && row["event"] == number
    };
    assert!(rows.enumerate().all(in_order));
}

#[test]
fn rows_of_megabytes_make_more_groups_and_no_trouble() {
    let folder = Folder::new();
    let long = "x".repeat(33 << 20);
    let game = |event: &str| format!("[Event \"{event}\"]\n\n1. e4 *\n\n");
    let events = [long.as_str(), &long[1..], "short"];
    folder.write("a.pgn", events.map(game).concat().as_bytes());
    let reader = open(run(&folder, "convert -q --to parquet a.pgn", 0));
    let sizes: Vec<i64> =
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(sizes, [2, 1]);
    let rows = rows(&reader);
    assert!(rows.iter().zip(events).all(|(row, event)| row["event"] == event));
}

/// The column of this name in the first row group, and its place.
fn column<'r>(reader: &'r Reader, path: &str) -> (usize, &'r ColumnChunkMetaData) {
    let columns = reader.metadata().row_group(0).columns();
    let place = columns.iter().position(|column| column.column_path().string() == path).unwrap();
    (place, &columns[place])
}

/// All codes of a column, in order.
fn codes(rows: &[Value], path: &str) -> Vec<String> {
    let mut codes: Vec<_> =
        rows.iter().filter_map(|row| row[path].as_str().map(String::from)).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn engines_can_skip_by_code() {
    let folder = Folder::new();
    let reader = open(run(&folder, &format!("convert -q --to parquet {}", samples()), 1));
    for path in ["gbr", "gbrfinal"] {
        let (place, column) = column(&reader, path);
        let Some(Statistics::ByteArray(statistics)) = column.statistics() else {
            panic!("{path} has no statistics")
        };
        let text = |value: Option<&ByteArray>| value.unwrap().as_utf8().unwrap().to_owned();
        let codes = codes(&rows(&reader), path);
        assert_eq!(text(statistics.min_opt()), codes[0], "{path}");
        assert_eq!(text(statistics.max_opt()), codes[codes.len() - 1], "{path}");
        assert!(column.dictionary_page_offset().is_some(), "{path}");
        assert!(column.bloom_filter_offset().is_some(), "{path}");
        let index = &reader.metadata().column_index().unwrap()[0][place];
        assert_eq!(index.num_pages(), 1, "{path}");
    }
}

#[test]
fn codes_of_the_trail_are_in_a_dictionary() {
    let folder = Folder::new();
    let reader = open(run(&folder, &format!("convert -q --to parquet {}", samples()), 1));
    let (_, column) = column(&reader, "trail.list.element");
    assert!(column.dictionary_page_offset().is_some());
}

#[test]
fn text_is_marked_as_text_and_all_of_it_is_zstd() {
    let folder = Folder::new();
    let reader = open(run(&folder, &format!("convert -q --to parquet {}", samples()), 1));
    let schema = reader.metadata().file_metadata().schema_descr();
    for leaf in
        schema.columns().iter().filter(|leaf| leaf.physical_type() != parquet::basic::Type::INT64)
    {
        assert_eq!(leaf.logical_type_ref(), Some(&LogicalType::String), "{}", leaf.name());
    }
    let columns = reader.metadata().row_group(0).columns();
    assert!(columns.iter().all(|column| matches!(column.compression(), Compression::ZSTD(_))));
}

#[test]
fn find_writes_it_too() {
    let folder = Folder::new();
    let line =
        format!("find -q KRvKR --to FORMAT {}/samples/studies.pgn", env!("CARGO_MANIFEST_DIR"));
    let wanted = lines(&run(&folder, &line.replace("FORMAT", "jsonl"), 0));
    assert!(wanted.len() > 1);
    assert_eq!(rows(&open(run(&folder, &line.replace("FORMAT", "parquet"), 0))), wanted);
}

#[test]
fn it_is_not_compressed_twice() {
    let folder = Folder::with("a.pgn", b"1. e4 *\n");
    let told = folder.run("convert a.pgn -o a.parquet.zst").assert().code(2);
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    assert!(told.contains("compressed already"), "{told}");
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn added_tags_are_numbers_and_dates() {
    let game = |elo: &str, date: &str| {
        format!("[Event \"a\"]\n[WhiteElo \"{elo}\"]\n[EventDate \"{date}\"]\n\n1. e4 *\n\n")
    };
    let text = game("2450", "2010.06.17") + &game("?", "2010.??.??");
    let folder = Folder::with("a.pgn", text.as_bytes());
    folder.run("convert -q --add WhiteElo,EventDate -o a.parquet a.pgn").assert().code(0);
    let reader = open(folder.read("a.parquet"));
    let added = |row: Row| {
        let cells: Vec<Field> = row.get_column_iter().map(|(_, field)| field.clone()).collect();
        cells[cells.len() - 2..].to_vec()
    };
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(|row| added(row.unwrap())).collect();
    let expected = [vec![Field::Long(2450), Field::Date(14_777)], vec![Field::Null, Field::Null]];
    assert_eq!(rows, expected);
}
