//! Folders as inputs: which files of them are read, in which order, and what is passed over.
#![cfg(all(feature = "cli", unix))]

use crate::folder::Folder;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

/// A game that tells where it was.
pub fn game(name: &str) -> Vec<u8> {
    format!("[Event \"{name}\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n").into_bytes()
}

/// A folder with a game in each of these files.
pub fn tree(names: &[&str]) -> Folder {
    let folder = Folder::new();
    names.iter().for_each(|name| folder.write(name, &game(name)));
    folder
}

/// Which files were read, in their order.
#[track_caller]
fn read(folder: &Folder, line: &str, status: i32) -> (Vec<String>, String) {
    let (out, told) = folder.said(&format!("find 4* --list {line}"), status);
    let file = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    (out.lines().map(file).collect(), told)
}

#[test]
fn a_folder_is_all_its_files_of_games_in_the_order_of_their_names() {
    let names = ["c/b.pgn", "c/a.PGN", "c/b/z.pgn", "c/b/a.pgn", "c/A.pgn", "c/note.txt", "c/x"];
    let folder = tree(&names);
    let epd = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
    ["c/e.epd", "c/f.Fen"].iter().for_each(|name| folder.write(name, epd));
    let (files, told) = read(&folder, "c", 0);
    let expected = ["A.pgn", "a.PGN", "b/a.pgn", "b/z.pgn", "b.pgn", "e.epd", "f.Fen"];
    assert_eq!(files, expected.map(|name| format!("c/{name}")));
    assert!(told.ends_with(", 2 files passed over\n"), "{told}");
}

#[test]
fn packed_files_of_a_folder_are_read() {
    let folder = tree(&["c/a.pgn", "c/b.pgn", "c/d.pgn", "c/e.pgn"]);
    for (name, ending) in [("a", "zst"), ("b", "gz"), ("d", "bz2"), ("e", "XZ")] {
        let line = format!("strip -q c/{name}.pgn -o c/{name}.pgn.{ending}");
        folder.run(&line).assert().code(0);
        fs::remove_file(folder.path(&format!("c/{name}.pgn"))).unwrap();
    }
    assert_eq!(read(&folder, "c", 0).0, ["c/a.pgn.zst", "c/b.pgn.gz", "c/d.pgn.bz2", "c/e.pgn.XZ"]);
}

#[test]
fn hidden_files_indexes_and_our_own_temporary_files_are_never_read() {
    let names = ["c/a.pgn", "c/.a.pgn", "c/.git/a.pgn", "c/.gbr-pgn-x.pgn", "c/.gbr-pgn-y/a.pgn"];
    let folder = tree(&names);
    folder.run("index -q c").assert().code(0);
    assert!(folder.path("c/a.pgn.gbrx").exists());
    for line in ["c", "c --glob *"] {
        let (files, told) = read(&folder, line, 0);
        assert_eq!(files, ["c/a.pgn"], "{line}");
        assert!(told.ends_with(", 2 files passed over\n"), "{told}");
    }
}

#[test]
fn no_ignore_file_is_obeyed() {
    let folder = tree(&["c/a.pgn"]);
    folder.write("c/.gitignore", b"*.pgn\n");
    folder.write("c/.ignore", b"*\n");
    assert_eq!(read(&folder, "c", 0).0, ["c/a.pgn"]);
}

#[test]
fn a_glob_picks_other_files() {
    let folder = tree(&["c/a.pgn", "c/b.txt", "c/d/e.txt", "c/d/f.pgn"]);
    assert_eq!(read(&folder, "c --glob *.txt", 0).0, ["c/b.txt", "c/d/e.txt"]);
    assert_eq!(read(&folder, "c --glob d/*", 0).0, ["c/d/e.txt", "c/d/f.pgn"]);
    assert_eq!(read(&folder, "c --glob b.* --glob f.*", 0).0, ["c/b.txt", "c/d/f.pgn"]);
    let (_, told) = folder.said("find 4* c --glob a[", 2);
    assert!(told.contains("'--glob <GLOB>': invalid range pattern at character 2"), "{told}");
}

