//! A run that need not go on ends at once, in every command: nobody waits for a pipe that brings
//! nothing more.
#![cfg(all(feature = "cli", unix))]

use crate::folder::Folder;
use crate::open_pipe::{start, status};
use std::process::Stdio;

/// The commands that read records from standard input.
const READERS: &[&str] = &[
    "annotate",
    "strip",
    "convert --to csv",
    "convert --to pgn",
    "convert --to parquet",
    "find 0*",
    "find 0* --count",
    "find 0* --invert --list",
    "stats",
    "stats --to svg",
    "sort",
    "sort --check",
    "check",
    "check --fix",
    "directory",
    "directory --to html",
];

/// Games of which every one has a fault.
fn faulty() -> Vec<u8> {
    b"[Event \"a\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. Kb8 *\n\n".repeat(2000)
}

#[test]
fn strict_ends_at_once_while_the_pipe_is_open() {
    let folder = Folder::new();
    for line in READERS.iter().filter(|line| !line.starts_with("strip")) {
        let (child, _open) =
            start(&folder, &format!("{line} --strict -"), &faulty(), Stdio::null());
        assert_eq!(status(child), Some(1), "{line}");
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
fn a_reader_that_goes_ends_the_run_at_once_and_quietly() {
    let folder = Folder::new();
    // A check writes nothing that somebody could have stopped reading.
    let writers = READERS.iter().filter(|line| !line.starts_with("sort --check"));
    for line in writers.copied().chain(["rows", "scan"]) {
        let (mut child, _open) = start(&folder, &format!("{line} -"), &faulty(), Stdio::piped());
        drop(child.stdout.take());
        assert_eq!(status(child), Some(0), "{line}");
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
