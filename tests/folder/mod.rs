//! A folder of its own for a test, in which the program is run.
#![allow(dead_code, reason = "each test needs a part of it")]

use assert_cmd::{Command, cargo::cargo_bin};
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use tempfile::TempDir;

/// A file of `samples/`.
pub fn sample(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)).unwrap()
}

/// The entries of the directory of a PGN: code, kings and reference.
pub fn entries_of(pgn: &[u8]) -> Vec<String> {
    let jsonl = Folder::with("a.pgn", pgn).said("directory -q a.pgn --to jsonl", 0).0;
    let entry = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        format!("{} {} {}", text("gbr"), text("kings"), text("reference")).trim_end().to_owned()
    };
    jsonl.lines().map(entry).collect()
}

/// Removed when dropped.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    /// With one file in it.
    pub fn with(name: &str, bytes: &[u8]) -> Folder {
        let folder = Folder::new();
        folder.write(name, bytes);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// What is in it, hidden or not, in order.
    pub fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    /// The same for a folder in it.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// The program in this folder, to be run; the words of `line` are its arguments.
    pub fn run(&self, line: &str) -> Command {
        Command::from_std(self.start(line))
    }

    /// Standard output and standard error of a run that must end with `status`.
    #[track_caller]
    pub fn said(&self, line: &str, status: i32) -> (String, String) {
        let run = self.run(line).assert().code(status);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&run.get_output().stdout), text(&run.get_output().stderr))
    }

    /// The same, which must not change when there is an index beside each file, but for what is said about that.
    #[track_caller]
    pub fn said_with_and_without_index(&self, line: &str, status: i32) -> (String, String) {
        let expected = self.said(line, status);
        let files = self.names().join(" ");
        self.run(&format!("index -q {files}")).output().unwrap();
        let (out, told) = self.said(line, status);
        let about_index = |line: &&str| line.contains(".gbrx: ");
        let told: String = told.split_inclusive('\n').filter(|line| !about_index(line)).collect();
        assert_eq!((out, told), expected, "{line}");
        let indexes = self.names().into_iter().filter(|name| name.ends_with(".gbrx"));
        indexes.for_each(|name| fs::remove_file(self.path(&name)).unwrap());
        expected
    }

    /// The same, to be started and watched.
    pub fn start(&self, line: &str) -> process::Command {
        let mut command = process::Command::new(cargo_bin!("gbr-pgn"));
        command.current_dir(self.0.path()).args(line.split_whitespace());
        command
    }
}
