//! What reading takes of memory: no more than `--max-record` allows, whatever the input is.
//!
//! The program is fed through a pipe and watched while it runs. Only Linux tells the most that a
//! program took; elsewhere nothing is tested.
#![cfg(all(feature = "cli", target_os = "linux"))]

use crate::archives::zipped;
use crate::folder::Folder;
use gbr_pgn::index::{Builder, Harvest, Index};
use std::fs::{self, File};
use std::io::Write;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

const MIB: usize = 1 << 20;

/// With what the program takes in any case, more than any bound of these tests: nothing that holds it all passes.
const SIZE: usize = 28 * MIB;

/// The threads of a run, and the longest record.
const THREADS: usize = 2;
const LIMIT: usize = MIB / 4;

const GAME: &str = "[Event \"e\"]\n\n";

/// `unit` over and over between `front` and `back`.
#[derive(Clone, Copy)]
struct Text<'a> {
    front: &'a str,
    unit: &'a str,
    back: &'a str,
}

const fn text<'a>(front: &'a str, unit: &'a str, back: &'a str) -> Text<'a> {
    Text { front, unit, back }
}

impl Text<'_> {
    /// Whoever reads it may go before it ends.
    fn write_to(self, mut out: impl Write, size: usize) {
        let block = self.unit.repeat(MIB.div_ceil(self.unit.len()));
        let _ = out.write_all(self.front.as_bytes());
        for _ in 0..size / block.len() {
            let _ = out.write_all(block.as_bytes());
        }
        let _ = out.write_all(self.back.as_bytes());
    }
}

/// The most that a program has taken so far, in bytes; none when it has ended.
fn taken(child: &Child) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kib| kib * 1024)
}

/// The most that a run over so much of a text takes.
fn peak(line: &str, text: Text<'_>, size: usize) -> usize {
    let mut command = Folder::new().start(line);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.current_dir("/").spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let mut most = 0;
    thread::scope(|scope| {
        scope.spawn(|| text.write_to(stdin, size));
        while child.try_wait().unwrap().is_none() {
            most = most.max(taken(&child).unwrap_or(0));
            thread::sleep(Duration::from_millis(3));
        }
    });
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)), "{line}");
    most
}

/// A run over the text takes no more than is said in the help.
fn is_bounded(line: &str, texts: &[Text<'_>]) {
    let most = 5 * LIMIT + 32 * MIB + THREADS * 2 * MIB;
    for &text in texts {
        let line = format!("{line} --max-record {LIMIT} --threads {THREADS}");
        let peak = peak(&line, text, SIZE);
        assert!(peak > 0, "nothing was measured");
        assert!(peak <= most, "{line}: {peak} bytes for {:?} {:?}", text.front, text.unit);
    }
}

#[test]
fn one_long_tag_takes_no_more_than_a_record() {
    let texts = [text("[Event \"", "x", "\"]\n\n*\n"), text("[Event \"", "x\n", "")];
    is_bounded("annotate -q --from pgn", &texts);
    is_bounded("strip -q --from pgn", &texts[..1]);
}

#[test]
fn one_long_name_or_no_name_takes_no_more_than_a_record() {
    is_bounded(
        "annotate -q --from pgn",
        &[text("[", "N", " \"x\"]\n"), text("[", " ", "A \"x\"]\n")],
    );
}

#[test]
fn tags_by_the_million_take_no_more_than_a_record() {
    is_bounded(
        "annotate -q --from pgn",
        &[text("", "[A]", "\n*\n"), text("", "[GBR \"x\"]\n", "*")],
    );
}

/// It may belong to the record of the input before.
#[test]
fn white_space_after_another_input_takes_no_more_than_a_record() {
    let folder = Folder::with("a.pgn", b"[Event \"e\"]\n\n1. e4 *\n\x1a");
    let name = folder.path("a.pgn");
    let line = format!("strip -q --from pgn {} -", name.display());
    is_bounded(&line, &[text("", "\n", ""), text("", " \n", "")]);
}

/// An operation that is kept takes more room than its text, too.
#[test]
fn operations_by_the_million_take_no_more_than_a_record() {
    let most = 5 * 8 * MIB + 32 * MIB + 4 * MIB;
    for (task, unit) in [("annotate", "a;"), ("convert --to epd", "bm a b "), ("check", "gbr;")] {
        let line = format!("{task} -q --from epd --max-record 8M --threads 2");
        let peak = peak(&line, text("8/8/1KP5/3r4/8/8/8/k7 w - - ", unit, "\n"), 7 * MIB);
        assert!(peak <= most, "{task}: {peak} bytes for {unit:?}");
    }
}

#[test]
fn one_long_comment_takes_no_more_than_a_record() {
    let open = format!("{GAME}{{");
    is_bounded("find -q 0002.01 --from pgn", &[text(&open, "x", "} *\n"), text(&open, "x\n", "")]);
}

#[test]
fn one_long_line_takes_no_more_than_a_record() {
    for line in ["annotate -q --from epd", "convert -q --from gbr --to csv", "rows -q"] {
        is_bounded(line, &[text("8/8/1KP5/3r4/8/8/8/k7 w - - id \"", "x", "\";\n")]);
    }
}

#[test]
fn a_text_without_anything_takes_no_more_than_a_record() {
    is_bounded("check -q --from pgn", &[text("", " ", ""), text("", "x", "")]);
    is_bounded("stats -q --from pgn", &[text("", "\n", "")]);
}

/// Beyond what the program takes in any case, which differs from build to build.
#[test]
fn a_scan_does_not_hold_its_text() {
    let least = peak("scan -q", text("", "x", ""), MIB);
    for unit in ["x", " ", "<", "&", "=\n"] {
        let peak = peak("scan -q", text("", unit, ""), 12 * MIB);
        assert!(peak <= least + 4 * MIB, "{peak} bytes for {unit:?}, {least} for little");
    }
}

/// Whatever the number of threads: what they hold of long records is one record's length.
/// As is said in the help, with 10 bytes more, because memory is taken in large pieces.
#[test]
fn a_directory_in_text_takes_few_bytes_an_entry() {
    let game = text("", "[White \"Reti=R\"]\n\n1. e4 *\n\n", "");
    let (size, usual) = (4 * MIB, 32 * MIB);
    let most = usual + 60 * (size / game.unit.len());
    let peak = peak(&format!("directory -q --threads {THREADS} -"), game, size);
    assert!(peak <= most, "{} KiB of {}", peak / 1024, most / 1024);
}

#[test]
fn long_records_are_not_held_by_every_thread() {
    let game = format!("{GAME}1. e4 {{{}}} *\n\n", "x".repeat(7 * MIB / 2));
    let most = 5 * 4 * MIB + 32 * MIB + 8 * 2 * MIB;
    for line in ["annotate -q", "check -q --fix"] {
        let line = format!("{line} --from pgn --max-record 4M --threads 8");
        let peak = peak(&line, text("", &game, ""), 28 * MIB);
        assert!(peak <= most, "{line}: {peak} bytes");
    }
}

/// What is made of each record takes more room than its text.
#[test]
fn tiny_records_take_no_more_than_others() {
    let most = 5 * LIMIT + 32 * MIB + 4 * 2 * MIB;
    for (line, unit) in [("convert -q --to jsonl --full", "*\n"), ("annotate -q", "1. e5 *\n")] {
        let line = format!("{line} --from pgn --max-record {LIMIT} --threads 4");
        let peak = peak(&line, text("", unit, ""), 2 * MIB);
        assert!(peak <= most, "{line}: {peak} bytes");
    }
}

/// A move that is kept takes more room than its text.
#[test]
fn long_games_take_no_more_than_long_comments() {
    let line = "find -q --lasts 3 4888.88 --from pgn --max-record 8M --threads 2";
    let most = 5 * 8 * MIB + 32 * MIB + 4 * MIB;
    for unit in ["Nf3 Nf6 Ng1 Ng8 ", "a "] {
        let peak = peak(line, text(GAME, unit, "*\n"), 7 * MIB);
        assert!(peak <= most, "{peak} bytes for {unit:?}");
    }
}

/// The most that a run in a folder takes.
fn peak_in(folder: &Folder, line: &str) -> usize {
    let mut command = folder.start(line);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(taken(&child).unwrap_or(0));
        thread::sleep(Duration::from_millis(3));
    }
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)), "{line}");
    most
}

