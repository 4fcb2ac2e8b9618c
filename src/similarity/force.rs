//! How many men of each kind and colour, laid out so that two forces are compared in a few
//! instructions: what missing men are charged, before anybody looks where the others stand.

use shakmaty::{Board, ByColor, ByRole, Role};

use super::Cost;
use crate::gbr::Material;

/// White's men by role, then Black's, in eight lanes each. Kings are left out: each side has one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ManCounts([u8; 16]);

/// In halves.
const CHARGES: [u8; 16] = {
    let mut charges = [Cost::MAN.halves() as u8; 16];
    charges[0] = Cost::PAWN.halves() as u8;
    charges[8] = Cost::PAWN.halves() as u8;
    charges
};

impl ManCounts {
    #[inline]
    pub(super) fn of(board: &Board) -> ManCounts {
        ManCounts::from(Material::from_board(board))
    }

    pub(super) fn reversed(self) -> ManCounts {
        let mut lanes = self.0;
        lanes.rotate_left(8);
        ManCounts(lanes)
    }

    /// What men more and less are charged, wherever they stand: a part of every distance
    /// between positions with these forces.
    #[inline]
    pub(super) fn surplus(self, other: ManCounts) -> Cost {
        let lanes = self.0.iter().zip(&other.0).zip(&CHARGES);
        let charged = lanes
            .map(|((&one, &other), &charge)| u16::from(one.abs_diff(other)) * u16::from(charge));
        Cost::from_halves(charged.sum())
    }
}

impl From<Material> for ManCounts {
    #[inline]
    fn from(material: Material) -> ManCounts {
        let ByColor { white, black } = ByColor::<ByRole<u8>>::from(material);
        let lane = |counts: &ByRole<u8>, role: Role| *counts.get(role);
        ManCounts(std::array::from_fn(|at| {
            let counts = if at < 8 { &white } else { &black };
            Role::ALL
                .get(at % 8)
                .filter(|&&role| role != Role::King)
                .map_or(0, |&role| lane(counts, role))
        }))
    }
}

/// What men more and less are charged between two positions, as they are and with the colours
/// of the first reversed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Surplus {
    as_they_are: Cost,
    reversed: Cost,
}

impl Surplus {
    #[inline]
    pub(super) fn between(one: ManCounts, other: ManCounts) -> Surplus {
        Surplus { as_they_are: one.surplus(other), reversed: one.reversed().surplus(other) }
    }

    #[inline]
    pub(super) fn with(self, reversed: bool) -> Cost {
        if reversed { self.reversed } else { self.as_they_are }
    }

    /// No two positions with these forces cost less.
    #[inline]
    pub(super) fn least(self) -> Cost {
        self.as_they_are.min(self.reversed + Cost::CORRESPONDENCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn force(name: &str) -> ManCounts {
        name.parse::<Material>().unwrap().into()
    }

    #[test]
    fn pawns_are_charged_two_and_other_men_three() {
        assert_eq!(force("KRPPvKN").surplus(force("KRPvKB")), Cost::from_halves(4 + 6 + 6));
        assert_eq!(force("KRPvKN").surplus(force("KRPvKN")), Cost::ZERO);
    }

    #[test]
    fn colours_reversed_cost_a_half() {
        let surplus = Surplus::between(force("KRPvKN"), force("KNvKR"));
        assert_eq!(surplus.with(true), Cost::PAWN);
        assert_eq!(surplus.with(false), Cost::from_halves(4 + 4 * 6));
        assert_eq!(surplus.least(), Cost::from_halves(5));
    }
}
