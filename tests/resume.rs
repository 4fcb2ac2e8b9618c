//! A run into a folder that was interrupted, and goes on.
//!
//! `KILLS` says how often the run over many files is killed in the long form.
#![cfg(all(feature = "cli", target_os = "linux"))]

use crate::collections::{game, tree};
use crate::corpus::dice::Dice;
use crate::folder::Folder;
use crate::mirror::contents;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

const BAD: &[u8] = b"[Event \"bad\"]\n\n1. e4 e4 *\n\n";

/// Some hundred files, of which every seventh has a fault.
fn many(files: usize) -> Folder {
    let folder = Folder::new();
    for number in 0..files {
        let games = game("g").repeat(3 + number * number % 60);
        let bad = if number % 7 == 0 { BAD } else { b"" };
        folder.write(&format!("c/{}/{number:03}.pgn", number % 9), &[&games, bad].concat());
    }
    folder
}

/// Starts a run, and ends it after a time: at once, or as somebody does who has it clean up first.
fn kill(folder: &Folder, line: &str, after: Duration, at_once: bool) -> String {
    let child = folder.start(line).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    let signal = if at_once { "-KILL" } else { "-INT" };
    let pid = child.id().to_string();
    Command::new("kill").args([signal, &pid]).stderr(Stdio::null()).status().unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
}

fn is_whole(folder: &Folder, expected: &[(String, Vec<u8>)]) -> bool {
    folder.path("out").is_dir() && contents(&folder.path("out")) == expected
}

#[test]
fn killed_at_any_moment_a_run_goes_on_to_the_same_result() {
    let kills = env::var("KILLS").ok().map_or(20, |text| text.parse().expect("a number"));
    let folder = many(300);
    let begin = Instant::now();
    let (_, told) = folder.said("annotate c -o whole/ --all-faults --faults whole.jsonl", 1);
    let usual = begin.elapsed();
    let expected = contents(&folder.path("whole"));
    let mut dice = Dice::new(30);
    let (mut killed, mut rounds) = (0, 0);
    while killed < kills {
        rounds += 1;
        fs::remove_dir_all(folder.path("out")).ok();
        let line = "annotate c -o out/ --all-faults --resume -q";
        for _ in 0..=dice.below(4) {
            if killed < kills {
                let after = usual.mul_f64(dice.below(900) as f64 / 1000.0);
                kill(&folder, line, after, dice.one_in(2));
                killed += 1;
            }
            if is_whole(&folder, &expected) {
                break;
            }
        }
        if !is_whole(&folder, &expected) {
            let line = "annotate c -o out/ --all-faults --resume --faults out.jsonl";
            assert_eq!(folder.said(line, 1).1, told, "round {rounds}");
            assert_eq!(folder.read("out.jsonl"), folder.read("whole.jsonl"), "round {rounds}");
        }
        assert!(contents(&folder.path("out")) == expected, "round {rounds}");
    }
}

/// A run that was interrupted after some files: the journal of one that ended, with its last lines cut off.
fn interrupted() -> Folder {
    let folder = many(40);
    // Files that are not little are done one by one.
    folder.write("c/9/big.pgn", &game("big").repeat(20_000));
    let is_done = || {
        let journal = fs::read_to_string(folder.path("out/.gbr-pgn-journal"));
        journal.is_ok_and(|journal| journal.contains("\"done\""))
    };
    for _ in 0..200 {
        fs::remove_dir_all(folder.path("out")).ok();
        let mut run = folder.start("annotate -q c -o out/ -j 1").spawn().unwrap();
        while !is_done() && run.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        if is_done() {
            return folder;
        }
    }
    panic!("never interrupted in time");
}

#[track_caller]
fn refused(folder: &Folder, line: &str, why: &str) {
    let before = contents(&folder.path("out"));
    let (_, told) = folder.said(line, 2);
    assert!(told.contains(why), "{line}: {told}");
    assert!(contents(&folder.path("out")) == before, "{line}");
}

#[test]
fn any_difference_is_refused() {
    let folder = interrupted();
    let why = "out/: was begun with other flags, or by another version";
    refused(&folder, "annotate c -o out/ --resume --tags GBR", why);
    refused(&folder, "strip c -o out/ --resume", why);
    refused(
        &folder,
        "annotate c -o out/",
        "has a run in it that was interrupted; --resume goes on",
    );
    folder.write("c/0/new.pgn", &game("new"));
    refused(&folder, "annotate c -o out/ --resume", "is not as it was");
    fs::remove_file(folder.path("c/0/new.pgn")).unwrap();
    let old = folder.read("c/3/003.pgn");
    folder.write("c/3/003.pgn", &[&old[..], b"\n"].concat());
    refused(
        &folder,
        "annotate c -o out/ --resume",
        "out/: cannot go on: c/3/003.pgn is not as it was",
    );
    fs::remove_file(folder.path("c/3/003.pgn")).unwrap();
    refused(&folder, "annotate c -o out/ --resume", "is not as it was");
    folder.said("annotate -q c -o out/ --force", 1);
    assert!(!folder.path("out/.gbr-pgn-journal").exists());
}

