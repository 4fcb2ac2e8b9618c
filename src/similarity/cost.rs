//! What it costs to turn one position into another, in halves: what every step, man and
//! correspondence is charged, and sums of these.

use std::{fmt, iter::Sum, ops::Add, str::FromStr};

/// A cost, counted in halves so that sums are exact; written `3` or `2.5`.
///
/// ```
/// use gbr_pgn::similarity::Cost;
///
/// let within: Cost = "2.5".parse()?;
/// assert_eq!(within, Cost::from_halves(5));
/// assert_eq!(within.to_string(), "2.5");
/// # Ok::<_, gbr_pgn::similarity::ParseCostError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(u16);

impl Cost {
    /// What the same position costs.
    pub const ZERO: Cost = Cost(0);
    /// More than any two positions cost: no limit.
    pub const MAX: Cost = Cost(u16::MAX);

    /// Each part of a correspondence: a mirror, the colours, a shift of any width.
    pub(super) const CORRESPONDENCE: Cost = Cost(1);
    /// A king's step.
    pub(super) const STEP: Cost = Cost(2);
    /// The other side to move.
    pub(super) const TURN: Cost = Cost(2);
    /// A pawn more or less.
    pub(super) const PAWN: Cost = Cost(4);
    /// Another man more or less.
    pub(super) const MAN: Cost = Cost(6);

    /// So many times a half.
    #[must_use]
    pub const fn from_halves(halves: u16) -> Cost {
        Cost(halves)
    }

    /// How many times a half.
    #[must_use]
    pub const fn halves(self) -> u16 {
        self.0
    }

    /// What is left of a limit once this much is spent, if it is enough.
    pub(super) fn rest_of(self, limit: Cost) -> Option<Cost> {
        limit.0.checked_sub(self.0).map(Cost)
    }

    pub(super) const fn times(self, number: u32) -> Cost {
        // At most 64 men, so never near the end of the range.
        Cost(self.0 * number as u16)
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, more: Cost) -> Cost {
        Cost(self.0.saturating_add(more.0))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" })
    }
}

/// The text is not a cost: digits, or digits with `.5` or `.0`, below 32768.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cost: expected a number in halves, such as 3 or 2.5")]
pub struct ParseCostError;

impl FromStr for Cost {
    type Err = ParseCostError;

    fn from_str(text: &str) -> Result<Cost, ParseCostError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let half = match fraction {
            "0" => 0,
            "5" => 1,
            _ => return Err(ParseCostError),
        };
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseCostError);
        }
        let whole: u16 = whole.parse().map_err(|_| ParseCostError)?;
        whole.checked_mul(2).map(|halves| Cost(halves + half)).ok_or(ParseCostError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        for halves in [0, 1, 2, 5, 6, 77, u16::MAX] {
            let cost = Cost::from_halves(halves);
            assert_eq!(cost.to_string().parse(), Ok(cost));
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", ".", ".5", "1.", "1.2", "-1", "+1", "1,5", "1.50", "32768", "3 "] {
            assert_eq!(text.parse::<Cost>(), Err(ParseCostError), "{text}");
        }
    }
}
