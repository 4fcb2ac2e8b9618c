//! What sort promises: a permutation, in order, stable, in bounded memory.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use proptest::prelude::*;

/// A study of this board, told from others by its number.
fn study(board: &str, number: usize) -> String {
    format!("[Event \"{number}\"]\n[FEN \"{board} w - - 0 1\"]\n\n*\n\n")
}

/// Boards in their order: by code, White's king, Black's king, the rest.
const BOARDS: [&str; 7] = [
    "8/8/8/8/8/1k6/8/7K",
    "8/8/8/8/8/1k6/p7/K7",
    "8/8/8/8/8/K7/p7/1k6",
    "k7/8/8/8/8/8/p7/1K6",
    "8/8/8/8/8/1k6/P7/7K",
    "8/8/8/8/8/1k6/1P6/7K",
    "4k3/8/8/8/8/8/8/Q3K3",
];

/// Standard output of a run that must end with `status`.
fn sort(folder: &Folder, line: &str, status: i32) -> String {
    folder.said(&format!("sort {line}"), status).0
}

/// The studies of these boards, numbered.
fn studies(boards: &[usize]) -> Vec<String> {
    boards.iter().enumerate().map(|(number, &board)| study(BOARDS[board], number)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_result_is_a_stable_permutation_in_order(
        boards in prop::collection::vec(0..BOARDS.len(), 0..40),
        reverse: bool,
        spill: bool,
    ) {
        let records = studies(&boards);
        let folder = Folder::with("a.pgn", records.concat().as_bytes());
        let mut order: Vec<usize> = (0..boards.len()).collect();
        order.sort_by_key(|&at| if reverse { BOARDS.len() - boards[at] } else { boards[at] });
        let expected: String = order.iter().map(|&at| records[at].as_str()).collect();
        let flags = [if reverse { "--reverse" } else { "" }, if spill { "--memory 1K" } else { "" }];
        prop_assert_eq!(sort(&folder, &format!("{} a.pgn", flags.join(" ")), 0), expected);
    }
}

#[test]
fn check_tells_the_first_game_in_the_wrong_place() {
    let folder = Folder::with("a.pgn", studies(&[0, 2, 2, 1, 0]).concat().as_bytes());
    let run = folder.run("sort --check a.pgn").assert().code(1);
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains("a.pgn: not in order: game 4 belongs before game 3"), "{error}");
    assert!(run.get_output().stdout.is_empty());
}

#[test]
fn what_was_sorted_passes_the_check() {
    let folder = Folder::with("a.pgn", studies(&[3, 5, 5, 1, 0, 6, 2]).concat().as_bytes());
    for flags in ["", "--reverse", "--by final", "--unique", "--unique=start"] {
        folder.run(&format!("sort {flags} a.pgn -o b.pgn")).assert().code(0);
        folder.run(&format!("sort --check {flags} b.pgn")).assert().code(0).stdout("");
    }
    folder.run("sort --check --unique=start a.pgn").assert().code(1);
}

#[test]
fn final_sorts_by_the_last_position() {
    let taken = "[FEN \"4k3/8/8/8/r7/8/8/Q3K3 w - - 0 1\"]\n\n1. Qxa4+ *\n\n"; // 1300 to 1000
    let quiet = "[FEN \"4k3/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1. Ke2 *\n\n"; // 0200
    let queen = "[FEN \"4k3/8/8/8/7p/8/8/Q3K3 w - - 0 1\"]\n\n1. Ke2 *\n\n"; // 1000.01
    let folder = Folder::with("a.pgn", [taken, queen, quiet].concat().as_bytes());
    assert_eq!(sort(&folder, "a.pgn", 0), [quiet, queen, taken].concat());
    assert_eq!(sort(&folder, "--by final a.pgn", 0), [quiet, taken, queen].concat());
}

#[test]
fn records_without_a_code_come_last_in_either_direction() {
    let broken = "[FEN \"nonsense\"]\n\n*\n\n";
    let [low, high] = [study(BOARDS[0], 0), study(BOARDS[6], 1)];
    let folder = Folder::with("a.pgn", [broken, &high, &low].concat().as_bytes());
    assert_eq!(sort(&folder, "a.pgn", 1), [&low, &high, broken].concat());
    assert_eq!(sort(&folder, "--reverse a.pgn", 1), [&high, &low, broken].concat());
}

#[test]
fn text_between_games_goes_with_the_game_behind_it() {
    let [low, high] = [study(BOARDS[0], 0), study(BOARDS[6], 1)];
    let folder = Folder::with("a.pgn", format!("{high}A chapter of its own.\n\n{low}").as_bytes());
    assert_eq!(sort(&folder, "a.pgn", 0), format!("A chapter of its own.\n\n{low}{high}"));
    let lines = "4k3/8/8/8/8/8/8/Q3K3 w - -\n# bare kings\n8/8/8/8/8/1k6/8/7K w - -\n# the end\n";
    folder.write("a.epd", lines.as_bytes());
    let expected =
        "# bare kings\n8/8/8/8/8/1k6/8/7K w - -\n4k3/8/8/8/8/8/8/Q3K3 w - -\n# the end\n";
    assert_eq!(sort(&folder, "a.epd", 0), expected);
}

