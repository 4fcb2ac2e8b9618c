//! Bishops of opposite colours, and of the same one.

use shakmaty::{Bitboard, Color, Role};

use crate::play::Sight;

/// Where two bishops stand, one on each side; whatever else is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bishops {
    /// Each side has exactly one bishop, and their squares are of different colours.
    Opposite,
    /// Each side has exactly one bishop, and their squares are of the same colour.
    Same,
}

impl Bishops {
    /// Whether the bishops of a position stand so.
    #[must_use]
    pub fn take(self, sight: &Sight<'_>) -> bool {
        let bishop = |color| sight.men(color, Role::Bishop).single_square();
        let (Some(white), Some(black)) = (bishop(Color::White), bishop(Color::Black)) else {
            return false;
        };
        let is_light = |square| Bitboard::LIGHT_SQUARES.contains(square);
        (is_light(white) == is_light(black)) == (self == Bishops::Same)
    }
}
