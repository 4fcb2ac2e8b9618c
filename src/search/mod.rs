//! What is looked for in games: a force, for how long, and what else must hold.
//!
//! In: a [`Game`]. Out: the first of its positions that is wanted. Where only the force matters, it is read off the trail;
//! where men must stand on squares, a [`Filter`](crate::run::Filter) has the positions looked at while they are played.
//!
//! # Example
//!
//! Saavedra's study, asked for in the notation and with the colours reversed:
//!
//! ```
//! use gbr_pgn::format::{Gbr, Pgn};
//! use gbr_pgn::run::{Filter, Task};
//! use gbr_pgn::search::{Asked, Search};
//! use gbr_pgn::{Job, column::At};
//!
//! let asked: Asked = "a8b3 0100.01 d4.c3 2/2 BTM.".parse()?;
//! let search = Search::default().or(asked.want()).of_both_colours();
//! let sink = Gbr { at: vec![At::Found] };
//! let filter = Filter::new(&search).with_position();
//! let job = Job::new(&Pgn, Task::Find(&[]), &sink).only(filter);
//!
//! let pgn = b"[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. c7 Rd6+ 2. Kb5 1-0\n";
//! let mut out = Vec::new();
//! let done = job.write(&pgn[..], &mut out)?;
//! assert_eq!((done.games, done.found), (1, 1));
//! assert_eq!(out, b"b6a1 0300.10 d5.c6 2/2+.\n");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod bishops;
mod builder;
mod family;
mod formation;
mod imbalance;
mod relation;
mod streak;
mod symmetry;
mod tags;
mod variations;
mod want;
mod watch;

pub use self::asked::Asked;
pub use self::bishops::Bishops;
pub use self::family::Family;
pub use self::formation::Formation;
pub use self::imbalance::Imbalance;
pub use self::tags::TagQuery;
pub use self::variations::Spot;
pub use self::want::Want;
#[doc(hidden)] // For the program and the tests of this crate.
pub use self::watch::Watch;

use shakmaty::{KnownOutcome, Setup};

use self::want::Plies;
use crate::game::{Change, Found, Game};
use crate::gbr::{Claim, Material};
use crate::play::{Observer, look};

/// Games in which one of several wants is met.
#[derive(Clone, Debug)]
pub struct Search {
    /// The alternatives.
    pub wants: Vec<Want>,
    /// Where in the main line.
    pub span: Span,
    /// In how many positions in a row a want must be met, but for kings and turn. Each lasts a ply,
    /// the last one to the end of the game.
    pub lasts: u32,
    /// What the study must claim.
    pub claim: Option<Claim>,
}

/// Which positions of a game count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Span {
    /// The first.
    Start,
    /// The last of the main line.
    Final,
    /// Every one of the main line.
    #[default]
    Any,
}

impl Search {
    /// The same with left and right exchanged as well, and all other symmetries where there are no pawns.
    #[must_use]
    pub fn mirrored(self) -> Search {
        let wants = want::distinct(self.wants.iter().flat_map(Want::mirrored));
        Search { wants, ..self }
    }

    /// The same with the colours exchanged as well.
    #[must_use]
    pub fn of_both_colours(self) -> Search {
        let both = self.wants.iter().flat_map(|want| [want.clone(), want.reversed()]);
        let wants = want::distinct(both);
        Search { wants, ..self }
    }

    /// Whether it has to see positions, and not only their force and turn. Then games are played by a
    /// player that a [`Watch`] watches.
    #[must_use]
    pub fn needs_positions(&self) -> bool {
        self.wants.iter().any(Want::needs_positions)
    }

    /// The same, however the positions end with best play.
    #[must_use]
    pub fn whatever_outcome(&self) -> Search {
        let open = |want: &Want| Want { outcome: None, ..want.clone() };
        Search { wants: want::distinct(self.wants.iter().map(open)), ..self.clone() }
    }

    /// Whether codes alone decide.
    #[must_use]
    pub fn is_class(&self) -> bool {
        self.lasts <= 1 && self.claim.is_none() && self.wants.iter().all(Want::is_class)
    }

    /// Whether a game claims what it must.
    #[inline]
    #[must_use]
    pub fn takes_claim(&self, game: &Game) -> bool {
        self.claim.is_none() || self.claim == game.claim
    }

    /// The first position that is wanted.
    ///
    /// Where [positions](Search::needs_positions) are needed, a game with moves was played under the eyes of a [`Watch`], or
    /// knows its path.
    #[must_use]
    pub fn find(&self, game: &Game) -> Option<Found> {
        if !self.may_find(game) {
            return None;
        }
        if !self.needs_positions() && game.found.is_none() {
            self.find_force(game)
        } else if game.plies > 0 && game.path.is_empty() {
            game.found.clone()
        } else {
            self.find_along(game)
        }
    }

    /// Whether the game claims what it must, and has what must be its last position.
    fn may_find(&self, game: &Game) -> bool {
        let is_ended = self.span != Span::Final || game.end().is_some();
        self.takes_claim(game) && is_ended
    }

    /// The same with the position, where the game knows it or the [`Watch`] has kept it.
    #[must_use]
    pub fn find_position(&self, game: &Game) -> Option<Found> {
        let found = self.find(game)?;
        Some(Found { setup: game.at(found.ply).cloned().or(found.setup), ..found })
    }

