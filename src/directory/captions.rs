//! What a printed directory says of its entries, in few bytes each: claim, code, kings and reference.
//!
//! In: positions and references, in the order of the input. Out: the same, which sort in few steps.

use std::mem;

use shakmaty::{ByColor, Color, Square};

use super::section::Section;
use crate::gbr::Position;

/// Captions as they were found, or in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captions {
    pub(super) keys: Vec<CaptionKey>,
    /// All references, each on a line, in the order of the input.
    pub(super) references: String,
}

/// Sorts as the directory does; what is alike stays in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CaptionKey {
    /// Part, code and kings, the first in the highest bits.
    pub caption: u64,
    /// Where its reference begins.
    pub start: usize,
}

impl Captions {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Adds a position, and lets its reference be written, which is one line.
    pub(super) fn push(&mut self, position: &Position, write: impl FnOnce(&mut String)) {
        let start = self.references.len();
        self.keys.push(CaptionKey { caption: caption(position), start });
        write(&mut self.references);
        debug_assert!(!self.references[start..].contains('\n'));
        self.references.push('\n');
    }

    /// Takes over what was found after it.
    pub(super) fn append(&mut self, next: &mut Captions) {
        let before = self.references.len();
        let keys = mem::take(&mut next.keys).into_iter();
        self.keys.extend(keys.map(|key| CaptionKey { start: before + key.start, ..key }));
        self.references.push_str(&mem::take(&mut next.references));
    }
}

/// By part, code, White's king and Black's king, which stand by file and then rank.
fn caption(position: &Position) -> u64 {
    let by_file = |king: Square| u64::from(king.file()) * 8 + u64::from(king.rank());
    let ByColor { white, black } = kings(position).map(by_file);
    let section = Section::of(position) as u64;
    section << 32 | u64::from(position.code().number()) << 12 | white << 6 | black
}

/// The squares of the kings.
pub(super) fn kings(position: &Position) -> ByColor<Square> {
    let board = position.board();
    let king = |color: Color| (board.by_color(color) & board.kings()).first();
    ByColor::new_with(|color| king(color).expect("a position has a king of each colour"))
}
