//! Writes games that are played by dice, the same ones for the same numbers; some of them
//! are bad, if so wished. For trying things out on files of any size.
//!
//! `cargo run --locked --example games -- tournament 1000 [BAD]` writes a thousand of them, of
//! which every BADth cannot be played to its end. `lichess` and `studies` are the other shapes. The Event of
//! each is its number.

use std::env;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

#[path = "../benches/corpus/mod.rs"]
mod corpus;

use corpus::dice::Dice;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (Some(shape), Some(count), bad) = (
        args.first().and_then(|name| shape(name)),
        args.get(1).and_then(|count| count.parse().ok()),
        args.get(2).map_or(Some(0), |bad| bad.parse().ok()),
    ) else {
        eprintln!("usage: games tournament|lichess|studies COUNT [BAD]");
        return ExitCode::from(2);
    };
    match write(shape, count, bad.unwrap_or(0), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("games: {error}");
            ExitCode::FAILURE
        }
    }
}

fn shape(name: &str) -> Option<corpus::Shape> {
    match name {
        "tournament" => Some(corpus::tournament),
        "lichess" => Some(corpus::lichess),
        "studies" => Some(corpus::study),
        _ => None,
    }
}

fn write(shape: corpus::Shape, count: u64, bad: u64, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let mut dice = Dice::new(count);
    for number in 1..=count {
        let game = shape(&mut dice);
        let (_, rest) = game.split_once('\n').unwrap_or_default();
        let is_bad = bad > 0 && number % bad == 0;
        let rest = if is_bad { spoil(rest, number / bad) } else { rest.to_owned() };
        write!(out, "[Event \"{number}\"]\n{rest}")?;
    }
    out.flush()
}

/// One of the ways in which games are bad.
fn spoil(game: &str, way: u64) -> String {
    let (tags, moves) = game.split_once("\n\n").unwrap_or((game, ""));
    let moves = match way % 5 {
        0 => moves.replacen(" 12", " Qxh9 12", 1),
        1 => moves.replacen(" 9", " { never closed 9", 1),
        2 => moves.replacen(' ', " Zz9 ", 3),
        3 => moves.replacen("1.", "1. Ke5", 1),
        _ => "\n".to_owned(),
    };
    format!("{tags}\n\n{moves}")
}