#[test]
fn a_list_names_more_files_by_lines_or_nul_bytes() {
    let folder = tree(&["a.pgn", "b c.pgn", "d/e.pgn"]);
    folder.write("lines", b"b c.pgn\r\nd\n");
    folder.write("nul", b"d/e.pgn\0b c.pgn\0");
    folder.write("nothing", b"\n\n");
    assert_eq!(read(&folder, "a.pgn --files-from lines", 0).0, ["a.pgn", "b c.pgn", "d/e.pgn"]);
    assert_eq!(read(&folder, "--files-from nul", 0).0, ["d/e.pgn", "b c.pgn"]);
    let run = folder.run("find 4* --count --files-from -").write_stdin("a.pgn\nd\n").assert();
    run.code(0).stdout("2\n");
    // As PowerShell writes it.
    folder.write("utf16", b"\xff\xfea\0.\0p\0g\0n\0\r\0\n\0");
    let (_, told) = folder.said("find 4* --files-from utf16", 2);
    assert!(told.contains("utf16: is UTF-16 text; convert it first"), "{told}");
    let (_, told) = folder.said("find 4* --files-from nothing", 2);
    assert_eq!(told, "gbr-pgn: nothing: names no file\n");
    let (_, told) = folder.said("find 4* --files-from - -", 2);
    assert!(told.contains("both the list of files and one of them"), "{told}");
    folder.said("find 4* --files-from no", 2);
}

#[test]
fn links_are_followed_but_nothing_is_read_twice() {
    let folder = tree(&["c/z/a.pgn", "c/b.pgn", "other/o.pgn", "far.pgn"]);
    let link = |to: &str, at: &str| symlink(to, folder.path(at)).unwrap();
    link(".", "c/here");
    link("../c", "c/z/round");
    link("z", "c/again");
    link("b.pgn", "c/also.pgn");
    link("../other", "c/away");
    link("../other", "c/away2");
    link("../far.pgn", "c/far.pgn");
    link("../far.pgn", "c/far2.pgn");
    let (files, told) = read(&folder, "c", 0);
    assert_eq!(files, ["c/away/o.pgn", "c/b.pgn", "c/far.pgn", "c/z/a.pgn"]);
    assert!(told.ends_with(", 6 files passed over\n"), "{told}");
    // The same folders by several words: what is named itself comes before what is linked.
    assert_eq!(read(&folder, "c c/z", 0).0, files);
    let (files, _) = read(&folder, "c c/z other", 0);
    assert_eq!(files, ["c/b.pgn", "c/far.pgn", "c/z/a.pgn", "other/o.pgn"]);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_done() {
    let folder = tree(&["c/a.pgn", "c/b.pgn", "c/d/e.pgn"]);
    symlink("nowhere", folder.path("c/lost.pgn")).unwrap();
    folder.write("c/bad.pgn", b"\x1f\x8b\x08");
    let (files, told) = read(&folder, "c no", 2);
    assert_eq!(files, ["c/a.pgn", "c/b.pgn", "c/d/e.pgn"]);
    for error in ["c/lost.pgn: No such file", "c/bad.pgn: compressed data ends", "no: No such"] {
        assert!(told.contains(&format!("gbr-pgn: {error}")), "{told}");
    }
}

#[test]
fn a_folder_without_anything_to_read_is_an_error() {
    let folder = tree(&["c/a.txt", "d/a.pgn"]);
    let (files, told) = read(&folder, "c d", 2);
    assert_eq!(files, ["d/a.pgn"]);
    assert!(told.contains("gbr-pgn: c: there is nothing in it that is to be read"), "{told}");
}

#[test]
fn odd_names_and_files_are_no_matter() {
    let folder =
        tree(&["c/a b.pgn", "c/-o.pgn", "c/\u{202e}x\n.pgn", "c/ü.pgn", "c/dir.pgn/x.pgn"]);
    folder.write("c/empty.pgn", b"");
    let bytes = OsStr::from_bytes(b"c/\xff.pgn");
    fs::write(folder.path("").join(bytes), game("bytes")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path("c/pipe.pgn")).status().unwrap().success());
    let (out, told) = folder.said("find 4* --count c", 0);
    assert_eq!(out, "6\n");
    assert!(told.ends_with(", 1 file passed over\n"), "{told}");
}

