//! Both lanes say the same of every record, and write the same.

use std::fmt::Debug;
use std::io;

use gbr_pgn::format::{Claims, Desk, Pgn};
use gbr_pgn::play::Lane;
use gbr_pgn::play::tree::{Visit, Walk};
use gbr_pgn::run::Chunks;
use gbr_pgn::{Fault, Game, Job, Source};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position, Setup};

use super::damage::Text;
use crate::corpus::dice::Dice;
use crate::corpus::line::Line;

const LIMIT: usize = 1 << 20;

/// Whatever the input is, the lanes agree about it.
pub fn agree(input: &[u8]) {
    assert_eq!(annotated(input, Lane::Fast), annotated(input, Lane::Reference), "{}", show(input));
    let (fast, reference) = (games(input, Lane::Fast), games(input, Lane::Reference));
    assert_eq!(fast.len(), reference.len());
    for (fast, reference) in fast.iter().zip(&reference) {
        assert_eq!(all_of(fast), all_of(reference), "{}", show(input));
    }
    for record in walks(input) {
        assert_eq!(record.walked, record.played, "{}", show(input));
    }
}

/// Half-moves of a main line, the last position and whether its moves end with a fault: as the player has it and as a
/// walk has it.
struct MainLine {
    played: (u32, Option<Setup>),
    walked: (u32, Option<Setup>),
}

/// The main lines of all games that can be walked through.
fn walks(input: &[u8]) -> Vec<MainLine> {
    let mut desk = Desk::default();
    let mut lines = Vec::new();
    for chunk in Chunks::new(input, &Pgn, LIMIT) {
        let chunk = chunk.expect("reading from memory does not fail");
        for record in chunk.records().filter(|record| record.is_game()) {
            let game = Pgn.decode(&record, &mut desk);
            let Some((start, moves)) = Pgn.moves(&record) else { continue };
            let Some(walk) = Walk::new(&mut desk.player, &moves, &start) else { continue };
            let (plies, last) = walked(walk);
            let walked = (plies, game.last.is_some().then_some(last));
            lines.push(MainLine { played: (game.plies, game.last), walked });
        }
    }
    lines
}

/// Half-moves and last position of the main line.
fn walked(mut walk: Walk<'_>) -> (u32, Setup) {
    let mut end = (0, walk.setup());
    let mut depth = 0;
    while let Some(visit) = walk.next() {
        match visit {
            Visit::Begin(_) => depth += 1,
            Visit::End => depth -= 1,
            Visit::Move(node) if depth == 0 => end = (node.ply, walk.setup()),
            Visit::Move(node) => assert_eq!(node.depth, depth),
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    end
}

/// A sound line ends, in both lanes, where shakmaty ends it. Returns its plies.
pub fn line(line: &Line, dice: &mut Dice<'_>) -> usize {
    let text = Text::of(line).written(header(line, dice), dice);
    agree(&text);
    let [game] = &games(&text, Lane::Fast)[..] else { panic!("one game: {}", show(&text)) };
    let wrong: Vec<_> = game.faults.iter().filter(|fault| !fault.is_note()).collect();
    assert!(wrong.is_empty(), "{wrong:?}: {}", show(&text));
    assert_eq!(game.last, Some(line.last.to_setup(EnPassantMode::Legal)), "{}", show(&text));
    assert_eq!(game.plies as usize, line.moves.len());
    line.moves.len()
}

/// A line that was damaged in some places. Returns its plies.
pub fn damaged(line: &Line, dice: &mut Dice<'_>) -> usize {
    let mut text = Text::of(line);
    for _ in 0..=dice.below(3) {
        text.damage(line, dice);
    }
    let mut text = text.written(header(line, dice), dice);
    if dice.one_in(8) {
        text.truncate(dice.below(text.len().min(1 << 16)));
    }
    agree(&text);
    line.moves.len()
}

/// A line of either kind, as the dice want it.
pub fn any(dice: &mut Dice<'_>) {
    let longest = dice.below(100);
    let line = if dice.one_in(2) { Line::game(longest, dice) } else { Line::study(longest, dice) };
    if dice.one_in(4) {
        self::line(&line, dice)
    } else {
        damaged(&line, dice)
    };
}

/// Tags: the position, and now and then more.
fn header(line: &Line, dice: &mut Dice<'_>) -> String {
    let mut text = String::from("[Event \"?\"]\n[Result \"*\"]\n");
    if line.is_given {
        let mut fen = Fen::from_position(&line.start, EnPassantMode::Always).to_string();
        match dice.below(16) {
            // What crazyhouse and three-check add is nothing to chess.
            0 => fen = fen.replacen("q/", "q~/", 1),
            1 => fen = fen.replacen(' ', "[Qn] ", 1),
            2 => fen.push_str(" +1+2"),
            _ => {}
        }
        text.push_str(&format!("[FEN \"{fen}\"]\n"));
    }
    if dice.one_in(4) {
        text.push_str("[WhiteElo \"2000\"]\n");
    }
    text.push('\n');
    text
}

/// Annotate's output and faults.
fn annotated(input: &[u8], lane: Lane) -> (Vec<u8>, Vec<Fault>) {
    let job = Job::annotate(&Pgn).expect("PGN can be annotated");
    let (mut out, mut faults) = (Vec::new(), Vec::new());
    Job { lane, limit: LIMIT, ..job }
        .run(input, |done| {
            out.extend_from_slice(&done.out);
            faults.extend_from_slice(&done.faults);
            Ok::<_, io::Error>(())
        })
        .expect("reading from memory does not fail");
    (out, faults)
}

/// What is read of each record.
fn games(input: &[u8], lane: Lane) -> Vec<Game> {
    let mut desk = Desk::new(lane, Claims::Auto);
    let mut games = Vec::new();
    for chunk in Chunks::new(input, &Pgn, LIMIT) {
        let chunk = chunk.expect("reading from memory does not fail");
        games.extend(
            chunk
                .records()
                .filter(|record| record.is_game())
                .map(|record| Pgn.decode(&record, &mut desk)),
        );
    }
    games
}

/// All that is known of a game.
fn all_of(game: &Game) -> impl PartialEq + Debug {
    (&game.start, &game.last, game.plies, &game.trail, game.marker, game.claim, &game.faults)
}

fn show(input: &[u8]) -> String {
    input.escape_ascii().to_string().replace("\\n", "\n")
}
