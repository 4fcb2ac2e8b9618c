//! `-o DIR/`: an output for each input in the same tree, or a refusal before anything is written.
#![cfg(all(feature = "cli", unix))]

use crate::archives::zipped;
use crate::collections::{game, tree};
use crate::folder::Folder;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// All files below a folder with what is in them, ours too.
pub fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                all.push((name, fs::read(path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

fn names(folder: &Folder, below: &str) -> Vec<String> {
    contents(&folder.path(below)).into_iter().map(|(name, _)| name).collect()
}

/// A run that must be refused, with nothing written.
#[track_caller]
fn refused(folder: &Folder, line: &str, why: &str) {
    let before = contents(&folder.path(""));
    let (_, told) = folder.said(line, 2);
    assert!(told.contains(why), "{line}: {told}");
    assert!(contents(&folder.path("")) == before, "{line}");
}

#[test]
fn each_input_has_an_output_in_the_same_tree() {
    let folder = tree(&["c/a.pgn", "c/d/b.pgn", "c/d/e/f.PGN", "c/x.txt"]);
    folder.run("strip -q c/a.pgn -o c/g.pgn.zst").assert().code(0);
    folder.write("c/w.zip", &zipped(&[("z.pgn", &game("z")), ("s/y.pgn", &game("y"))]));
    let (out, told) = folder.said("annotate c -o out/", 0);
    assert_eq!(out, "");
    assert!(told.ends_with("6 games, 6 coded, 0 faults, 0 notes, 1 file passed over\n"), "{told}");
    let expected = ["a.pgn", "d/b.pgn", "d/e/f.PGN", "g.pgn.zst", "w.zip/s/y.pgn", "w.zip/z.pgn"];
    assert_eq!(names(&folder, "out"), expected);
    folder.run("strip -q out -o back/").assert().code(0);
    assert_eq!(folder.read("back/d/b.pgn"), game("c/d/b.pgn"));
    assert_eq!(folder.read("back/w.zip/s/y.pgn"), game("y"));
    assert_eq!(folder.said("strip -q out/g.pgn.zst", 0).0.as_bytes(), game("c/a.pgn"));
    assert!(folder.read("out/g.pgn.zst").starts_with(b"\x28\xb5\x2f\xfd"));
}

#[test]
fn outputs_do_not_depend_on_threads_and_are_those_of_single_runs() {
    let folder = Folder::new();
    for number in 0..60 {
        let games = game("g").repeat(number % 7 * number * 9);
        folder.write(&format!("c/{}/{number}.pgn", number % 5), &games);
    }
    folder.write("c/bad.pgn", b"[Event \"x\"]\n\n1. e4 e4 *\n");
    folder.run("annotate -q c -o one/ -j 1").assert().code(1);
    folder.run("annotate -q c -o four/ -j 4").assert().code(1);
    assert!(contents(&folder.path("one")) == contents(&folder.path("four")));
    let one = folder.said("annotate -q c/3/58.pgn", 0).0;
    assert!(folder.read("one/3/58.pgn") == one.as_bytes());
}

#[test]
fn faults_are_told_in_the_order_of_the_files() {
    let folder = Folder::new();
    for number in 10..60 {
        let text =
            if number % 3 == 0 { "1. e4 e4 *\n".to_owned() } else { "1. e4 *\n".repeat(number) };
        folder.write(&format!("c/{number}.pgn"), text.as_bytes());
    }
    let (_, told) = folder.said("annotate c -o a/ --all-faults -j 4", 1);
    let (_, alone) = folder.said("annotate c -o b/ --all-faults -j 1", 1);
    assert_eq!(told, alone);
    folder.run("annotate -q c -o d/ --faults f.jsonl").assert().code(1);
    assert_eq!(String::from_utf8(folder.read("f.jsonl")).unwrap().lines().count(), 16);
}

#[test]
fn files_are_written_under_their_names_as_typed() {
    let folder = tree(&["a.pgn", "d/b.pgn", "c/x.pgn", "e/x.pgn"]);
    folder.run("annotate -q a.pgn ./d/b.pgn c e -o out/").assert().code(0);
    assert_eq!(names(&folder, "out"), ["a.pgn", "c/x.pgn", "d/b.pgn", "e/x.pgn"]);
    let far = folder.path("d/b.pgn");
    folder.run(&format!("annotate -q {} -o far/", far.display())).assert().code(0);
    assert_eq!(names(&folder, "far"), ["b.pgn"]);
}

#[test]
fn what_is_converted_has_the_ending_of_its_format() {
    let folder = tree(&["c/a.pgn", "c/d/b.pgn"]);
    folder.run("convert -q --to csv c -o out/").assert().code(0);
    assert_eq!(names(&folder, "out"), ["a.csv", "d/b.csv"]);
    assert_eq!(
        folder.read("out/a.csv"),
        folder.said("convert -q --to csv c/a.pgn", 0).0.as_bytes()
    );
    folder.run("convert -q --to parquet c -o par/").assert().code(0);
    assert!(folder.read("par/a.parquet").starts_with(b"PAR1"));
    refused(&folder, "convert c -o new/", "which format?");
}

#[test]
fn sort_sorts_each_file() {
    let folder = Folder::new();
    let [queen, rook] = ["k7/8/8/8/8/8/8/KQ6", "k7/8/8/8/8/8/8/KR6"]
        .map(|men| format!("[FEN \"{men} w - - 0 1\"]\n\n*\n\n"));
    folder.write("c/a.pgn", [queen.clone(), rook.clone()].concat().as_bytes());
    folder.write("c/b.pgn", queen.as_bytes());
    folder.run("sort -q c -o out/").assert().code(0);
    assert_eq!(folder.read("out/a.pgn"), [rook, queen.clone()].concat().as_bytes());
    assert_eq!(folder.read("out/b.pgn"), queen.as_bytes());
}

#[test]
fn two_inputs_for_one_name_are_refused_also_by_case() {
    let folder = tree(&["c/a.pgn", "c/A.PGN", "d/x.pgn", "e/d/x.pgn"]);
    refused(&folder, "annotate c -o out/", "c/A.PGN and c/a.pgn: both would be written to a.pgn");
    refused(&folder, "annotate d/x.pgn d -o out/", "both would be written to d/x.pgn");
    let folder = tree(&["c/a.pgn", "c/a.epd"]);
    refused(&folder, "convert --to csv c -o out/", "both would be written to a.csv");
}

#[test]
fn a_target_in_an_input_folder_is_refused() {
    let folder = tree(&["c/a.pgn", "c/d/b.pgn"]);
    symlink("c/d", folder.path("link")).unwrap();
    for target in ["c/", "c/out/", "c/d/x/y/", "./c/d/", "link/", "link/new/", "d/../c/new/"] {
        refused(&folder, &format!("annotate c -o {target}"), "");
    }
    refused(&folder, "annotate . -o out/", "out/: is in ., which is read");
}

#[test]
fn names_through_dots_and_standard_input_are_refused() {
    let folder = tree(&["a.pgn", "d/b.pgn"]);
    refused(&folder, "annotate d/../a.pgn -o out/", "d/../a.pgn: leads through ..");
    refused(&folder, "annotate - -o out/", "standard input has no name for a file in -o DIR/");
    refused(&folder, "annotate d --part 1/2 -o out/", "--part");
}

#[test]
fn a_folder_that_is_not_empty_wants_force() {
    let folder = tree(&["c/a.pgn", "c/b.pgn", "out/a.pgn", "out/z.pgn"]);
    refused(&folder, "annotate c -o out/", "out/: is not empty; --force replaces");
    refused(
        &folder,
        "annotate c -o out",
        "out: is a folder; for a file for each input in it, say out/",
    );
    refused(&folder, "annotate c -o out/ --resume", "and has no run in it to go on with");
    folder.run("strip -q c -o out/ --force").assert().code(0);
    assert_eq!(names(&folder, "out"), ["a.pgn", "b.pgn", "z.pgn"]);
    assert_eq!(folder.read("out/a.pgn"), game("c/a.pgn"));
    assert_eq!(folder.read("out/z.pgn"), game("out/z.pgn"));
    fs::create_dir(folder.path("empty")).unwrap();
    folder.run("strip -q c -o empty/").assert().code(0);
    refused(&folder, "strip c/a.pgn -o c.pgn --force", "--resume and --force are for -o DIR/");
    folder.write("file", b"x");
    refused(&folder, "strip c -o file/", "file/: is not a folder");
}

#[test]
fn an_input_is_not_replaced_by_an_output() {
    let folder = tree(&["a.pgn", "out/a.pgn"]);
    fs::remove_file(folder.path("a.pgn")).unwrap();
    fs::hard_link(folder.path("out/a.pgn"), folder.path("a.pgn")).unwrap();
    refused(&folder, "annotate a.pgn -o out/ --force", "a.pgn: is input and output");
}

#[test]
fn an_input_that_fails_has_no_output_and_the_others_have_theirs() {
    let folder = tree(&["c/a.pgn", "c/b.pgn"]);
    folder.write("c/bad.pgn.gz", b"\x1f\x8b\x08");
    (0..20).for_each(|number| folder.write(&format!("c/n{number}.pgn"), &game("n")));
    let (_, told) = folder.said("annotate c -o out/", 2);
    assert!(!folder.path("out/bad.pgn.gz").exists());
    assert_eq!(names(&folder, "out").len(), 22);
    assert!(
        told.contains("gbr-pgn: 1 input failed:\n  c/bad.pgn.gz: compressed data ends"),
        "{told}"
    );
}

#[test]
fn mode_and_if_wanted_times_are_those_of_the_input() {
    let folder = tree(&["c/a.pgn"]);
    let input = folder.path("c/a.pgn");
    fs::set_permissions(&input, fs::Permissions::from_mode(0o600)).unwrap();
    let then = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 5);
    let file = fs::File::options().write(true).open(&input).unwrap();
    file.set_times(fs::FileTimes::new().set_modified(then)).unwrap();
    folder.run("annotate -q c -o out/").assert().code(0);
    folder.run("annotate -q c -o timed/ --times").assert().code(0);
    let found = |name: &str| fs::metadata(folder.path(name)).unwrap();
    assert_eq!(found("out/a.pgn").mode() & 0o777, 0o600);
    assert!(found("out/a.pgn").modified().unwrap() > then);
    assert_eq!(found("timed/a.pgn").modified().unwrap(), then);
}

/// All are asked about when the run is planned; the first of them, a pipe, then keeps the others waiting.
#[test]
fn inputs_that_change_before_their_turn_are_read_as_they_are_by_then() {
    let folder = tree(&["c/gone.pgn", "c/grown.pgn", "c/same.pgn", "c/shut.pgn"]);
    assert!(Command::new("mkfifo").arg(folder.path("pipe.pgn")).status().unwrap().success());
    let mut run = folder.start("annotate -q pipe.pgn c -o out/ -j 2").spawn().unwrap();
    let begin = Instant::now();
    while !folder.path("out/.gbr-pgn-journal").exists() && begin.elapsed().as_secs() < 60 {
        thread::sleep(Duration::from_millis(5));
    }
    fs::remove_file(folder.path("c/gone.pgn")).unwrap();
    folder.write("c/grown.pgn", &game("grown").repeat(20_000));
    fs::set_permissions(folder.path("c/shut.pgn"), fs::Permissions::from_mode(0o600)).unwrap();
    folder.write("out/c/same.pgn", b"somebody else's");
    fs::write(folder.path("pipe.pgn"), game("pipe")).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(2));
    assert_eq!(names(&folder, "out"), ["c/grown.pgn", "c/same.pgn", "c/shut.pgn", "pipe.pgn"]);
    assert_eq!(fs::metadata(folder.path("out/c/shut.pgn")).unwrap().mode() & 0o777, 0o600);
    for name in ["grown", "same", "shut"] {
        folder.run(&format!("annotate -q c/{name}.pgn -o alone.pgn")).assert().code(0);
        assert!(folder.read(&format!("out/c/{name}.pgn")) == folder.read("alone.pgn"), "{name}");
    }
}

#[test]
fn other_commands_have_one_output() {
    let folder = tree(&["c/a.pgn"]);
    for line in ["find 4* c", "stats c", "check c", "directory c"] {
        let (_, told) = folder.said(&format!("{line} -o out/"), 2);
        assert!(told.contains("out/: cannot be written: names a folder"), "{line}: {told}");
    }
}

/// With what little a person does to a folder of outputs, a second run with `--force` gives the same.
#[test]
fn a_run_with_force_is_a_run_into_an_empty_folder() {
    let folder = tree(&["c/a.pgn", "c/d/b.pgn"]);
    folder.run("annotate -q c -o new/").assert().code(0);
    folder.write("old/a.pgn", b"something else");
    folder.run("annotate -q c -o old/ --force").assert().code(0);
    assert_eq!(contents(&folder.path("old")), contents(&folder.path("new")));
    let status =
        Command::new("diff").args(["-r", "old", "new"]).current_dir(folder.path("")).status();
    assert!(status.unwrap().success());
}
