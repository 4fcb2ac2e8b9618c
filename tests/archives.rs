//! Members of zip archives as inputs.
#![cfg(all(feature = "cli", unix))]

use crate::collections::game;
use crate::folder::Folder;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An archive with these members.
pub fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (number, (name, bytes)) in members.iter().enumerate() {
        let methods = [CompressionMethod::Deflated, CompressionMethod::Stored];
        let options = SimpleFileOptions::default().compression_method(methods[number % 2]);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn weekly() -> Folder {
    let members: [(&str, &[u8]); 4] = [
        ("games.pgn", &game("one")),
        ("readme.txt", b"hello"),
        ("sub/more.PGN", &game("two")),
        ("sub/x.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - -\n"),
    ];
    Folder::with("c/weekly.zip", &zipped(&members))
}

#[test]
fn members_are_read_like_files() {
    let folder = weekly();
    for input in ["c", "c/weekly.zip"] {
        let (out, told) = folder.said(&format!("find 4* --list {input}"), 0);
        let names: Vec<_> = out.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(names, ["c/weekly.zip/games.pgn", "c/weekly.zip/sub/more.PGN"], "{input}");
        assert!(
            told.ends_with("3 games, 3 coded, 0 faults, 0 notes, 1 file passed over\n"),
            "{told}"
        );
    }
}

#[test]
fn an_archive_is_known_by_its_content_where_it_is_named() {
    let folder = Folder::with("weekly.dat", &weekly().read("c/weekly.zip"));
    assert_eq!(folder.said("find 4* --count weekly.dat", 0).0, "2\n");
    folder.write("c/no.zip", b"[Event \"x\"]\n");
    let (_, told) = folder.said("find 4* --count c", 2);
    assert!(told.contains("gbr-pgn: c/no.zip: cannot be unpacked: "), "{told}");
}

#[test]
fn a_glob_picks_members_too() {
    let folder = weekly();
    let (out, _) = folder.said("scan c --glob *.txt", 0);
    assert_eq!(out, "");
    let (out, _) = folder.said("find 4* --count c --glob sub/*", 0);
    assert_eq!(out, "1\n");
}

#[test]
fn a_packed_member_is_unpacked() {
    let folder = Folder::with("a.pgn", &game("inside"));
    folder.run("strip -q a.pgn -o a.pgn.gz").assert().code(0);
    folder.write("a.zip", &zipped(&[("a.pgn.gz", &folder.read("a.pgn.gz"))]));
    assert_eq!(folder.said("strip a.zip", 0).0.as_bytes(), game("inside"));
}

#[test]
fn a_large_member_is_read_to_its_end() {
    let games = game("large").repeat(30_000);
    let folder = Folder::with("a.zip", &zipped(&[("a.pgn", &games), ("b.pgn", &games)]));
    assert_eq!(folder.said("find 4* --count a.zip", 0).0, "60000\n");
    folder.run("strip -q a.zip -o both.pgn").assert().code(0);
    assert_eq!(folder.read("both.pgn"), games.repeat(2));
    // Somebody who goes early leaves nobody waiting.
    assert_eq!(folder.said("find 4* --strict --count a.zip", 0).0, "60000\n");
}

/// Sets the flag of encryption of the first member, in both of its headers.
fn encrypted(mut zip: Vec<u8>) -> Vec<u8> {
    zip[6] |= 1;
    let end = zip.len() - 22;
    let central = u32::from_le_bytes(zip[end + 16..end + 20].try_into().unwrap()) as usize;
    zip[central + 8] |= 1;
    zip
}

#[test]
fn an_encrypted_or_nested_member_is_named_and_the_rest_done() {
    let inner = zipped(&[("x.pgn", &game("inner"))]);
    let zip = zipped(&[("secret.pgn", &game("s")), ("in.ZIP", &inner), ("a.pgn", &game("a"))]);
    let folder = Folder::with("w.zip", &encrypted(zip));
    let (out, told) = folder.said("find 4* --count w.zip", 2);
    assert_eq!(out, "1\n");
    assert!(told.contains("gbr-pgn: w.zip/secret.pgn: is encrypted; unpack it first"), "{told}");
    assert!(told.contains("gbr-pgn: w.zip/in.ZIP: is an archive in an archive; unpack"), "{told}");
}

#[test]
fn a_name_that_leads_out_of_the_archive_is_not_read() {
    let names = ["../x.pgn", "/etc/x.pgn", "a/../../x.pgn", "fine.pgn"];
    let member = game("m");
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &member[..])).collect();
    let folder = Folder::with("w.zip", &zipped(&members));
    let (out, told) = folder.said("find 4* --count w.zip", 2);
    assert_eq!(out, "1\n");
    assert_eq!(told.matches("its name leads out of the archive").count(), 3, "{told}");
}

/// macOS packs such a file beside each other one.
#[test]
fn hidden_members_are_passed_over() {
    let [game, fork] = [game("m"), b"\0\x05\x16\x07\0\x02\0\0".to_vec()];
    let members: [(&str, &[u8]); 4] = [
        ("a.pgn", &game),
        ("__MACOSX/._a.pgn", &fork),
        (".git/b.pgn", &game),
        ("__MACOSX/._in.zip", &fork),
    ];
    let folder = Folder::with("c/w.zip", &zipped(&members));
    for input in ["c", "c/w.zip", "c --glob *"] {
        let (out, told) = folder.said(&format!("find 4* --count {input}"), 0);
        assert_eq!(out, "1\n", "{input}");
        assert!(told.contains(", 3 files passed over"), "{input}: {told}");
    }
}

