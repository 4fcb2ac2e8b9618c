//! `find --cut`: the game from the position on that is found.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// The pawn falls at ply 5; in a variation it is promoted instead of ply 4.
const PAWN: &str = "[Event \"pawn\"]\n[White \"A, \\\"b\\\"\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 11\"]\n\
    [PlyCount \"5\"]\n[Result \"1/2-1/2\"]\n\n\
    {begin} 11. Kf2 $1 {kf2} Kd7 12. Kf3 {kf3} (12. Ke1 Kd6) (12. Kg2 {kg2} e1=Q $2 {queen}\n\
    13. Kh3 (13. Kg1+ Kc7) 13... Qe2 ; out\n) 12... Kd6 {kd6} 13. Kxe2 Ke5 {end} 1/2-1/2\n\n";

fn folder() -> Folder {
    Folder::with("a.pgn", PAWN.as_bytes())
}

fn cut(line: &str) -> String {
    folder().said(&format!("find -q {line} --cut --to pgn a.pgn"), 0).0
}

#[test]
fn tags_stay_but_for_those_that_say_where_the_game_starts_and_how_long_it_is() {
    assert_eq!(
        cut("KvK"),
        "[Event \"pawn\"]\n[White \"A, \\\"b\\\"\"]\n[FEN \"8/8/3k4/8/8/8/4K3/8 b - - 0 13\"]\n\
         [Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\n13... Ke5 {end} 1/2-1/2\n\n"
    );
}

#[test]
fn moves_that_follow_keep_their_comments_and_variations() {
    let moves = |line: &str| cut(line).split("\n\n").nth(1).unwrap().to_owned();
    assert_eq!(moves("* --kings f3?6"), "{kd6} 13. Kxe2 Ke5 {end} 1/2-1/2");
    assert_eq!(moves("* --kings f3?7"), "{kf3} 12... Kd6 {kd6} 13. Kxe2 Ke5 {end} 1/2-1/2");
    let rest = PAWN.split("12. Kf3 {kf3}").nth(1).unwrap().trim_end();
    assert_eq!(moves("* --kings f2?7"), format!("12. Kf3 {{kf3}}{rest}"));
    assert!(moves("* --kings f2?8").starts_with("{kf2} 11... Kd7 12. Kf3"));
}

#[test]
fn at_the_start_all_moves_stay() {
    let expected = PAWN.replace("[PlyCount \"5\"]\n", "");
    assert_eq!(cut("KvKP"), expected);
}

#[test]
fn at_the_end_only_the_result_is_left() {
    assert!(cut("KvK --kings e2e5").ends_with("\n\n{end} 1/2-1/2\n\n"));
}

#[test]
fn out_of_a_variation_its_line_is_the_main_line_and_nothing_is_known_of_the_result() {
    assert_eq!(
        cut("KvKQ --variations"),
        "[Event \"pawn\"]\n[White \"A, \\\"b\\\"\"]\n[FEN \"8/3k4/8/8/8/8/6K1/4q3 w - - 0 13\"]\n\
         [Result \"*\"]\n[SetUp \"1\"]\n\n{queen} 13. Kh3 (13. Kg1+ Kc7) 13... Qe2 ; out\n*\n\n"
    );
}

#[test]
fn from_the_last_move_of_a_variation_on_only_the_marker_is_left() {
    let game = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 1\"]\n\n1... Kd7 (1... Kf7) *\n";
    for (end, text) in [("\n", game.to_owned()), ("\r\n", game.replace('\n', "\r\n"))] {
        let folder = Folder::with("a.pgn", text.as_bytes());
        let line = "find -q * --kings e1f7 --variations --cut --to pgn a.pgn";
        let (text, _) = folder.said(line, 0);
        assert!(text.ends_with(&format!("[SetUp \"1\"]{end}{end}*{end}{end}")), "{text:?}");
    }
}

