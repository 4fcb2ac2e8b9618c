//! Whatever becomes of a file or of its index, nobody gets a wrong answer: kills, edits, damage.
//!
//! Each is tried a few times here; `KILLS`, `EDITS` and `DAMAGES` say how often in the long form.
#![cfg(feature = "cli")]

use crate::corpus::dice::Dice;
use crate::folder::Folder;
use crate::index::{BROKEN, QUEEN, ROOKS};
use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

const OPEN: &str = "[Event \"open\"]\n\n1. e4 { a comment that nobody closes 1-0\n\n";
const GAME: &str = "[Event \"game\"]\n\n1. e4 d5 2. exd5 Qxd5 {a } 3. Nc3 1-0\n\n";
const TEXT: &str = "some text between the games\n\n";

/// What is asked; each has another way through the index.
const QUESTIONS: [&str; 10] = [
    "find KQvKP --list",
    "find * --count",
    "find 1000.*",
    "find KRvKRP --at final --count",
    "find -e KQvK -e KRvKRP --lasts 3 --turn black --list",
    "find 4* --invert",
    "stats --at any --to csv",
    "find * --men 3-5 --at start --kings e1?? --list",
    "sort --at start",
    "sort --check",
];

/// How often something is tried.
fn times(name: &str, few: usize) -> usize {
    env::var(name).ok().map_or(few, |text| text.parse().expect("a number"))
}

/// Some games, texts and open comments.
fn games(dice: &mut Dice<'_>, count: usize) -> String {
    // Short games are not sorted by an index.
    let long = format!("[Event \"long\"]\n\n1. {}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(40));
    let pieces = [QUEEN, ROOKS, BROKEN, GAME, QUEEN, ROOKS, GAME, TEXT, &long];
    let odd = |dice: &mut Dice<'_>| if dice.one_in(40) { OPEN } else { "" };
    (0..count).map(|_| [dice.pick(&pieces), odd(dice)].concat()).collect()
}

/// Makes or updates indexes; faults in the games are no matter.
fn index(folder: &Folder, files: &str) {
    let status = folder.run(&format!("index -q {files}")).output().unwrap().status;
    assert!(matches!(status.code(), Some(0 | 1)), "{status:?}");
}

/// All that is said, and the status; but for what is said about the index.
fn ask(folder: &Folder, question: &str, file: &str) -> String {
    let output = folder.run(&format!("{question} {file}")).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!told.contains("panicked"), "{told}");
    let told: Vec<_> = told.lines().filter(|line| !line.contains(".gbrx: ")).collect();
    let out = String::from_utf8(output.stdout).unwrap();
    format!("{:?}\n{told:?}\n{out}", output.status.code())
}

/// The answers of a scan.
fn truth(bytes: &[u8], file: &str, questions: &[&str]) -> Vec<String> {
    let folder = Folder::with(file, bytes);
    questions.iter().map(|question| ask(&folder, question, file)).collect()
}

/// Compares some answers about a file with those of a scan.
#[track_caller]
fn is_right(folder: &Folder, file: &str, questions: &[&str], what: &str) {
    let expected = truth(&folder.read(file), file, questions);
    for (question, expected) in questions.iter().zip(expected) {
        assert_eq!(ask(folder, question, file), expected, "{question} after {what}");
    }
}

/// Two questions.
fn some(dice: &mut Dice<'_>) -> [&'static str; 2] {
    [dice.pick(&QUESTIONS), dice.pick(&QUESTIONS)]
}

#[test]
fn killed_at_any_moment_index_leaves_the_old_one_or_the_new_one() {
    let mut dice = Dice::new(20);
    let folder = Folder::new();
    let whole = games(&mut dice, 6000);
    let usual = {
        folder.write("a.pgn", whole.as_bytes());
        let begin = Instant::now();
        folder.said("index -q a.pgn", 1);
        begin.elapsed()
    };
    for round in 0..times("KILLS", 6) {
        let is_update = dice.one_in(2);
        let cut = if is_update { whole.len() / 2 + dice.below(9999) } else { whole.len() };
        folder.write("a.pgn", &whole.as_bytes()[..cut]);
        fs::remove_file(folder.path("a.pgn.gbrx")).ok();
        if is_update {
            index(&folder, "a.pgn");
            folder.write("a.pgn", whole.as_bytes());
        }
        let old = fs::read(folder.path("a.pgn.gbrx")).ok();
        kill_index(&folder, usual.mul_f64(dice.below(1200) as f64 / 1000.0), dice.one_in(2));
        let now = fs::read(folder.path("a.pgn.gbrx")).ok();
        let what = format!("kill {round}, update: {is_update}");
        is_right(&folder, "a.pgn", &some(&mut dice), &what);
        if now != old {
            let told = folder.run("index -v a.pgn").output().unwrap().stderr;
            let told = String::from_utf8(told).unwrap();
            assert!(told.contains("a.pgn.gbrx: is up to date"), "{what}: {told}");
        }
        clean(&folder, &what);
    }
}

/// Starts the making of an index, and ends it after a time: at once, or as somebody does who has it clean up first.
fn kill_index(folder: &Folder, after: Duration, at_once: bool) {
    let mut child = folder.start("index -q a.pgn").stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    if at_once {
        child.kill().unwrap();
    } else {
        Command::new("kill").arg(child.id().to_string()).stderr(Stdio::null()).status().unwrap();
    }
    child.wait().unwrap();
}

