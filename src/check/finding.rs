//! A stored code that disagrees with what is computed.

use crate::fault::{Fault, FaultKind, Place};

/// One disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Where it is stored.
    pub place: Place,
    /// The tag or opcode that holds it; `line` for a line of notation.
    pub name: String,
    /// What is stored.
    pub stored: String,
    /// What it should be; none where that cannot be told.
    pub computed: Option<String>,
    /// What disagrees: code, kings, count, squares, side to move or claim; or why it cannot be read.
    pub what: String,
    /// The position.
    pub fen: Option<String>,
}

impl Finding {
    /// `Black stored "(+0014.23h3e3)", computed "(+0011.23h3e3)", FEN ...`
    #[must_use]
    pub fn message(&self) -> String {
        let Finding { name, stored, what, .. } = self;
        match (&self.computed, &self.fen) {
            (Some(computed), Some(fen)) => {
                format!("{name} stored \"{stored}\", computed \"{computed}\", FEN {fen}")
            }
            _ => format!("{name} stored \"{stored}\": {what}"),
        }
    }

    /// The same as a fault.
    #[must_use]
    pub fn to_fault(&self) -> Fault {
        Fault::new(FaultKind::Disagreement, self.place.clone(), self.message())
    }
}
