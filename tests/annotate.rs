//! What annotate and strip promise, byte for byte.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// A king and a pawn that becomes a queen.
const FEN: &str = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]";
const MOVES: &str = "1. a8=Q+ Kd7";

/// What is said of it when nobody claims anything.
const TAGS: [&str; 4] = [
    "[GBR \"0000.10\"]",
    "[GBRPosition \"e1e8 0000.10 .a7 2/1 WTM.\"]",
    "[GBRFinal \"1000.00\"]",
    "[GBRFinalPosition \"e1d7 1000.00 a8 2/1 WTM.\"]",
];

/// The output of a run over standard input that must end with `status`.
fn run(line: &str, input: &str, status: i32) -> String {
    let run = Folder::new().run(line).write_stdin(input).assert().code(status);
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// Annotating gives this, doing it again changes nothing, and strip gives what it gave before.
#[track_caller]
fn check(input: &str, expected: &str) {
    check_with("annotate", input, expected, 0);
}

#[track_caller]
fn check_with(line: &str, input: &str, expected: &str, status: i32) {
    let annotated = run(line, input, status);
    assert_eq!(annotated, expected);
    assert_eq!(run(line, &annotated, status), expected, "annotated twice");
    assert_eq!(run("strip", &annotated, 0), run("strip", input, 0), "stripped");
}

/// A game with this result tag and marker, and what is inserted after its last tag.
fn study(fen: &str, result: &str, moves: &str, inserted: &str) -> String {
    format!("[Result \"{result}\"]\n[FEN \"{fen}\"]{inserted}\n\n{moves} {result}\n")
}

// Where the tags stand

#[test]
fn tags_stand_behind_the_last_tag_each_on_a_line() {
    let tags = TAGS.join("\n");
    check(
        &format!("[Event \"a\"]\n{FEN}\n[Annotator \"b\"]\n\n{MOVES} *\n"),
        &format!("[Event \"a\"]\n{FEN}\n[Annotator \"b\"]\n{tags}\n\n{MOVES} *\n"),
    );
}

#[test]
fn every_game_of_a_file_gets_its_own() {
    let tags = TAGS.join("\n");
    let bare = "[FEN \"8/8/8/8/8/2k5/8/K7 b - - 0 1\"]";
    let own = "[GBR \"0000.00\"]\n[GBRPosition \"a1c3 0000.00 1/1 BTM.\"]\n\
               [GBRFinal \"0000.00\"]\n[GBRFinalPosition \"a1c3 0000.00 1/1 BTM.\"]";
    check(
        &format!("{FEN}\n\n{MOVES} *\n\n\n{bare}\n\n*\n"),
        &format!("{FEN}\n{tags}\n\n{MOVES} *\n\n\n{bare}\n{own}\n\n*\n"),
    );
}

#[test]
fn the_line_end_is_that_of_the_tag_before() {
    for end in ["\r\n", "\r"] {
        let tags = TAGS.join(end);
        check(
            &format!("[Event \"a\"]{end}{FEN}{end}{end}{MOVES} *{end}"),
            &format!("[Event \"a\"]{end}{FEN}{end}{tags}{end}{end}{MOVES} *{end}"),
        );
    }
    let tags = TAGS.join("\r\n");
    check(
        &format!("[Event \"a\"]\n{FEN}\r\n\n{MOVES} *\n"),
        &format!("[Event \"a\"]\n{FEN}\r\n{tags}\r\n\n{MOVES} *\n"),
    );
}

#[test]
fn a_tag_of_ours_is_set_where_it_stands() {
    let [code, position, last, last_position] = TAGS;
    check(
        &format!("[GBRFinal \"old\"]\n{FEN}\n[GBR\t\"9\"]\n[Site \"x\"]\n\n{MOVES} *\n"),
        &format!(
            "{last}\n{FEN}\n[GBR\t\"0000.10\"]\n[Site \"x\"]\n{position}\n{last_position}\n\n{MOVES} *\n"
        ),
    );
    // Those that are right stay as they are.
    check(
        &format!("{code}\n{FEN}\n\n{MOVES} *\n"),
        &format!("{code}\n{FEN}\n{position}\n{last}\n{last_position}\n\n{MOVES} *\n"),
    );
}

#[test]
fn a_second_copy_of_a_tag_of_ours_is_removed() {
    let tags = TAGS.join("\n");
    check(
        &format!("{FEN}\n[GBR \"1\"]\n[GBR \"2\"]\n\n{MOVES} *\n"),
        &format!("{FEN}\n{tags}\n\n{MOVES} *\n"),
    );
}

#[test]
fn a_game_without_tags_gets_them_and_a_blank_line() {
    let tags = "[GBR \"4888.88\"]\n[GBRFinal \"4888.88\"]";
    let with = |input: &str, expected: &str| {
        check_with("annotate --tags GBR,GBRFinal", input, expected, 0);
    };
    with("1. e4 e5 *\n", &format!("{tags}\n\n1. e4 e5 *\n"));
    with(
        "{Hello} 1. e4 *\r\n",
        &format!("{}\r\n\r\n{{Hello}} 1. e4 *\r\n", tags.replace('\n', "\r\n")),
    );
    assert_eq!(run("strip", &format!("{tags}\n\n1. e4 e5 *\n"), 0), "1. e4 e5 *\n");
}

#[test]
fn tags_on_one_line_stay_on_one_line() {
    let tags = TAGS.join(" ");
    check(
        &format!("[Event \"a\"] {FEN}\n\n{MOVES} *\n"),
        &format!("[Event \"a\"] {FEN} {tags}\n\n{MOVES} *\n"),
    );
}

#[test]
fn indented_tags_are_followed_by_indented_tags() {
    let tags = TAGS.join("\n  ");
    check(
        &format!("  [Event \"a\"]\n  {FEN}\n\n{MOVES} *\n"),
        &format!("  [Event \"a\"]\n  {FEN}\n  {tags}\n\n{MOVES} *\n"),
    );
}

#[test]
fn what_is_not_ours_stays_whatever_it_is() {
    let tags = TAGS.join("\n");
    let odd = "\u{feff}% escaped [GBR \"x\"]\n[Event \"a \\\"b\\\" é\"]  \n";
    let moves =
        "{[GBR \"comment\"]}  1.a8=Q+   $1 (1. a8=R+ {[GBR \"x\"]}) Kd7 ; [GBR \"y\"]\n\n\n *";
    check(&format!("{odd}{FEN}\n\n{moves}"), &format!("{odd}{FEN}\n{tags}\n\n{moves}"));
}

#[test]
fn a_file_that_never_had_tags_of_ours_comes_back_bit_for_bit() {
    let text = "\u{feff}; note\r\n[GBRx \"1\"]\n[ GBR]\n\n1. e4 {[GBR \"x\"]} *\r\r\n\u{1a}";
    assert_eq!(run("strip", text, 0), text);
    assert_eq!(run("strip", "", 0), "");
    assert_eq!(run("annotate", " \n\r\n\t", 0), " \n\r\n\t");
}

#[test]
fn text_that_is_not_utf_8_passes() {
    let input = [b"[White \"M\xfcller\"]\n", FEN.as_bytes(), b"\n\n*\n"].concat();
    let run = Folder::new().run("annotate --tags GBR").write_stdin(input).assert().success();
    let expected =
        [b"[White \"M\xfcller\"]\n", FEN.as_bytes(), b"\n[GBR \"0000.10\"]\n\n*\n"].concat();
    assert_eq!(run.get_output().stdout, expected);
}

// Which tags

#[test]
fn tags_picks_and_leaves_the_others_as_they_are() {
    let [code, _, last, _] = TAGS;
    check_with(
        "annotate --tags GBRFinal,GBR",
        &format!("{FEN}\n[GBRPosition \"old\"]\n\n{MOVES} *\n"),
        &format!("{FEN}\n[GBRPosition \"old\"]\n{code}\n{last}\n\n{MOVES} *\n"),
        0,
    );
}

#[test]
fn a_game_that_cannot_be_played_loses_stale_final_tags() {
    let [code, position, last, last_position] = TAGS;
    check_with(
        "annotate",
        &format!("{FEN}\n{code}\n{position}\n{last}\n{last_position}\n\n1. a8=Q+ Ke7 2. Qa9 *\n"),
        &format!("{FEN}\n{code}\n{position}\n\n1. a8=Q+ Ke7 2. Qa9 *\n"),
        1,
    );
}

#[test]
fn a_game_whose_fen_cannot_be_read_gets_none() {
    let game = "[FEN \"nonsense\"]\n\n1. e4 *\n";
    check_with("annotate", game, game, 1);
    let stale = "[FEN \"nonsense\"]\n[GBR \"0000.00\"]\n\n1. e4 *\n";
    check_with("annotate", stale, game, 1);
}

// Claims

const PAWN: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

const WON: &str = "e1e8 0000.10 .a7 2/1+.";
const STILL_WON: &str = "e1e8 1000.00 a8 2/1-+.";
const WHITE_TO_MOVE: &str = "e1e8 0000.10 .a7 2/1 WTM.";
const BLACK_TO_MOVE: &str = "e1e8 1000.00 a8 2/1 BTM.";

/// A study that White wins, with one more tag.
fn won_with(tag: &str, inserted: &str) -> String {
    format!("{tag}\n{}", study(PAWN, "1-0", "1. a8=Q+", inserted))
}

fn positions(start: &str, last: &str) -> String {
    format!("\n[GBRPosition \"{start}\"]\n[GBRFinalPosition \"{last}\"]")
}

fn check_positions(flags: &str, game: impl Fn(&str) -> String, start: &str, last: &str) {
    let line = format!("annotate --tags GBRPosition,GBRFinalPosition {flags}");
    check_with(&line, &game(""), &game(&positions(start, last)), 0);
}

#[test]
fn a_study_claims_its_result_for_start_and_end() {
    let won = |inserted: &str| study(PAWN, "1-0", "1. a8=Q+", inserted);
    check_positions("", won, "e1e8 0000.10 .a7 2/1+.", "e1e8 1000.00 a8 2/1-+.");
    let drawn = |inserted: &str| study(PAWN, "1/2-1/2", "1. Kd2", inserted);
    check_positions("", drawn, "e1e8 0000.10 .a7 2/1=.", "d2e8 0000.10 .a7 2/1-=.");
}

#[test]
fn a_study_with_black_to_move_has_a_dash_before_its_sign() {
    let fen = "4k3/P7/8/8/8/8/8/4K3 b - - 0 1";
    let won = |inserted: &str| study(fen, "1-0", "1... Kd7", inserted);
    check_positions("", won, "e1e8 0000.10 .a7 2/1-+.", "e1d7 0000.10 .a7 2/1+.");
    let drawn = |inserted: &str| study(fen, "1/2-1/2", "1... Kd7", inserted);
    check_positions("", drawn, "e1e8 0000.10 .a7 2/1-=.", "e1d7 0000.10 .a7 2/1=.");
}

#[test]
fn a_study_that_black_wins_claims_nothing() {
    let lost = |inserted: &str| study(PAWN, "0-1", "1. Kd2", inserted);
    check_positions("", lost, "e1e8 0000.10 .a7 2/1 WTM.", "d2e8 0000.10 .a7 2/1 BTM.");
}

#[test]
fn a_game_with_ratings_or_time_control_claims_nothing() {
    for tag in ["[WhiteElo \"2000\"]", "[BlackElo \"1\"]", "[TimeControl \"40/7200\"]"] {
        check_positions("", |inserted| won_with(tag, inserted), WHITE_TO_MOVE, BLACK_TO_MOVE);
    }
}

#[test]
fn ratings_and_time_controls_that_say_nothing_leave_a_study_its_claim() {
    for name in ["WhiteElo", "BlackElo", "TimeControl"] {
        for value in ["?", "-", "0", "", " "] {
            let tag = format!("[{name} \"{value}\"]");
            check_positions("", |inserted| won_with(&tag, inserted), WON, STILL_WON);
        }
    }
}

#[test]
fn a_game_against_an_opponent_claims_nothing() {
    for black in ["Winawer", "Win Zaw", "Vlasak=E", "Stockfish 2024", "White wins!"] {
        let tag = format!("[Black \"{black}\"]");
        check_positions("", |inserted| won_with(&tag, inserted), WHITE_TO_MOVE, BLACK_TO_MOVE);
    }
    let words = ["", "?", " - ", "+-", "Draw", "White to play and win", "ENDGAME study"];
    let codes = ["(+0000.10e1e8) TT", "[+0000.10e1e8 (bl)", "+0000.10e1e8"];
    for black in words.iter().chain(&codes) {
        let tag = format!("[Black \"{black}\"]");
        check_positions("", |inserted| won_with(&tag, inserted), WON, STILL_WON);
    }
}

#[test]
fn the_initial_array_is_no_position_of_a_study() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = study(array, "1-0", "1. e4", "");
    for claims in ["auto", "always"] {
        let out = run(&format!("annotate --claims {claims}"), &game, 0);
        assert_eq!((out.matches(" WTM.").count(), out.matches(" BTM.").count()), (1, 1), "{out}");
    }
}

