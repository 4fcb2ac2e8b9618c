//! A position with all its images: what other positions are compared with.

use super::{
    Correspondence, Cost, Likeness, Placement,
    block::{ImageBlock, Numbered},
    force::{ManCounts, Surplus},
    measure::moves,
};

/// A position laid out to be compared with many others.
#[derive(Clone, Debug)]
pub(super) struct QueryImages {
    placement: Placement,
    pub(super) force: ManCounts,
    blocks: Vec<ImageBlock>,
}

impl QueryImages {
    pub(super) fn new(placement: &Placement) -> QueryImages {
        let all = Correspondence::all(placement.pawnless());
        let blocks =
            groups(all).into_iter().map(|group| ImageBlock::new(placement, group)).collect();
        QueryImages {
            placement: placement.clone(),
            force: ManCounts::of(placement.board()),
            blocks,
        }
    }

    /// How it compares with another position if that costs no more than `limit`. `surplus` is
    /// what the forces of the two say.
    pub(super) fn likeness_within(
        &self,
        other: &Placement,
        surplus: Surplus,
        limit: Cost,
    ) -> Option<Likeness> {
        let mut best = Best { limit, image: None };
        let pawnless = other.pawnless();
        for block in self.blocks.iter().filter(|block| pawnless || !block.pawnless) {
            let missing = surplus.with(block.reversed);
            let Some(left) = missing.rest_of(best.limit) else { continue };
            for image in block.near(other, left) {
                best.look_at(image, &self.placement, other, missing);
            }
        }
        best.likeness()
    }
}

/// The correspondences in groups that make a block each.
fn groups(all: &[Correspondence]) -> Vec<Vec<Numbered>> {
    let mut groups: Vec<Vec<Numbered>> = Vec::new();
    for (ordinal, &correspondence) in (0..).zip(all) {
        let numbered = Numbered { ordinal, correspondence };
        let has_room = |group: &&mut Vec<Numbered>| {
            group.len() < ImageBlock::ROOM && group[0].is_like(numbered)
        };
        match groups.iter_mut().find(has_room) {
            Some(group) => group.push(numbered),
            None => groups.push(vec![numbered]),
        }
    }
    groups
}

/// The cheapest image so far.
struct Best {
    /// What it costs, or what may be spent as long as there is none.
    limit: Cost,
    image: Option<Numbered>,
}

impl Best {
    /// Takes an image if it is cheaper; of two with the same cost the one that comes first in
    /// [`Correspondence::all`]. `missing` is what men more and less are charged.
    fn look_at(&mut self, image: Numbered, query: &Placement, other: &Placement, missing: Cost) {
        let spent = missing + image.correspondence.price();
        let cost = spent + moves(query, other, image.correspondence);
        let is_first = self.image.is_none_or(|best| image.ordinal < best.ordinal);
        if cost < self.limit || cost == self.limit && is_first {
            *self = Best { limit: cost, image: Some(image) };
        }
    }

    fn likeness(self) -> Option<Likeness> {
        let Numbered { correspondence, .. } = self.image?;
        Some(Likeness { cost: self.limit, correspondence })
    }
}
