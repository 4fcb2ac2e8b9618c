//! What index promises: the same answers as without it, and never an old one.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::fs::OpenOptions;
use std::io::Write as _;

pub const QUEEN: &str = "[Event \"queen\"]\n[FEN \"4k3/8/8/8/r7/8/6p1/Q3K3 w - - 0 1\"]\n\n\
                     1. Qxa4+ Kd8 2. Kf2 Ke7 3. Kxg2 1-0\n\n";
pub const ROOKS: &str =
    "[Event \"rooks\"]\n[FEN \"4k3/4p3/8/8/r7/8/8/R3K3 w - - 0 1\"]\n\n1. Rb1 1/2-1/2\n\n";
pub const BROKEN: &str =
    "[Event \"broken\"]\n[FEN \"4k3/4p3/8/8/r7/8/8/R3K3 w - - 0 1\"]\n\n1. Rb9 *\n\n";

/// The questions that are asked with and without an index.
const QUESTIONS: [&str; 12] = [
    "KQvKP",
    "1000.*",
    "* --at final",
    "KRvKRP --at start",
    "-e KQvK -e KRvKRP",
    "KPvKQ --both-colours",
    "KQvKP --invert",
    "0002",
    "KQvKP --lasts 4",
    "* --kings f2??",
    "KRvKRP --turn black",
    "* --men 3",
];

fn folder() -> Folder {
    Folder::with("a.pgn", [QUEEN, ROOKS, BROKEN, QUEEN].concat().trim_end().as_bytes())
}