#[test]
fn where_the_result_tag_says_nothing_the_marker_claims() {
    for tag in ["", "[Result \"?\"]\n", "[Result \"*\"]\n"] {
        let game = |inserted: &str| format!("{tag}[FEN \"{PAWN}\"]{inserted}\n\n1. a8=Q+ 1-0\n");
        check_positions("", game, WON, STILL_WON);
    }
    let game =
        |inserted: &str| format!("[Result \"0-1\"]\n[FEN \"{PAWN}\"]{inserted}\n\n1. a8=Q+ 1-0\n");
    check_positions("", game, WHITE_TO_MOVE, BLACK_TO_MOVE);
}

#[test]
fn claims_always_gives_the_sign_to_every_game_from_a_position_of_its_own() {
    for tag in ["[Black \"Winawer\"]", "[WhiteElo \"2000\"]", "[Variant \"Chess960\"]"] {
        check_positions("--claims always", |inserted| won_with(tag, inserted), WON, STILL_WON);
    }
    let lost = |inserted: &str| study(PAWN, "0-1", "1. a8=Q+", inserted);
    check_positions("--claims always", lost, WHITE_TO_MOVE, BLACK_TO_MOVE);
}

/// One rule says what a study is, for whoever asks.
#[test]
fn find_and_directory_know_the_same_studies() {
    let game =
        |black: &str| format!("[Black \"{black}\"]\n{}\n", study(PAWN, "1-0", "1. a8=Q+", ""));
    let [fragment, won] = ["Winawer", "?"].map(game);
    let both = format!("{fragment}{won}");
    assert_eq!(run("find --claim win *", &both, 0), won);
    assert_eq!(run("find --claim win --claims always *", &both, 0), both);
    let rows = run("directory --to csv", &both, 0);
    assert_eq!((rows.matches("\nwin,").count(), rows.matches("\n,").count()), (1, 1), "{rows}");
}

