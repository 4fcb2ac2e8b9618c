//! How fast boards are coded, written and read, and codes are matched.
//! Counted in positions.

use divan::{Bencher, counter::ItemsCount};
use gbr_pgn::gbr::{Code, Indicator, Pattern, Position};
use shakmaty::{Board, Color};

fn main() {
    divan::main();
}

/// From all men to a few, as they come up in games and studies.
fn boards() -> Vec<Board> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1",
        "4r1k1/5p1p/6pP/2b5/1p3R2/pP2BKP1/P4P2/8",
        "8/pp2nkR1/5n1p/3p4/5p2/P2BP3/1PPKN3/8",
        "4k3/2Rb4/3r3p/4p1p1/5p2/7P/4R1P1/6K1",
        "8/K7/2nn4/8/8/1B1k4/1R6/8",
        "8/8/8/8/2kPp3/4Pp2/K4P2/8",
        "7K/8/k1P5/7p/8/8/8/8",
    ];
    fens.iter().map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).expect("board")).collect()
}

fn positions() -> Vec<Position> {
    let indicator = Indicator::to_move(Color::White);
    boards().into_iter().map(|board| Position::new(board, indicator).expect("position")).collect()
}

#[divan::bench]
fn code_boards(bencher: Bencher) {
    let boards = boards();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        for board in divan::black_box(&boards) {
            let _ = divan::black_box(Code::from_board(board));
        }
    });
}

#[divan::bench]
fn write_positions(bencher: Bencher) {
    let boards = boards();
    let mut text = Vec::with_capacity(1 << 12);
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        text.clear();
        for board in divan::black_box(&boards) {
            if let Ok(position) = Position::new(board.clone(), Indicator::default()) {
                position.append_ascii_to(&mut text);
            }
        }
        divan::black_box(text.len())
    });
}

#[divan::bench]
fn read_positions(bencher: Bencher) {
    let texts: Vec<String> = positions().iter().map(Position::to_string).collect();
    bencher.counter(ItemsCount::new(texts.len())).bench_local(|| {
        for text in divan::black_box(&texts) {
            let _ = divan::black_box(Position::from_ascii(text.as_bytes()));
        }
    });
}

#[divan::bench]
fn match_patterns(bencher: Bencher) {
    let codes: Vec<Code> = positions().iter().map(Position::code).collect();
    let pattern: Pattern = "0[14]?[0-3].*".parse().expect("pattern");
    bencher.counter(ItemsCount::new(codes.len())).bench_local(|| {
        divan::black_box(&codes).iter().filter(|&&code| pattern.matches(code)).count()
    });
}
