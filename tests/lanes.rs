//! The fast lane against the reference lane, over random games and studies, sound and damaged.
//!
//! `PROPTEST_CASES=100000 cargo test --locked --release --test tests lanes:: -- --nocapture` plays more of them, and
//! says how many moves they had. `GBR_PGN_SEED` begins elsewhere.

use crate::corpus::dice::Dice;
use crate::corpus::line::Line;
use crate::corpus::{lichess, study, tournament};
use crate::properties::lanes;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Tries a property with as many seeds as there are to be cases; it returns
/// the plies that it played.
fn tried(name: &str, property: impl Fn(&mut Dice<'_>) -> usize) {
    let (first, cases) = (number("GBR_PGN_SEED", 1), number("PROPTEST_CASES", 256));
    let plies: usize =
        (first..first + cases).map(|seed| property(&mut Dice::new(seed << 32))).sum();
    println!("{name}: {cases} lines, {plies} moves");
}

#[test]
fn games_end_where_shakmaty_ends_them() {
    tried("games", |dice| lanes::line(&Line::game(160, dice), dice));
}

#[test]
fn studies_end_where_shakmaty_ends_them() {
    tried("studies", |dice| lanes::line(&Line::study(60, dice), dice));
}

#[test]
fn lanes_agree_about_damaged_games() {
    tried("damaged games", |dice| lanes::damaged(&Line::game(100, dice), dice));
}

#[test]
fn lanes_agree_about_damaged_studies() {
    tried("damaged studies", |dice| lanes::damaged(&Line::study(30, dice), dice));
}

#[test]
fn lanes_agree_about_what_benches_read() {
    let mut dice = Dice::new(7);
    for _ in 0..number("PROPTEST_CASES", 256) / 8 {
        for shape in [tournament, lichess, study] {
            lanes::agree(shape(&mut dice).as_bytes());
        }
    }
}

/// Where the lanes once differed.
#[test]
fn lanes_agree_about_old_differences() {
    const FEN: &str = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n";
    for moves in [
        "1. Kf1 ([) Kd7 *",
        "1. Kf1 (Kf2 <x>) Kd7 *",
        "1. Ra8(Q) *",
        "1. Ra8(+) Kd7 *",
        "0. 5. Kf1 *",
        "0. Kf1 Kd7 1. Kf2 *",
        "Kf1 Kd7 1. Kf2 *",
        "1. Ke1c1 *",
        "1. Kac1 Kd7 *",
        "1. Kec1 *",
        "1. Ke1g1 Kd7 *",
        "1. K1c1 *",
        "1. Kf11-0",
        "1. Ra8#1/2-1/2",
        "1. O-O-O0-1",
        "1. $1Kf11-0",
        "1. Pf3 *",
    ] {
        lanes::agree(format!("{FEN}{moves}\n").as_bytes());
    }
    for board in ["q~3k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3[Qn]"] {
        lanes::agree(format!("[FEN \"{board} w - - 0 1\"]\n\n1. Kf1 *\n").as_bytes());
    }
}

/// Every odd shape, and games, studies and a database as people have them.
#[test]
fn lanes_agree_about_the_samples() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
    let mut read = 0;
    for folder in [samples, &format!("{samples}/odd")] {
        for entry in std::fs::read_dir(folder).expect("the samples are there") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "pgn") {
                lanes::agree(&std::fs::read(path).expect("it can be read"));
                read += 1;
            }
        }
    }
    assert!(read > 80, "{read}");
}