#[test]
fn a_last_position_that_refutes_the_claim_has_no_sign() {
    for (fen, result, moves, start, last) in [
        // White is mated.
        ("7k/8/8/8/8/6q1/4q3/7K b - - 0 1", "1-0", "1... Qeg2#", "-+.", " WTM."),
        ("7k/8/8/8/8/6q1/4q3/7K b - - 0 1", "1/2-1/2", "1... Qeg2#", "-=.", " WTM."),
        // Stalemate, and Black is mated.
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "1-0", "1. Qg6", "+.", " BTM."),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "1/2-1/2", "1. Qg7#", "=.", " BTM."),
        // A knight cannot mate.
        ("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "1-0", "1. Kxb2", "+.", " BTM."),
    ] {
        let out =
            run("annotate --tags GBRPosition,GBRFinalPosition", &study(fen, result, moves, ""), 0);
        let ends: Vec<_> = out.lines().filter(|line| line.starts_with("[GBR")).collect();
        assert!(ends[0].ends_with(&format!("{start}\"]")), "{out}");
        assert!(ends[1].ends_with(&format!("{last}\"]")), "{out}");
        let folder = Folder::with("in.pgn", study(fen, result, moves, "").as_bytes());
        let run = folder.run("annotate -v in.pgn").assert().success();
        let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(
            told.contains("note: game 1: a ") && told.contains("is claimed, but at the end"),
            "{told}"
        );
    }
}

