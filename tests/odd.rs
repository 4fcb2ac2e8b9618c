//! Every odd file of samples/odd is read as samples/odd/expected.tsv says:
//! how many games there are, the code of each start and end, and what is reported.
//!
//! The expected codes were computed by another program from a clean spelling of the moves.

use std::fs;
use std::path::{Path, PathBuf};

use gbr_pgn::format::{self, Desk};
use gbr_pgn::gbr::Code;
use gbr_pgn::run::Chunks;

/// What is said of one game.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    game: u64,
    start: String,
    last: String,
    report: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/odd")
}

fn expected(file: &str) -> Vec<Line> {
    let table = fs::read_to_string(folder().join("expected.tsv")).expect("the table");
    let lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    lines
        .filter(|cells| cells[0] == file)
        .map(|cells| Line {
            game: cells[1].parse().expect("a game number"),
            start: cells[2].into(),
            last: cells[3].into(),
            report: cells[4].into(),
        })
        .collect()
}

/// What we read, with the first fault, or else the first note, as the report.
fn read(file: &str) -> Vec<Line> {
    let bytes = fs::read(folder().join(file)).expect("the sample");
    let source = format::detect(&bytes);
    let mut desk = Desk::default();
    let mut lines = Vec::new();
    for chunk in Chunks::new(bytes.as_slice(), source, 1 << 20) {
        for record in chunk.expect("reading from memory").records() {
            let game = source.decode(&record, &mut desk);
            let code = |setup: Option<&shakmaty::Setup>| {
                setup
                    .and_then(|setup| Code::from_setup(setup).ok())
                    .map_or("-".into(), |code| code.to_string())
            };
            let fault = game.faults.iter().find(|fault| !fault.is_note());
            let report = match (fault, game.faults.first()) {
                (Some(fault), _) => format!("fault {}", fault.kind.name()),
                (None, Some(note)) => format!("note {}", note.kind.name()),
                (None, None) => "-".into(),
            };
            if record.is_game() {
                let (start, last) = (code(game.start.as_ref()), code(game.last.as_ref()));
                lines.push(Line { game: record.number, start, last, report });
            } else if report != "-" {
                lines.push(Line { game: 0, start: "-".into(), last: "-".into(), report });
            }
        }
    }
    lines.sort_by_key(|line| line.game);
    lines
}

#[test]
fn every_plain_odd_file_is_read_as_promised() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .filter(|name| name.ends_with(".pgn") || name.ends_with(".epd"))
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let mut expected = expected(&file);
        if expected.iter().any(|line| line.report.starts_with("error")) || file.starts_with("71") {
            continue; // the program's own tests open these
        }
        expected.retain(|line| line.game > 0 || line.report != "-");
        let found = read(&file);
        if found != expected {
            wrong.push(format!("{file}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} files differ:\n{}", wrong.len(), wrong.join("\n"));
}
