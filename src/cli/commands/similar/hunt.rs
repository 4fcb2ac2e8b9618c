//! The search: workers compare the positions of each game with all that is looked for.

use super::spot::Spot;
use super::submission::{Submission, moves};
use crate::fault::Fault;
use crate::format::{Claims, Desk, Entry};
use crate::game::Game;
use crate::play::Lane;
use crate::run::{Chunk, Collector};
use crate::similarity::{Likeness, Placement, Queries, Ranked, Ranking, Searcher};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One file to search. What is found goes to the ranking.
pub struct Hunt<'h> {
    submissions: &'h [Submission],
    queries: &'h Queries,
    ranking: &'h Ranking<Spot>,
    /// The place of the file among the inputs.
    file: usize,
    /// Whether positions after the first count; the games must know them.
    is_everywhere: bool,
    /// One for each worker at most: what they remember of forces is worth keeping.
    idle: Mutex<Vec<Searcher<'h>>>,
}

/// The best ply of a game for each query that has one.
type Best = BTreeMap<usize, (u32, Likeness)>;

impl<'h> Hunt<'h> {
    pub fn new(
        submissions: &'h [Submission],
        queries: &'h Queries,
        ranking: &'h Ranking<Spot>,
        file: usize,
        is_everywhere: bool,
    ) -> Hunt<'h> {
        let idle = Mutex::default();
        Hunt { submissions, queries, ranking, file, is_everywhere, idle }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Searcher<'h>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn best(&self, game: &Game, searcher: &mut Searcher<'_>) -> Best {
        let mut best = Best::new();
        let last = if self.is_everywhere { game.path.len() as u32 } else { 0 };
        for ply in 0..=last {
            let Some(setup) = game.at(ply) else { continue };
            let Some(placement) = Placement::new(setup.board.clone(), setup.turn) else { continue };
            searcher.compare(
                &placement,
                |query| self.ranking.limit(query),
                |query, likeness| {
                    let known = best.entry(query).or_insert((ply, likeness));
                    if likeness.cost < known.1.cost {
                        *known = (ply, likeness);
                    }
                },
            );
        }
        best
    }

    /// Puts what was found in a game into the ranking.
    fn keep(&self, entry: &Entry<'_>, best: Best) {
        let has_moves = |&query: &usize| !self.submissions[query].solution.is_empty();
        let is_needed = !self.is_everywhere && entry.game.plies > 0 && best.keys().any(has_moves);
        let replayed = is_needed.then(|| replayed(entry));
        for (query, (ply, likeness)) in best {
            let setup = entry.game.at(ply).expect("it was compared");
            let Some(place) = Spot::new(self.file, entry, setup, ply) else { continue };
            let agreement = match self.submissions[query].solution.as_slice() {
                [] => 0,
                solution => {
                    let game = replayed.as_ref().unwrap_or(entry.game);
                    likeness.correspondence.agreement(solution, &moves(game, ply))
                }
            };
            self.ranking.add(query, Ranked { likeness, agreement, place });
        }
    }
}

/// The game with every position of its main line. Few games come so far; only they are played once more.
fn replayed(entry: &Entry<'_>) -> Game {
    entry.source.decode(entry.record, &mut Desk::new(Lane::Recording, Claims::Never))
}

impl Collector for Hunt<'_> {
    type Value = ();

    fn begin(&self, _: &Chunk) {}

    fn add(&self, entry: &Entry<'_>, (): &mut ()) -> Option<Fault> {
        if entry.record.is_game() {
            let idle = self.idle().pop();
            let mut searcher = idle.unwrap_or_else(|| self.queries.searcher());
            let best = self.best(entry.game, &mut searcher);
            self.idle().push(searcher);
            self.keep(entry, best);
        }
        None
    }
}
