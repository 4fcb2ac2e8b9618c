//! A hundred thousand entries.

use crate::Test;
use crate::chromium::Chromium;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};
use std::fmt::Write;

pub const TESTS: &[Test] = &[("a_hundred_thousand_entries_are_no_burden", many)];

const ENTRIES: usize = 100_000;

/// The largest page that is still easy to pass on.
const LARGEST: u64 = 25_000_000;

/// Milliseconds.
const FIRST_PAINT: f64 = 2_000.0;
const SEARCH: f64 = 100.0;
const MOVE: f64 = 16.0;

/// Of each solution.
const PLIES: usize = 20;

/// Splitmix64: the same studies each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as usize % limit
    }

    fn pick(&mut self, of: &str) -> char {
        of.as_bytes()[self.below(of.len())].into()
    }

    /// Kings apart from each other, and up to ten other men, pawns where they may stand.
    fn board(&mut self) -> String {
        let mut squares = ['1'; 64];
        let white = self.below(64);
        let is_beside = |other: usize| {
            (other % 8).abs_diff(white % 8) < 2 && (other / 8).abs_diff(white / 8) < 2
        };
        let black = (0..).map(|_| self.below(64)).find(|&other| !is_beside(other)).unwrap();
        (squares[white], squares[black]) = ('K', 'k');
        for _ in 0..1 + self.below(10) {
            let (man, square) = (self.pick("QRRBBNNPPPPqrrbbnnpppp"), self.below(64));
            let is_pawn_at_home = "Pp".contains(man) && !(8..56).contains(&square);
            if squares[square] == '1' && !is_pawn_at_home {
                squares[square] = man;
            }
        }
        squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
    }

    /// Moves by chance, as many as there are in solutions; none where nobody may play.
    fn solution(&mut self, fen: &str, text: &mut String) {
        let Ok(fen) = fen.parse::<Fen>() else { return };
        let Ok(mut position) = fen.into_position::<Chess>(CastlingMode::Standard) else { return };
        for number in 1..=PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return;
            }
            let ply = number + usize::from(position.turn().is_black() == (number % 2 == 1));
            if number == 1 || ply % 2 == 1 {
                let dots = if position.turn().is_white() { "." } else { "..." };
                let _ = write!(text, "{}{dots} ", ply.div_ceil(2));
            }
            let chosen = legal[self.below(legal.len())];
            let _ =
                write!(text, "{} ", SanPlus::from_move_and_play_unchecked(&mut position, chosen));
        }
    }

    fn study(&mut self, text: &mut String) {
        let result = ["1-0", "1-0", "1/2-1/2", "*"][self.below(4)];
        let (name, year, number) = (self.below(3000), 1850 + self.below(170), self.below(9999));
        let (source, board, turn) = (self.below(400), self.board(), self.pick("wwwb"));
        let _ = write!(
            text,
            "[Event \"Magazine {source} #{number}\"]\n[Site \"?\"]\n[Date \"{year}.??.??\"]\n[Round \"?\"]\n\
             [White \"Composer{name}, A\"]\n[Black \"?\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n\
             [FEN \"{board} {turn} - - 0 1\"]\n\n"
        );
        self.solution(&format!("{board} {turn} - - 0 1"), text);
        let _ = write!(text, " {result}\n\n");
    }
}

/// A rank of FEN.
fn rank(squares: &[char]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|a, b| a == b && *a == '1') {
        text += &if run[0] == '1' { run.len().to_string() } else { run.iter().collect() };
    }
    text
}

fn many(chromium: &Chromium) {
    let (mut dice, mut pgn) = (Dice(8), String::new());
    (0..ENTRIES).for_each(|_| dice.study(&mut pgn));
    let page = chromium.open(pgn.as_bytes(), "");
    let size = std::fs::metadata(page.folder.path("a.html")).unwrap().len();
    assert!(size < LARGEST, "{size} bytes");
    assert_eq!(page.shown("#count"), "100,000 entries");
    let rows = "document.querySelectorAll('.row').length < 100";
    assert_eq!(page.value(rows), true, "rows are drawn when they are seen");
    let paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    let paint = page.value(paint).as_f64().unwrap();
    let mut slowest: f64 = 0.0;
    for text in [
        "0?1?.1*",
        "rook",
        "bishop v knight",
        "1920-1930",
        "KRPvKR",
        "a7d3",
        "composer17",
        "composer17 1*",
        "*",
        "1895",
        "",
    ] {
        page.search(text);
        let time: f64 = page.text("document.body.dataset.searched").parse().unwrap();
        slowest = slowest.max(time);
        println!("     {time:5.1} ms for \"{text}\"");
    }
    page.search("composer2999");
    page.value("document.getElementById('list').focus()");
    page.press_with_shift("End");
    page.wait_for_record();
    assert!(page.shown("#tags").contains("Composer2999, A"));
    let mut slowest_move: f64 = 0.0;
    for _ in 0..PLIES {
        page.press("ArrowRight");
        let time = page.value("Number(document.body.dataset.moved ?? 0)").as_f64().unwrap();
        slowest_move = slowest_move.max(time);
    }
    let ready = page.text("document.body.dataset.ready");
    println!(
        "     {size} bytes, first paint after {paint:.0} ms, ready after {ready} ms, slowest search \
         {slowest:.1} ms, slowest move {slowest_move:.1} ms"
    );
    if std::env::var_os("TIMES").is_some() {
        assert!(paint < FIRST_PAINT && slowest < SEARCH && slowest_move < MOVE, "too slow");
    }
}
