//! What can be asked: the same as in a search through the games.

use std::ops::RangeInclusive;

use shakmaty::{ByColor, Color, Square};

use super::dictionary::{Chapter, ForceEntry, NO_CODE};
use super::facts::Location;
use crate::gbr::{Claim, Code, Kings, Material, Pattern};

/// Which games are wanted.
///
/// All of it is decided by the index alone, but for one thing: where the kings stood between the start and the end of a
/// game. Games in which that matters are [named as uncertain](Match::is_certain), and have to be played.
#[derive(Clone, Debug)]
pub struct Query {
    /// The alternatives.
    pub terms: Vec<Term>,
    /// Which positions count.
    pub at: Moment,
    /// In how many positions in a row the force must be on the board; 0 and 1 are the same.
    pub lasts: u32,
    /// What the study must claim.
    pub claim: Option<Claim>,
    /// Whether it is the other games that are wanted.
    pub invert: bool,
}

/// One kind of position.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its force.
    pub pattern: Pattern,
    /// How many men it has, kings included; none for any number.
    pub men: Option<RangeInclusive<u8>>,
    /// Where its kings stand.
    pub kings: Option<Kings>,
    /// Who is to move in it.
    pub turn: Option<Color>,
}

/// Which positions of a game count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The first.
    Start,
    /// The last of the main line.
    Final,
    /// Every one of the main line.
    Any,
}

/// A game that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where its record is.
    pub location: Location,
    /// The first ply at which a term holds, and the force there; none in games that are wanted because none holds.
    pub found: Option<(u32, Material)>,
    /// Whether it is wanted for certain. If not, the rest holds, but it is open where the kings stand:
    /// the game has to be played.
    pub is_certain: bool,
}

impl Query {
    /// Games in which one of these patterns comes up.
    #[must_use]
    pub fn any_of(patterns: impl IntoIterator<Item = Pattern>) -> Query {
        let terms = patterns.into_iter().map(Term::force).collect();
        Query { terms, at: Moment::Any, lasts: 1, claim: None, invert: false }
    }

    pub(super) fn takes(&self, force: &ForceEntry) -> bool {
        self.terms.iter().any(|term| term.takes(force))
    }

    pub(super) fn may_be_in(&self, chapter: &Chapter) -> bool {
        self.terms.iter().any(|term| term.may_be_in(chapter))
    }

    /// Whether only the force matters, not for how long it stays, whose turn it is, or where it stands.
    pub(super) fn is_of_force(&self) -> bool {
        let is_of_force = |term: &Term| term.kings.is_none() && term.turn.is_none();
        self.lasts <= 1 && self.claim.is_none() && self.terms.iter().all(is_of_force)
    }
}

impl Term {
    /// Any position with this force.
    #[must_use]
    pub const fn force(pattern: Pattern) -> Term {
        Term { pattern, men: None, kings: None, turn: None }
    }

    pub(super) fn takes(&self, force: &ForceEntry) -> bool {
        let has_men = |men: &RangeInclusive<u8>| men.contains(&force.material().total());
        force.code.is_some_and(|code| self.pattern.matches(code))
            && (!self.pattern.needs_material() || self.pattern.matches_material(&force.material()))
            && self.men.as_ref().is_none_or(has_men)
    }

    /// Whether a chapter may have forces that it takes.
    pub(super) fn may_be_in(&self, chapter: &Chapter) -> bool {
        let [first, last] =
            chapter.numbers.map(|number| Code::from_number(number.min(NO_CODE - 1)));
        let (Some(first), Some(last)) = (first, last) else { return true };
        let digits = first.digits().into_iter().zip(last.digits());
        for (place, (from, to)) in digits.enumerate() {
            if !(from..=to).any(|digit| self.pattern.takes_digit(place, digit)) {
                return false;
            }
            // From here on, codes in between may have any digit.
            if from != to {
                break;
            }
        }
        true
    }

    /// Whether the right side is to move after so many plies of a game in which `start` was first to move.
    pub(super) fn is_turn(&self, start: Option<Color>, ply: u32) -> bool {
        let first = |turn: Color| if ply.is_multiple_of(2) { turn } else { !turn };
        self.turn.is_none_or(|turn| start == Some(first(turn)))
    }

    /// The first ply from `first` to `last` with the right side to move.
    pub(super) fn first_turn(&self, start: Option<Color>, first: u32, last: u32) -> Option<u32> {
        (first..=last).take(2).find(|&ply| self.is_turn(start, ply))
    }

    pub(super) fn has_kings(&self, kings: ByColor<Option<Square>>) -> bool {
        self.kings.is_none_or(|wanted| wanted.take(|color| kings[color]))
    }
}
