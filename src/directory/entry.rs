//! One line of a directory.

use super::credit::Credit;
use super::section::Section;
use crate::gbr::Position;
use crate::position_order;

/// A position and where it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The position, with its claim.
    pub position: Position,
    /// The same as FEN, with castling rights and all.
    pub fen: String,
    /// Its place in the input, from 1.
    pub number: u64,
    /// Who composed it, by full names.
    pub composers: String,
    /// What the reader is referred to.
    pub reference: String,
    /// Its record up to the moves, and the moves.
    pub record: [String; 2],
    /// Whose it is, and from where; with the record only.
    pub(super) credit: Credit,
    /// Its moves as items; with the record only.
    pub(super) playback: String,
    /// How it ends with best play, in a letter, where somebody was asked who knows.
    pub(super) verdict: Option<char>,
}

impl Entry {
    /// The part of the directory that it belongs to.
    #[must_use]
    pub const fn section(&self) -> Section {
        Section::of(&self.position)
    }

    /// Where it stands: by claim, code, White's king, Black's king; then as in the input.
    #[must_use]
    pub fn key(&self) -> (Section, Vec<u8>, u64) {
        let mut key = Vec::with_capacity(8);
        position_order::append_caption_key(self.position.board(), &mut key);
        (self.section(), key, self.number)
    }
}