#[test]
fn between_records_stands_what_is_needed() {
    let [low, high] = [study(BOARDS[0], 0), study(BOARDS[6], 1)];
    for (end, seam) in [("\n\n", ""), ("\n", "\n"), ("", "\n\n")] {
        let last = format!("{}{end}", low.trim_end());
        let folder = Folder::with("a.pgn", format!("{high}{last}").as_bytes());
        assert_eq!(sort(&folder, "a.pgn", 0), format!("{last}{seam}{high}"));
    }
    let folder = Folder::with("a.epd", b"4k3/8/8/8/8/8/8/Q3K3 w - -\n8/8/8/8/8/1k6/8/7K w - -");
    assert_eq!(sort(&folder, "a.epd", 0), "8/8/8/8/8/1k6/8/7K w - -\n4k3/8/8/8/8/8/8/Q3K3 w - -\n");
}

#[test]
fn sorting_what_is_sorted_changes_nothing() {
    let folder = Folder::with("a.pgn", studies(&[3, 1, 6, 1]).concat().trim_end().as_bytes());
    let once = sort(&folder, "a.pgn", 0);
    folder.write("b.pgn", once.as_bytes());
    assert_eq!(sort(&folder, "b.pgn", 0), once);
}

#[test]
fn a_byte_order_mark_stays_first() {
    let [low, high] = [study(BOARDS[0], 0), study(BOARDS[6], 1)];
    let folder = Folder::with("a.pgn", format!("\u{feff}{high}{low}").as_bytes());
    assert_eq!(sort(&folder, "a.pgn", 0), format!("\u{feff}{low}{high}"));
}

#[test]
fn unique_start_keeps_the_first_of_each_position_and_says_how_many_went() {
    let records = studies(&[6, 0, 6, 0, 0]);
    let folder = Folder::with("a.pgn", records.concat().as_bytes());
    let run = folder.run("sort --unique=start a.pgn").assert().code(0);
    let stderr = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_eq!(run.get_output().stdout, [&records[1][..], &records[0]].concat().as_bytes());
    assert!(stderr.contains("3 records left out"), "{stderr}");
}

#[test]
fn with_the_other_side_to_move_it_is_another_position() {
    let lines = ["b", "w", "b", "w"].map(|turn| format!("8/8/8/8/8/1k6/8/7K {turn} - -\n"));
    let folder = Folder::with("a.epd", lines.concat().as_bytes());
    assert_eq!(sort(&folder, "a.epd", 0), lines.concat());
    assert_eq!(sort(&folder, "--unique=start a.epd", 0), lines[..2].concat());
}

#[test]
fn several_files_are_sorted_into_one_and_in_place_each_for_itself() {
    let [low, high] = [study(BOARDS[0], 0), study(BOARDS[6], 1)];
    let folder = Folder::with("a.pgn", [&*high, &low].concat().as_bytes());
    folder.write("b.pgn", [&*high, &low].concat().as_bytes());
    assert_eq!(sort(&folder, "a.pgn b.pgn", 0), [&*low, &low, &high, &high].concat());
    sort(&folder, "--in-place a.pgn b.pgn", 0);
    for name in ["a.pgn", "b.pgn"] {
        assert_eq!(folder.read(name), [&*low, &high].concat().as_bytes());
    }
}

#[test]
fn two_formats_are_not_sorted_into_one() {
    let folder = Folder::with("a.pgn", study(BOARDS[0], 0).as_bytes());
    folder.write("b.epd", b"8/8/8/8/8/1k6/8/7K w - -\n");
    let run = folder.run("sort a.pgn b.epd").assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("b.epd: is epd, and cannot be sorted into pgn"), "{text}");
}

#[test]
fn what_does_not_fit_is_sorted_the_same_from_plain_and_compressed_input() {
    let boards: Vec<usize> = (0..400).map(|number| number * 37 % BOARDS.len()).collect();
    let records = studies(&boards).concat();
    let folder = Folder::with("a.pgn", records.as_bytes());
    folder.run("strip a.pgn -o b.pgn.zst").assert().code(0);
    let sorted = sort(&folder, "a.pgn", 0);
    assert_ne!(sorted, records);
    for name in ["a.pgn", "b.pgn.zst"] {
        assert_eq!(sort(&folder, &format!("--memory 1K {name}"), 0), sorted, "{name}");
    }
    let piped = folder.run("sort --memory 1K -").write_stdin(records).assert().code(0);
    assert_eq!(piped.get_output().stdout, sorted.as_bytes());
    // One after the other, each in its way.
    let both = sort(&folder, "a.pgn b.pgn.zst", 0);
    assert_eq!(sort(&folder, "--memory 1K a.pgn b.pgn.zst", 0), both);
}

#[test]
fn no_temporary_file_is_left_and_a_wrong_folder_is_named() {
    let folder = Folder::with("a.pgn", studies(&[6; 200]).concat().as_bytes());
    std::fs::create_dir(folder.path("temp")).unwrap();
    sort(&folder, "--memory 1K --temp-dir temp a.pgn", 0);
    assert!(std::fs::read_dir(folder.path("temp")).unwrap().next().is_none());
    let run = folder.run("sort --temp-dir nowhere a.pgn").assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("nowhere: is not a folder"), "{text}");
}

#[test]
fn a_killed_sort_leaves_input_and_folder_as_they_were() {
    use std::io::Write as _;
    use std::process::Stdio;
    let folder = Folder::with("a.pgn", study(BOARDS[0], 0).as_bytes());
    let mut command = folder.start("sort --memory 64K --temp-dir . - -o a.pgn");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let records = studies(&[6; 20_000]).concat();
    child.stdin.as_mut().unwrap().write_all(records.as_bytes()).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.read("a.pgn"), study(BOARDS[0], 0).as_bytes());
    // What -o was writing has a name and stays after SIGKILL; the runs have none.
    let others = folder.names().into_iter().filter(|name| !name.starts_with(".gbr-pgn-"));
    assert_eq!(others.collect::<Vec<_>>(), ["a.pgn"]);
}
