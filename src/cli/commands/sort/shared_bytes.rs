//! The bytes of a record within those of its chunk, which are not copied.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// Some bytes of a chunk. It stays in memory as long as one of its records does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedBytes {
    pub chunk: Arc<Vec<u8>>,
    pub range: Range<usize>,
}

impl SharedBytes {
    /// The last of them.
    pub fn ending_in(&self, length: usize) -> SharedBytes {
        let end = self.range.end;
        SharedBytes { chunk: Arc::clone(&self.chunk), range: end - length..end }
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.chunk[self.range.clone()]
    }
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> SharedBytes {
        let range = 0..bytes.len();
        SharedBytes { chunk: Arc::new(bytes), range }
    }
}
