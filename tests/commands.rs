//! Every command that reads games, in everything that can happen to a run from outside.
#![cfg(all(feature = "cli", unix))]

use crate::archives::zipped;
use crate::folder::Folder;
use crate::open_pipe::{start, status};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A command with enough of its flags.
struct Row {
    line: &'static str,
    /// Whether it has `--strict`, and reads moves.
    is_strict: bool,
    /// Whether its output is what somebody may stop reading.
    writes: bool,
    /// Whether it takes a pipe.
    reads_pipe: bool,
}

const fn row(line: &'static str) -> Row {
    Row { line, is_strict: true, writes: true, reads_pipe: true }
}

const VERIFY: &str = concat!("verify -v --tables ", env!("CARGO_MANIFEST_DIR"), "/samples/tables");
const VERIFY_CSV: &str =
    concat!("verify --to csv --tables ", env!("CARGO_MANIFEST_DIR"), "/samples/tables");

const TABLE: &[Row] = &[
    row("annotate"),
    Row { is_strict: false, ..row("strip") },
    row("convert --to csv"),
    row("convert --to jsonl --full"),
    row("convert --to pgn"),
    row("convert --to parquet"),
    row("find 4*"),
    row("find 4* --count"),
    row("find 9* --invert --list"),
    row("find 4* --list"),
    row("find 4* --to csv"),
    row("find 4* --to parquet"),
    row("rows"),
    row("stats"),
    row("stats --to svg"),
    row("sort"),
    row("sort --unique"),
    row("unique"),
    row("unique --prefix --keep most"),
    Row { writes: false, ..row("sort --check") },
    row("check"),
    row("check --fix"),
    row(VERIFY),
    row(VERIFY_CSV),
    row("directory"),
    row("directory --to csv"),
    row("directory --to html"),
    Row { is_strict: false, ..row("scan --bare") },
    Row { writes: false, reads_pipe: false, ..row("index") },
];

/// Without a line end, and with a code that is wrong.
const ONE: &str = "[Event \"one\"]\n[GBR \"4888.87\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0";
const TWO: &str =
    "[Event \"two\"]\n[GBR \"4888.88\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. d4 1/2-1/2";

fn folder(one: &str) -> Folder {
    let folder = Folder::with("a.pgn", one.as_bytes());
    folder.write("b.pgn", TWO.as_bytes());
    folder
}

/// Games of which every one has a fault.
fn faulty() -> Vec<u8> {
    b"[Event \"a\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. Kb8 *\n\n".repeat(2000)
}

/// Status and standard output, in which bytes that are not text can be seen.
fn run(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let output = folder.start(line).output().unwrap();
    (output.status.code(), output.stdout.escape_ascii().to_string())
}

#[test]
fn inputs_without_a_last_line_end_are_apart() {
    let (bare, ended) = (folder(ONE), folder(&format!("{ONE}\n")));
    // A page holds the records as they are.
    for Row { line, .. } in TABLE.iter().filter(|row| !row.line.contains("html")) {
        let line = format!("{line} a.pgn b.pgn");
        assert_eq!(run(&bare, &line), run(&ended, &line), "{line}");
    }
}

#[test]
fn strict_ends_at_once_while_the_pipe_is_open() {
    let folder = Folder::new();
    // A line of a game has no FEN, and rows are there whatever is in them.
    let strict = TABLE.iter().filter(|row| row.is_strict && row.reads_pipe && row.line != "rows");
    for Row { line, .. } in strict {
        let line = format!("{line} --strict -");
        let (child, _open) = start(&folder, &line, &faulty(), Stdio::null());
        assert_eq!(status(child), Some(1), "{line}");
    }
}

#[test]
fn a_reader_that_goes_ends_the_run_quietly() {
    let folder = Folder::new();
    for Row { line, .. } in TABLE.iter().filter(|row| row.writes) {
        let line = format!("{line} -");
        let (mut child, _open) = start(&folder, &line, &faulty(), Stdio::piped());
        drop(child.stdout.take());
        assert_eq!(status(child), Some(0), "{line}");
    }
}

#[test]
fn a_full_disk_is_told() {
    let folder = folder(ONE);
    for Row { line, .. } in TABLE.iter().filter(|row| row.writes) {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.start(&format!("{line} a.pgn")).stdout(full).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains("<stdout>: cannot be written: No space"), "{line}: {errors}");
    }
}

