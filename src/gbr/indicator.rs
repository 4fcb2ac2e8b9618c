//! What stands after the count of a position: who is to move, and what White
//! is said to achieve.

use std::fmt;

use shakmaty::Color;

/// What White achieves with best play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// White wins: `+`.
    Win,
    /// White draws: `=`.
    Draw,
}

/// Side to move and claim, each as far as the text says so.
///
/// The default says nothing. The notation has one sign for a claim with White
/// to move and for a claim that leaves the turn open, as some printed forms
/// do: both are written `+` or `=`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Indicator {
    /// What is claimed for White.
    pub claim: Option<Claim>,
    /// Who is to move.
    pub turn: Option<Color>,
}

impl Indicator {
    /// Says who is to move, and claims nothing.
    #[must_use]
    pub const fn to_move(turn: Color) -> Indicator {
        Indicator { claim: None, turn: Some(turn) }
    }

    /// Claims something for White, with this side to move.
    #[must_use]
    pub const fn claim(claim: Claim, turn: Color) -> Indicator {
        Indicator { claim: Some(claim), turn: Some(turn) }
    }

    /// The side to move; White, where nothing else is said.
    #[must_use]
    pub fn turn_or_white(self) -> Color {
        self.turn.unwrap_or(Color::White)
    }

    /// What it says, in words: `Black to move, White wins`; nothing where it says nothing.
    #[must_use]
    pub fn words(self) -> String {
        let turn = self.turn.map(|turn| match turn {
            Color::White => "White to move",
            Color::Black => "Black to move",
        });
        let claim = self.claim.map(|claim| match claim {
            Claim::Win => "White wins",
            Claim::Draw => "White draws",
        });
        let words: Vec<_> = turn.into_iter().chain(claim).collect();
        words.join(", ")
    }

    /// The signs as they stand after the count, with the blank where one belongs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match (self.claim, self.turn) {
            (Some(Claim::Win), Some(Color::Black)) => "-+",
            (Some(Claim::Win), _) => "+",
            (Some(Claim::Draw), Some(Color::Black)) => "-=",
            (Some(Claim::Draw), _) => "=",
            (None, Some(Color::White)) => " WTM",
            (None, Some(Color::Black)) => " BTM",
            (None, None) => "",
        }
    }
}

/// The signs without the blank.
impl fmt::Display for Indicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str().trim_start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_indicator_has_its_sign() {
        for (indicator, sign) in [
            (Indicator::default(), ""),
            (Indicator::to_move(Color::White), " WTM"),
            (Indicator::to_move(Color::Black), " BTM"),
            (Indicator::claim(Claim::Win, Color::White), "+"),
            (Indicator::claim(Claim::Win, Color::Black), "-+"),
            (Indicator::claim(Claim::Draw, Color::White), "="),
            (Indicator::claim(Claim::Draw, Color::Black), "-="),
        ] {
            assert_eq!(indicator.as_str(), sign);
        }
    }

    #[test]
    fn a_claim_without_turn_is_written_as_whites() {
        let open = Indicator { claim: Some(Claim::Win), turn: None };
        assert_eq!(open.as_str(), "+");
        assert_eq!(open.turn_or_white(), Color::White);
    }
}
