//! What a record says: where its game starts and ends, and the force it
//! passes through. It holds no text, so nothing that follows can rewrite a move.

use shakmaty::{Color, Setup};

use crate::fault::Fault;
use crate::gbr::{Claim, Indicator, Material};
use crate::pgn::token::Marker;

/// One game, study or position, as far as it could be read.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The starting position; none where it cannot be read.
    pub start: Option<Setup>,
    /// The last position of the main line; none unless every move was played.
    pub last: Option<Setup>,
    /// How many half-moves of the main line were played.
    pub plies: u32,
    /// The force after each change of it, beginning with the start.
    pub trail: Vec<Change>,
    /// The result marker behind the moves.
    pub marker: Option<Marker>,
    /// What is claimed for White, in a study.
    pub claim: Option<Claim>,
    /// What is wrong or odd.
    pub faults: Vec<Fault>,
}

/// A force, and the ply from which it is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Half-moves played before.
    pub ply: u32,
    /// The men.
    pub material: Material,
}

impl Game {
    /// The indicator that a position of this game gets.
    #[must_use]
    pub fn indicator(&self, turn: Color) -> Indicator {
        Indicator { claim: self.claim, turn: Some(turn) }
    }

    /// Whether anything went uncoded.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.faults.iter().any(|fault| !fault.is_note())
    }
}