#[test]
fn many_files_take_no_more_than_few() {
    let (few, many) = (Folder::new(), Folder::new());
    let game = format!("{GAME}1. e4 {{{}}} *\n\n", "x".repeat(3000));
    for number in 0..2000 {
        let name = format!("c/{}/{number}.pgn", number % 40);
        many.write(&name, game.as_bytes());
        if number < 200 {
            few.write(&name, game.as_bytes());
        }
    }
    for line in ["find -q 4* --count c --threads 2", "annotate -q c -o out/ --threads 2"] {
        let (less, more) = (peak_in(&few, line), peak_in(&many, line));
        assert!(less > 0 && more <= less + 4 * MIB, "{line}: {more} bytes, {less} for few");
    }
}

/// What little bytes unpack to is never held.
#[test]
fn a_member_of_an_archive_takes_no_more_than_a_record() {
    let line = format!("{GAME}1. e4 {{{}}} *\n\n", "x".repeat(99_000));
    let zip = zipped(&[("a.pgn", line.repeat(SIZE / line.len()).as_bytes())]);
    let folder = Folder::with("a.zip", &zip);
    let most = 5 * LIMIT + 32 * MIB + THREADS * 2 * MIB;
    let peak = peak_in(&folder, "find -q 4* --count a.zip --max-record 256K --threads 2");
    assert!(zip.len() < MIB && peak <= most, "{peak} bytes");
}

/// Faults that somebody made up take but few bytes of an index, and are told one by one.
#[test]
fn an_index_that_says_much_takes_little() {
    let folder = Folder::with("a.pgn", b"nothing but text\n");
    folder.run("index -q a.pgn").assert().code(1);
    let index = Index::open(File::open(folder.path("a.pgn.gbrx")).unwrap()).unwrap();
    let mut harvest = Harvest::default();
    harvest.add_text();
    let fault = format!("[[\"illegal-move\",1,0,null,null,\"{}\"]]", "a".repeat(MIB));
    (0..100).for_each(|_| harvest.remark(fault.as_bytes()).unwrap());
    let mut builder = Builder::new(Vec::new(), 1).unwrap();
    builder.add(harvest).unwrap();
    let bytes = builder.finish(index.origin().clone()).unwrap();
    folder.write("a.pgn.gbrx", &bytes);
    let peak = peak_in(&folder, "find * --count a.pgn");
    assert!(bytes.len() < MIB && peak < 60 * MIB, "{} bytes take {peak}", bytes.len());
}
