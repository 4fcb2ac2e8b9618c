//! What makes two records the same, and which of them is to stay.

/// What two records must have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// All that makes a game: players, date, result, variant, start and moves of the main line.
    #[default]
    Game,
    /// Variant, start and moves of the main line.
    Moves,
    /// The men of the first position and the side to move.
    Start,
    /// The men of the last position of the main line and the side to move.
    Final,
}

impl Measure {
    /// Whether the moves of the main line count.
    #[must_use]
    pub const fn needs_moves(self) -> bool {
        matches!(self, Measure::Game | Measure::Moves)
    }
}

/// Which of several records stays, whatever comments the others have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The first.
    First,
    /// The last.
    Last,
    /// The one with most comments and variations, the first of several.
    Most,
}
