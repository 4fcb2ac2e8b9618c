//! A rank in which squares have no fixed place: `*k*`.

use super::{Occupants, RankItem};
use crate::play::Sight;

/// The parts of a rank, one of them a star.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Starred {
    rank: u32,
    items: Vec<RankItem>,
}

/// Eight squares can be used up in nine ways: none of them, one, up to all.
const ALL_USED: u16 = 1 << 8;

impl Starred {
    /// A rank, counted from the first up; none where any takes part.
    pub(super) fn new(rank: u32, items: &[RankItem]) -> Option<Starred> {
        let is_open = items.iter().all(|item| *item == RankItem::Star);
        (!is_open).then(|| Starred { rank, items: items.to_vec() })
    }

    /// Whether the rank of a position can be divided so.
    ///
    /// Kept is how many squares may be used up so far, a bit for each number: no way has to be tried twice.
    pub(super) fn takes(&self, sight: &Sight<'_>) -> bool {
        let mut used: u16 = 1;
        for item in &self.items {
            used = match item {
                RankItem::Star => at_least(used),
                RankItem::Square(contents) => (used & self.bits(*contents, sight)) << 1,
            };
        }
        used & ALL_USED != 0
    }

    /// The squares of the rank with such contents, a bit for each.
    fn bits(&self, contents: Occupants, sight: &Sight<'_>) -> u16 {
        (contents.squares(sight).0 >> (8 * self.rank) & 0xff) as u16
    }
}

/// The lowest of some numbers, and all above it.
const fn at_least(used: u16) -> u16 {
    let lowest = used & used.wrapping_neg();
    lowest.wrapping_neg() & (2 * ALL_USED - 1)
}
