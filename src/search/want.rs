//! One kind of position that a search looks for.

use std::ops::RangeInclusive;

use shakmaty::{Color, KnownOutcome};

use super::bishops::Bishops;
use super::family::Family;
use super::formation::Formation;
use super::imbalance::Imbalance;
use super::symmetry::{self, Symmetry};
use crate::game::Game;
use crate::gbr::{Kings, Material, Pattern};
use crate::play::Sight;

/// One kind of position. All that is asked for must be so.
///
/// Force, formations and bishops must be so for as long as the search says; kings, turn and outcome in one position of that
/// time.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// Its force.
    pub pattern: Pattern,
    /// The number of its men, kings included.
    pub men: RangeInclusive<u8>,
    /// The family that its force is of.
    pub family: Option<Family>,
    /// What one side has more of.
    pub imbalance: Option<Imbalance>,
    /// How the bishops stand to each other.
    pub bishops: Option<Bishops>,
    /// What stands on which squares.
    pub formations: Vec<Formation>,
    /// Where its kings stand.
    pub kings: Option<Kings>,
    /// Who is to move in it.
    pub turn: Option<Color>,
    /// How it ends with best play. Only [`find_judged`](super::Search::find_judged) and a filter with a
    /// [`Judge`](crate::run::Judge) find such positions.
    pub outcome: Option<KnownOutcome>,
}

/// Plies from one to another, both included.
pub(super) type Plies = RangeInclusive<u32>;

impl Want {
    /// Any position with this force.
    #[must_use]
    pub fn force(pattern: Pattern) -> Want {
        Want {
            pattern,
            men: 0..=u8::MAX,
            family: None,
            imbalance: None,
            bishops: None,
            formations: Vec::new(),
            kings: None,
            turn: None,
            outcome: None,
        }
    }

    /// The same with the colours exchanged, seen from the other side of the board.
    #[must_use]
    pub fn reversed(&self) -> Want {
        Want {
            pattern: self.pattern.reversed(),
            men: self.men.clone(),
            family: self.family,
            imbalance: self.imbalance.as_ref().map(Imbalance::reversed),
            bishops: self.bishops,
            formations: self.formations.iter().map(Formation::reversed).collect(),
            kings: self.kings.map(|kings| kings.reversed()),
            turn: self.turn.map(|turn| !turn),
            outcome: self.outcome.map(exchanged),
        }
    }

    /// It and its mirror images: with left and right exchanged; without pawns, also turned and reflected in all other ways.
    /// Those that are the same come once.
    #[must_use]
    pub fn mirrored(&self) -> Vec<Want> {
        let is_fixed = self.formations.iter().all(Formation::is_fixed);
        if !is_fixed {
            return distinct([self.clone(), self.flipped()]);
        }
        let has_pawns = !self.pattern.is_pawnless();
        let all = if has_pawns { symmetry::WITH_PAWNS } else { symmetry::WITHOUT_PAWNS };
        distinct(all.iter().filter_map(|&symmetry| self.moved(symmetry)))
    }

    fn moved(&self, symmetry: Symmetry) -> Option<Want> {
        let moved = |formation: &Formation| formation.moved(symmetry);
        let formations = self.formations.iter().map(moved).collect::<Option<_>>()?;
        let kings = |kings: Kings| kings.moved(|squares| symmetry::moved(squares, symmetry));
        Some(Want { formations, kings: self.kings.map(kings), ..self.clone() })
    }

    /// The same with left and right exchanged.
    fn flipped(&self) -> Want {
        let formations = self.formations.iter().map(Formation::mirrored).collect();
        let kings = self.kings.map(|kings| kings.moved(|squares| squares.flip_horizontal()));
        Want { formations, kings, ..self.clone() }
    }

    /// Whether codes alone decide.
    #[must_use]
    pub fn is_class(&self) -> bool {
        let force = Want::force(self.pattern);
        *self == force && !self.pattern.needs_material()
    }

    /// Whether positions have to be seen, and not only their force and turn.
    #[must_use]
    pub fn needs_positions(&self) -> bool {
        let is_place = self.kings.is_some() || self.bishops.is_some();
        is_place || !self.formations.is_empty() || self.outcome.is_some()
    }

    /// Whether it takes this force.
    #[inline]
    #[must_use]
    pub fn takes(&self, material: &Material) -> bool {
        self.pattern.matches_material(material)
            && self.men.contains(&material.total())
            && self.family.is_none_or(|family| family.takes(material))
            && self.imbalance.as_ref().is_none_or(|imbalance| imbalance.takes(material))
    }

    /// Whether men stand as they must for as long as the search says. The force is not asked for.
    #[inline]
    pub(super) fn stands(&self, sight: &Sight<'_>) -> bool {
        self.formations.iter().all(|formation| formation.takes(sight))
            && self.bishops.is_none_or(|bishops| bishops.take(sight))
    }

    /// Whether kings and turn are as they must be in one position.
    #[inline]
    pub(super) fn is_moment(&self, sight: &Sight<'_>) -> bool {
        self.turn.is_none_or(|turn| turn == sight.turn)
            && self.kings.is_none_or(|kings| kings.take(|color| sight.king_of(color)))
    }

    /// The longest stretches of plies in which the force is wanted throughout.
    pub(super) fn runs<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Plies> + 'a {
        let mut trail = game.trail.iter().peekable();
        std::iter::from_fn(move || {
            let first = trail.find(|change| self.takes(&change.material))?.ply;
            while trail.next_if(|change| self.takes(&change.material)).is_some() {}
            let last = trail.peek().map_or(game.plies, |change| change.ply - 1);
            Some(first..=last)
        })
    }

    /// The plies at which the right side is to move.
    pub(super) fn turn_in(&self, game: &Game, plies: Plies) -> impl Iterator<Item = u32> {
        let start = game.turn(0);
        let turn = self.turn;
        plies.filter(move |ply| {
            turn.is_none_or(|turn| start == Some(if ply % 2 == 0 { turn } else { !turn }))
        })
    }
}

fn exchanged(outcome: KnownOutcome) -> KnownOutcome {
    match outcome {
        KnownOutcome::Decisive { winner } => KnownOutcome::Decisive { winner: !winner },
        KnownOutcome::Draw => KnownOutcome::Draw,
    }
}

/// Each of some wants once, in their order.
pub(super) fn distinct(wants: impl IntoIterator<Item = Want>) -> Vec<Want> {
    let mut once = Vec::new();
    for want in wants {
        if !once.contains(&want) {
            once.push(want);
        }
    }
    once
}
