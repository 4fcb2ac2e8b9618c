//! The program of the page and the library mean the same by a pattern and by a position.

use crate::Test;
use crate::chromium::{Chromium, Page};
use crate::usage::sample;
use gbr_pgn::diagram::men;
use gbr_pgn::format::{self, Desk};
use gbr_pgn::gbr::{Code, Kings, Pattern, Position};
use serde_json::{Value, json};
use shakmaty::{Board, Square};
use std::fs;

pub const TESTS: &[Test] = &[
    ("patterns_mean_what_they_mean_to_find", patterns),
    ("kings_mean_what_they_mean_to_find", kings),
    ("positions_have_the_same_fen_and_words", positions),
];

/// Good ones and bad ones, with bars between.
const PATTERNS: &str = "0116.00|0116|4100|0?1?.1*|0002.*|4*|*|*.11|????|????.??|[14]*.00|[0-24]000.??|\
    [0-9]?[3-5]*.[0-8]?|0116*|0116*.01|0.1|01|01.11|011.*|[9]*|9999.88|9999.89|\
    0[1-39]1?.1*|??*.*|00?0.?*|0000.*0|0000.1|0000.|.11|KvK|KK|KRBvKNN|KNNKP|KPvKR|\
    KQQvKQQ|KQQQvK|KvKBBB|KBBBBvKN|KPPPPPPPPvK|KPPPPPPPPPvK|KNNvP|KNNvKPv|krvkr|RvR|bvN|v|Kv|RR|NNKP|rpvkr|KRV KR|\
    K||[|[]|[1|[1-|[1-]000|[3-1]000|[1-1]000|[12-4]000|[-1]000|[1,4]000|[!1]000|é000|\
    0116.00 |**|*.*|*.?|*.?*|*.??*|?*?";

const CODES: &[&str] = &[
    "0000.00", "0116.00", "0332.00", "0116.01", "0002.01", "0002.00", "4100.00", "1400.00",
    "4888.88", "9999.88", "0090.00", "0009.00", "0300.10", "0100.01", "0400.11", "8000.00",
    "0312.18", "0010.81", "9000.11", "2000.00", "6000.00", "0000.80", "0000.11", "3110.23",
    "1330.32",
];

/// The functions of a file of the page, and an expression that uses them.
fn with(files: &[&str], expression: &str) -> String {
    let folder = format!("{}/src/directory/page", env!("CARGO_MANIFEST_DIR"));
    let read = |file: &&str| fs::read_to_string(format!("{folder}/{file}")).unwrap();
    let text: Vec<String> = files.iter().map(read).collect();
    format!("(() => {{ {}; return {expression}; }})()", text.join("\n"))
}

fn blank(chromium: &Chromium) -> Page {
    chromium.open(b"", "")
}

/// Texts that the grammar's own tests refuse.
fn refused() -> Vec<String> {
    let table = fs::read_to_string(format!("{}/grammar/reject.tsv", env!("CARGO_MANIFEST_DIR")));
    let table = table.unwrap();
    let lines = table.lines().filter(|line| line.starts_with("pattern\t"));
    lines.map(|line| line.split('\t').nth(3).unwrap_or_default().to_owned()).collect()
}

fn patterns(chromium: &Chromium) {
    let page = blank(chromium);
    let mut texts: Vec<String> = PATTERNS.split('|').map(str::to_owned).collect();
    texts.extend(refused());
    texts.extend(CODES.iter().map(|&code| code.to_owned()));
    let is_match = "pattern.masks.every((mask, place) => (mask >> digits[place]) & 1)";
    let expression = format!(
        "{}.map((text) => {{ const pattern = patternOf(text); return pattern && [pattern, reversedPattern(pattern)]\
         .map((pattern) => {}.map((digits) => {is_match})); }})",
        json!(texts),
        json!(CODES.iter().map(|code| digits(code)).collect::<Vec<_>>()),
    );
    let script = format!("JSON.stringify({})", with(&["pattern.js"], &expression));
    let found: Value = serde_json::from_str(&page.text(&script)).unwrap();
    let mut valid = 0;
    for (text, found) in texts.iter().zip(found.as_array().unwrap()) {
        let expected = text.parse::<Pattern>().ok().map(|pattern| {
            [pattern, pattern.reversed()].map(|pattern| {
                CODES.iter().map(|code| pattern.matches(code.parse().unwrap())).collect::<Vec<_>>()
            })
        });
        valid += u32::from(expected.is_some());
        assert_eq!(found, &json!(expected), "{text:?}");
    }
    assert!(valid > 50 && texts.len() > 90, "{valid} of {}", texts.len());
}

