//! `find --variations`: positions in variations, and where they are.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// The pawn falls in the second of two variations instead of ply 3, and there in a variation instead of ply 4.
const PAWN: &str = "[Event \"pawn\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n\
    1. Kf2 Kd7 2. Kf3 (2. Ke1 Kd6) (2. Kg2 Kd6 (2... e1=Q 3. Kh3 Qe2)) 2... Kd6 3. Kxe2 *\n\n";
const PLAIN: &str =
    "[Event \"plain\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kf2 Kd7 *\n";

fn folder() -> Folder {
    Folder::with("a.pgn", [PAWN, PLAIN].concat().as_bytes())
}

fn find(line: &str, status: i32) -> String {
    folder().said(&format!("find {line} a.pgn"), status).0
}

#[test]
fn positions_in_variations_count_where_they_are_asked_for() {
    assert_eq!(find("-q KvKQ", 1), "");
    assert_eq!(find("-q KvKQ --variations", 0), PAWN);
    assert_eq!(find("-q KvKQ --variations --count", 0), "1\n");
    assert_eq!(find("-q KvKQ --variations --invert", 0), PLAIN);
}

#[test]
fn the_list_says_which_variations_lead_there() {
    assert_eq!(find("-q KvKQ --variations --list", 0), "a.pgn\t1\t0\t1\t4\t3000.00\t3(2)4(1)\n");
    assert_eq!(find("-q KvK --variations --list", 0), "a.pgn\t1\t0\t1\t5\t0000.00\tmain\n");
    let offset = PAWN.len();
    let expected = format!("a.pgn\t6\t{offset}\t2\t-\t-\t-\n");
    assert_eq!(find("-q KvKQ --variations --list --invert", 0), expected);
}

#[test]
fn the_main_line_comes_first() {
    assert_eq!(
        find("-q * --kings f3?6 --variations --list", 0),
        "a.pgn\t1\t0\t1\t4\t0000.01\tmain\n"
    );
    assert_eq!(
        find("-q * --kings g2?6 --variations --list", 0),
        "a.pgn\t1\t0\t1\t4\t0000.01\t3(2)\n"
    );
}

#[test]
fn lasts_goes_along_a_variation_from_the_line_it_leaves() {
    assert_eq!(find("-q KvKQ --variations --lasts 3 --count", 0), "1\n");
    assert_eq!(find("-q KvKQ --variations --lasts 4 --count", 1), "0\n");
    // Four positions of the main line, and two of the first variation.
    assert_eq!(find("-q KvKP --lasts 6 --count", 1), "0\n");
}

#[test]
fn a_position_in_a_variation_is_written_in_other_formats() {
    assert_eq!(find("-q KvKQ --variations --to fen", 0), "8/3k4/8/8/8/8/6K1/4q3 w - - 0 3\n");
}

#[test]
fn nothing_is_claimed_for_a_position_in_a_variation() {
    // White wins; after 6. c8=Q, which is not played, it is stalemate.
    let study = "[Event \"a\"]\n[Black \"(+0300.10b6a1)\"]\n[FEN \"8/2P5/8/8/3r4/8/2K5/k7 w - - 0 6\"]\n[Result \"1-0\"]\n\n\
        6. c8=R (6. c8=Q Rc4+ 7. Qxc4) Ra4 7. Kb3 1-0\n";
    let folder = Folder::with("a.pgn", study.as_bytes());
    let found = |line: &str| folder.said(&format!("find -q {line} --to gbr a.pgn"), 0).0;
    assert_eq!(found("KRvKR --variations"), "c2a1 0400.00 c8d4 2/2-+.\n");
    assert_eq!(found("KQvKR --variations"), "c2a1 1300.00 c8d4 2/2 BTM.\n");
    let line = "directory -q --at found -e KQvKR --variations --to csv a.pgn";
    assert!(!folder.said(line, 0).0.contains("win"));
}

#[test]
fn rows_say_which_variations_lead_there() {
    let way = |line: &str| {
        let text = find(&format!("-q {line} --to csv"), 0);
        let (head, row) = text.split_once('\n').unwrap();
        let cell = |line: &str| line.trim_end().rsplit(',').next().unwrap().to_owned();
        (cell(head), cell(row))
    };
    let said = |way: &str| ("way".to_owned(), way.to_owned());
    assert_eq!(way("KvKQ --variations"), said("3(2)4(1)"));
    assert_eq!(way("KvK --variations"), said("main"));
    assert_eq!(way("KvKQ --variations --invert"), said(""));
    assert_eq!(way("KvK").0, "fenfound");
    let text = find("-q KvKQ --variations --to jsonl", 0);
    assert!(text.ends_with(",\"way\":\"3(2)4(1)\"}\n"), "{text}");
}

#[test]
fn a_variation_that_cannot_be_played_is_a_fault_where_nothing_is_found() {
    let text = PAWN.replace("3. Kh3 Qe2", "3. Kh8 Qe2");
    let folder = Folder::with("a.pgn", text.as_bytes());
    let (_, said) = folder.said("find KvKR --variations a.pgn", 1);
    assert!(said.contains("in a variation, 3. Kh8: illegal move"), "{said}");
    let (_, said) = folder.said("find KvKQ --variations a.pgn", 0);
    assert!(said.contains("0 faults"), "{said}");
    let (_, said) = folder.said("find KvKR a.pgn", 1);
    assert!(said.contains("0 faults"), "{said}");
}

#[test]
fn variations_are_not_start_or_final_positions() {
    for at in ["start", "final"] {
        let (_, said) = folder().said(&format!("find KvKQ --variations --at {at} a.pgn"), 2);
        assert!(said.contains("--variations counts every position"), "{said}");
    }
}