#[test]
fn what_cannot_be_unpacked_is_told_in_plain_words() {
    let mut zip = zipped(&[("a.pgn", &game("a")), ("b.pgn", &game("b"))]);
    let central = zip.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    // LZMA.
    [zip[8], zip[central + 10]] = [14, 14];
    let folder = Folder::with("c/w.zip", &zip);
    folder.write("c/cut.zip", &zip[..zip.len() / 2]);
    folder.write("c/no.zip", &game("no"));
    let (out, told) = folder.said("find 4* --count c", 2);
    assert_eq!(out, "1\n", "{told}");
    let method = "compression method 14 is not read; unpack it first, for example with 7z";
    assert!(told.contains(&format!("c/w.zip/a.pgn: cannot be unpacked: {method}\n")), "{told}");
    for name in ["cut", "no"] {
        let damaged = "cannot be unpacked: it is not a zip archive, or a damaged one";
        assert!(told.contains(&format!("c/{name}.zip: {damaged}\n")), "{told}");
    }
}

#[test]
fn members_that_share_bytes_are_refused() {
    let mut zip = zipped(&[("a.pgn", &game("a")), ("b.pgn", &game("b"))]);
    // The second line of the directory leads to the first member.
    let central: Vec<usize> =
        (0..zip.len() - 4).filter(|&at| &zip[at..at + 4] == b"PK\x01\x02").collect();
    zip[central[1] + 42..central[1] + 46].fill(0);
    let folder = Folder::with("w.zip", &zip);
    let (out, told) = folder.said("find 4* --count w.zip", 2);
    assert!(out == "0\n" && told.contains("w.zip: is refused: its members share bytes"), "{told}");
}

/// What the directory says of the size of a member is the most that is unpacked.
#[test]
fn a_member_never_gives_more_than_its_archive_says() {
    let mut zip = zipped(&[("a.pgn", &game("a").repeat(40_000))]);
    let central = zip.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    for (at, size) in [(central + 24, 500_000_u32), (22, 500_000)] {
        zip[at..at + 4].copy_from_slice(&size.to_le_bytes());
    }
    let folder = Folder::with("w.zip", &zip);
    let (out, told) = folder.said("find 4* --count w.zip", 2);
    assert!(told.contains("File is larger than its declared uncompressed size"), "{out} {told}");
}

#[test]
fn a_damaged_archive_costs_itself_only() {
    let whole = zipped(&[("a.pgn", &game("a").repeat(50)), ("b.pgn", &game("b"))]);
    for at in (0..whole.len()).step_by(3) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        let folder = Folder::with("c/w.zip", &damaged);
        folder.write("c/z.pgn", &game("z"));
        let run = folder.run("find 4* --count c").output().unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert!(matches!(run.status.code(), Some(0..=2)) && !told.contains("panicked"), "{told}");
        let found: u32 = String::from_utf8(run.stdout).unwrap().trim().parse().unwrap();
        assert!((1..=52).contains(&found), "byte {at}: {found} {told}");
    }
    let folder = Folder::with("w.zip", &whole[..whole.len() / 2]);
    folder.said("find 4* --count w.zip", 2);
}

#[test]
fn an_archive_is_not_changed_in_place() {
    let folder = weekly();
    let before = folder.read("c/weekly.zip");
    let (_, told) = folder.said("annotate --in-place c/weekly.zip", 2);
    assert!(told.contains("an archive is not changed in place; unpack it first, or"), "{told}");
    assert_eq!(folder.read("c/weekly.zip"), before);
}

#[test]
fn members_in_a_folder_that_is_changed_in_place_are_named_and_the_rest_done() {
    let folder = weekly();
    folder.write("c/a.pgn", &game("a"));
    let before = folder.read("c/weekly.zip");
    let (_, told) = folder.said("annotate --in-place c", 2);
    assert_eq!(told, "gbr-pgn: c: is a folder; to change 1 file in place, say -r\n");
    let (_, told) = folder.said("annotate --in-place -r c", 2);
    for member in ["games.pgn", "sub/more.PGN", "sub/x.epd"] {
        let named = format!("gbr-pgn: c/weekly.zip/{member}: an archive is not changed in place;");
        assert!(told.contains(&named), "{told}");
    }
    assert!(told.contains("gbr-pgn: 1 game, 1 coded, "), "{told}");
    assert!(String::from_utf8(folder.read("c/a.pgn")).unwrap().contains("[GBR "));
    assert_eq!(folder.read("c/weekly.zip"), before);
}

#[test]
fn what_is_in_an_archive_has_no_index() {
    let folder = weekly();
    let (_, told) = folder.said("index c/weekly.zip", 2);
    assert!(told.contains("an index stands beside a file"), "{told}");
    folder.write("c/a.pgn", &game("a"));
    folder.run("index -q c").assert().code(0);
    assert!(folder.path("c/a.pgn.gbrx").exists());
}

#[test]
fn an_archive_in_a_pipe_is_refused_with_advice() {
    let zip = weekly().read("c/weekly.zip");
    let run = Folder::new().run("find 4* -").write_stdin(zip).assert().code(2);
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(told.contains("<stdin>: is a zip archive: name it as a file"), "{told}");
}
