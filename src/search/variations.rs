//! A search that looks into variations too.

use std::ops::Range;
use std::rc::Rc;

use shakmaty::{KnownOutcome, Setup};

use super::streak::Streak;
use super::{Search, Span};
use crate::game::{Byway, Found};
use crate::gbr::Material;
use crate::play::tree::{Node, Visit, Walk};
use crate::play::{Remark, look};

/// A position in a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spot {
    /// The position.
    pub found: Found,
    /// How many variations it is in. None, where it comes before a variation in which it goes on as it is wanted.
    pub depth: usize,
    /// Where the move stands that leads to it, in the text that was walked through; none at the start.
    pub span: Option<Range<usize>>,
    /// Where the move of a variation begins by which it is found: the same, unless it comes before the variation.
    pub through: usize,
}

impl Spot {
    /// What a game keeps of it.
    #[must_use]
    pub fn into_found(self) -> Found {
        let byway = Byway { at: self.span.map(|span| span.start), through: self.through };
        Found { byway: Some(Box::new(byway)), ..self.found }
    }
}

/// How each want stands at a position. Lines that wait share it.
type Standings = Rc<[Streak<Rc<Spot>>]>;

impl Search {
    /// The first position in the order of the text that is wanted because of what stands in a variation. For the main line
    /// alone there is [`find`](Search::find); only where every position counts, those of variations do.
    #[must_use]
    pub fn find_in_variations(&self, walk: Walk<'_>) -> Option<Spot> {
        self.look_into_variations(walk, &|_, _| false).ok()
    }

    /// The same, or which variations could not be played to their end. `ends` says whether a position ends so with best
    /// play.
    ///
    /// # Errors
    ///
    /// Returns a remark for each such variation where nothing is found.
    pub fn look_into_variations(
        &self,
        walk: Walk<'_>,
        ends: &dyn Fn(&Setup, KnownOutcome) -> bool,
    ) -> Result<Spot, Vec<Remark>> {
        let mut remarks = Vec::new();
        if self.span != Span::Any {
            return Err(remarks);
        }
        let nothing = vec![Streak::default(); self.wants.len()];
        let (first, _) = self.stand(&nothing, walk.setup(), None, ends);
        let mut walk = walk.carrying(first);
        while let Some(visit) = walk.next() {
            let node = match visit {
                Visit::Move(node) => node,
                Visit::Fault(remark) if !walk.main_line().remarks.contains(&remark) => {
                    remarks.push(remark);
                    continue;
                }
                _ => continue,
            };
            let (standing, spot) = self.stand(walk.note(), walk.setup(), Some(&node), ends);
            *walk.note_mut() = standing;
            if let Some(spot) = spot.filter(|_| node.depth > 0) {
                return Ok(Spot { through: node.span.start, ..Rc::unwrap_or_clone(spot) });
            }
        }
        Err(remarks)
    }

    /// How wants stand after a move, and what is found by it.
    fn stand(
        &self,
        before: &[Streak<Rc<Spot>>],
        setup: Setup,
        node: Option<&Node>,
        ends: &dyn Fn(&Setup, KnownOutcome) -> bool,
    ) -> (Standings, Option<Rc<Spot>>) {
        let material = Material::from_board(&setup.board);
        let ply = node.map_or(0, |node| node.ply);
        let spot = || {
            Rc::new(Spot {
                found: Found { ply, material, setup: Some(setup.clone()), byway: None },
                depth: node.map_or(0, |node| node.depth),
                span: node.map(|node| node.span.clone()),
                through: node.map_or(0, |node| node.span.start),
            })
        };
        let mut streaks = before.to_vec();
        let first = look(ply, &setup, material, |sight| {
            let both = streaks.iter_mut().zip(&self.wants);
            let ends = |outcome| ends(&setup, outcome);
            let spots = both.filter_map(|(streak, want)| streak.see(self, want, sight, ends, spot));
            spots.min_by_key(|spot| spot.found.ply)
        });
        (streaks.into(), first)
    }
}
