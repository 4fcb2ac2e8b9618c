//! What a worker keeps while it reads records.

use crate::play::{Lane, Observer, Player};

/// What a worker keeps from record to record.
#[derive(Default)]
pub struct Desk {
    /// Plays the moves.
    pub player: Player,
    /// Which games get a claim from their result.
    pub claims: Claims,
}

/// Whose result is the claim that gives a position its sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claims {
    /// That of a study.
    #[default]
    Auto,
    /// Nobody's.
    Never,
    /// That of every game from a position of its own, whoever played it.
    Always,
}

impl Desk {
    /// A desk for one worker.
    #[must_use]
    pub fn new(lane: Lane, claims: Claims) -> Desk {
        Desk { player: Player::new(lane), claims }
    }

    /// Shows somebody every position of every main line.
    #[doc(hidden)] // A Filter sees to it.
    #[must_use]
    pub fn watched_by(self, observer: Box<dyn Observer>) -> Desk {
        Desk { player: self.player.watched_by(observer), ..self }
    }
}
