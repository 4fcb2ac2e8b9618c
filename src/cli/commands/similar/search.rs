//! The search: workers compare the positions of each game with all that is looked for.

use super::occurrence::Occurrence;
use super::submission::{Submission, moves};
use crate::cli::listing;
use crate::fault::Fault;
use crate::format::{Claims, Desk, Entry};
use crate::game::Game;
use crate::play::tree::{Visit, Walk};
use crate::play::{Lane, Player};
use crate::run::{Chunk, Collector};
use crate::similarity::{Likeness, Placement, Queries, Ranked, Ranking, Searcher};
use shakmaty::Setup;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One file to search. What is found goes to the ranking.
pub struct Hunt<'h> {
    submissions: &'h [Submission],
    queries: &'h Queries,
    ranking: &'h Ranking<Occurrence>,
    /// The place of the file among the inputs.
    file: usize,
    /// Which positions count; where it is more than the first, games must know those of their main line.
    reach: Reach,
    /// One for each worker at most: what they remember of forces is worth keeping.
    idle: Mutex<Vec<Searcher<'h>>>,
}

/// Which positions of a game count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Start,
    MainLine,
    /// Those of the main line and of all variations.
    Tree,
}

/// The best position of a game for each query that has one.
type Best = BTreeMap<usize, Spotted>;

/// A position that is like the one that is looked for.
struct Spotted {
    ply: u32,
    /// The position, and where the move stands that leads to it, in a variation.
    aside: Option<(Setup, usize)>,
    likeness: Likeness,
}

impl<'h> Hunt<'h> {
    pub fn new(
        submissions: &'h [Submission],
        queries: &'h Queries,
        ranking: &'h Ranking<Occurrence>,
        file: usize,
        reach: Reach,
    ) -> Hunt<'h> {
        let idle = Mutex::default();
        Hunt { submissions, queries, ranking, file, reach, idle }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Searcher<'h>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn best(&self, entry: &Entry<'_>, searcher: &mut Searcher<'_>) -> Best {
        let (mut best, game) = (Best::new(), entry.game);
        let last = if self.reach == Reach::Start { 0 } else { game.path.len() as u32 };
        for ply in 0..=last {
            if let Some(setup) = game.at(ply) {
                self.compare(setup, ply, None, searcher, &mut best);
            }
        }
        if self.reach == Reach::Tree {
            self.look_aside(entry, searcher, &mut best);
        }
        best
    }

    /// Looks at the positions of variations.
    fn look_aside(&self, entry: &Entry<'_>, searcher: &mut Searcher<'_>, best: &mut Best) {
        let Some((start, moves)) = entry.source.moves(entry.record) else { return };
        let Some(mut walk) = Walk::new(&mut Player::default(), &moves, &start) else { return };
        while let Some(visit) = walk.next() {
            if let Visit::Move(node) = visit
                && node.depth > 0
            {
                self.compare(&walk.setup(), node.ply, Some(node.span.start), searcher, best);
            }
        }
    }

    /// Keeps a position for the queries that it is most like so far.
    fn compare(
        &self,
        setup: &Setup,
        ply: u32,
        aside: Option<usize>,
        searcher: &mut Searcher<'_>,
        best: &mut Best,
    ) {
        let Some(placement) = Placement::new(setup.board.clone(), setup.turn) else { return };
        searcher.compare(
            &placement,
            |query| self.ranking.limit(query),
            |query, likeness| {
                let is_better = |known: &Spotted| likeness.cost < known.likeness.cost;
                if best.get(&query).is_none_or(is_better) {
                    let aside = aside.map(|at| (setup.clone(), at));
                    best.insert(query, Spotted { ply, aside, likeness });
                }
            },
        );
    }

    /// Puts what was found in a game into the ranking.
    fn keep(&self, entry: &Entry<'_>, best: Best) {
        let has_moves = |&query: &usize| !self.submissions[query].solution.is_empty();
        let is_needed =
            self.reach == Reach::Start && entry.game.plies > 0 && best.keys().any(has_moves);
        let replayed = is_needed.then(|| replayed(entry));
        for (query, Spotted { ply, aside, likeness }) in best {
            let setup = match &aside {
                Some((setup, _)) => setup,
                None => entry.game.at(ply).expect("it was compared"),
            };
            let Some(mut place) = Occurrence::new(self.file, entry, setup, ply) else { continue };
            place.way = aside.as_ref().map(|(_, at)| listing::way(entry, *at));
            let agreement = match self.submissions[query].solution.as_slice() {
                // The moves of a variation are not compared.
                _ if aside.is_some() => 0,
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
            let best = self.best(entry, &mut searcher);
            self.idle().push(searcher);
            self.keep(entry, best);
        }
        None
    }
}