#[test]
fn a_last_position_that_bears_the_claim_keeps_its_sign() {
    for (fen, result, moves, last) in [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "1-0", "1. Qg7#", "-+."),
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "1/2-1/2", "1. Qg6", "-=."),
        ("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "1/2-1/2", "1. Kxb2", "-=."),
    ] {
        let out = run("annotate --tags GBRFinalPosition", &study(fen, result, moves, ""), 0);
        assert!(out.contains(&format!("{last}\"]")), "{out}");
    }
}

#[test]
fn a_variant_claims_nothing_unless_it_is_none() {
    let game = |variant: &str, inserted: &str| {
        format!("[Variant \"{variant}\"]\n{}", study(PAWN, "1-0", "1. a8=Q+", inserted))
    };
    for none in ["Standard", "From Position", "normal", "Chess", "?", ""] {
        let game = |inserted: &str| game(none, inserted);
        check_positions("", game, "e1e8 0000.10 .a7 2/1+.", "e1e8 1000.00 a8 2/1-+.");
    }
    let game = |inserted: &str| game("Chess960", inserted);
    check_positions("", game, "e1e8 0000.10 .a7 2/1 WTM.", "e1e8 1000.00 a8 2/1 BTM.");
}

#[test]
fn claims_never_makes_no_claims() {
    let won = |inserted: &str| study(PAWN, "1-0", "1. a8=Q+", inserted);
    check_positions("--claims never", won, "e1e8 0000.10 .a7 2/1 WTM.", "e1e8 1000.00 a8 2/1 BTM.");
}