#[test]
fn a_bad_input_costs_itself_only() {
    for Row { line, .. } in TABLE {
        let (folder, good) = (folder(ONE), folder(ONE));
        folder.write("bad.pgn", b"\x1f\x8b\x08");
        let output = folder.start(&format!("{line} a.pgn bad.pgn b.pgn")).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains("bad.pgn: "), "{line}: {errors}");
        let (_, expected) = run(&good, &format!("{line} a.pgn b.pgn"));
        assert_eq!(output.stdout.escape_ascii().to_string(), expected, "{line}");
        let of_good = good.names();
        assert!(of_good.iter().all(|name| folder.names().contains(name)), "{line}");
    }
}

#[test]
fn a_bad_input_leaves_the_target_as_it_was() {
    for Row { line, .. } in TABLE.iter().filter(|row| row.writes) {
        let folder = folder(ONE);
        folder.write("old", b"old");
        let (status, _) = run(&folder, &format!("{line} a.pgn no.pgn b.pgn -o old"));
        assert_eq!(status, Some(2), "{line}");
        assert_eq!(folder.read("old"), b"old", "{line}");
        assert_eq!(folder.names(), ["a.pgn", "b.pgn", "old"], "{line}");
    }
}

#[test]
fn an_interrupt_leaves_the_target_as_it_was() {
    for Row { line, .. } in TABLE.iter().filter(|row| row.reads_pipe) {
        let folder = Folder::with("old", b"old");
        let target = if line.contains("--check") { "" } else { "-o old" };
        let (child, _open) =
            start(&folder, &format!("{line} - {target}"), &faulty(), Stdio::null());
        let interrupt = format!("kill -INT {}", child.id());
        // Once it waits for more, or before: it makes no difference.
        thread::sleep(Duration::from_millis(50));
        assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
        assert_eq!(status(child), Some(130), "{line}");
        assert_eq!((folder.names(), folder.read("old")), (vec!["old".into()], b"old".to_vec()));
    }
}

/// Folders, lists and archives are as good as the names of what is in them.
#[test]
fn a_folder_a_list_and_an_archive_are_what_is_in_them() {
    let folder = folder(ONE);
    folder.write("c/a.pgn", ONE.as_bytes());
    folder.write("c/b.pgn", TWO.as_bytes());
    folder.write("list", b"c/a.pgn\nc/b.pgn\n");
    let zip = zipped(&[("a.pgn", ONE.as_bytes()), ("b.pgn", TWO.as_bytes())]);
    folder.write("c.zip", &zip);
    for Row { line, reads_pipe, .. } in TABLE.iter().filter(|row| !row.line.starts_with("scan")) {
        let (status, named) = run(&folder, &format!("{line} c/a.pgn c/b.pgn"));
        for inputs in ["c", "--files-from list", "c.zip"] {
            let (found, out) = run(&folder, &format!("{line} {inputs}"));
            // An index stands beside a file.
            if inputs != "c.zip" || *reads_pipe {
                let out = out.replace("c.zip/", "c/");
                let is_same = line.contains("html") || line.contains("parquet") || out == named;
                assert!(found == status && is_same, "{line} {inputs}: {found:?}\n{out}\n{named}");
            }
        }
    }
}

#[test]
fn strict_leaves_the_target_as_it_was() {
    let folder = Folder::with("old.pgn", b"old");
    for line in ["annotate", "find 0*", "sort", "check --fix"] {
        let line = format!("{line} --strict - -o old.pgn");
        let (child, _open) = start(&folder, &line, &faulty(), Stdio::null());
        assert_eq!(status(child), Some(1), "{line}");
        assert_eq!(folder.names(), ["old.pgn"], "{line}");
        assert_eq!(folder.read("old.pgn"), b"old", "{line}");
    }
}

#[test]
fn a_reader_that_goes_ends_a_conversation_too() {
    let folder = Folder::new();
    for (line, text) in [("encode", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), ("decode", "0002.01\n")] {
        let (mut child, _open) = start(&folder, line, text.as_bytes(), Stdio::piped());
        drop(child.stdout.take());
        assert_eq!(status(child), Some(0), "{line}");
    }
}
