//! Input that other programs lose, split, merge or misread: one test per shape,
//! named after its number in the list of shapes.
//!
//! `cargo test --locked --test tests bad_input::` prints the list as a report, and
//! `bad_input::row_24` asks for one shape. `samples/odd` has a file for most of them, which
//! `tests/odd.rs` reads with a table of expectations; here is what must come out, byte for byte.
#![cfg(feature = "cli")]

use std::io::{Read, Write};
use std::process::Stdio;

use crate::folder::Folder;
use crate::properties::files;
use gbr_pgn::column::{self, At, Stage};
use gbr_pgn::format::{self, Desk, Source};
use gbr_pgn::gbr::Code;
use gbr_pgn::record::{Line, Record, Step};
use gbr_pgn::run::Chunks;
use gbr_pgn::run::{Job, Task};

/// Eight white pawns and seven black ones are left.
const MOVES: &str = "1. e4 d5 2. exd5";
const GAME: &str = "[Event \"e\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 *\n\n";
const CODED: &str = "[Event \"e\"]\n[Result \"*\"]\n[GBR \"4888.88\"]\n[GBRFinal \"4888.87\"]\n\n\
                     1. e4 d5 2. exd5 *\n\n";
/// What is put after the last tag of a game that begins and ends so.
const TAGS: &str = "\n[GBR \"4888.88\"]\n[GBRFinal \"4888.87\"]";
const START: &str = "4888.88";
const FINAL: &str = "4888.87";
/// A rook against a pawn: a study that ends after one move.
const STUDY: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
const NOTHING: &[&str] = &[];

/// The file with the codes of both positions put in, and the promises kept.
fn coded(input: impl AsRef<[u8]>) -> Vec<u8> {
    let input = input.as_ref();
    let source = format::detect(input);
    let stages: [&dyn Stage; 2] = [&column::Code(At::Start), &column::Code(At::Final)];
    let job = Job::annotate(source).expect("a format that can be annotated");
    let mut out = Vec::new();
    let run = Job { task: Task::Find(&stages), ..job }.run(input, |done| {
        out.extend_from_slice(&done.out);
        Ok::<_, std::io::Error>(())
    });
    run.expect("reading from memory");
    if input.len() < 10_000 {
        files::file(source, input, 1 << 20);
    }
    out
}

#[track_caller]
fn assert_coded(input: impl AsRef<[u8]>, expected: impl AsRef<[u8]>) {
    let (found, expected) = (coded(input), expected.as_ref());
    assert!(
        found == expected,
        "\nfound:    {}\nexpected: {}",
        found.escape_ascii(),
        expected.escape_ascii()
    );
}