/// The tag that is not closed ends before our tag. Without that one, it would end in the next record.
#[test]
fn a_tag_of_ours_behind_one_that_is_not_closed_stays_and_says_nothing_wrong() {
    let input = "[FEN \"bad\"]\n[Site \"x]\n[GBR \"y\"]\n1. e4 1-0\nd \"1\"]\n";
    check_with("annotate", input, &input.replace("\"y\"", "\"?\""), 1);
}

/// The comment ends before the second game because of the brace in the tag: without it, it would be closed.
#[test]
fn a_brace_in_a_tag_of_ours_leaves_its_record_alone_and_is_told() {
    let second = "[Event \"b\"]\n[GBR \"{\"]\n\n1. e4 } *\n";
    let start = "[GBR \"4888.88\"]\n[GBRPosition \"e1e8 4888.88 \
        d1d8a1h1a8h8c1f1c8f8b1g1b8g8.a2b2c2d2e2f2g2h2a7b7c7d7e7f7g7h7 16/16 WTM.\"]";
    check_with(
        "annotate",
        &format!("[Event \"a\"]\n\n1. e4 {{\n\n{second}"),
        &format!("[Event \"a\"]\n{start}\n\n1. e4 {{\n\n{second}"),
        1,
    );
    let told = told(second);
    assert!(
        told.contains(":2: game 1: a brace in tag GBR, so that the wrong tag GBR stays"),
        "{told}"
    );
}

#[test]
fn a_record_that_tags_or_opcodes_would_change_stays_as_it_is_and_is_told() {
    let unclosed = "[FEN \"bad\"]\n[Site \"x]\n[GBR \"?\"]\n1. e4 *\nd \"1\"]\n";
    let field = "pppppppp/p7/8/8/8/8/8/kK6 w gbr \"x\"; - -\n";
    for (input, note) in [
        (unclosed, ":1: note: game 1: our tags would change how it is read"),
        (field, ":1: game 1: without our opcodes the position would not end here"),
    ] {
        check_with("annotate", input, input, 1);
        let told = told(input);
        assert!(told.contains(note), "{told}");
    }
}

/// A brace in a tag whose name only begins like ours, and broken tags that have what they get already.
#[test]
fn nothing_is_told_of_a_record_of_which_nothing_is_withheld() {
    let broken = format!("[Site \"x\n{FEN}\n\n{MOVES} *\n");
    let annotated = run("annotate", &broken, 0);
    for input in ["[Event \"b\"]\n[GBRFoo \"{\"]\n\n1. e4 } *\n", &broken, &annotated] {
        let told = told(input);
        assert!(!told.contains("stays as it is"), "{told}");
    }
}

