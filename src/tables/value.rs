//! What a position is worth with best play, and why that can be open.

use std::fmt;

use shakmaty::{Color, KnownOutcome};
use shakmaty_syzygy::Wdl;
use thiserror::Error;

use super::TableName;
use crate::gbr::Claim;

/// What White achieves with best play, from the worst to the best.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Black wins.
    Loss,
    /// Black would win, but the fifty-move rule saves White.
    BlessedLoss,
    /// Neither side can win.
    Draw,
    /// White would win, but the fifty-move rule saves Black.
    CursedWin,
    /// White wins.
    Win,
}

impl Value {
    pub(super) fn new(wdl: Wdl, turn: Color) -> Value {
        match turn.fold_wb(wdl, -wdl) {
            Wdl::Loss => Value::Loss,
            Wdl::BlessedLoss => Value::BlessedLoss,
            Wdl::Draw => Value::Draw,
            Wdl::CursedWin => Value::CursedWin,
            Wdl::Win => Value::Win,
        }
    }

    /// The value without the fifty-move rule: a win, a draw or a loss.
    #[must_use]
    pub const fn without_fifty_moves(self) -> Value {
        match self {
            Value::Loss | Value::BlessedLoss => Value::Loss,
            Value::Draw => Value::Draw,
            Value::CursedWin | Value::Win => Value::Win,
        }
    }

    /// How a game ends from here under the rule that the value was found by.
    #[must_use]
    pub const fn outcome(self) -> KnownOutcome {
        match self {
            Value::Loss => KnownOutcome::Decisive { winner: Color::Black },
            Value::Win => KnownOutcome::Decisive { winner: Color::White },
            Value::BlessedLoss | Value::Draw | Value::CursedWin => KnownOutcome::Draw,
        }
    }

    /// Whether White still has what is claimed, or more.
    #[must_use]
    pub fn keeps(self, claim: Claim) -> bool {
        match claim {
            Claim::Win => self == Value::Win,
            Claim::Draw => self >= Value::BlessedLoss,
        }
    }

    /// For columns: `win`, `cursed win`, `draw`, `blessed loss`, `loss`, each of them White's.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::BlessedLoss => "blessed loss",
            Value::Draw => "draw",
            Value::CursedWin => "cursed win",
            Value::Win => "win",
        }
    }
}

/// A sentence without its full stop: `White wins`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Value::Loss => "Black wins",
            Value::BlessedLoss => "drawn by the fifty-move rule, otherwise Black wins",
            Value::Draw => "drawn",
            Value::CursedWin => "drawn by the fifty-move rule, otherwise White wins",
            Value::Win => "White wins",
        })
    }
}

impl From<Claim> for Value {
    fn from(claim: Claim) -> Value {
        match claim {
            Claim::Win => Value::Win,
            Claim::Draw => Value::Draw,
        }
    }
}

impl From<KnownOutcome> for Value {
    fn from(outcome: KnownOutcome) -> Value {
        match outcome {
            KnownOutcome::Draw => Value::Draw,
            KnownOutcome::Decisive { winner } => winner.fold_wb(Value::Win, Value::Loss),
        }
    }
}

/// Whether fifty moves without a capture or pawn move end the game in a draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FiftyMoves {
    /// As in games: the clock of the position counts.
    Kept,
    /// As in studies: there is no clock.
    SetAside,
}

/// Why nothing can be said about a position, or a record.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Open {
    /// No table has as many men.
    #[error("{men} men, and the tables have at most {most}")]
    Men {
        /// Men on the board.
        men: u8,
        /// Men of the largest tables.
        most: u8,
    },
    /// The table of the position, or one that a capture leads to, is not there.
    #[error("{0} is missing")]
    MissingTable(TableName),
    /// The fifty-move rule needs this table, which is not there.
    #[error("{0} is missing, which the fifty-move rule needs")]
    NoDtz(TableName),
    /// The table, or one that a capture leads to, was found to be no good.
    #[error("{0} is damaged")]
    DamagedTable(TableName),
    /// The table was never checked, and what it says cannot be tested here.
    #[error("{0} was never checked")]
    UncheckedTable(TableName),
    /// Tables know no castling.
    #[error("castling rights")]
    Castling,
    /// There is no such position by the rules.
    #[error("illegal position")]
    Illegal,
    /// Not the rules that the tables are made for.
    #[error("a variant of chess")]
    Variant,
    /// The moves cannot be played to their end.
    #[error("a fault in the moves")]
    Moves,
    /// The tables round the distance that the fifty-move rule is about.
    #[error("the fifty-move rule: the tables are too coarse by one ply")]
    FiftyMoves,
}

impl Open {
    /// The reason in two or three words, without what is different from one position to the next: for
    /// counting.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Open::Men { .. } => "too many men",
            Open::MissingTable(_) => "missing table",
            Open::NoDtz(_) => "no DTZ file",
            Open::DamagedTable(_) => "damaged table",
            Open::UncheckedTable(_) => "unchecked table",
            Open::Castling => "castling rights",
            Open::Illegal => "illegal position",
            Open::Variant => "variant",
            Open::Moves => "fault in the moves",
            Open::FiftyMoves => "fifty-move rule",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whites_whoever_is_to_move() {
        assert_eq!(Value::new(Wdl::Win, Color::White), Value::Win);
        assert_eq!(Value::new(Wdl::Win, Color::Black), Value::Loss);
        assert_eq!(Value::new(Wdl::BlessedLoss, Color::Black), Value::CursedWin);
    }

    #[test]
    fn a_draw_is_kept_by_everything_but_a_loss() {
        let kept = [Value::Loss, Value::BlessedLoss, Value::Draw, Value::CursedWin, Value::Win];
        assert_eq!(kept.map(|value| value.keeps(Claim::Draw)), [false, true, true, true, true]);
        assert_eq!(kept.map(|value| value.keeps(Claim::Win)), [false, false, false, false, true]);
    }
}
