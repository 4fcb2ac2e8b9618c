//! All that is compared of one record.

use shakmaty::Board;

use super::commentary::Commentary;
use super::details::Details;
use super::essentials::Essentials;

/// What a record is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What the same records have in common.
    pub essentials: Essentials,
    /// The position after each half-move of the main line, where the essentials are moves.
    pub path: Vec<Board>,
    /// What it knows besides.
    pub details: Details,
    /// What is written about it.
    pub commentary: Commentary,
}

impl Profile {
    /// Whether both are of one game, or whatever was asked for, as far as the essentials say.
    #[must_use]
    pub fn is_same(&self, other: &Profile) -> bool {
        self.essentials == other.essentials && self.path == other.path
    }

    /// How much memory it takes, about, besides the bytes of its record.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Profile>() + self.path.len() * size_of::<Board>()
    }
}
