//! What stays of a file that is changed in place.
#![cfg(all(feature = "cli", target_os = "linux"))]

use crate::collections::{game, tree};
use crate::folder::Folder;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::time::{Duration, SystemTime};

fn coded() -> Vec<u8> {
    let folder = tree(&["a.pgn"]);
    folder.said("annotate -q a.pgn", 0).0.into_bytes()
}

#[test]
fn a_backup_keeps_the_old_file() {
    let folder = tree(&["a.pgn"]);
    folder.run("annotate -q --in-place --backup .bak a.pgn").assert().code(0);
    assert_eq!(folder.read("a.pgn.bak"), game("a.pgn"));
    assert_eq!(folder.read("a.pgn"), coded());
    assert_eq!(folder.names(), ["a.pgn", "a.pgn.bak"]);
}

#[test]
fn a_backup_that_is_there_is_never_replaced() {
    let folder = tree(&["a.pgn", "b.pgn"]);
    folder.write("a.pgn~", b"old");
    let (_, told) = folder.said("annotate --in-place --backup ~ a.pgn b.pgn", 2);
    assert!(
        told.contains("a.pgn: is left as it was: a.pgn~ is there already, and stays"),
        "{told}"
    );
    assert_eq!((folder.read("a.pgn"), folder.read("a.pgn~")), (game("a.pgn"), b"old".to_vec()));
    assert_eq!(folder.read("b.pgn~"), game("b.pgn"));
    for suffix in ["", "/x"] {
        let mut run = folder.run("annotate --in-place a.pgn --backup");
        run.arg(suffix).assert().code(2);
    }
}

#[test]
fn mode_and_times_stay_if_wanted() {
    let folder = tree(&["a.pgn", "b.pgn"]);
    let then = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 7);
    for name in ["a.pgn", "b.pgn"] {
        let path = folder.path(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_times(fs::FileTimes::new().set_modified(then)).unwrap();
    }
    folder.run("annotate -q --in-place --times a.pgn").assert().code(0);
    folder.run("annotate -q --in-place b.pgn").assert().code(0);
    let found = |name: &str| fs::metadata(folder.path(name)).unwrap();
    assert_eq!(found("a.pgn").mode() & 0o777, 0o640);
    assert_eq!(found("a.pgn").modified().unwrap(), then);
    assert!(found("b.pgn").modified().unwrap() > then);
}

#[test]
fn a_symbolic_link_stays_and_its_file_is_replaced() {
    let folder = tree(&["d/a.pgn"]);
    symlink("d/a.pgn", folder.path("link.pgn")).unwrap();
    folder.run("annotate -q --in-place --backup .old link.pgn").assert().code(0);
    assert!(fs::symlink_metadata(folder.path("link.pgn")).unwrap().is_symlink());
    assert!(folder.read("d/a.pgn").starts_with(b"[Event \"d/a.pgn\"]\n[Result \"1-0\"]\n[GBR "));
    assert_eq!(folder.read("d/a.pgn.old"), game("d/a.pgn"));
}

#[test]
fn a_file_with_several_names_is_left_unless_that_is_meant() {
    let folder = tree(&["a.pgn", "c.pgn"]);
    fs::hard_link(folder.path("a.pgn"), folder.path("b.pgn")).unwrap();
    let (_, told) = folder.said("annotate --in-place a.pgn c.pgn", 2);
    assert!(told.contains("a.pgn: is left as it was: it has 2 names (hard links)"), "{told}");
    assert_eq!(folder.read("a.pgn"), game("a.pgn"));
    assert_ne!(folder.read("c.pgn"), game("c.pgn"));
    folder.run("annotate -q --in-place --break-links a.pgn").assert().code(0);
    assert_eq!((folder.read("a.pgn"), folder.read("b.pgn")), (coded(), game("a.pgn")));
}

#[test]
fn extended_attributes_stay() {
    let folder = tree(&["a.pgn"]);
    let path = folder.path("a.pgn");
    let set = rustix::fs::setxattr(&path, "user.note", b"mine", rustix::fs::XattrFlags::empty());
    if set.is_err() {
        println!("skipped: this file system has no extended attributes");
        return;
    }
    folder.run("annotate -q --in-place a.pgn").assert().code(0);
    let mut value = [0; 16];
    let len = rustix::fs::getxattr(&path, "user.note", &mut value[..]).unwrap();
    assert_eq!(&value[..len], b"mine");
}

#[test]
fn the_old_file_is_never_written_to() {
    let folder = Folder::with("a.pgn", &game("a.pgn"));
    let before = fs::metadata(folder.path("a.pgn")).unwrap().ino();
    let open = fs::File::open(folder.path("a.pgn")).unwrap();
    folder.run("annotate -q --in-place a.pgn").assert().code(0);
    assert_ne!(fs::metadata(folder.path("a.pgn")).unwrap().ino(), before);
    assert_eq!(open.metadata().unwrap().len(), game("a.pgn").len() as u64);
}

/// What would do nothing is refused: somebody counts on it.
#[test]
fn flags_for_files_in_place_are_for_nothing_else() {
    let folder = Folder::with("a.pgn", &coded());
    for flag in ["--backup .bak", "--break-links", "-r"] {
        for output in ["", "-o out/", "-o out.pgn"] {
            folder.said(&format!("annotate a.pgn {flag} {output}"), 2);
        }
    }
    for output in ["", "-o out.pgn"] {
        let (_, told) = folder.said(&format!("annotate a.pgn --times {output}"), 2);
        assert_eq!(told, "gbr-pgn: --times is for -o DIR/ and --in-place\n");
    }
    assert_eq!(folder.names(), ["a.pgn"]);
}
