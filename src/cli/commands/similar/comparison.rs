//! Two positions beside each other: what they cost, how they correspond and what differs.

use super::shown_position::Exhibit;
use crate::gbr::Indicator;
use crate::similarity::{Correspondence, Cost, Deviation, Deviations, Likeness};
use shakmaty::{Bitboard, Board};

/// What there is to say of the second position, in terms of the first.
pub struct Likened {
    pub cost: Cost,
    pub correspondence: Correspondence,
    pub deviations: Deviations,
    /// The first position laid upon the second.
    pub image: Board,
    /// How many men a shift takes off the board.
    pub lost: usize,
    pub indicator: Indicator,
}

impl Likened {
    pub fn new(first: &Exhibit, second: &Exhibit, likeness: Likeness) -> Likened {
        let Likeness { cost, correspondence } = likeness;
        let (one, other) = (&first.placement, &second.placement);
        let image = correspondence.board(one.board());
        Likened {
            cost,
            correspondence,
            deviations: Deviations::between(one, other, correspondence),
            lost: one.board().occupied().count() - image.occupied().count(),
            image,
            indicator: Indicator::to_move(correspondence.color(one.turn())),
        }
    }

    /// `mirrored; + black pawn a7, Rb3 on b4`
    pub fn words(&self) -> String {
        match (self.correspondence == Correspondence::IDENTITY, self.deviations.is_empty()) {
            (true, true) => "the same position".to_owned(),
            (false, true) => format!("{}; nothing else differs", self.correspondence),
            (true, false) => self.deviations.to_string(),
            (false, false) => format!("{}; {}", self.correspondence, self.deviations),
        }
    }

    /// Where men of the first position stand, once it is laid upon the second, who are not there in the second.
    pub fn left(&self) -> Bitboard {
        let left = self.deviations.iter().filter_map(|deviation| match deviation {
            Deviation::Missing { expected, .. } | Deviation::Moved { expected, .. } => {
                expected.image
            }
            Deviation::Added { .. } | Deviation::Turn(_) => None,
        });
        left.collect()
    }

    /// Where men of the second position stand who are not there in the first.
    pub fn arrived(&self) -> Bitboard {
        let arrived = self.deviations.iter().filter_map(|deviation| match deviation {
            Deviation::Added { square, .. } | Deviation::Moved { square, .. } => Some(*square),
            Deviation::Missing { .. } | Deviation::Turn(_) => None,
        });
        arrived.collect()
    }
}
