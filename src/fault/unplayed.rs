//! A move that was not played: which one, and why.

use shakmaty::Color;
use thiserror::Error;

use super::FaultKind;
use crate::text::encoding::excerpt;

/// Why a line of moves ends before its text does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{}: {reason}", self.before(), self.numbered(), self.behind())]
pub struct Unplayed {
    /// Which half-move it would have been, from 1, counted from the start of the game.
    pub ply: u32,
    /// Its number by the position and not by the text.
    pub number: u32,
    /// Whose move it would have been.
    pub turn: Color,
    /// What stands in its place; of more than 255 bytes the beginning.
    pub word: String,
    /// Whether that is in a variation, and not in the main line.
    pub in_variation: bool,
    /// Why it was not played.
    pub reason: Reason,
}

/// Why a word was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Reason {
    /// In no spelling a move.
    #[error("not a move")]
    NotAMove,
    /// The rules do not allow it here.
    #[error("illegal move")]
    Illegal,
    /// It means more than one legal move.
    #[error("more than one man can move so")]
    Ambiguous,
    /// All words play in both languages, and this is the first that they read differently.
    #[error("the moves play in {0} and in {1}, to different ends")]
    Languages(&'static str, &'static str),
    /// It may be the beginning of a longer word.
    #[error("the input ends in this move")]
    Cut,
}

impl Reason {
    /// The sort of fault that it is.
    #[must_use]
    pub const fn kind(self) -> FaultKind {
        match self {
            Reason::NotAMove => FaultKind::UnknownToken,
            Reason::Illegal | Reason::Ambiguous => FaultKind::IllegalMove,
            Reason::Languages(..) => FaultKind::TwoLanguages,
            Reason::Cut => FaultKind::Truncated,
        }
    }
}

impl Unplayed {
    /// `12. Nf3` or `12... Nf6`.
    fn numbered(&self) -> String {
        let dots = self.turn.fold_wb(".", "...");
        format!("{}{dots} {}", self.number, excerpt(&self.word))
    }

    fn before(&self) -> String {
        if self.in_variation { "in a variation, ".into() } else { format!("ply {} (", self.ply) }
    }

    const fn behind(&self) -> &'static str {
        if self.in_variation { "" } else { ")" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unplayed(reason: Reason) -> Unplayed {
        let word = "Qh9".to_owned();
        Unplayed { ply: 24, number: 12, turn: Color::Black, word, in_variation: false, reason }
    }

    #[test]
    fn the_text_names_ply_number_word_and_reason() {
        let told = unplayed(Reason::NotAMove).to_string();
        assert_eq!(told, "ply 24 (12... Qh9): not a move");
        let told = Unplayed { in_variation: true, ..unplayed(Reason::Ambiguous) }.to_string();
        assert_eq!(told, "in a variation, 12... Qh9: more than one man can move so");
    }

    #[test]
    fn a_long_word_is_whole_as_data_and_short_in_the_text() {
        let word = "x".repeat(30);
        let error =
            Unplayed { word: word.clone(), turn: Color::White, ..unplayed(Reason::Illegal) };
        assert_eq!(error.to_string(), format!("ply 24 (12. {}…): illegal move", &word[..24]));
        assert_eq!(error.word, word);
    }

    #[test]
    fn every_reason_is_a_fault_and_no_note() {
        let languages = Reason::Languages("German", "Dutch");
        for reason in [Reason::NotAMove, Reason::Illegal, Reason::Ambiguous, languages, Reason::Cut]
        {
            assert!(!reason.kind().is_note(), "{reason}");
        }
    }
}