fn digits(code: &str) -> [u8; 6] {
    code.parse::<Code>().unwrap().digits()
}

fn kings(chromium: &Chromium) {
    let page = blank(chromium);
    let texts = [
        "a7d3",
        "e1?8",
        "????",
        "[d-f]1a[78]",
        "[ace]1[ah]?",
        "h8a1",
        "e1",
        "e9a1",
        "[d-a]1a1",
        "e1a1x",
        "[e1a1",
        "[]1a1",
        "",
        "?1?1",
        "[a-h][1-8][a-h][1-8]",
        "A7D3",
    ];
    let pairs =
        [("a7", "d3"), ("e1", "a8"), ("e1", "h8"), ("h8", "a1"), ("d1", "a7"), ("a1", "c1")];
    let numbers: Vec<[u32; 2]> = pairs.iter().map(|&(w, b)| [number(w), number(b)]).collect();
    let expression = format!(
        "{}.map((text) => {{ const kings = kingsOf(text); return kings && [kings, reversedKings(kings)]\
         .map(([white, black]) => {}.map(([w, b]) => Boolean(white[w] && black[b]))); }})",
        json!(texts),
        json!(numbers),
    );
    let script = format!("JSON.stringify({})", with(&["pattern.js"], &expression));
    let found: Value = serde_json::from_str(&page.text(&script)).unwrap();
    for (text, found) in texts.iter().zip(found.as_array().unwrap()) {
        let expected = text.parse::<Kings>().ok().map(|kings| {
            [kings, kings.reversed()].map(|kings| pairs.map(|pair| kings.matches(&board_of(pair))))
        });
        assert_eq!(found, &json!(expected), "{text:?}");
    }
}

/// a1, a2, … h8, as the page counts.
fn number(square: &str) -> u32 {
    let square: Square = square.parse().unwrap();
    u32::from(square.file()) * 8 + u32::from(square.rank())
}

fn board_of((white, black): (&str, &str)) -> Board {
    let mut board = Board::empty();
    board.set_piece_at(white.parse().unwrap(), shakmaty::Role::King.of(shakmaty::Color::White));
    board.set_piece_at(black.parse().unwrap(), shakmaty::Role::King.of(shakmaty::Color::Black));
    board
}

fn positions(chromium: &Chromium) {
    let page = blank(chromium);
    let mut expected = Vec::new();
    let mut inputs = Vec::new();
    for file in ["studies.pgn", "database.pgn", "games.pgn"] {
        for position in positions_of(&sample(file)) {
            let fen = gbr_pgn::fen::write(&position.to_setup());
            let needs_fen = position.code().has_nine().then_some(&fen);
            inputs.push(json!([position.to_string(), needs_fen]));
            expected.push(json!([fen, men(position.board()), position.indicator().words()]));
        }
    }
    assert!(expected.len() > 40);
    let expression = format!(
        "{}.map(([text, fen]) => {{ const parts = partsOf(text), men = menOf(parts, fen); \
         return [fenOf(men, parts.turn), menInWords(men), indicatorInWords(parts)]; }})",
        json!(inputs)
    );
    let script = format!("JSON.stringify({})", with(&["pattern.js", "position.js"], &expression));
    let found: Value = serde_json::from_str(&page.text(&script)).unwrap();
    for ((found, expected), input) in found.as_array().unwrap().iter().zip(&expected).zip(&inputs) {
        assert_eq!(found, expected, "{input}");
    }
}

/// Where the games of a file start and end.
fn positions_of(pgn: &[u8]) -> Vec<Position> {
    let source = format::detect(pgn);
    let mut desk = Desk::default();
    let mut positions = Vec::new();
    for chunk in gbr_pgn::run::Chunks::new(pgn, source, gbr_pgn::run::LIMIT) {
        for record in chunk.unwrap().records() {
            let game = source.decode(&record, &mut desk);
            for setup in game.start.iter().chain(&game.last) {
                let indicator = game.indicator(setup.turn);
                positions.extend(Position::new(setup.board.clone(), indicator).ok());
            }
        }
    }
    positions
}
