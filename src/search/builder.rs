//! What can be said about a search, one thing after the other.

use super::{Search, Span, Want};
use crate::gbr::{Claim, Pattern};

/// Nothing is wanted yet: of every position of the main line, for one ply, whatever is claimed.
impl Default for Search {
    fn default() -> Search {
        Search { wants: Vec::new(), span: Span::default(), lasts: 1, claim: None }
    }
}

/// The games that pass through a force.
impl From<Pattern> for Search {
    fn from(pattern: Pattern) -> Search {
        Search::default().or(Want::force(pattern))
    }
}

impl Search {
    /// The same, or positions of this kind.
    #[must_use]
    pub fn or(mut self, want: Want) -> Search {
        self.wants.push(want);
        self
    }

    /// The same among these positions of a game.
    #[must_use]
    pub fn within_span(self, span: Span) -> Search {
        Search { span, ..self }
    }

    /// The same, where it lasts for so many plies.
    #[must_use]
    pub fn lasting(self, lasts: u32) -> Search {
        Search { lasts, ..self }
    }

    /// The same in studies with this claim.
    #[must_use]
    pub fn claiming(self, claim: Claim) -> Search {
        Search { claim: Some(claim), ..self }
    }
}