/// There is nothing but the file, its index and, where nobody could clean up, what was being written.
fn clean(folder: &Folder, what: &str) {
    for name in folder.names() {
        let is_temporary = name.starts_with(".gbr-pgn-");
        assert!(is_temporary || name == "a.pgn" || name == "a.pgn.gbrx", "{name} after {what}");
        if is_temporary {
            fs::remove_file(folder.path(&name)).unwrap();
        }
    }
}

#[test]
fn whatever_is_edited_the_answer_is_that_of_the_file() {
    let mut dice = Dice::new(21);
    let mut left = times("EDITS", 24);
    while left > 0 {
        let folder = Folder::new();
        let count = left.min(50);
        left -= count;
        let names: Vec<_> = (0..count).map(|number| format!("{number}.pgn")).collect();
        for name in &names {
            let games = games(&mut dice, 30);
            folder.write(name, games.as_bytes());
        }
        // Of old files the system's word is taken, of new ones the hash.
        if dice.one_in(2) || count < 50 {
            thread::sleep(Duration::from_millis(3200));
        }
        index(&folder, &names.join(" "));
        for name in &names {
            edit_and_ask(&folder, name, &mut dice);
        }
    }
}

fn edit_and_ask(folder: &Folder, name: &str, dice: &mut Dice<'_>) {
    let what = format!("{} of {name}", edit(folder, name, dice));
    is_right(folder, name, &some(dice), &what);
    if dice.one_in(2) {
        index(folder, name);
        is_right(folder, name, &some(dice), &format!("{what}, indexed again"));
    }
}

/// Edits a file, and says how.
fn edit(folder: &Folder, name: &str, dice: &mut Dice<'_>) -> &'static str {
    let path = folder.path(name);
    let mut bytes = folder.read(name);
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let at = dice.below(bytes.len().min(60_000));
    match dice.below(8) {
        0 => {
            overwrite(folder, name, at, b"Q");
            "a byte written over"
        }
        1 => {
            overwrite(folder, name, at, b"}");
            set_time(folder, name, time);
            "a byte written over, and the time set back"
        }
        2 => {
            let piece = dice.pick(&[QUEEN, "}", "\n\n", "{"]);
            bytes.splice(at..at, piece.bytes());
            folder.write(name, &bytes);
            set_time(folder, name, time);
            "something put into the middle"
        }
        3 => {
            let more = [games(dice, 2), "} 1-0\n\n".into(), " 1. e4".into(), "\n".into()];
            let more = &more[dice.below(4)];
            OpenOptions::new()
                .append(true)
                .open(&path)
                .unwrap()
                .write_all(more.as_bytes())
                .unwrap();
            "something put after the end"
        }
        4 => {
            OpenOptions::new().write(true).open(&path).unwrap().set_len(at as u64).unwrap();
            "the end cut off"
        }
        5 => {
            let other = String::from_utf8_lossy(&bytes).replace("4k3/4p3", "4k3/4q3");
            folder.write("other", other.as_bytes());
            set_time(folder, "other", time);
            fs::rename(folder.path("other"), path).unwrap();
            "another file of the same size and time in its place"
        }
        6 => {
            folder.write(name, games(dice, 29).as_bytes());
            "another content"
        }
        _ => {
            bytes[at] ^= 1;
            bytes.extend_from_slice(ROOKS.as_bytes());
            folder.write(name, &bytes);
            "a change, and something put after the end"
        }
    }
}

fn overwrite(folder: &Folder, name: &str, at: usize, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(folder.path(name)).unwrap();
    file.seek(SeekFrom::Start(at as u64)).unwrap();
    file.write_all(bytes).unwrap();
}

fn set_time(folder: &Folder, name: &str, time: SystemTime) {
    let file = File::options().write(true).open(folder.path(name)).unwrap();
    file.set_times(FileTimes::new().set_modified(time)).unwrap();
}

#[test]
fn a_damaged_index_gives_no_wrong_answer_and_no_panic() {
    let mut dice = Dice::new(22);
    let bytes = games(&mut dice, 300);
    let folder = Folder::with("a.pgn", bytes.as_bytes());
    let expected = truth(bytes.as_bytes(), "a.pgn", &QUESTIONS);
    index(&folder, "a.pgn");
    let whole = folder.read("a.pgn.gbrx");
    for question in QUESTIONS {
        let told = folder.run(&format!("{question} -v a.pgn")).output().unwrap().stderr;
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains("a.pgn.gbrx: used"), "{question}: {told}");
    }
    for round in 0..times("DAMAGES", 60) {
        let mut damaged = whole.clone();
        for _ in 0..=dice.below(3) {
            damage(&mut damaged, &mut dice);
        }
        folder.write("a.pgn.gbrx", &damaged);
        let number = dice.below(QUESTIONS.len());
        let answer = ask(&folder, QUESTIONS[number], "a.pgn");
        assert_eq!(answer, expected[number], "{} with damage {round}", QUESTIONS[number]);
    }
    let told = folder.run("index -v a.pgn").output().unwrap().stderr;
    assert!(!String::from_utf8_lossy(&told).contains("up to date"), "what is damaged is made anew");
    assert_eq!(folder.read("a.pgn.gbrx").len(), whole.len());
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice<'_>) {
    let at = dice.below(bytes.len().max(1));
    match dice.below(6) {
        _ if bytes.is_empty() => bytes.push(0),
        0 => bytes.truncate(at),
        1 => bytes.insert(at, dice.below(256) as u8),
        2 => {
            let end = (at + 1 + dice.below(100)).min(bytes.len());
            bytes.drain(at..end);
        }
        3 => bytes[at] = dice.below(256) as u8,
        _ => bytes[at] ^= 1 << dice.below(8),
    }
}
