//! The parts of a directory, by what is claimed.

use crate::gbr::{Claim, Position};

/// One part; they follow one another as they are listed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// White wins.
    Wins,
    /// White draws.
    Draws,
    /// Nobody claims anything.
    Open,
}

impl Section {
    /// All of them, in order.
    pub const ALL: [Section; 3] = [Section::Wins, Section::Draws, Section::Open];

    /// The part that a position belongs to.
    #[must_use]
    pub const fn of(position: &Position) -> Section {
        match position.indicator().claim {
            Some(Claim::Win) => Section::Wins,
            Some(Claim::Draw) => Section::Draws,
            None => Section::Open,
        }
    }

    /// What stands above it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Section::Wins => "Wins",
            Section::Draws => "Draws",
            Section::Open => "Without a claim",
        }
    }

    /// The claim in one word; nothing where there is none.
    #[must_use]
    pub const fn claim(self) -> &'static str {
        match self {
            Section::Wins => "win",
            Section::Draws => "draw",
            Section::Open => "",
        }
    }
}
