//! Inputs for benches and tests, the same in every run: games that are played
//! by dice and written as tournaments, servers and composers write theirs.

#![allow(dead_code)] // each user takes what it needs

pub mod dice;
pub mod line;
pub mod placements;

use std::fmt;
use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use self::dice::Dice;
use self::line::Line;

/// How much of each shape is made.
const SIZE: usize = 2 << 20;

/// Writes one game.
pub type Shape = fn(&mut Dice<'_>) -> String;

/// One input.
pub struct Corpus {
    name: String,
    pub text: Vec<u8>,
}

impl fmt::Display for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Corpus {
    /// The file that `GBR_PGN_BENCH_CORPUS` names, or else all shapes.
    pub fn all() -> Vec<Corpus> {
        if let Some(path) = std::env::var_os("GBR_PGN_BENCH_CORPUS") {
            let text = std::fs::read(&path).expect("the file of GBR_PGN_BENCH_CORPUS");
            return vec![Corpus { name: path.to_string_lossy().into_owned(), text }];
        }
        let shapes: [(&str, Shape); 3] =
            [("tournament", tournament), ("lichess", lichess), ("studies", study)];
        shapes.iter().map(|(name, shape)| Corpus::repeat(name, *shape)).collect()
    }

    fn repeat(name: &str, shape: Shape) -> Corpus {
        let mut dice = Dice::new(1972);
        let mut text = Vec::with_capacity(SIZE + (1 << 16));
        while text.len() < SIZE {
            text.extend(shape(&mut dice).into_bytes());
        }
        Corpus { name: name.to_owned(), text }
    }
}

fn tag(text: &mut String, name: &str, value: impl fmt::Display) {
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// `12.` for White, and for Black where a number is needed `12...`.
fn number(position: &Chess) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.fullmoves())
}

/// The tags of the weekly collections, and moves in lines of 80 columns.
pub fn tournament(dice: &mut Dice<'_>) -> String {
    let line = Line::game(40 + dice.below(100), dice);
    let mut text = String::new();
    tag(&mut text, "Event", "Open of the Dice 2024");
    tag(&mut text, "Site", "Anywhere NED");
    tag(&mut text, "Date", "2024.02.29");
    tag(&mut text, "Round", format_args!("{}.{}", 1 + dice.below(9), 1 + dice.below(99)));
    for color in ["White", "Black"] {
        tag(&mut text, color, format_args!("Player{}, A", dice.below(1000)));
    }
    tag(&mut text, "Result", "1/2-1/2");
    for color in ["White", "Black"] {
        tag(&mut text, &format!("{color}Title"), "FM");
        tag(&mut text, &format!("{color}Elo"), 2000 + dice.below(700));
        tag(&mut text, &format!("{color}FideId"), 100_000 + dice.below(60_000));
    }
    tag(&mut text, "ECO", "A00");
    tag(&mut text, "Opening", "Random opening");
    tag(&mut text, "EventDate", "2024.02.27");
    tag(&mut text, "EventType", "swiss");
    text.push('\n');
    text.push_str(&wrapped(&numbered(&line), "1/2-1/2"));
    text
}

/// The moves, with a number before each of White's.
pub fn numbered(line: &Line) -> Vec<String> {
    let mut position = line.start.clone();
    let mut words = Vec::with_capacity(line.words.len() * 2);
    for (ply, (&m, word)) in line.moves.iter().zip(&line.words).enumerate() {
        if ply == 0 || position.turn() == Color::White {
            words.push(number(&position));
        }
        words.push(word.clone());
        position.play_unchecked(m);
    }
    words
}

fn wrapped(words: &[String], marker: &str) -> String {
    const COLUMNS: usize = 80;
    let mut text = String::new();
    let mut column = 0;
    for word in words.iter().map(String::as_str).chain([marker]) {
        if column > 0 {
            let is_full = column + 1 + word.len() >= COLUMNS;
            text.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += word.len();
    }
    text.push_str("\n\n");
    text
}

/// One line with an evaluation and a clock after each move.
pub fn lichess(dice: &mut Dice<'_>) -> String {
    let line = Line::game(40 + dice.below(100), dice);
    let mut text = String::new();
    tag(&mut text, "Event", "Rated Rapid game");
    tag(&mut text, "Site", format_args!("https://lichess.org/dice{:04}", dice.below(10_000)));
    for color in ["White", "Black"] {
        tag(&mut text, color, format_args!("player{}", dice.below(10_000)));
    }
    tag(&mut text, "Result", "1-0");
    tag(&mut text, "UTCDate", "2024.02.29");
    tag(&mut text, "UTCTime", "12:00:00");
    for color in ["White", "Black"] {
        tag(&mut text, &format!("{color}Elo"), 1000 + dice.below(1500));
        tag(&mut text, &format!("{color}RatingDiff"), "+5");
    }
    tag(&mut text, "ECO", "A00");
    tag(&mut text, "Opening", "Random opening");
    tag(&mut text, "TimeControl", "600+0");
    tag(&mut text, "Termination", "Normal");
    text.push('\n');
    let mut position = line.start.clone();
    for (&m, word) in line.moves.iter().zip(&line.words) {
        let (pawns, seconds) = (dice.below(300), dice.below(60));
        let comment = format!("{{ [%eval {}.{pawns:02}] [%clk 0:09:{seconds:02}] }}", pawns / 100);
        let _ = write!(text, "{} {word} {comment} ", number(&position));
        position.play_unchecked(m);
    }
    text.push_str("1-0\n\n");
    text
}

/// A position, a main line, and variations to some of its moves.
pub fn study(dice: &mut Dice<'_>) -> String {
    let line = Line::study(8 + dice.below(24), dice);
    let mut text = String::new();
    tag(&mut text, "Event", "Composed by dice");
    tag(&mut text, "White", "Composer, A");
    tag(&mut text, "Black", "(+0045.12d4f6)");
    tag(&mut text, "Result", "1-0");
    tag(&mut text, "SetUp", "1");
    tag(&mut text, "FEN", Fen::from_position(&line.start, EnPassantMode::Legal));
    text.push('\n');
    let mut position = line.start.clone();
    let mut words = Vec::new();
    for (&m, word) in line.moves.iter().zip(&line.words) {
        words.push(format!("{} {word}", number(&position)));
        if dice.one_in(4) {
            words.push(variation(&position, dice));
        }
        position.play_unchecked(m);
    }
    text.push_str(&wrapped(&words, "1-0"));
    text
}

/// Another way to go on.
pub fn variation(position: &Chess, dice: &mut Dice<'_>) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for _ in 0..=dice.below(8) {
        let Some(m) = line::choice(&position, dice) else { break };
        let number = number(&position);
        let word = SanPlus::from_move_and_play_unchecked(&mut position, m);
        words.push(format!("{number} {word}"));
    }
    format!("({} {{and so on}})", words.join(" "))
}
