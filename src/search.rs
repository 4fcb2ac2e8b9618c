//! What is looked for in games: a force, for how long, and what else must hold.
//!
//! In: a [`Game`]. Out: the first of its positions that is wanted. The force is
//! read off the trail; positions are needed only to see where the kings stand.

use std::ops::RangeInclusive;

use shakmaty::Color;

use crate::game::{Change, Found, Game};
use crate::gbr::{Claim, Kings, Material, Pattern};

/// Games in which one of several wants is met.
#[derive(Clone, Debug)]
pub struct Search {
    /// The alternatives.
    pub wants: Vec<Want>,
    /// Where in the main line.
    pub span: Span,
    /// In how many positions in a row the force must be on the board. Each lasts a ply,
    /// the last one to the end of the game.
    pub lasts: u32,
    /// What the study must claim.
    pub claim: Option<Claim>,
}

/// One kind of position.
#[derive(Clone, Debug)]
pub struct Want {
    /// Its force.
    pub pattern: Pattern,
    /// The number of its men, kings included.
    pub men: RangeInclusive<u8>,
    /// Where its kings stand.
    pub kings: Option<Kings>,
    /// Who is to move in it.
    pub turn: Option<Color>,
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

/// Plies from one to another, both included.
type Plies = RangeInclusive<u32>;

impl Search {
    /// Whether it has to see positions, and not only their force.
    #[must_use]
    pub fn needs_path(&self) -> bool {
        self.wants.iter().any(|want| want.kings.is_some())
    }

    /// The first position that is wanted, as far as the trail tells: the kings may stand
    /// anywhere.
    #[must_use]
    pub fn glance(&self, game: &Game) -> Option<Found> {
        self.first(game, |want, plies| want.turn_in(game, plies).next())
    }

    /// The first position that is wanted. Where [`needs_path`](Search::needs_path) says so, the
    /// game must know its path.
    #[must_use]
    pub fn find(&self, game: &Game) -> Option<Found> {
        self.first(game, |want, plies| want.turn_in(game, plies).find(|&ply| want.fits(game, ply)))
    }

    /// The earliest ply that `pick` takes out of the runs of any want.
    fn first(&self, game: &Game, pick: impl Fn(&Want, Plies) -> Option<u32>) -> Option<Found> {
        if self.claim.is_some() && self.claim != game.claim {
            return None;
        }
        let first =
            |want: &Want| want.runs(game).find_map(|run| pick(want, self.within(game, run)?));
        let ply = self.wants.iter().filter_map(first).min()?;
        let material = material_at(&game.trail, ply)?;
        Some(Found { ply, material, setup: None })
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
        let is_known = self.span != Span::Final || game.end().is_some();
        let is_in = first <= *plies.start() && *plies.end() <= last;
        (is_long && is_known && is_in).then_some(plies)
    }
}

impl Want {
    /// Any position with this force.
    #[must_use]
    pub fn force(pattern: Pattern) -> Want {
        Want { pattern, men: 0..=u8::MAX, kings: None, turn: None }
    }

    /// The same with the colours exchanged, seen from the other side of the board.
    #[must_use]
    pub fn reversed(&self) -> Want {
        Want {
            pattern: self.pattern.reversed(),
            men: self.men.clone(),
            kings: self.kings.map(|kings| kings.reversed()),
            turn: self.turn.map(|turn| !turn),
        }
    }

    fn takes(&self, material: &Material) -> bool {
        self.pattern.matches_material(material) && self.men.contains(&material.total())
    }

    /// The longest stretches of plies in which the force is wanted throughout.
    fn runs<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Plies> + 'a {
        let mut trail = game.trail.iter().peekable();
        std::iter::from_fn(move || {
            let first = trail.find(|change| self.takes(&change.material))?.ply;
            while trail.next_if(|change| self.takes(&change.material)).is_some() {}
            let last = trail.peek().map_or(game.plies, |change| change.ply - 1);
            Some(first..=last)
        })
    }

    /// The plies at which the right side is to move.
    fn turn_in(&self, game: &Game, plies: Plies) -> impl Iterator<Item = u32> {
        let start = game.turn(0);
        let turn = self.turn;
        plies.filter(move |ply| {
            turn.is_none_or(|turn| start == Some(if ply % 2 == 0 { turn } else { !turn }))
        })
    }

    fn fits(&self, game: &Game, ply: u32) -> bool {
        self.kings.is_none_or(|kings| game.at(ply).is_some_and(|setup| kings.matches(&setup.board)))
    }
}

/// The force after so many half-moves.
fn material_at(trail: &[Change], ply: u32) -> Option<Material> {
    trail.iter().rev().find(|change| change.ply <= ply).map(|change| change.material)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Setup;

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