#[test]
fn an_unreadable_folder_costs_itself_only() {
    let folder = tree(&["c/a.pgn", "c/shut/b.pgn"]);
    let shut = folder.path("c/shut");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads it all the same.
    let is_shut = fs::read_dir(&shut).is_err();
    let (files, told) = read(&folder, "c", if is_shut { 2 } else { 0 });
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(files[0], "c/a.pgn");
    assert_eq!(told.contains("c/shut: Permission denied"), is_shut, "{told}");
}

#[test]
fn what_is_written_is_not_read() {
    let folder = tree(&["c/a.pgn", "c/out.pgn"]);
    folder.run("strip -q c -o c/out.pgn").assert().code(0);
    assert_eq!(folder.read("c/out.pgn"), game("c/a.pgn"));
    folder.write("c/parts/x.pgn", &game("old"));
    folder.run("find 4* -q c --split c/parts --force").assert().code(0);
    let found = [game("c/a.pgn"), game("c/a.pgn")].concat();
    assert_eq!(folder.read("c/parts/4888.88.pgn"), found);
    assert_eq!(folder.read("c/parts/x.pgn"), game("old"));
}

#[test]
fn a_folder_is_changed_in_place_only_if_that_is_said() {
    let folder = tree(&["c/a.pgn", "c/d/b.pgn"]);
    let (_, told) = folder.said("annotate --in-place c", 2);
    assert_eq!(told, "gbr-pgn: c: is a folder; to change 2 files in place, say -r\n");
    assert_eq!(folder.read("c/a.pgn"), game("c/a.pgn"));
    folder.run("annotate -q --in-place -r c").assert().code(0);
    for name in ["c/a.pgn", "c/d/b.pgn"] {
        assert!(String::from_utf8(folder.read(name)).unwrap().contains("[GBR "), "{name}");
    }
    folder.run("strip -q --in-place -r c").assert().code(0);
    assert_eq!(folder.read("c/d/b.pgn"), game("c/d/b.pgn"));
}

#[test]
fn every_command_that_reads_takes_a_folder() {
    let folder = tree(&["c/a.pgn", "c/b.pgn"]);
    folder.write("c/page.txt", b"see a7d3 0116.00 b2b3c6d6 3/3+. there\n");
    let tables = concat!("verify --tables ", env!("CARGO_MANIFEST_DIR"), "/samples/tables");
    for line in [
        "annotate",
        "strip",
        "convert --to csv",
        "find 4*",
        "stats",
        "sort",
        "check",
        "directory",
        "index",
        "scan",
        tables,
        "rows --glob a.pgn",
        "similar --all",
    ] {
        let run = folder.run(&format!("{line} c")).output().unwrap();
        assert!(matches!(run.status.code(), Some(0 | 1)), "{line}: {run:?}");
    }
    let (out, _) = folder.said("scan c", 0);
    assert!(out.starts_with("c/page.txt:1:"), "{out}");
}

/// A tree of many odd files, as people have them.
#[test]
fn a_great_tree_is_read_once() {
    let folder = Folder::new();
    let (mut games, mut passed) = (0, 0);
    let files = env::var("FILES").ok().map_or(1500, |text| text.parse().expect("a number"));
    for number in 0..files {
        let name = format!("c/{}/{}/f{number}", number % 7, number % 31);
        match number % 10 {
            0 => folder.write(&format!("{name}.pgn"), b""),
            1 => folder.write(&format!("{name} \u{e9}\t.PGN"), &game("a")),
            2 => folder.write(&format!("{name}.txt"), b"text"),
            3 => {
                folder.write(&format!("{name}/x"), b"");
                symlink("..", folder.path(&format!("{name}/up"))).unwrap();
            }
            _ => folder.write(&format!("{name}.pgn"), &game("a")),
        }
        games += u32::from(!matches!(number % 10, 0 | 2 | 3));
        passed += match number % 10 {
            2 => 1,
            3 => 2,
            _ => 0,
        };
    }
    let (out, told) = folder.said("find 4* --count c", 0);
    assert_eq!(out, format!("{games}\n"));
    let told = told.replace(',', "");
    assert!(told.ends_with(&format!(" {passed} files passed over\n")), "{told}");
    let first = folder.run("find 4* --list c").output().unwrap().stdout;
    let again = folder.start("find 4* --list c -j 1").stderr(Stdio::null()).output().unwrap();
    assert_eq!(first, again.stdout);
}
