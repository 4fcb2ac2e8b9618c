//! A search for positions that end in some way with best play, in games in which the rest of it is found.
//!
//! In: a game, and a [`Judge`]. Out: the first position of which the judge says so; or that nobody knows.

use std::cell::Cell;

use shakmaty::{KnownOutcome, Setup};

use super::variation_search;
use crate::fault::Fault;
use crate::format::Source;
use crate::game::{Found, Game};
use crate::play::{Lane, Player};
use crate::record::Record;
use crate::search::Search;

/// Knows how positions end with best play, as endgame tables do.
pub trait Judge: Sync {
    /// How a position of a game ends; none where that is not known.
    fn outcome(&self, record: &Record<'_>, game: &Game, setup: &Setup) -> Option<KnownOutcome>;
}

/// What is looked for in the games that a [`Filter`](super::Filter) lets through otherwise.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The same search as the filter's, with the outcomes that are wanted.
    pub search: &'a Search,
    /// Who knows.
    pub judge: &'a dyn Judge,
}

/// What became of the search in a game.
pub(super) enum JudgedFind {
    Found(Found),
    Nothing,
    /// It would be found if the judge knew more, and in the right way.
    Open,
}

/// A record in which a search goes on.
pub(super) struct Searched<'a, 'r> {
    pub(super) source: &'a dyn Source,
    pub(super) record: &'a Record<'r>,
    pub(super) has_variations: bool,
}

impl Judged<'_> {
    /// Looks for the first position; the main line comes before its variations.
    pub(super) fn find(&self, place: &Searched<'_, '_>, game: &mut Game) -> JudgedFind {
        game.path = place.path(game);
        if game.path.len() < game.plies as usize {
            return JudgedFind::Open;
        }
        let has_unknown = Cell::new(false);
        let found = self.first(place, game, |outcome, wanted| {
            has_unknown.set(has_unknown.get() || outcome.is_none());
            outcome == Some(wanted)
        });
        let found = match found {
            Ok(found) => JudgedFind::Found(found),
            Err(faults) => {
                let may_be = |outcome: Option<_>, wanted| outcome.is_none_or(|it| it == wanted);
                let is_open = has_unknown.get() && self.first(place, game, may_be).is_ok();
                game.faults.extend(faults);
                if is_open { JudgedFind::Open } else { JudgedFind::Nothing }
            }
        };
        game.path = Vec::new();
        found
    }

    /// The first position that is wanted, where `takes` compares what the judge says with that; or why not all
    /// variations could be looked into.
    fn first(
        &self,
        place: &Searched<'_, '_>,
        game: &Game,
        takes: impl Fn(Option<KnownOutcome>, KnownOutcome) -> bool,
    ) -> Result<Found, Vec<Fault>> {
        let Searched { source, record, has_variations } = *place;
        let ends = |setup: &Setup, wanted| takes(self.judge.outcome(record, game, setup), wanted);
        match self.search.find_judged(game, &ends) {
            Some(found) => Ok(Found { setup: game.at(found.ply).cloned(), ..found }),
            None if has_variations => {
                let player = &mut Player::default();
                variation_search::find((self.search, &ends), source, record, game, player)
            }
            None => Err(Vec::new()),
        }
    }
}

impl Searched<'_, '_> {
    /// Every position of the main line after its start.
    fn path(&self, game: &Game) -> Vec<Setup> {
        let moves = self.source.moves(self.record).filter(|_| game.plies > 0);
        let played = moves.map(|(start, moves)| Player::new(Lane::Recording).play(&moves, &start));
        played.unwrap_or_default().path
    }
}
