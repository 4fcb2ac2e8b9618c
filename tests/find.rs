//! What find finds, and how it writes it.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// Queen and pawn v rook; the rook falls at ply 2, the last move takes the pawn.
const QUEEN: &str = "[Event \"queen\"]\n[FEN \"4k3/8/8/8/r7/8/6p1/Q3K3 w - - 0 1\"]\n\n\
                     1. Qxa4+ Kd8 2. Kf2 Ke7 3. Kxg2 *\n\n";
/// Rook v rook and pawn, where nothing changes.
const ROOKS: &str = "[Event \"rooks\"]\n[FEN \"4k3/4p3/8/8/r7/8/8/R3K3 w Q - 0 1\"]\n\
                     [Result \"1/2-1/2\"]\n\n1. Rb1 Kf7 2. Rc1 1/2-1/2\n\n";
/// From the initial position, and without a blank line at its end.
const GAME: &str = "[Event \"game\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";

fn folder() -> Folder {
    Folder::with("a.pgn", [QUEEN, ROOKS, GAME].concat().as_bytes())
}

/// Standard output of a run that must end with `status`, with an index beside each file as without.
fn find(folder: &Folder, line: &str, status: i32) -> String {
    folder.said_with_and_without_index(&format!("find {line}"), status).0
}

#[test]
fn records_come_untouched_and_in_order() {
    let folder = folder();
    assert_eq!(find(&folder, "KRvKRP a.pgn", 0), ROOKS);
    assert_eq!(find(&folder, "* a.pgn", 0), [QUEEN, ROOKS, GAME].concat());
}

#[test]
fn names_of_tablebases_are_read_in_either_case_and_without_kings() {
    let folder = folder();
    for name in ["KRKRP", "krvkrp", "RvRP", "rVrp"] {
        assert_eq!(find(&folder, &format!("{name} a.pgn"), 0), ROOKS, "{name}");
    }
}

#[test]
fn several_patterns_are_alternatives() {
    let folder = folder();
    assert_eq!(find(&folder, "-e KRvKRP -e KQvKP a.pgn", 0), [QUEEN, ROOKS].concat());
}

#[test]
fn nothing_found_is_status_1() {
    let folder = folder();
    assert_eq!(find(&folder, "0002.01 a.pgn", 1), "");
    assert_eq!(find(&folder, "0002.01 --count a.pgn", 1), "0\n");
}

#[test]
fn a_force_reached_by_the_last_move_is_found() {
    let folder = folder();
    assert_eq!(find(&folder, "KQvK a.pgn", 0), QUEEN);
    assert_eq!(find(&folder, "KQvK --at final a.pgn", 0), QUEEN);
    assert_eq!(find(&folder, "KQvK --lasts 2 a.pgn", 1), "");
}

#[test]
fn four_digits_mean_no_pawns() {
    let folder = folder();
    assert_eq!(find(&folder, "1000 a.pgn", 0), QUEEN);
    assert_eq!(find(&folder, "0400 a.pgn", 1), "");
    assert_eq!(find(&folder, "0400.* a.pgn", 0), ROOKS);
}

#[test]
fn at_says_which_positions_count() {
    let folder = folder();
    for (at, count) in [("start", "0"), ("final", "0"), ("any", "1")] {
        let status = i32::from(count == "0");
        let line = format!("KQvKP --at {at} --count a.pgn");
        assert_eq!(find(&folder, &line, status).trim(), count, "{at}");
    }
}