#[test]
fn comments_on_the_position_come_before_the_first_move_and_glyphs_go_with_theirs() {
    let game = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n\
        1. Kf2 $1 {a } (1. Kd2 {b}) $14 ; c 1-0\n {d (} Kd7 {e} 2. Kxe2 *\n";
    let folder = Folder::with("a.pgn", game.as_bytes());
    let (text, _) = folder.said("find -q * --kings f2?8 --cut --to pgn a.pgn", 0);
    assert!(text.ends_with("\n\n{a } ; c 1-0\n{d (} 1... Kd7 {e} 2. Kxe2 *\n"), "{text:?}");
    let (text, _) = folder.said("find -q * --kings d2?8 --variations --cut --to pgn a.pgn", 0);
    assert!(text.ends_with("\n\n{b} *\n\n"), "{text:?}");
}

#[test]
fn a_line_that_leaves_the_main_line_is_followed_into_its_variation() {
    // The pawn stays for three plies from ply 1 on only where the king goes back to e1.
    let game = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n\
        1. Kd2 {a} Kd7 {b} 2. Kxe2 (2. Ke1 {c} Kd6 (2... Kc6) 3. Kf2) *\n";
    let folder = Folder::with("a.pgn", game.as_bytes());
    let (text, _) = folder.said("find -q KvKP --lasts 5 --variations --cut --to pgn a.pgn", 0);
    assert!(
        text.ends_with("\n\n1. Kd2 {a} Kd7 {b} 2. Ke1 {c} Kd6 (2... Kc6) 3. Kf2 *\n\n"),
        "{text}"
    );
}

#[test]
fn tags_of_ours_are_computed_anew_where_they_were() {
    let folder = folder();
    folder.run("annotate -q --in-place a.pgn").assert().code(0);
    let (text, _) = folder.said("find -q KvK --cut --to pgn a.pgn", 0);
    assert!(text.contains("[GBR \"0000.00\"]\n[GBRPosition \"e2d6 0000.00 1/1-=.\"]"), "{text}");
    folder.write("b.pgn", text.as_bytes());
    folder.run("annotate -q b.pgn").assert().code(0).stdout(text);
    let (text, _) = folder.said("find -q KvKQ --variations --cut --to pgn a.pgn", 0);
    assert!(text.contains("[GBRFinal \"3000.00\"]"), "{text}");
    folder.write("b.pgn", text.as_bytes());
    folder.run("annotate -q b.pgn").assert().code(0).stdout(text);
}

#[test]
fn a_game_without_tags_gets_those_of_its_start() {
    let folder = Folder::with("a.pgn", b"1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n\n1. d4 *\n");
    let (text, _) = folder.said("find -q 4888.87 --cut --to pgn a.pgn", 0);
    assert_eq!(
        text,
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\"]\n\n\
         2... Qxd5 3. Nc3 *\n\n"
    );
}

#[test]
fn lines_end_as_they_did() {
    let folder = Folder::with("a.pgn", PAWN.replace('\n', "\r\n").as_bytes());
    let (text, _) = folder.said("find -q KvK --cut --to pgn a.pgn", 0);
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
}

#[test]
fn cut_games_of_several_files_are_kept_apart() {
    let folder = folder();
    folder.write("b.pgn", PAWN.trim_end().as_bytes());
    let (text, _) = folder.said("find -q KvK --cut --to pgn b.pgn a.pgn", 0);
    assert!(text.contains("1/2-1/2\n\n[Event"), "{text}");
    folder.write("b.pgn", format!("{}\n", PAWN.trim_end()).as_bytes());
    folder.run("find -q KvK --cut --to pgn b.pgn a.pgn").assert().code(0).stdout(text.clone());
    folder.write("c.pgn", text.as_bytes());
    folder.run("find -q KvK --count c.pgn").assert().code(0).stdout("2\n");
}

#[test]
fn positions_of_epd_are_games_without_moves() {
    let folder = Folder::with("a.epd", b"8/8/8/8/8/2k5/8/K6Q w - - id \"a\";\n");
    let (text, _) = folder.said("find -q KQvK --cut --to pgn a.epd", 0);
    assert!(text.contains("[FEN \"8/8/8/8/8/2k5/8/K6Q w - - 0 1\"]"), "{text}");
}

#[test]
fn cut_needs_pgn_and_a_position() {
    for flags in ["--cut", "--cut --to epd", "--cut --list", "--cut --to pgn --invert"] {
        folder().run(&format!("find KvK {flags} a.pgn")).assert().code(2);
    }
    folder().run("find -q KvK --cut -o b.pgn a.pgn").assert().code(0);
}