/// What annotate says of an input, notes included.
fn told(input: &str) -> String {
    let run = Folder::new().run("annotate -v").write_stdin(input).assert();
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

// EPD

const LINE: &str = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";
const OPCODES: &str = " gbr \"0116.00\"; gbrpos \"a7d3 0116.00 b2b3c6d6 3/3 WTM.\";";

#[test]
fn opcodes_stand_directly_behind_the_fields() {
    check(
        &format!("{LINE} bm Kb6; id \"a; b\";\n"),
        &format!("{LINE}{OPCODES} bm Kb6; id \"a; b\";\n"),
    );
    check(LINE, &format!("{LINE}{OPCODES}"));
}

#[test]
fn a_line_without_its_last_semicolon_can_be_restored() {
    let line = format!("{LINE} bm Kb6; id \"x\"\r\n");
    check(&line, &format!("{LINE}{OPCODES} bm Kb6; id \"x\"\r\n"));
    assert_eq!(run("strip", &run("annotate", &line, 0), 0), line);
}

#[test]
fn opcodes_of_ours_are_set_where_they_stand() {
    check(
        &format!("{LINE} bm Kb6; gbr 116.00 ;\tid \"x\";\n"),
        &format!(
            "{LINE} gbrpos \"a7d3 0116.00 b2b3c6d6 3/3 WTM.\"; bm Kb6; gbr \"0116.00\" ;\tid \"x\";\n"
        ),
    );
}

#[test]
fn a_second_copy_of_an_opcode_of_ours_is_removed() {
    check(&format!("{LINE}{OPCODES} gbr \"x\"; bm Kb6;\n"), &format!("{LINE}{OPCODES} bm Kb6;\n"));
}

#[test]
fn a_six_field_line_keeps_its_clocks() {
    check(&format!("{LINE} 3 41\n"), &format!("{LINE} 3 41{OPCODES}\n"));
    check(&format!("{LINE} 3 41 bm Kb6;\n"), &format!("{LINE} 3 41{OPCODES} bm Kb6;\n"));
}

#[test]
fn comments_and_blank_lines_pass() {
    check(
        &format!("# {LINE}\n\n \t\n{LINE}\r\n#"),
        &format!("# {LINE}\n\n \t\n{LINE}{OPCODES}\r\n#"),
    );
}

#[test]
fn a_bad_line_passes_and_costs_its_neighbours_nothing() {
    check_with(
        "annotate",
        &format!("{LINE}\n8/8 w - - bm a;\n{LINE}\n"),
        &format!("{LINE}{OPCODES}\n8/8 w - - bm a;\n{LINE}{OPCODES}\n"),
        1,
    );
}

// Files and threads

#[test]
fn several_files_come_one_after_the_other_each_in_its_own_format() {
    let folder = Folder::with("a.pgn", format!("{FEN}\n\n{MOVES} *\n\n").as_bytes());
    folder.write("b.epd", format!("{LINE}\n").as_bytes());
    let game = format!("{FEN}\n{}\n\n{MOVES} *\n\n", TAGS.join("\n"));
    let line = format!("{LINE}{OPCODES}\n");
    let expected = format!("{game}{line}{game}");
    // All of it is there, but one output cannot be read as both.
    folder.run("annotate a.pgn b.epd a.pgn").assert().code(1).stdout(expected.clone());
    let run = folder.run("annotate a.pgn - a.pgn").write_stdin(format!("{LINE}\n")).assert();
    run.code(1).stdout(expected);
}

#[test]
fn from_overrides_the_format_by_content() {
    let (games, errors) =
        (run("annotate --from pgn", LINE, 1), run("annotate --from epd", "1. e4 *\n", 1));
    assert_eq!((games.as_str(), errors.as_str()), (LINE, "1. e4 *\n"));
}

#[test]
fn threads_and_lanes_make_no_difference() {
    let games: String =
        (0..3000).map(|n| format!("[Round \"{n}\"]\n{FEN}\n\n{MOVES} *\n\n")).collect();
    let one = run("annotate --threads 1", &games, 0);
    assert_eq!(one.matches(TAGS[3]).count(), 3000);
    assert!(run("annotate --threads 5", &games, 0) == one);
    assert!(run("annotate --lane reference", &games, 0) == one);
    assert!(run("strip --threads 5", &one, 0) == games);
}

/// Nine pawns have no code, and without the opcode the numbers after it would be clocks.
#[test]
fn a_wrong_opcode_that_cannot_go_is_a_fault() {
    let line = "8/8/8/8/8/PPPP4/PPPPPPPP/K6k w - - gbr \"9999.99\"; 0 1;\n";
    let folder = Folder::with("a.epd", line.as_bytes());
    let run = folder.run("annotate --faults f.jsonl a.epd").assert().code(1).stdout(line);
    assert!(!run.get_output().stderr.is_empty());
    let faults = String::from_utf8(folder.read("f.jsonl")).unwrap();
    assert!(faults.contains("\"kind\":\"wrong-left\""), "{faults}");
}

/// What cannot be read may be a name: no sign rather than a wrong one.
#[test]
fn a_broken_tag_about_the_players_leaves_no_sign() {
    let fen = "[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]";
    for tag in ["[Black 'Bob']", "[BlackElo 2500]", "[TimeControl 300]", "[Variant Crazyhouse]"] {
        let study = format!("[White \"W\"]\n{tag}\n[Result \"1-0\"]\n{fen}\n\n1-0\n");
        let output = run("annotate", &study, 0);
        assert!(output.contains("3/3 WTM.") && !output.contains("3/3+."), "{output}");
    }
}

#[test]
fn a_bare_king_wins_nothing_even_where_the_position_is_not_legal() {
    let study =
        "[Black \"?\"]\n[Result \"1-0\"]\n[FEN \"8/8/8/8/8/5k2/6q1/7K b - - 0 1\"]\n\n1-0\n";
    let output = run("annotate", study, 0);
    assert!(output.contains("[GBRFinalPosition \"h1f3 3000.00 g2 1/2 BTM.\"]"), "{output}");
}