#[test]
fn a_force_lasts_to_the_end_of_its_last_position() {
    let folder = folder();
    // On the board after plies 1 to 4.
    assert_eq!(find(&folder, "KQvKP --lasts 4 --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "KQvKP --lasts 5 --count a.pgn", 1), "0\n");
    // From the start to the last of three plies: four positions.
    assert_eq!(find(&folder, "KRvKRP --lasts 4 --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "KRvKRP --lasts 5 --count a.pgn", 1), "0\n");
    // The queens stay when the pawn falls.
    assert_eq!(find(&folder, "1000.* --lasts 5 --count a.pgn", 0), "1\n");
}

#[test]
fn both_colours_exchange_force_kings_and_turn() {
    let folder = folder();
    assert_eq!(find(&folder, "KRPvKR a.pgn", 1), "");
    for spelling in ["--both-colours", "--both-colors"] {
        assert_eq!(find(&folder, &format!("KRPvKR {spelling} a.pgn"), 0), ROOKS);
    }
    assert_eq!(find(&folder, "KRPvKR --both-colours --kings f2e8 a.pgn", 0), ROOKS);
    assert_eq!(find(&folder, "KRPvKR --both-colours --kings f2e7 a.pgn", 1), "");
}

#[test]
fn kings_stand_so_in_one_of_the_positions() {
    let folder = folder();
    assert_eq!(find(&folder, "* --kings f2?7 a.pgn", 0), QUEEN);
    assert_eq!(
        find(&folder, "KQvKP --kings e1d[78] --list a.pgn", 0),
        "a.pgn\t1\t0\t1\t2\t1000.01\n"
    );
    assert_eq!(find(&folder, "KQvKRP --kings e1d8 a.pgn", 1), "");
}

#[test]
fn turn_is_that_of_one_of_the_positions() {
    let folder = folder();
    assert_eq!(find(&folder, "KQvKRP --turn white --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "KQvKRP --turn black --count a.pgn", 1), "0\n");
    assert_eq!(find(&folder, "KQvK --turn black --count a.pgn", 0), "1\n");
}

#[test]
fn men_count_the_kings() {
    let folder = folder();
    assert_eq!(find(&folder, "* --men 3 a.pgn", 0), QUEEN);
    assert_eq!(find(&folder, "* --men 5- --at start --count a.pgn", 0), "3\n");
    assert_eq!(find(&folder, "* --men 6-31 --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "* --men -2 --count a.pgn", 1), "0\n");
}

#[test]
fn claims_are_those_of_studies() {
    let folder = folder();
    assert_eq!(find(&folder, "* --claim draw a.pgn", 0), ROOKS);
    assert_eq!(find(&folder, "* --claim win a.pgn", 1), "");
}

#[test]
fn invert_gives_the_other_games() {
    let folder = folder();
    assert_eq!(find(&folder, "KRvKRP --invert a.pgn", 0), [QUEEN, GAME].concat());
    assert_eq!(find(&folder, "KRvKRP --invert --count a.pgn", 0), "2\n");
}

#[test]
fn list_says_file_line_offset_game_ply_and_code() {
    let folder = folder();
    let offset = QUEEN.len();
    let expected = format!("a.pgn\t1\t0\t1\t1\t1000.01\na.pgn\t6\t{offset}\t2\t0\t0400.01\n");
    assert_eq!(find(&folder, "-e KQvKP -e KRvKRP --list a.pgn", 0), expected);
}

#[test]
fn epd_is_the_position_where_the_force_first_appears() {
    let folder = folder();
    let line = find(&folder, "KQvKP --to epd a.pgn", 0);
    assert!(line.starts_with("4k3/8/8/8/Q7/8/6p1/4K3 b - - c0 \"ply 1\";"), "{line}");
    assert!(line.contains("gbrpos \"e1e8 1000.01 a4.g2 2/2 BTM.\""), "{line}");
    assert_eq!(line.lines().count(), 1);
    let fen = find(&folder, "KQvK --to fen a.pgn", 0);
    assert_eq!(fen, "8/4k3/8/8/Q7/8/6K1/8 b - - 0 3\n");
}

#[test]
fn tables_have_the_ply_and_the_position_found() {
    let folder = folder();
    let text = find(&folder, "KQvKP --to csv a.pgn", 0);
    let mut lines = text.lines();
    assert!(lines.next().unwrap().ends_with("plies,ply,gbrfound,gbrfoundpos,fenfound"), "{text}");
    assert!(lines.next().unwrap().contains(",5,1,1000.01,"), "{text}");
}

#[test]
fn inverted_there_are_no_positions_to_write() {
    let folder = folder();
    let run = folder.run("find KQvK --invert --to epd a.pgn").assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("--invert finds games, not positions"), "{text}");
}

#[test]
fn a_name_with_three_of_a_kind_is_exact() {
    let bishops = "[FEN \"4k3/8/8/8/8/8/8/BBB1K3 w - - 0 1\"]\n\n*\n\n";
    let folder = Folder::with("a.pgn", bishops.as_bytes());
    assert_eq!(find(&folder, "KBBBvK --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "KBBBBvK --count a.pgn", 1), "0\n");
    assert_eq!(find(&folder, "0090 --count a.pgn", 0), "1\n");
}

#[test]
fn games_of_two_files_are_kept_apart() {
    let folder = folder();
    folder.write("b.pgn", QUEEN.as_bytes());
    let expected = [QUEEN, ROOKS, GAME, "\n", QUEEN].concat();
    assert_eq!(find(&folder, "* a.pgn b.pgn", 0), expected);
    assert_eq!(find(&folder, "KQvK b.pgn a.pgn", 0), [QUEEN, QUEEN].concat());
}

#[test]
fn lines_of_positions_are_found_as_they_are() {
    let lines = "8/8/8/8/8/2k5/8/K6Q w - -  id \"a\" ;\n8/8/8/8/8/2k5/8/K6R b - -";
    let folder = Folder::with("a.epd", lines.as_bytes());
    assert_eq!(find(&folder, "KQvK a.epd", 0), "8/8/8/8/8/2k5/8/K6Q w - -  id \"a\" ;\n");
    assert_eq!(find(&folder, "KRvK --at final a.epd", 0), "8/8/8/8/8/2k5/8/K6R b - -");
}

#[test]
fn a_game_counts_up_to_its_fault() {
    let folder = Folder::with("a.pgn", QUEEN.replace("2. Kf2", "2. Kh8").as_bytes());
    assert_eq!(find(&folder, "KQvKP --lasts 2 --count a.pgn", 0), "1\n");
    assert_eq!(find(&folder, "KQvKP --at final --count a.pgn", 1), "0\n");
}

#[test]
fn a_bad_pattern_is_shown_with_its_place() {
    let folder = folder();
    for line in
        ["find a.pgn", "find 0002.0 a.pgn", "find -e 00x2 a.pgn", "find * --kings e9a1 a.pgn"]
    {
        folder.run(line).assert().code(2);
    }
    let run = folder.run("find 0002.0 a.pgn").assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        text.starts_with("gbr-pgn: 0002.0 is not a pattern: at character 7, expected"),
        "{text}"
    );
    assert!(!text.contains('\\'), "{text}");
    let run = folder.run("find a.pgn KQvK").assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("the pattern comes before the files"), "{text}");
}

#[test]
fn both_lanes_and_any_number_of_threads_find_the_same() {
    let folder = folder();
    let expected = find(&folder, "1000.* --to jsonl a.pgn", 0);
    for flags in ["--lane reference", "-j 1", "-j 3"] {
        assert_eq!(find(&folder, &format!("1000.* --to jsonl {flags} a.pgn"), 0), expected);
    }
}
