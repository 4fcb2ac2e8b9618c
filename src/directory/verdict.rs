//! How positions end with best play, in letters for the page.

use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, KnownOutcome, Position as _, Setup};

use crate::game::Game;
use crate::record::Record;
use crate::run::Judge;

/// What somebody knows about the positions of a record.
pub(super) struct RecordVerdicts<'a> {
    /// Nobody, where no one was asked.
    pub judge: Option<&'a dyn Judge>,
    pub record: &'a Record<'a>,
    pub game: &'a Game,
}

impl RecordVerdicts<'_> {
    /// How a position ends; none where that is not known.
    pub(super) fn of(&self, setup: &Setup) -> Option<KnownOutcome> {
        self.judge?.outcome(self.record, self.game, setup)
    }

    /// What a move makes of it: how it ended before, and how it ends now, where both are known and differ.
    pub(super) fn change(
        &self,
        before: &VariantPosition,
        after: &VariantPosition,
    ) -> Option<[char; 2]> {
        self.judge?;
        let of = |position: &VariantPosition| self.of(&position.to_setup(EnPassantMode::Legal));
        // Most positions have too many men, and a move does not make them more.
        let is = of(after)?;
        let was = of(before).filter(|was| *was != is)?;
        Some([letter(was), letter(is)])
    }
}

/// `+` where White wins, `-` where Black does, `=` for a draw.
pub(super) const fn letter(outcome: KnownOutcome) -> char {
    match outcome {
        KnownOutcome::Decisive { winner: Color::White } => '+',
        KnownOutcome::Decisive { winner: Color::Black } => '-',
        KnownOutcome::Draw => '=',
    }
}
