//! How fast an index of a million games is made and asked, without the reading and playing of the games.

#[path = "corpus/dice.rs"]
#[allow(dead_code, reason = "not all choices are made here")]
mod dice;

use std::io::Cursor;
use std::sync::LazyLock;

use dice::Dice;
use divan::Bencher;
use divan::counter::ItemsCount;
use gbr_pgn::gbr::{Code, Material};
use gbr_pgn::index::{
    Builder, Facts, Harvest, Index, Location, Moment, Origin, PositionFacts, Query, Stamp, Term,
};
use shakmaty::{ByColor, Color, Square};

const GAMES: usize = 1_000_000;

/// How many of them a worker gathers at a time.
const HARVEST: usize = 1000;

/// One class, classes with some pawns, those with queens, with a pawn each and without queens, and all there are.
const PATTERNS: [&str; 6] = ["KRPvKR", "0?1?.1*", "4*", "*.11", "0*", "*"];

fn main() {
    divan::main();
}

/// The forces that a game passes through, from all men to few.
struct Game {
    trail: Vec<(u32, Material)>,
    plies: u32,
}

static SOME: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let mut dice = Dice::new(1996);
    (0..2000).map(|_| game(&mut dice)).collect()
});

static INDEX: LazyLock<Vec<u8>> = LazyLock::new(build);

/// A capture every few plies, until the game is over; in one game of ten or so a pawn is promoted.
fn game(dice: &mut Dice<'_>) -> Game {
    let mut men = [1, 2, 2, 2, 8, 1, 2, 2, 2, 8];
    let (mut trail, mut ply) = (vec![(0, material(men))], 8);
    for _ in 0..dice.below(30) {
        let man = dice.below(men.len());
        // Pawns go most often.
        let man = if men[man] == 0 || dice.one_in(2) { man / 5 * 5 + 4 } else { man };
        if men[man] == 0 {
            break;
        }
        men[man] -= 1;
        ply += 1 + dice.below(8) as u32;
        trail.push((ply, material(men)));
        if dice.one_in(200) && men[4] > 0 && men[0] < 2 {
            (men[4], men[0]) = (men[4] - 1, men[0] + 1);
            ply += 1;
            trail.push((ply, material(men)));
        }
    }
    Game { trail, plies: ply + dice.below(40) as u32 }
}

/// Queens, rooks, bishops, knights and pawns of White, then of Black.
fn material([q, r, b, n, p, bq, br, bb, bn, bp]: [u8; 10]) -> Material {
    let digit = |white: u8, black: u8| u32::from(white + 3 * black);
    let pieces = ((digit(q, bq) * 10 + digit(r, br)) * 10 + digit(b, bb)) * 10 + digit(n, bn);
    let number = pieces * 81 + u32::from(p) * 9 + u32::from(bp);
    Code::from_number(number)
        .and_then(Code::counts)
        .expect("at most two of a kind, and eight pawns")
}

/// What a worker gathers, from this game on.
fn harvest(first: usize) -> Harvest {
    let mut harvest = Harvest::default();
    let kings = ByColor { white: Some(Square::G1), black: Some(Square::G8) };
    for number in first..first + HARVEST {
        let game = &SOME[number * 7919 % SOME.len()];
        let number = number as u64;
        let standing = |(_, material): &(u32, Material)| PositionFacts {
            material: *material,
            kings,
            turn: Color::White,
        };
        let location = Location {
            offset: number * 800,
            length: 800,
            line: number * 16 + 1,
            sum: number as u32,
        };
        let facts = Facts {
            location,
            outcome: None,
            claim: None,
            plies: game.plies,
            is_played: true,
            is_coded: true,
            is_initial: true,
            start: game.trail.first().map(standing),
            end: game.trail.last().map(standing),
        };
        harvest.add_game(&facts, game.trail.iter().copied()).expect("the game is in order");
    }
    harvest
}

fn build() -> Vec<u8> {
    let mut builder = Builder::new(Vec::new(), 2).expect("memory takes all");
    for first in (0..GAMES).step_by(HARVEST) {
        builder.add(harvest(first)).expect("harvests are in order");
    }
    let length = GAMES as u64 * 800;
    let stamp = Stamp { size: length, modified: 0, changed: None, identity: None, taken: 0 };
    let (format, settings, frames) = ("pgn".into(), String::new(), Vec::new());
    builder
        .finish(Origin { stamp, hash: 0, length, settled: 0, format, settings, frames })
        .expect("memory takes all")
}

fn open() -> Index<Cursor<&'static [u8]>> {
    Index::open(Cursor::new(&INDEX[..])).expect("it was just made")
}

fn query(pattern: &str) -> Query {
    Query::any_of([pattern.parse().expect("a pattern")])
}

#[divan::bench(sample_count = 3)]
fn make(bencher: Bencher<'_, '_>) {
    LazyLock::force(&SOME);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(build);
}

#[divan::bench(args = PATTERNS, sample_count = 20)]
fn count(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&INDEX);
    bencher.bench_local(|| open().count(&query(pattern)).expect("it is whole"));
}

#[divan::bench(args = PATTERNS, sample_count = 20)]
fn count_at_the_end(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&INDEX);
    let query = Query { at: Moment::Final, ..query(pattern) };
    bencher.bench_local(|| open().count(&query).expect("it is whole"));
}

#[divan::bench(args = PATTERNS, sample_count = 10)]
fn count_what_lasts(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&INDEX);
    let turn = Some(Color::Black);
    let terms = vec![Term { turn, ..Term::force(pattern.parse().expect("a pattern")) }];
    let query = Query { lasts: 6, terms, ..query(pattern) };
    bencher.bench_local(|| open().count(&query).expect("it is whole"));
}

#[divan::bench(args = PATTERNS, sample_count = 10)]
fn find(bencher: Bencher<'_, '_>, pattern: &str) {
    LazyLock::force(&INDEX);
    bencher.bench_local(|| open().find(&query(pattern)).count());
}

#[divan::bench(sample_count = 5)]
fn classes(bencher: Bencher<'_, '_>) {
    LazyLock::force(&INDEX);
    bencher.bench_local(|| open().classes(Moment::Any).expect("it is whole"));
}