#[test]
fn an_output_that_was_changed_is_refused() {
    let folder = interrupted();
    let first = "out/0/000.pgn";
    assert!(folder.path(first).exists());
    folder.write(first, b"changed");
    refused(&folder, "annotate c -o out/ --resume", "out/0/000.pgn: is not as the run left it");
    fs::remove_file(folder.path(first)).unwrap();
    refused(&folder, "annotate c -o out/ --resume", "out/0/000.pgn: is not as the run left it");
}

#[test]
fn a_damaged_journal_is_refused_and_half_a_line_is_not() {
    let folder = interrupted();
    let journal = folder.read("out/.gbr-pgn-journal");
    folder.write("out/.gbr-pgn-journal", &[&journal[..], b"nonsense\n"].concat());
    refused(&folder, "annotate c -o out/ --resume", "is damaged; --force begins anew");
    for file in ["99", "18446744073709551615"] {
        let line = format!("[\"done\",{file},[1,1],[1,1,0,null,null,null]]\n");
        folder.write("out/.gbr-pgn-journal", &[&journal[..], line.as_bytes()].concat());
        refused(&folder, "annotate c -o out/ --resume", "is damaged; --force begins anew");
    }
    folder.write("out/.gbr-pgn-journal", &[&journal[..], b"[\"done\",39,[1"].concat());
    folder.said("annotate -q c -o out/ --resume", 1);
    folder.said("annotate -q c -o whole/", 1);
    assert!(contents(&folder.path("out")) == contents(&folder.path("whole")));
}

/// What was written before the power went may never have reached the disk.
#[test]
fn after_another_start_of_the_system_only_what_is_on_the_disk_is_believed() {
    let folder = interrupted();
    let journal = String::from_utf8(folder.read("out/.gbr-pgn-journal")).unwrap();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    folder.write("out/.gbr-pgn-journal", journal.replace(boot.trim(), "another").as_bytes());
    folder.write("out/0/000.pgn", &vec![0; folder.read("out/0/000.pgn").len()]);
    folder.said("annotate -q c -o out/ --resume", 1);
    folder.said("annotate -q c -o whole/", 1);
    assert!(contents(&folder.path("out")) == contents(&folder.path("whole")));
}

#[test]
fn other_threads_and_talk_are_no_difference() {
    let folder = interrupted();
    folder.said("annotate c -o out/ --resume -j 3 -v --progress never --faults f.jsonl", 1);
    folder.said("annotate -q c -o whole/", 1);
    assert!(contents(&folder.path("out")) == contents(&folder.path("whole")));
}

#[test]
fn resume_begins_where_nothing_was_begun() {
    let folder = tree(&["c/a.pgn"]);
    folder.run("annotate -q c -o out/ --resume").assert().code(0);
    assert_eq!(contents(&folder.path("out")).len(), 1);
}

/// Killed before it could do anything, a run leaves next to nothing.
#[test]
fn what_is_left_of_a_run_that_did_not_begin_is_no_hindrance() {
    let folder = tree(&["c/a.pgn"]);
    for name in ["out/.gbr-pgn-journal.new", "out/.gbr-pgn-aB3dE6"] {
        folder.write(name, b"half");
    }
    folder.run("annotate -q c -o out/").assert().code(0);
    assert!(folder.path("out/a.pgn").exists() && !folder.path("out/.gbr-pgn-journal.new").exists());
}

#[test]
fn an_interrupt_says_which_files_are_done() {
    let folder = many(30);
    folder.write("c/9/big.pgn", &game("big").repeat(60_000));
    for (line, rest) in [
        ("annotate c -o out/", "; --resume goes on with the rest"),
        ("annotate --in-place -r c", ""),
    ] {
        // On a busy machine nothing is done yet where a fast one has done all.
        let told = [100, 50, 25, 12, 6].into_iter().cycle().map(|after| {
            fs::remove_dir_all(folder.path("out")).ok();
            kill(&folder, line, Duration::from_millis(after), false)
        });
        let told = told.take(40).find(|told| told.contains(" of 31 files")).unwrap_or_default();
        assert!(told.contains("gbr-pgn: interrupted after "), "{line}: {told}");
        assert!(told.trim_end().ends_with(rest), "{told}");
    }
}
