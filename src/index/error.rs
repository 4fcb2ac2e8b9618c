//! Why an index cannot be used.

use std::io;

/// Why there is no answer: the caller reads the file instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The file does not begin as an index does.
    #[error("not an index")]
    NotAnIndex,
    /// A database that earlier versions of the program made.
    #[error("an older index; run index again")]
    Older,
    /// A layout that this version does not know.
    #[error("an index of another version ({0}); run index again")]
    OtherVersion(u8),
    /// It is not what was written: cut, changed, or made up.
    #[error("the index is damaged: {0}")]
    Damaged(&'static str),
    /// A game that an index cannot hold.
    #[error("game {number} cannot be in an index: {reason}")]
    Unfit {
        /// The number of the game among those added, from 1.
        number: u64,
        /// What it was expected to be.
        reason: &'static str,
    },
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An answer, or why there is none.
pub type IndexResult<T> = Result<T, IndexError>;

/// Errors of reading are the same if they are of the same kind: for tests.
impl PartialEq for IndexError {
    fn eq(&self, other: &IndexError) -> bool {
        match (self, other) {
            (IndexError::Io(one), IndexError::Io(other)) => one.kind() == other.kind(),
            _ => self.to_string() == other.to_string(),
        }
    }
}