    /// The first position with a force that is wanted, in the runs of any want.
    fn find_force(&self, game: &Game) -> Option<Found> {
        let first = |want: &Want| {
            want.runs(game).find_map(|run| want.turn_in(game, self.within(game, run)?).next())
        };
        let ply = self.wants.iter().filter_map(first).min()?;
        let material = material_at(&game.trail, ply)?;
        Some(Found { ply, material, setup: None, byway: None })
    }

    /// The first position that is wanted in a game that knows all its positions.
    fn find_along(&self, game: &Game) -> Option<Found> {
        self.find_judged(game, &|_, _| false)
    }

    /// The first position that is wanted in a game that knows all its positions, with `ends` to say whether a position ends
    /// so with best play.
    #[must_use]
    pub fn find_judged(
        &self,
        game: &Game,
        ends: &dyn Fn(&Setup, KnownOutcome) -> bool,
    ) -> Option<Found> {
        if !self.may_find(game) {
            return None;
        }
        let mut watch = Watch::new(self.clone(), false);
        for ply in 0..=game.plies {
            let (Some(setup), Some(material)) = (game.at(ply), material_at(&game.trail, ply))
            else {
                break;
            };
            // Of a last position nobody knows before it comes that it is the last.
            let counts = self.span != Span::Final || ply == game.plies;
            let ends = |outcome| counts && ends(setup, outcome);
            look(ply, setup, material, |sight| watch.see_judged(sight, ends));
        }
        watch.end(game.end().is_some())
    }

    /// The plies of a run that count; none where it is too short.
    fn within(&self, game: &Game, run: Plies) -> Option<Plies> {
        let (first, last) = run.into_inner();
        let is_long = last - first + 1 >= self.lasts;
        let plies = match self.span {
            Span::Any => first..=last,
            Span::Start => 0..=0,
            Span::Final => game.plies..=game.plies,
        };
        let is_in = first <= *plies.start() && *plies.end() <= last;
        (is_long && is_in).then_some(plies)
    }
}

/// The force after so many half-moves.
fn material_at(trail: &[Change], ply: u32) -> Option<Material> {
    trail.iter().rev().find(|change| change.ply <= ply).map(|change| change.material)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Color, Setup};

    /// A game whose force changes at these plies.
    fn game(trail: &[(u32, &str)], plies: u32) -> Game {
        let change = |&(ply, name): &(u32, &str)| Change { ply, material: name.parse().unwrap() };
        let setup = Some(Setup::initial());
        let trail = trail.iter().map(change).collect();
        Game { start: setup.clone(), last: setup, plies, trail, ..Game::default() }
    }

    fn ply(pattern: &str, lasts: u32, span: Span, game: &Game) -> Option<u32> {
        let wants = vec![Want::force(pattern.parse().unwrap())];
        Search { wants, span, lasts, claim: None }.find(game).map(|found| found.ply)
    }

    #[test]
    fn a_force_on_the_way_is_found_where_it_begins() {
        let game = game(&[(0, "KQvKR"), (7, "KQvK"), (9, "KvK")], 20);
        assert_eq!(ply("KQvKR", 1, Span::Any, &game), Some(0));
        assert_eq!(ply("KQvK", 1, Span::Any, &game), Some(7));
        assert_eq!(ply("KRvK", 1, Span::Any, &game), None);
    }

    #[test]
    fn a_force_reached_by_the_last_move_is_found() {
        let game = game(&[(0, "KQvKR"), (20, "KvK")], 20);
        assert_eq!(ply("KvK", 1, Span::Any, &game), Some(20));
        assert_eq!(ply("KvK", 1, Span::Final, &game), Some(20));
        assert_eq!(ply("KvK", 2, Span::Any, &game), None);
    }

    #[test]
    fn a_force_lasts_while_the_pattern_holds() {
        let game = game(&[(0, "KRRvK"), (4, "KQPPvK"), (6, "KQPvK"), (9, "KQvK")], 9);
        assert_eq!(ply("1000.*", 6, Span::Any, &game), Some(4));
        assert_eq!(ply("1000.*", 7, Span::Any, &game), None);
        assert_eq!(ply("1000.[12]0", 5, Span::Any, &game), Some(4));
        assert_eq!(ply("1000.[12]0", 6, Span::Any, &game), None);
        assert_eq!(ply("1000.*", 6, Span::Final, &game), Some(9));
    }

    #[test]
    fn the_turn_is_that_of_one_position() {
        let game = game(&[(0, "KQvKR"), (7, "KQvK"), (8, "KvK")], 8);
        let search = |turn| Search {
            wants: vec![Want { turn: Some(turn), ..Want::force("KQvK".parse().unwrap()) }],
            span: Span::Any,
            lasts: 1,
            claim: None,
        };
        assert!(search(Color::White).find(&game).is_none());
        assert_eq!(search(Color::Black).find(&game).unwrap().ply, 7);
    }

    #[test]
    fn without_a_last_position_nothing_is_final() {
        let mut game = game(&[(0, "KQvKR"), (7, "KQvK")], 8);
        game.last = None;
        assert_eq!(ply("KQvK", 1, Span::Final, &game), None);
        assert_eq!(ply("KQvK", 2, Span::Any, &game), Some(7));
    }
}