fn run(folder: &Folder, line: &str) -> (String, String) {
    let output = folder.run(line).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// Puts something after the file.
fn append(folder: &Folder, text: &str) {
    let mut file = OpenOptions::new().append(true).open(folder.path("a.pgn")).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// Every answer to every question.
fn answers(folder: &Folder) -> Vec<String> {
    let forms = ["", "--count", "--list"];
    let all = QUESTIONS.iter().flat_map(|question| forms.map(|form| format!("{question} {form}")));
    all.map(|question| run(folder, &format!("find {question} a.pgn -q")).0).collect()
}

#[test]
fn find_answers_the_same_with_an_index() {
    let folder = folder();
    let expected = answers(&folder);
    run(&folder, "index a.pgn");
    assert_eq!(folder.names(), ["a.pgn", "a.pgn.gbrx"]);
    assert_eq!(answers(&folder), expected);
}

#[test]
fn stats_answer_the_same_with_an_index() {
    let folder = folder();
    let ask =
        |at: &str| run(&folder, &format!("stats --to csv --both-colours --at {at} a.pgn -q")).0;
    let expected = ["start", "final", "any"].map(ask);
    run(&folder, "index a.pgn");
    assert_eq!(["start", "final", "any"].map(ask), expected);
    let (_, told) = run(&folder, "stats -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
}

#[test]
fn verbose_says_whether_it_is_used() {
    let folder = folder();
    run(&folder, "index a.pgn");
    let (_, told) = run(&folder, "find KQvK --count -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
    let (_, told) = run(&folder, "find * --kings f2?? --count -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: not used, because the games have to be read"), "{told}");
    let (_, told) = run(&folder, "find KQvK --count a.pgn");
    assert!(!told.contains("gbrx"), "{told}");
}

#[test]
fn a_stale_index_is_told_and_not_used() {
    let folder = folder();
    run(&folder, "index a.pgn");
    folder.write("a.pgn", ROOKS.as_bytes());
    let (count, told) = run(&folder, "find KQvK --count a.pgn");
    assert_eq!(count, "0\n");
    assert!(told.contains("a.pgn.gbrx: not used: the file has changed since"), "{told}");
}

#[test]
fn games_put_behind_the_others_are_added() {
    let folder = Folder::with("a.pgn", [QUEEN, ROOKS, BROKEN].concat().repeat(3000).as_bytes());
    run(&folder, "index a.pgn");
    append(&folder, &format!("{ROOKS}{QUEEN}"));
    let list = || run(&folder, "find KQvKP --list a.pgn -q").0;
    let expected = list();
    let (_, told) = run(&folder, "index a.pgn");
    let last = told.lines().last().and_then(|line| line.split([' ', ',']).nth(1));
    let read: u64 = last.and_then(|number| number.parse().ok()).expect("a number below 1000");
    assert!(read < 900, "only the last games and the new ones are read: {told}");
    assert_eq!(list(), expected);
    let (_, told) = run(&folder, "find * --count -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
    assert!(told.contains("9,002 games, 6,002 coded"), "{told}");
}

#[test]
fn a_last_game_that_goes_on_is_read_again() {
    let folder = Folder::with("a.pgn", QUEEN.split(" 3.").next().unwrap().as_bytes());
    run(&folder, "index a.pgn");
    append(&folder, " 3. Kxg2 1-0\n");
    run(&folder, "index a.pgn");
    let (count, told) = run(&folder, "find KQvK --at final --count -v a.pgn");
    assert_eq!(count, "1\n");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
}

#[test]
fn an_index_that_is_up_to_date_is_left_alone() {
    let folder = folder();
    run(&folder, "index a.pgn");
    let before = folder.read("a.pgn.gbrx");
    let (_, told) = run(&folder, "index -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: is up to date"), "{told}");
    assert_eq!(folder.read("a.pgn.gbrx"), before);
}

#[test]
fn what_is_no_index_is_told_and_not_used() {
    let folder = folder();
    folder.write("a.pgn.gbrx", b"no database");
    let (count, told) = run(&folder, "find KQvK --count a.pgn");
    assert_eq!(count, "2\n");
    assert!(told.contains("a.pgn.gbrx: not used"), "{told}");
}

#[test]
fn an_older_index_is_named_and_made_anew() {
    let folder = folder();
    folder.write("a.pgn.gbrx", b"SQLite format 3\0 and so on");
    let (count, told) = run(&folder, "find KQvK --count a.pgn");
    assert_eq!(count, "2\n");
    assert!(told.contains("a.pgn.gbrx: not used: an older index; run index again"), "{told}");
    let (_, told) = run(&folder, "index a.pgn");
    assert!(told.contains("a.pgn.gbrx: is made anew: an older index\n"), "{told}");
    let (_, told) = run(&folder, "find KQvK --count -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
}

#[test]
fn a_comment_that_is_closed_by_what_was_added_is_read_again() {
    let open = "[Event \"open\"]\n\n1. e4 { a comment\n\n";
    let games = [&QUEEN.repeat(4000), open, &ROOKS.repeat(20)].concat();
    let folder = Folder::with("a.pgn", games.as_bytes());
    let count = || run(&folder, "find KRvKRP --count a.pgn -q").0;
    run(&folder, "index a.pgn");
    assert_eq!(count(), "20\n");
    append(&folder, &format!("}} e5 1-0\n\n{ROOKS}"));
    assert_eq!(count(), "1\n");
    run(&folder, "index a.pgn");
    assert_eq!(count(), "1\n");
    let (_, told) = run(&folder, "find KRvKRP --count -v a.pgn");
    assert!(told.contains("a.pgn.gbrx: used"), "{told}");
}

#[test]
fn faults_status_and_summary_are_those_of_a_scan() {
    let folder = Folder::with("a.pgn", ["text\n\n", QUEEN, BROKEN, ROOKS].concat().as_bytes());
    folder.write("b.pgn", b"nothing but text\n");
    for line in [
        "find KQvK --count a.pgn",
        "find KQvK --faults log --all-faults a.pgn",
        "find 0002 --list a.pgn",
        "stats -v a.pgn",
    ] {
        let status = i32::from(line.contains("0002") || line.contains("stats"));
        folder.said_with_and_without_index(line, status);
    }
    folder.said_with_and_without_index("find KQvK --strict a.pgn", 1);
    folder.said_with_and_without_index("find * --count b.pgn", 1);
}

#[test]
fn the_log_of_faults_is_that_of_a_scan() {
    let folder = folder();
    run(&folder, "find KQvK --count --faults plain a.pgn");
    run(&folder, "index a.pgn");
    run(&folder, "find KQvK --count --faults indexed a.pgn");
    assert!(!folder.read("plain").is_empty());
    assert_eq!(folder.read("indexed"), folder.read("plain"));
}

#[test]
fn records_come_out_of_the_frames_of_a_compressed_file() {
    let games = [QUEEN, ROOKS, BROKEN, QUEEN, ROOKS];
    let frames = |pack: &dyn Fn(&str) -> Vec<u8>| -> Vec<u8> {
        games.iter().flat_map(|game| pack(&game.repeat(50))).collect()
    };
    let of_known_size = |text: &str| zstd::bulk::compress(text.as_bytes(), 3).unwrap();
    let of_unknown_size = |text: &str| zstd::encode_all(text.as_bytes(), 3).unwrap();
    for bytes in [frames(&of_known_size), frames(&of_unknown_size)] {
        let folder = Folder::with("a.pgn.zst", &bytes);
        for question in ["KQvK", "KRvKRP --at final", "KQvKP --invert", "0002"] {
            let line = format!("find {question} a.pgn.zst");
            let status = i32::from(question == "0002");
            folder.said_with_and_without_index(&line, status);
        }
        run(&folder, "index a.pgn.zst");
        let (_, told) = run(&folder, "find KQvK -v a.pgn.zst");
        assert!(told.contains("a.pgn.zst.gbrx: used"), "{told}");
    }
}

#[test]
fn standard_input_has_no_index() {
    folder().run("index -").assert().code(2);
    folder().run("index").write_stdin("").assert().code(2);
}
