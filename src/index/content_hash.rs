//! What tells one content from another.
//!
//! XXH3 is fast (many gigabytes a second), the same on every machine, and notices every mistake that
//! disks, programs and people make; it does not withstand somebody who makes two contents with the same hash on
//! purpose, who could as well write an index that lies.

use twox_hash::xxhash3_128;
use twox_hash::{XxHash3_64, XxHash3_128};

/// The sum by which a record is known when it is read by its place.
///
/// ```
/// assert_ne!(gbr_pgn::index::sum(b"1. e4 *"), gbr_pgn::index::sum(b"1. d4 *"));
/// ```
#[must_use]
pub fn sum(record: &[u8]) -> u32 {
    XxHash3_64::oneshot(record) as u32
}

/// The checksum of a part of an index.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The hash of a file, taken as its bytes go by.
///
/// ```
/// use gbr_pgn::index::ContentHash;
///
/// let mut hash = ContentHash::default();
/// hash.update(b"1. e4 *\n");
/// let old = hash.value();
/// hash.update(b"1. d4 *\n");
/// assert_ne!(hash.value(), old);
/// ```
#[derive(Clone, Default)]
pub struct ContentHash {
    state: Box<xxhash3_128::Hasher>,
}

impl ContentHash {
    /// Takes the bytes that follow.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.write(bytes);
    }

    /// The hash of all bytes so far; more may follow.
    #[must_use]
    pub fn value(&self) -> u128 {
        self.state.finish_128()
    }

    /// The hash of bytes that are all at hand.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u128 {
        XxHash3_128::oneshot(bytes)
    }
}

impl std::fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ContentHash({:032x})", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_same_whatever_the_cutting() {
        let bytes: Vec<u8> = (0..5000u32).map(|at| (at * 7 / 3) as u8).collect();
        for cut in [0, 1, 240, 1024, 4999] {
            let mut hash = ContentHash::default();
            hash.update(&bytes[..cut]);
            assert_eq!(hash.value(), ContentHash::of(&bytes[..cut]));
            hash.update(&bytes[cut..]);
            assert_eq!(hash.value(), ContentHash::of(&bytes));
        }
    }
}
