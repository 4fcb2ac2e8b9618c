//! Values and distances of single positions, and why they are open.

use gbr_pgn::tables::{CheckedTables, Distance, FiftyMoves, Open, TableSettings, Tables, Value};

use super::{folder, position, tables};

fn value(fen: &str) -> Result<Value, Open> {
    tables().value(&position(fen), FiftyMoves::SetAside)
}

fn kept(fen: &str) -> Result<Value, Open> {
    tables().value(&position(fen), FiftyMoves::Kept)
}

fn reason(value: Result<Value, Open>) -> &'static str {
    value.expect_err("an open position").reason()
}

/// The committed tables without some of them.
fn without(names: &[&str]) -> Tables {
    let mut tables = Tables::new(TableSettings::default());
    for entry in std::fs::read_dir(folder()).expect("the folder of tables") {
        let path = entry.expect("an entry").path();
        if !names.iter().any(|name| path.ends_with(name)) {
            tables.add_file(&path, &CheckedTables::default());
        }
    }
    tables
}

#[test]
fn the_value_is_whites_whoever_is_to_move() {
    assert_eq!(value("8/8/8/8/8/2K5/2P5/k7 w - - 0 1"), Ok(Value::Win));
    assert_eq!(value("K7/2p5/2k5/8/8/8/8/8 b - - 0 1"), Ok(Value::Loss));
    assert_eq!(value("K7/2q5/2k5/8/8/8/8/8 w - - 0 1"), Ok(Value::Draw)); // stalemate
    assert_eq!(value("8/8/8/8/8/3k4/8/3K2R1 b - - 0 1"), Ok(Value::Win));
}

#[test]
fn the_end_of_a_game_needs_no_tables() {
    let none = Tables::new(TableSettings::default());
    assert!(none.is_empty());
    let ends = [
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", Value::Win),
        ("7k/8/6Q1/8/8/8/8/7K b - - 0 1", Value::Draw),
        ("7k/8/8/8/8/8/8/6BK w - - 0 1", Value::Draw),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Value::Loss),
    ];
    for (fen, expected) in ends {
        assert_eq!(none.value(&position(fen), FiftyMoves::Kept), Ok(expected), "{fen}");
    }
}

#[test]
fn a_capture_that_decides_leads_into_the_tables() {
    // Four men, and White takes a rook.
    assert_eq!(value("8/8/8/8/8/2k5/r6Q/7K w - - 0 1"), Ok(Value::Win));
}

#[test]
fn every_reason_is_told() {
    let men = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").expect_err("32 men");
    assert_eq!(men.to_string(), "32 men, and the tables have at most 3");
    assert_eq!(men.reason(), "too many men");
    assert_eq!(reason(value("8/8/4k3/8/8/8/8/R3K3 w Q - 0 1")), "castling rights");

    let tables = without(&["KQvK.rtbw", "KRvK.rtbz"]);
    let queen = tables.value(&position("8/8/4k3/8/8/8/8/Q3K3 w - - 0 1"), FiftyMoves::SetAside);
    assert_eq!(queen.expect_err("no table").to_string(), "KQvK.rtbw is missing");
    let rook = tables.value(&position("8/8/4k3/8/8/8/8/R3K3 w - - 1 1"), FiftyMoves::Kept);
    let rook = rook.expect_err("no table");
    assert_eq!(rook.to_string(), "KRvK.rtbz is missing, which the fifty-move rule needs");
    assert_eq!(rook.reason(), "no DTZ file");
    assert!(tables.faults().is_empty());
}

#[test]
fn the_clock_counts_only_where_the_fifty_move_rule_is_kept() {
    // Mate takes between 26 and 28 plies.
    let clock = |halfmoves: u32| format!("8/8/8/4k3/8/8/8/R3K3 w - - {halfmoves} 80");
    assert_eq!(kept(&clock(0)), Ok(Value::Win));
    assert_eq!(kept(&clock(50)), Ok(Value::Win));
    assert_eq!(kept(&clock(90)), Ok(Value::CursedWin));
    assert_eq!(value(&clock(90)), Ok(Value::Win));
    assert_eq!(kept("8/8/8/4K3/8/8/8/r3k3 b - - 90 80"), Ok(Value::BlessedLoss));
}

#[test]
fn a_win_right_after_a_capture_needs_no_dtz_file() {
    let tables = without(&["KRvK.rtbz"]);
    let value = tables.value(&position("8/8/8/4k3/8/8/8/R3K3 w - - 0 80"), FiftyMoves::Kept);
    assert_eq!(value, Ok(Value::Win));
}

#[test]
fn one_ply_too_coarse_is_open() {
    let tables = tables();
    let start = "8/8/8/4k3/8/8/8/R3K3 w - -";
    let Distance { plies, rounded } =
        tables.distance(&position(&format!("{start} 0 1"))).expect("a distance");
    let at = |clock: i32| {
        let position = position(&format!("{start} {clock} 80"));
        tables.value(&position, FiftyMoves::Kept)
    };
    assert_eq!(at(99 - plies), Ok(Value::Win));
    assert_eq!(at(100 - plies), if rounded { Err(Open::FiftyMoves) } else { Ok(Value::Win) });
    assert_eq!(at(101 - plies), Ok(Value::CursedWin));
}

#[test]
fn paged_files_give_the_same_values() {
    let settings = TableSettings { whole_up_to: 0, page_memory: 0, ..TableSettings::default() };
    let mut paged = Tables::new(settings);
    paged.add_directory(&folder(), &CheckedTables::default());
    let whole = tables();
    for square in 0..64 {
        let king = shakmaty::Square::new(square);
        for fen in ["8/8/8/8/8/8/1P6/8", "8/8/8/3R4/8/8/8/8"] {
            let mut setup = fen.parse::<shakmaty::fen::Fen>().expect("a FEN").into_setup();
            if setup.board.piece_at(king).is_some() || king == shakmaty::Square::H1 {
                continue;
            }
            setup.board.set_piece_at(king, shakmaty::Role::King.of(shakmaty::Color::Black));
            let home = shakmaty::Role::King.of(shakmaty::Color::White);
            setup.board.set_piece_at(shakmaty::Square::H1, home);
            setup.turn = shakmaty::Color::Black;
            let Ok(position) = setup.position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
            else {
                continue;
            };
            let value = |tables: &Tables| tables.value(&position, FiftyMoves::SetAside);
            assert_eq!(value(&paged), value(&whole));
            assert_eq!(paged.distance(&position), whole.distance(&position));
        }
    }
}
