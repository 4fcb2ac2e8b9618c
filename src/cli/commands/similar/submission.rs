//! What is looked for: a position that was typed, or the start positions of a file, with their solutions.

use super::shown_position::Exhibit;
use crate::fault::Fault;
use crate::format::Entry;
use crate::game::Game;
use crate::gbr::Indicator;
use crate::run::{Chunk, Collector};
use crate::similarity::solution;
use shakmaty::{Board, uci::UciMove};

/// A position that is looked for.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its number in its file; 1 for one that was typed.
    pub number: u64,
    pub exhibit: Exhibit,
    /// The main line, where there is one.
    pub solution: Vec<UciMove>,
}

impl Submission {
    /// A position that was typed; none unless each side has one king.
    pub fn typed(board: Board, indicator: Indicator) -> Option<Submission> {
        Some(Submission {
            number: 1,
            exhibit: Exhibit::new(board, indicator)?,
            solution: Vec::new(),
        })
    }

    fn of_game(entry: &Entry<'_>) -> Option<Submission> {
        let exhibit = Exhibit::of_game(entry, entry.game.start.as_ref()?, 0)?;
        let solution = moves(entry.game, 0);
        Some(Submission { number: entry.record.number, exhibit, solution })
    }
}

/// The moves of a main line after so many plies, where every position of it was kept.
pub fn moves(game: &Game, ply: u32) -> Vec<UciMove> {
    let setups = game.start.iter().chain(&game.path);
    solution(setups.skip(ply as usize).map(|setup| &setup.board))
}

/// Collects the submissions of a file, whose games know every position.
pub struct Gathering;

impl Collector for Gathering {
    type Value = Vec<Submission>;

    fn begin(&self, _: &Chunk) -> Vec<Submission> {
        Vec::new()
    }

    fn add(&self, entry: &Entry<'_>, all: &mut Vec<Submission>) -> Option<Fault> {
        all.extend(entry.record.is_game().then(|| Submission::of_game(entry)).flatten());
        None
    }
}
