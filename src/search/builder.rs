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
    /// Takes positions of this kind, besides those it takes already.
    #[must_use]
    pub fn or(mut self, want: Want) -> Search {
        self.wants.push(want);
        self
    }

    /// Looks only at these positions of a game; at all of the main line unless this is called.
    #[must_use]
    pub fn within_span(self, span: Span) -> Search {
        Search { span, ..self }
    }

    /// Takes a position only where what is looked for stays on the board for so many plies.
    #[must_use]
    pub fn lasting(self, lasts: u32) -> Search {
        Search { lasts, ..self }
    }

    /// Takes only studies with this claim.
    #[must_use]
    pub fn claiming(self, claim: Claim) -> Search {
        Search { claim: Some(claim), ..self }
    }
}