/// What is read of one game: start, end, and the kinds of its faults and notes.
type Reading = (String, String, Vec<&'static str>);

/// The games of a file, and what is said of records that are none.
fn readings(input: impl AsRef<[u8]>) -> (Vec<Reading>, Vec<&'static str>) {
    let source = format::detect(input.as_ref());
    let (mut desk, mut games, mut others) = (Desk::default(), Vec::new(), Vec::new());
    for chunk in Chunks::new(input.as_ref(), source, 1 << 20) {
        for record in chunk.expect("reading from memory").records() {
            let game = source.decode(&record, &mut desk);
            let code = |setup: Option<&shakmaty::Setup>| {
                let code = setup.and_then(|setup| Code::from_setup(setup).ok());
                code.map_or("-".to_owned(), |code| code.to_string())
            };
            let kinds: Vec<_> = game.faults.iter().map(|fault| fault.kind.name()).collect();
            if record.is_game() {
                games.push((code(game.start.as_ref()), code(game.last.as_ref()), kinds));
            } else {
                others.extend(kinds);
            }
        }
    }
    (games, others)
}

fn games(input: impl AsRef<[u8]>) -> Vec<Reading> {
    readings(input).0
}

fn reading(start: &str, last: &str, kinds: &[&'static str]) -> Reading {
    (start.into(), last.into(), kinds.to_vec())
}

/// One game of this text is read so, and neither the game before nor the one after suffers.
#[track_caller]
fn assert_alone(text: &str, start: &str, last: &str, kinds: &[&'static str]) {
    let whole = reading(START, FINAL, NOTHING);
    let expected = [whole.clone(), reading(start, last, kinds), whole];
    let file = format!("{GAME}{text}\n\n{GAME}");
    assert_eq!(games(&file), expected, "{file}");
    let out = String::from_utf8(coded(&file)).unwrap();
    assert!(out.starts_with(CODED) && out.ends_with(CODED), "{out}");
}

/// A game with these moves between two others.
#[track_caller]
fn assert_moves(moves: &str, last: &str, kinds: &[&'static str]) {
    assert_alone(&format!("[Event \"odd\"]\n\n{moves}"), START, last, kinds);
}

/// A game from a position between two others.
#[track_caller]
fn assert_from(fen: &str, moves: &str, start: &str, last: &str, kinds: &[&'static str]) {
    let text = format!("[Event \"odd\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}");
    assert_alone(&text, start, last, kinds);
}

/// Standard output and standard error of the program over a file, which must end with `status`.
fn program(bytes: &[u8], line: &str, status: i32) -> (Vec<u8>, String) {
    let folder = Folder::with("in.pgn", bytes);
    let run = folder.run(line).assert().code(status);
    let output = run.get_output();
    (output.stdout.clone(), String::from_utf8(output.stderr.clone()).unwrap())
}

const TWO_CODES: &str = "annotate --tags GBR,GBRFinal in.pgn";

#[test]
fn row_02_crlf_is_kept_and_used() {
    let (game, coded) = (GAME.replace('\n', "\r\n"), CODED.replace('\n', "\r\n"));
    assert_coded(game.repeat(2), coded.repeat(2));
}

#[test]
fn row_04_mixed_line_ends_follow_the_line_before() {
    let crlf = "[Event \"e\"]\n[Result \"*\"]\r\n\n1. e4 d5 2. exd5 *\r\n\r\n";
    let expected = "[Event \"e\"]\n[Result \"*\"]\r\n[GBR \"4888.88\"]\r\n[GBRFinal \"4888.87\"]\r\n\n\
                    1. e4 d5 2. exd5 *\r\n\r\n";
    assert_coded(format!("{crlf}{GAME}"), format!("{expected}{CODED}"));
}

#[test]
fn row_03_cr_alone_ends_a_line() {
    let (game, coded) = (GAME.replace('\n', "\r"), CODED.replace('\n', "\r"));
    assert_coded(game.repeat(3), coded.repeat(3));
}

#[test]
fn row_05_a_byte_order_mark_stays_first_and_is_no_game() {
    assert_coded(format!("\u{feff}{GAME}"), format!("\u{feff}{CODED}"));
    let moves = format!("{MOVES} *\n");
    assert_coded(format!("\u{feff}{moves}"), format!("\u{feff}{}\n\n{moves}", &TAGS[1..]));
    assert_eq!(games("\u{feff}"), []);
}

#[test]
fn row_06_latin_1_names_are_bytes() {
    let game = |tags: &str| {
        let mut text = b"[White \"K\xfchler\"]\n[Black \"Gr\xfc\xdf\"]".to_vec();
        text.extend(format!("{tags}\n\n{MOVES} {{").bytes());
        text.extend(b"\xe9\xff} *\n");
        text
    };
    assert_coded(game(""), game(TAGS));
}

#[test]
fn row_07_utf_16_is_an_error_and_nothing_is_written() {
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["\u{feff}", ""] {
            let text: Vec<u8> = format!("{mark}{GAME}").encode_utf16().flat_map(bytes).collect();
            let (out, errors) = program(&text, "annotate in.pgn", 2);
            assert!(out.is_empty());
            assert!(errors.contains("in.pgn: is UTF-16 text; convert it first"), "{errors}");
        }
    }
}

#[test]
fn row_08_no_line_end_is_added_at_the_end() {
    assert_coded(GAME.trim_end(), CODED.trim_end());
    assert_coded("[Event \"e\"]", "[Event \"e\"]\n[GBR \"4888.88\"]\n[GBRFinal \"4888.88\"]");
}

#[test]
fn row_09_an_empty_file_stays_empty() {
    assert_coded("", "");
    let (out, errors) = program(b"", "annotate in.pgn", 0);
    assert!(out.is_empty() && errors.contains("0 games"), "{errors}");
}

#[test]
fn row_10_white_space_is_no_game() {
    for white in ["\n", " \t\r\n\n", "\r\r\r", "\u{b}\u{c}\n"] {
        assert_coded(white, white);
        assert_eq!(readings(white), (vec![], vec![]));
    }
}

#[test]
fn row_11_moves_without_tags_get_ours_and_a_blank_line_before() {
    let tags = &TAGS[1..];
    let moves = format!("{MOVES} *\n");
    let coded = format!("{tags}\n\n{moves}");
    assert_coded(&moves, &coded);
    assert_coded(format!("{GAME}{moves}\n{GAME}"), format!("{CODED}{coded}\n{CODED}"));
    assert_coded(
        format!("\n\n  {moves}"),
        format!("\n\n{tags}\n\n  {moves}"), // the indentation stays with the moves
    );
}

#[test]
fn row_11_moves_without_tags_and_without_their_beginning_have_no_codes() {
    // Not in the list: found by damaging real games. A stray marker makes the rest of a game look like
    // a game of its own, and from the initial position these moves can be played.
    for rest in ["2. Nf3 Nc6 3. Bb5 *", "1... Nf3 Nc6 *", "15. e4 *", "1… Nf3 Nc6 *"] {
        let text = format!("{GAME}{rest}\n\n{GAME}");
        let whole = reading(START, FINAL, NOTHING);
        let piece = reading("-", "-", &["no-beginning"]);
        assert_eq!(games(&text), [whole.clone(), piece, whole]);
        assert_coded(&text, format!("{CODED}{rest}\n\n{CODED}"));
    }
}

#[test]
fn row_12_without_result_marker_the_last_position_is_final() {
    assert_moves(MOVES, FINAL, &["unterminated"]);
    assert_moves(&format!("{MOVES} {{a comment}}"), FINAL, &["unterminated"]);
    let (_, errors) = program(format!("{MOVES}\n").as_bytes(), "annotate in.pgn", 0);
    assert!(errors.contains("1 game, 1 coded, 0 faults, 1 note"), "{errors}");
}

#[test]
fn row_13_without_moves_the_start_is_final() {
    assert_moves("*", START, NOTHING);
    assert_from(STUDY, "1-0", "0300.10", "0300.10", NOTHING);
}

#[test]
fn row_14_a_game_of_tags_alone_is_a_game() {
    let tags = "[Event \"a\"]\n[White \"w\"]";
    assert_alone(tags, START, START, &["unterminated"]);
    // Without Event, a name that comes up again begins the next game.
    let text =
        "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n1. e4 d5 2. exd5 *\n";
    assert_eq!(
        games(text),
        [reading(START, START, &["unterminated"]), reading(START, FINAL, NOTHING)]
    );
    let three = "\n[GBR \"4888.88\"]\n[GBRFinal \"4888.88\"]";
    assert_coded(
        text,
        format!(
            "[White \"a\"]\n[Black \"b\"]{three}\n\n[White \"c\"]\n[Black \"d\"]{TAGS}\n\n{MOVES} *\n"
        ),
    );
}

#[test]
fn row_15_games_need_no_blank_line_between_them() {
    let (game, coded) = (GAME.trim_end(), CODED.trim_end());
    assert_coded(format!("{game}\n{game}\n"), format!("{coded}\n{coded}\n"));
    let tight = |text: &str| text.replace("\n\n", "\n");
    assert_coded(tight(GAME).repeat(2), tight(CODED).repeat(2));
}

#[test]
fn row_16_a_blank_line_between_tags_does_not_end_them() {
    let text = |tags: &str| format!("[Event \"e\"]\n\n[Site \"s\"]{tags}\n\n{MOVES} *\n\n{GAME}");
    assert_eq!(games(text("")).len(), 2);
    assert_coded(text(""), text(TAGS).replace(GAME, CODED));
}

#[test]
fn row_17_a_blank_line_among_the_moves_does_not_end_them() {
    assert_moves("1. e4\n\nd5\n\n\n2. exd5 *", FINAL, NOTHING);
}

#[test]
fn row_17b_nor_does_one_behind_the_first_comment() {
    assert_moves(&format!("{{first}}\n\n{MOVES} *"), FINAL, NOTHING);
    assert_from(STUDY, "{first}\n\n1. c7 Rd6+ *", "0300.10", "0300.10", NOTHING);
}

#[test]
fn row_18_unescaped_quotes_close_with_the_line() {
    for value in ["The \"Big\" One", "\"", "a\" b", "\"] \"]"] {
        let text = |tags: &str| format!("[Event \"{value}\"]{tags}\n\n{MOVES} *\n\n{GAME}");
        let found = games(text(""));
        assert_eq!(found[1], reading(START, FINAL, NOTHING), "{value}");
        assert_eq!((found.len(), &found[0].2[..]), (2, &["odd-tag"][..]), "{value}");
        assert_coded(text(""), text(TAGS).replace(GAME, CODED));
    }
}

#[test]
fn row_19_escapes_are_copied() {
    let text = |tags: &str| {
        format!(
            "[Event \"a \\\"b\\\" \\\\\"]\n[White \"O\\\"Brien\"]{tags}\n\n{MOVES} {{\\\"}} *\n\n{GAME}"
        )
    };
    assert_eq!(games(text(""))[0], reading(START, FINAL, NOTHING));
    assert_coded(text(""), text(TAGS).replace(GAME, CODED));
}

#[test]
fn row_20_a_backslash_at_the_end_of_a_value_hides_nothing() {
    let text = format!("[Event \"Tournament \\\"]\n[Site \"s\"]\n\n{MOVES} *");
    assert_alone(&text, START, FINAL, &["odd-tag"]);
}

#[test]
fn row_21_brackets_in_a_value_are_text() {
    for value in ["]", "[!]", "(", "a ] b [ c", "{", "}", ";", "[White \\\"x\\\"]"] {
        assert_alone(&format!("[Event \"{value}\"]\n\n{MOVES} *"), START, FINAL, NOTHING);
    }
}

#[test]
fn row_22_moves_in_a_value_are_text() {
    let text = format!("[Opening \"1. d4 d5 2. c4 dxc4 1-0\"]\n[Event \"*\"]\n\n{MOVES} *");
    assert_eq!(games(&text), [reading(START, FINAL, NOTHING)]);
    assert_alone(&format!("[Event \"1. d4 1-0\"]\n\n{MOVES} *"), START, FINAL, NOTHING);
}

#[test]
fn row_23_a_comment_may_hold_tags_results_and_blank_lines() {
    for comment in
        ["[Event \"fake\"]", "\n\n[Event \"fake\"]\n\n1. d4 1-0\n\n", "1-0", "\n\n", "(", ";"]
    {
        assert_moves(&format!("1. e4 {{{comment}}} d5 2. exd5 *"), FINAL, NOTHING);
    }
}

#[test]
fn row_24_a_comment_that_is_never_closed_costs_no_other_game() {
    let open = "[Event \"odd\"]\n\n1. e4 { d5 2. exd5 *";
    // To the end of the input.
    assert_alone(open, START, "-", &["unclosed-comment", "unterminated"]);
    // Before a game with a comment of its own.
    let other = GAME.replace("d5 2", "d5 {sound} 2");
    let text = format!("{open}\n\n{other}{open}\n\n{GAME}");
    let broken = reading(START, "-", &["unclosed-comment", "unterminated"]);
    let whole = reading(START, FINAL, NOTHING);
    assert_eq!(games(&text), [broken.clone(), whole.clone(), broken, whole]);
    // Up to the record limit.
    let way = files::Way { limit: 500, ..files::PLAIN };
    let long = format!("{open}\n\n{}", GAME.repeat(40));
    let (out, faults) = files::annotate(&format::Pgn, long.as_bytes(), way);
    assert_eq!(faults[0].kind.name(), "unclosed-comment");
    assert_eq!(String::from_utf8(out).unwrap().matches("[GBRFinal \"").count(), 40);
}

#[test]
fn row_25_braces_do_not_nest() {
    // Peers read the d4 of the inner text, or stop; what is between the closing
    // braces may be either, so the end is doubtful.
    assert_moves("1. e4 {a {b} 1... d4 } d5 2. exd5 *", "-", &["stray-brace"]);
}

#[test]
fn row_26_a_line_comment_may_hold_anything() {
    assert_moves("1. e4 ; { 1-0 ( [Event \"x\"] d6\nd5 2. exd5 *", FINAL, NOTHING);
}

#[test]
fn row_27_percent_lines_are_copied_and_not_read() {
    assert_coded(format!("% first {{\n{GAME}"), format!("% first {{\n{CODED}"));
    assert_moves("1. e4\n% { [Event \"x\"] 1-0\nd5 2. exd5 *", FINAL, NOTHING);
    assert_alone("[Event \"odd\"]\n% between\n[Site \"s\"]\n\n*", START, START, NOTHING);
}

#[test]
fn row_28_an_illegal_move_leaves_the_start_and_is_named() {
    let text = "[Event \"odd\"]\n\n1. e4 d5 2. Nf6 e5 *";
    assert_alone(text, START, "-", &["illegal-move"]);
    assert_coded(text, "[Event \"odd\"]\n[GBR \"4888.88\"]\n\n1. e4 d5 2. Nf6 e5 *");
    let (_, errors) = program(text.as_bytes(), "annotate in.pgn", 1);
    assert!(errors.contains("in.pgn:3: game 1: ply 3 (2. Nf6): illegal move"), "{errors}");
}

#[test]
fn row_29_a_garbled_move_stops_the_main_line() {
    for word in ["Nc66", "Zz9", "e44", "exd5d5", "Kx", "?e4", "e4,"] {
        let moves = format!("1. e4 {word} 2. exd5 *");
        let kinds = &games(format!("{GAME}[Event \"odd\"]\n\n{moves}\n\n{GAME}"))[1].2;
        assert!(kinds.contains(&"unknown-token") || kinds.contains(&"illegal-move"), "{word}");
    }
    assert_moves("1. e4 Nc66 2. Nf3 *", "-", &["unknown-token"]);
    let text = "[Event \"odd\"]\n\n1. e4 Nc66 *\n";
    let (_, errors) = program(text.as_bytes(), "annotate in.pgn", 1);
    assert!(errors.contains("in.pgn:3: game 1: ply 2 (1... Nc66): not a move"), "{errors}");
}

#[test]
fn row_30_other_languages_are_read_where_the_whole_main_line_plays() {
    assert_moves("1. e4 d5 2. exd5 Sf6 3. Lb5+ *", FINAL, &["odd-moves"]); // German
    assert_moves("1. e4 d5 2. exd5 Pf6 3. Lb5+ *", FINAL, &["odd-moves"]); // Dutch
    assert_moves("1. e4 d5 2. exd5 Cf6 3. Fb5+ *", FINAL, &["odd-moves"]); // French
    assert_moves("1. e4 d5 2. exd5 Sf6 3. Bb5+ *", "-", &["unknown-token"]); // both
}

#[test]
fn row_31_figurines_are_read() {
    assert_moves("1. e4 d5 2. exd5 ♛xd5 3. ♘c3 *", "4888.77", &["odd-moves"]);
}

#[test]
fn row_32_null_moves_pass_the_turn() {
    for null in ["--", "Z0"] {
        assert_moves(&format!("1. e4 {null} 2. d4 d5 3. exd5 *"), FINAL, &["null-move"]);
    }
}

#[test]
fn row_33_castling_with_zeros() {
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 5. Nxe5 *";
    assert_moves(moves, FINAL, NOTHING);
}

#[test]
fn row_34_a_result_in_a_variation_ends_nothing() {
    assert_moves("1. e4 (1. d4 1-0) (1. c4 *) 1... d5 2. exd5 *", FINAL, NOTHING);
    assert_moves("1. e4 (1. d4 (1. c4 0-1) 1/2-1/2) d5 2. exd5 *", FINAL, NOTHING);
}

#[test]
fn row_35_an_unclosed_variation_leaves_the_end_in_doubt() {
    assert_moves("1. e4 (1. d4 d5 2. exd5 *", "-", &["unclosed-variation", "unterminated"]);
}

#[test]
fn row_36_an_extra_parenthesis_is_passed_over() {
    assert_moves("1. e4 (1. d4)) d5 2. exd5 *", FINAL, &["stray-parenthesis"]);
}

#[test]
fn row_37_a_fen_needs_no_setup_tag() {
    let text = format!("[Event \"odd\"]\n[FEN \"{STUDY}\"]\n\n1. Kc7 *");
    assert_alone(&text, "0300.10", "0300.10", NOTHING);
}

#[test]
fn row_38_setup_0_does_not_hide_a_fen() {
    let text = format!("[Event \"odd\"]\n[SetUp \"0\"]\n[FEN \"{STUDY}\"]\n\n1. Kc7 *");
    assert_alone(&text, "0300.10", "0300.10", &["setup"]);
}

#[test]
fn row_39_a_malformed_fen_gives_no_codes_and_keeps_the_text() {
    for fen in ["bad", "", "8/8/8/8/8/8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1"] {
        let text = format!("[Event \"odd\"]\n[FEN \"{fen}\"]\n\n{MOVES} *");
        assert_alone(&text, "-", "-", &["bad-fen"]);
        assert_coded(&text, &text);
    }
    // Two that differ: either might be meant.
    let text = format!("[Event \"odd\"]\n[FEN \"{STUDY}\"]\n[FEN \"{}\"]\n\n*", &STUDY[2..]);
    assert_alone(&text, "-", "-", &["bad-fen"]);
}

#[test]
fn row_40_without_a_king_there_is_a_code_and_no_position() {
    let fen = "8/8/2P5/3r4/8/8/8/k7 w - - 0 1";
    assert_from(fen, "*", "0300.10", "0300.10", &["kings", "illegal-position"]);
    let text = format!("[FEN \"{fen}\"]\n\n*\n");
    let (out, _) = program(text.as_bytes(), "annotate in.pgn", 1);
    let expected = format!("[FEN \"{fen}\"]\n[GBR \"0300.10\"]\n[GBRFinal \"0300.10\"]\n\n*\n");
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn row_41_the_wrong_side_in_check_is_coded_from_its_placement() {
    let fen = "4k3/8/8/8/8/2Q5/4R3/4K3 w - - 0 1";
    assert_from(fen, "1-0", "1100.00", "1100.00", &["illegal-position"]);
    // With moves there is no position to play them from.
    assert_from(fen, "1. Kd1 1-0", "1100.00", "-", &["unplayable"]);
}

#[test]
fn row_41b_an_impossible_en_passant_square_is_dropped() {
    let fen = "8/8/8/K2Pp2k/8/8/8/8 w - c6 0 1";
    assert_from(fen, "1. d6 *", "0000.11", "0000.11", &["illegal-position"]);
}

#[test]
fn row_42_nine_queens_are_a_digit_9() {
    assert_from("1QQQQQQQ/1QQ4K/8/8/8/8/pp6/kn6 w - - 0 1", "*", "9003.02", "9003.02", NOTHING);
}

#[test]
fn row_43_black_may_begin() {
    let fen = "8/2P5/1K6/3r4/8/8/8/k7 b - - 0 1";
    assert_from(fen, "1... Rd6+ 2. Kb5 *", "0300.10", "0300.10", NOTHING);
    let text = format!("[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n1... Rd6+ 2. Kb5 1-0\n");
    let (out, _) = program(text.as_bytes(), "annotate --tags GBRPosition in.pgn", 0);
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("[GBRPosition \"b6a1 0300.10 d5.c7 2/2-+.\"]"), "{out}");
}

const CHESS960: &str = "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1";

#[test]
fn row_44_chess960_wherever_its_tag_stands() {
    let moves = "1. O-O O-O 2. e4 d5 3. exd5 *";
    for tags in [
        format!("[Variant \"Chess960\"]\n[FEN \"{CHESS960}\"]"),
        format!("[FEN \"{CHESS960}\"]\n[Variant \"Chess960\"]"),
    ] {
        assert_alone(&format!("[Event \"odd\"]\n{tags}\n\n{moves}"), START, FINAL, NOTHING);
    }
}

#[test]
fn row_45_chess960_without_its_tag_is_told_by_the_castling_rights() {
    assert_from(CHESS960, "1. O-O O-O 2. e4 d5 3. exd5 *", START, FINAL, NOTHING);
}

#[test]
fn row_46_known_variants_are_played_and_others_only_start() {
    let game =
        |name: &str, moves: &str| format!("[Event \"odd\"]\n[Variant \"{name}\"]\n\n{moves}");
    assert_alone(&game("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@d4 *"), START, "4888.87", NOTHING);
    // The capture takes both pawns and nothing beside them.
    assert_alone(&game("Atomic", "1. e4 d5 2. exd5 *"), START, "4888.77", NOTHING);
    assert_alone(&game("Three-check", "1. e4 d5 2. exd5 *"), START, FINAL, NOTHING);
    assert_alone(&game("Nonsense", "1. e4 d5 2. exd5 *"), START, "-", &["unknown-variant"]);
    // Horde has more pawns than a code can hold.
    assert_alone(&game("Horde", "*"), "-", "-", &["many-pawns"]);
}

#[test]
fn row_47_of_two_tags_of_ours_the_first_is_set_and_the_other_goes() {
    let text = format!("[GBR \"x\"]\n[Event \"odd\"]\n[GBR \"y\"]\n\n{MOVES} *\n");
    let coded =
        format!("[GBR \"4888.88\"]\n[Event \"odd\"]\n[GBRFinal \"4888.87\"]\n\n{MOVES} *\n");
    assert_coded(&text, &coded);
    assert_eq!(games(&text), [reading(START, FINAL, &["own-twice"])]);
}

#[test]
fn row_48_a_tag_of_a_megabyte() {
    for length in [40_000, 1 << 20] {
        let value = "x".repeat(length);
        let text = |tags: &str| format!("[Event \"{value}\"]{tags}\n\n{MOVES} *\n\n{GAME}");
        assert_coded(text(""), text(TAGS).replace(GAME, CODED));
    }
}

#[test]
fn row_49_a_comment_of_a_megabyte() {
    for length in [80_000, 1 << 20] {
        let comment = "1-0 ( [x ".repeat(length / 9);
        let text = |tags: &str| {
            format!("[Event \"e\"]{tags}\n\n1. e4 {{{comment}}} d5 2. exd5 *\n\n{GAME}")
        };
        assert_coded(text(""), text(TAGS).replace(GAME, CODED));
    }
}

#[test]
fn row_50_six_thousand_plies_on_one_line() {
    let mut moves = String::from("1. e4 d5 2. exd5");
    for _ in 0..1500 {
        moves += " Nf6 Nf3 Ng8 Ng1";
    }
    assert_moves(&format!("{moves} *"), FINAL, NOTHING);
}

#[test]
fn row_51_a_hundred_thousand_nested_variations() {
    for depth in [3_000, 100_000] {
        let (open, close) = ("(1. d4 ".repeat(depth), ")".repeat(depth));
        let text = |tags: &str| {
            format!("[Event \"e\"]{tags}\n\n1. e4 {open}{close} d5 2. exd5 *\n\n{GAME}")
        };
        assert_coded(text(""), text(TAGS).replace(GAME, CODED));
    }
}

#[test]
fn row_52_nul_bytes_are_reported_with_their_place() {
    assert_moves("1. e4 \0 d5 2. exd5 *", "-", &["nul-byte"]);
    // In a comment or a tag they harm nothing.
    assert_moves("1. e4 {\0} d5 2. exd5 *", FINAL, &["harmless-nul"]);
    let (_, errors) = program(b"[Event \"\0\"]\n\n*\n", "annotate -v in.pgn", 0);
    assert!(errors.contains("note: game 1: NUL byte at offset 8"), "{errors}");
    let folder = Folder::with("in.pgn", b"[Event \"e\"]\n\n1. e4 \0 *\n");
    folder.run("annotate -q in.pgn --faults log.jsonl").assert().code(1);
    let log = String::from_utf8(folder.read("log.jsonl")).unwrap();
    assert!(log.contains("\"kind\":\"nul-byte\"") && log.contains("\"offset\":19"), "{log}");
}

#[test]
fn row_53_ctrl_z_at_the_end_is_copied_and_is_no_game() {
    for end in ["\u{1a}", "\u{1a}\n", "\n\u{1a}"] {
        assert_coded(format!("{GAME}{end}"), format!("{CODED}{end}"));
        assert_eq!(
            readings(format!("{GAME}{end}")),
            (vec![reading(START, FINAL, NOTHING)], vec![])
        );
    }
    // Directly behind the last word, too, and as often as it fills a sector.
    for end in ["\u{1a}", " \u{1a}", "\u{1a}\u{1a}\u{1a}\r\n\u{1a}"] {
        let (game, coded) = (GAME.trim_end(), CODED.trim_end());
        assert_coded(format!("{game}{end}"), format!("{coded}{end}"));
        assert_eq!(
            readings(format!("{game}{end}")),
            (vec![reading(START, FINAL, NOTHING)], vec![])
        );
        for (position, rest) in [(EPD, " bm Kc7;"), (&format!("{EPD} 12 34"), ""), (EPD, "\n")] {
            assert_coded(
                format!("{position}{rest}{end}"),
                format!("{position}{OPCODE}{rest}{end}"),
            );
        }
    }
}

#[test]
fn row_54_text_before_the_games_is_no_game() {
    let mail = "From: Me <me@example.org>\nDate: 1 Jan 1999\nSubject: games\n\nHere they are.\n\n";
    assert_coded(format!("{mail}{GAME}"), format!("{mail}{CODED}"));
    let expected = (vec![reading(START, FINAL, NOTHING)], vec!["not-a-game"]);
    assert_eq!(readings(format!("{mail}{GAME}")), expected);
}

#[test]
fn row_55_results_that_disagree_are_reported_and_stay() {
    let text = |tags: &str| format!("[Result \"1-0\"]{tags}\n\n{MOVES} 0-1\n");
    assert_coded(text(""), text(TAGS));
    assert_eq!(games(text("")), [reading(START, FINAL, &["result-mismatch"])]);
    let mate = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    assert_eq!(games(mate), [reading(START, START, &["result-mismatch"])]);
}

#[test]
fn row_56_tags_on_one_line_get_ours_on_it() {
    let text = |tags: &str| format!("[Event \"e\"] [Site \"s\"]{tags}\n\n{MOVES} *\n");
    assert_coded(text(""), text(&TAGS.replace('\n', " ")));
    let tight = |tags: &str| format!("[Event \"e\"][Site \"s\"]{tags} {MOVES} *\n");
    assert_coded(tight(""), tight(&TAGS.replace('\n', "")));
}

#[test]
fn row_57_indented_tags_get_ours_indented() {
    let text = |tags: &str| format!("  [Event \"e\"]\n  [Site \"s\"]{tags}\n\n{MOVES} *\n");
    assert_coded(text(""), text(&TAGS.replace('\n', "\n  ")));
    assert_coded(text("").repeat(2), text(&TAGS.replace('\n', "\n  ")).repeat(2));
    for blank in [" ", "\t", "\x0b", "\x0c"] {
        let text = format!("[Event \"e\"]\n\n1. e4\n{blank}[Event \"f\"]\n\n1. d4 *\n");
        assert_eq!(games(&text).len(), 2, "{text:?}");
    }
}

#[test]
fn row_58_a_value_in_single_quotes_is_kept() {
    let text = format!("[Event \"odd\"]\n[White 'A']\n[Black \"b\"]\n\n{MOVES} *");
    assert_alone(&text, START, FINAL, &["odd-tag"]);
}

#[test]
fn row_59_empty_tags_are_kept() {
    let text = format!("[Event \"odd\"]\n[Empty]\n[Foo \"\"]\n\n{MOVES} *");
    assert_alone(&text, START, FINAL, &["odd-tag"]);
    assert_alone(&format!("[Event \"\"]\n\n{MOVES} *"), START, FINAL, NOTHING);
}

#[test]
fn row_60_promotions_as_people_write_them() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    for word in ["a8Q+", "a8(Q)", "a8/Q", "a8=", "a8q", "a7a8q", "a8♕"] {
        assert_from(fen, &format!("1. {word} *"), "0000.10", "1000.00", &["odd-moves"]);
    }
    assert_from(fen, "1. a8=N *", "0000.10", "0001.00", NOTHING);
    // What it becomes is not said, and a queen is only likely.
    assert_from(fen, "1. a8 *", "0000.10", "-", &["illegal-move"]);
}

#[test]
fn row_61_long_algebraic_notation() {
    for moves in ["e2e4 d7d5 e4d5", "1. e2-e4 d7-d5 2. e4xd5", "1. e4 d5 2. Ng1-f3 Nb8c6 3. e4xd5"]
    {
        assert_moves(&format!("{moves} *"), FINAL, &["odd-moves"]);
    }
    assert_moves("1. e4 d5 2. ed5 *", FINAL, &["odd-moves"]);
}

#[test]
fn row_62_a_comment_between_tags_does_not_end_them() {
    let text =
        |tags: &str| format!("[Event \"e\"]\n{{a [comment}}\n[Site \"s\"]{tags}\n\n{MOVES} *\n");
    assert_eq!(games(text("")), [reading(START, FINAL, NOTHING)]);
    assert_coded(text(""), text(TAGS));
}

#[test]
fn row_63_text_behind_the_result_belongs_to_its_line() {
    assert_moves(&format!("{MOVES} * and so on (1. d4)"), FINAL, &["after-result"]);
    let text = format!("{GAME}{MOVES} 1-0 a remark\n{GAME}");
    assert_eq!(games(&text).len(), 3);
}

#[test]
fn row_63_moves_that_go_on_behind_the_result_leave_the_end_in_doubt() {
    // The list ends the game at its marker. Damaged games showed where that gives a wrong
    // end: a marker that slipped in between moves. So if the next word goes on with
    // the game, and does not begin another one or say something, there is no final code.
    for moves in [
        "1. e4 * d5 2. exd5 *",
        "1. e4 d5 *2. exd5 1-0",
        "1. e4 d5 1-0 2. exd5 1-0",
        "1. e4 d5 2*. exd5 *",
        "1. e4 d5 2.* exd5 *",
        "1. e4 d5 *. exd5 *",
        "1. e4 d5 1*. exd5 *",
        "1. e4 d5 *1. exd5 *",
    ] {
        let found = &games(format!("{GAME}[Event \"odd\"]\n\n{moves}\n\n{GAME}"))[1];
        assert_eq!((found.1.as_str(), found.2.contains(&"early-result")), ("-", true), "{moves}");
    }
}

#[test]
fn row_66_a_second_game_on_the_line_of_the_result_is_reported_and_not_read() {
    assert_moves(&format!("{MOVES} * 1. d4 d5 *"), FINAL, &["after-result"]);
    assert_moves("1. e4 * 1. d4 d5 *", START, &["after-result"]);
    // On a line of its own it is read.
    let text = format!("{MOVES} *\n{MOVES} *\n");
    assert_eq!(games(text), [reading(START, FINAL, NOTHING), reading(START, FINAL, NOTHING)]);
}

#[test]
fn row_64_behind_mate_the_mate_is_final() {
    assert_moves("1. f3 e5 2. g4 Qh4# 3. Kf2 Qxg4 0-1", START, &["after-end"]);
    let stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    assert_from(stalemate, "1... Kh7 *", "1000.00", "1000.00", &["after-end"]);
}

#[test]
fn row_65_kings_put_in_the_centre_are_a_sign_and_no_moves() {
    assert_moves(&format!("{MOVES} Ke5 3. Ke4 *"), FINAL, &["kings-in-centre"]);
    assert_moves(&format!("{MOVES} Kd4 *"), FINAL, &["kings-in-centre"]);
    // Not at the end, or not in the centre: a fault like any other.
    assert_moves(&format!("{MOVES} Ke5 3. Ke4 Nf6 *"), "-", &["illegal-move"]);
    assert_moves(&format!("{MOVES} Kf4 *"), "-", &["illegal-move"]);
}

#[test]
fn row_67_a_capture_may_say_en_passant() {
    for word in ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep"] {
        assert_moves(&format!("1. e4 Nf6 2. e5 d5 3. {word} *"), FINAL, NOTHING);
    }
}

#[test]
fn row_68_a_record_of_the_study_database() {
    let text =
        b"\xef\xbb\xbf[Event \"? #18\"]\r\n[White \"Gr\xfcn=W\"]\r\n[Black \"(+0300.10b6a1)\"]\r\n\
        [Result \"1-0\"]\r\n[SetUp \"1\"]\r\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\r\n\r\n\
        1.c7 $1 1...Rd6+ ( 1...Rd1 2.c8=Q ) 2.Kb5 Rd5+ 1-0\r\n";
    assert_eq!(games(text), [reading("0300.10", "0300.10", NOTHING)]);
    let (out, _) = program(text, "annotate --tags GBRPosition in.pgn", 0);
    let tag = b"\r\n[GBRPosition \"b6a1 0300.10 d5.c6 2/2+.\"]\r\n\r\n1.c7";
    assert!(out.windows(tag.len()).any(|window| window == tag));
}

#[test]
fn row_69_a_file_cut_in_a_tag_is_truncated() {
    let text = format!("{GAME}[Event \"x\"]\n[White \"Som");
    assert_coded(&text, text.replace(GAME, CODED));
    assert_eq!(games(&text)[1], reading("-", "-", &["truncated"]));
    program(text.as_bytes(), "annotate in.pgn", 1);
}

#[test]
fn row_70_a_file_cut_in_a_move_is_truncated() {
    // What is left of a knight's move looks like a novelty.
    for cut in ["2. exd", "2. N", "2. Nf3 N"] {
        let text = |tags: &str| format!("{GAME}[Event \"x\"]{tags}\n\n1. e4 d5 {cut}");
        assert_coded(text(""), text("\n[GBR \"4888.88\"]").replace(GAME, CODED));
        assert_eq!(games(text(""))[1], reading(START, "-", &["truncated", "unterminated"]));
    }
    let novelty = format!("{GAME}[Event \"x\"]\n\n1. e4 d5 N\n");
    assert_eq!(games(novelty)[1].2, ["unterminated"]);
}

#[test]
fn row_71_compressed_input_is_told_by_its_first_bytes() {
    let damaged = (&b"PK\x03\x04\x14\0"[..], "in.pgn: cannot be unpacked");
    let other = (&b"7z\xbc\xaf\x27\x1c\0\x04"[..], "in.pgn: is a 7z archive; unpack it first");
    for (bytes, told) in [damaged, other] {
        let (out, errors) = program(bytes, "annotate in.pgn", 2);
        assert!(out.is_empty() && errors.contains(told), "{errors}");
    }
    let zip = crate::archives::zipped(&[("games.pgn", GAME.as_bytes())]);
    assert_eq!(program(&zip, TWO_CODES, 0).0, CODED.as_bytes());
    for compress in [gzip, zstd] {
        assert_eq!(program(&compress(GAME.as_bytes()), TWO_CODES, 0).0, CODED.as_bytes());
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

#[test]
fn row_72_frames_are_read_to_the_last_and_a_cut_one_to_its_cut() {
    for compress in [gzip, zstd] {
        let two = [compress(GAME.as_bytes()), compress(GAME.as_bytes())].concat();
        assert_eq!(program(&two, TWO_CODES, 0).0, CODED.repeat(2).as_bytes());
        let many: String =
            (0..20_000).map(|n| GAME.replace("\"e\"", &format!("\"{n}\""))).collect();
        let whole = compress(many.as_bytes());
        let cut = whole.len() - 7;
        let (out, errors) = program(&whole[..cut], "strip in.pgn", 2);
        assert!(!out.is_empty() && many.as_bytes().starts_with(&out));
        let expected = format!("in.pgn: compressed data ends too early at byte {cut}");
        assert!(errors.contains(&expected), "{errors}");
    }
}

const EPD: &str = "8/8/1KP5/3r4/8/8/8/k7 w - -";
const OPCODE: &str = " gbr \"0300.10\";";

#[test]
fn row_73_epd_keeps_the_bytes_of_its_operations() {
    for rest in [
        " bm Kc7; id \"a; b\";",
        " bm Kc7",
        " noop;",
        " c0 \"x\"; c0 \"y\";",
        "\tbm\tKc7 ;",
        " id \"never closed",
        ";",
        " ",
    ] {
        // Files of other programs use the escape of PGN for comments.
        for sign in ['#', '%'] {
            let line =
                |opcode: &str| format!("{sign} a comment\n\n{EPD}{opcode}{rest}\r\n{sign} {EPD}\n");
            assert_eq!(games(line("")), [reading("0300.10", "-", NOTHING)], "{rest}");
            assert_coded(line(""), line(OPCODE));
        }
    }
}

/// Which is told; without it nothing of the file would be read.
#[test]
fn positions_below_a_title_are_read() {
    for title in ["Mate in two", "; my suite", "// EPD", "fen,moves"] {
        let text = |opcode: &str| format!("{title}\n{EPD}{opcode}\n");
        assert_eq!(games(text(""))[1], reading("0300.10", "-", NOTHING), "{title}");
        assert_coded(text(""), text(OPCODE));
    }
    let mail = format!("Try this:\n{EPD}\n\n{GAME}");
    assert_eq!(readings(mail).0, [reading(START, FINAL, NOTHING)]);
}

#[test]
fn row_74_epd_of_two_four_or_six_fields() {
    // Two fields say less than a position, and are reported. Six are what a line
    // of FEN has: those are as ordinary as four, and a note for each would say nothing.
    for (fields, kinds) in [
        ("8/8/1KP5/3r4/8/8/8/k7 w", &["odd-fen"][..]),
        (EPD, NOTHING),
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 12 34", NOTHING),
    ] {
        let line = |opcode: &str| format!("{fields}{opcode} bm Kc7;\n");
        assert_eq!(games(line("")), [reading("0300.10", "-", kinds)], "{fields}");
        assert_coded(line(""), line(OPCODE));
    }
}

#[test]
fn row_75_fen_as_people_write_it() {
    for fen in [
        "8/8/1KP5/3r4/8/8/8/k7 w – – 0 1",
        "8/8/1KP5/3r4/8/8/8/k7 W - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7/ w - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7  w  -  -  0  1",
    ] {
        assert_from(fen, "1. Kc7 *", "0300.10", "0300.10", &["odd-fen"]);
        assert_eq!(games(format!("{fen}\n")), [reading("0300.10", "-", &["odd-fen"])], "{fen}");
    }
}

#[test]
fn row_76_a_tag_over_several_lines() {
    let text =
        |tags: &str| format!("[\n Event \n \"x\" \n]\n[Site \"s\"]{tags}\n\n{MOVES} *\n\n{GAME}");
    assert_eq!(games(text("")), vec![reading(START, FINAL, NOTHING); 2]);
    assert_coded(text(""), text(TAGS).replace(GAME, CODED));
}

#[test]
fn row_77_offsets_and_lines_beyond_four_gigabytes() {
    // A record that lies there, instead of 12 GB before it; `chunk.rs` tests that
    // records do come to lie there.
    let bytes = b"[Event \"far\"]\n\n1. Nf4 *\n";
    let far = u64::from(u32::MAX) * 3;
    let mut tags = Vec::new();
    let step = format::Pgn.frame(bytes, true, 1 << 20, &mut tags);
    let Step::Record(frame) = step else { panic!("no record") };
    let (offset, number) = (far, far);
    let line = Line::known(far);
    let (attributes, is_last, may_have_nul) = (&tags[..], true, false);
    let record = Record { bytes, frame, attributes, offset, line, number, is_last, may_have_nul };
    let game = format::Pgn.decode(&record, &mut Desk::default());
    let place = &game.faults[0].place;
    assert_eq!((place.offset, place.line, place.game), (far + 18, far + 2, Some(far)));
}

#[test]
fn row_78_a_reader_that_goes_away_ends_the_run_quietly() {
    let folder = Folder::with("in.pgn", GAME.repeat(50_000).as_bytes());
    let mut command = folder.start("annotate in.pgn");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut head = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut head).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn row_79_input_and_output_may_be_one_file_only_in_place() {
    let folder = Folder::with("in.pgn", GAME.as_bytes());
    let run = folder.run("annotate in.pgn -o in.pgn").assert().code(2);
    let errors = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(errors.contains("--in-place"), "{errors}");
    assert_eq!(folder.read("in.pgn"), GAME.as_bytes());
    folder.run("annotate --in-place --tags GBR,GBRFinal in.pgn").assert().success();
    assert_eq!(folder.read("in.pgn"), CODED.as_bytes());
    assert_eq!(folder.names(), ["in.pgn"]);
}

#[test]
fn row_80_exports_with_clocks_and_games_that_were_aborted() {
    let clocks = "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. exd5 *";
    assert_moves(clocks, FINAL, NOTHING);
    let aborted = "[Event \"odd\"]\n[Result \"1-0\"]\n[Termination \"Abandoned\"]\n\n1-0";
    assert_alone(aborted, START, START, NOTHING);
    assert_alone("[Event \"odd\"]\n[Result \"*\"]\n\n *", START, START, NOTHING);
}

#[test]
fn row_81_empty_operations_and_escaped_quotes() {
    for rest in [
        ";D1 5 ;D2 20 ;D3 95",
        " ;D1 5 ;D2 20",
        ";; bm Kc7;;",
        r#" id "a \"; gbr \"9999.99\"; b";"#,
        r#" id "\\"; c0 "C:\"; bm Kc7;"#,
        " 3+3 0 1 bm Kc7;",
    ] {
        // The checks that are left belong to the position.
        let (checks, rest) =
            rest.split_at(rest.find(" bm").filter(|_| rest.contains('+')).unwrap_or(0));
        let line = |opcode: &str| format!("{EPD}{checks}{opcode}{rest}\n");
        assert_eq!(games(line("")), [reading("0300.10", "-", NOTHING)], "{rest}");
        assert_coded(line(""), line(OPCODE));
    }
    // Wherever it stands, one of our wrong codes is set right.
    for before in [";", " bm Kc7;;", r#" c0 "C:\";"#, r#" id "\"x\"";"#] {
        let line = |code: &str| format!("{EPD}{before} gbr \"{code}\"; acd 1;\n");
        assert_coded(line("9999.99"), line("0300.10"));
    }
}

#[test]
fn row_82_a_start_that_is_not_known_gets_no_tags() {
    assert_alone("[SetUp \"1\"]\n\n1. e4 e5 *", "-", "-", &["no-fen"]);
    assert_alone("[SetUp \"0\"]\n\n1. e4 d5 2. exd5 *", START, FINAL, NOTHING);
    for (moves, kind) in [
        ("1. Kd4 Kd6 2. Ke4 *", "illegal-move"),
        ("1. Ke4 Kd6 *", "illegal-move"),
        ("1. Ke4 Ke5 *", "no-beginning"),
        ("1. Nf33 e5 *", "unknown-token"),
        ("Kd4 Kd6 Ke3 1-0", "illegal-move"),
        ("34... Kd5 35. Ke3 *", "no-beginning"),
    ] {
        assert_alone(moves, "-", "-", &[kind]);
        assert_coded(format!("{GAME}{moves}\n\n{GAME}"), format!("{CODED}{moves}\n\n{CODED}"));
        // Our tags do not make a start known.
        assert_alone(&format!("[GBR \"4888.88\"]\n\n{moves}"), "-", "-", &[kind]);
    }
    assert_alone("1. Nd4 (Nc4 *", "-", "-", &["unclosed-variation", "unterminated"]);
    let moves = b"1. Kd4 Kd6 2. Ke4 *\n";
    for line in ["find 4888.88 in.pgn", "find * in.pgn"] {
        assert_eq!(program(moves, line, 1).0, b"", "{line}");
    }
    assert_eq!(program(moves, "convert --to fen in.pgn", 1).0, b"");
    let games = "1. Kd4 Kd6 2. Ke4 *\n\n1. e4 d5 *\n";
    let (sorted, _) = program(games.as_bytes(), "sort in.pgn", 1);
    assert!(sorted.starts_with(b"1. e4"), "{}", sorted.escape_ascii());
}

#[test]
fn row_83_a_last_position_without_code_or_notation_is_a_fault() {
    let text = "[Event \"odd\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
    assert_alone(text, START, FINAL, NOTHING);
    let nine = "[Event \"odd\"]\n[Variant \"Crazyhouse\"]\n\
                [FEN \"4k3/8/8/8/8/4P3/PPPPPPP1/4K3[P] w - - 0 1\"]\n\n1. P@h4 *";
    assert_alone(nine, "0000.80", "-", &["many-pawns"]);
    let kingless = "[Event \"odd\"]\n[Variant \"Antichess\"]\n\
                    [FEN \"8/8/8/8/8/8/1k6/K6R w - - 0 1\"]\n\n1. Kxb2 *";
    assert_alone(kingless, "0100.00", "0100.00", &["kings"]);
    let (out, told) = program(kingless.as_bytes(), "annotate in.pgn", 1);
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("[GBRFinal \"0100.00\"]") && !out.contains("GBRFinalPosition"), "{out}");
    assert!(told.contains("at the end, Black has 0 kings") && told.contains(" 0 coded"), "{told}");
}

#[test]
fn row_85_a_result_glued_to_the_last_move_is_read() {
    for marker in ["1-0", "0-1", "1/2-1/2"] {
        assert_moves(&format!("1. e4 d5 2. exd5{marker}"), FINAL, &["glued-result"]);
        assert_moves(
            &format!("1. e4 d5 2.exd5 Qxd5 3. Nc3 Qd8 4. Rb1 a6 5. Ra1{marker}"),
            "4888.77",
            &["glued-result"],
        );
    }
    assert_moves(
        "1. e4 d5 2. exd5 c5 3. Nf3 c4 4. Bxc4 e6 5. O-O1-0",
        "4888.86",
        &["glued-result"],
    );
    // It ends the game, as others do: what follows on later lines is not part of it.
    let text = "[Event \"odd\"]\n\n1. e4 d5 2. exd51-0\n1. d4 d5 *";
    let found = games(format!("{text}\n\n{GAME}"));
    assert_eq!(found[0], reading(START, FINAL, &["glued-result"]));
    assert_eq!(found.len(), 3);
    // Other words that end so are none.
    assert_moves("1. e4 d5 2. exd91-0", "-", &["unknown-token", "unterminated"]);
}

#[test]
fn row_30_moves_that_two_languages_end_differently_have_no_end() {
    assert_moves("1. Pf3 Pf6 *", "-", &["two-languages"]);
    assert_moves("1. e4 d5 2. exd5 Pf6 3. c4 *", "-", &["two-languages"]);
    assert_alone("1. Pf3 Pf6 *", START, "-", &["two-languages"]);
    // Only one of them plays, or both come to the same.
    assert_moves("1. Pe4 Pd5 2. Pexd5 *", FINAL, NOTHING);
    assert_moves("1. e4 d5 2. exd5 Pf6 3. Pc3 Pxd5 *", "4888.77", &["odd-moves"]);
    assert_moves("1. e4 d5 2. exd5 Cf6 3. Cc3 *", FINAL, &["odd-moves"]); // French and Spanish
    assert_moves("1. e4 d5 2. exd5 Cf6 3. Ab5+ *", FINAL, &["odd-moves"]); // Spanish
}

#[test]
fn row_11_a_text_without_tags_is_a_game_if_all_its_words_are_moves() {
    let tags = "[GBR \"4888.88\"]\n[GBRFinal \"4888.88\"]\n\n";
    for game in ["e4 *\n", "e4 e5 *\n", "1. e4 *\n"] {
        assert_coded(game, format!("{tags}{game}"));
    }
    for text in ["e4 is best *\n", "e4 e5 is how most games begin\n", "1. Introduction\n", "e4\n"] {
        assert_eq!(readings(text), (vec![], vec!["not-a-game"]), "{text}");
        assert_coded(text, text);
    }
}
