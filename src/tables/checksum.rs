//! The checksum in the last bytes of a Syzygy table: a file in, whether it is as it was made out.
//!
//! All bytes before the checksum are hashed in pieces of 16 MiB, and then the hashes of the pieces,
//! one after the other, as the generator's own `tbcheck` does it.

use std::{
    fmt,
    io::{self, Read},
};

use super::city_hash;

/// Bytes that are hashed at once.
const PIECE: usize = 1 << 24;

/// The 16 bytes that a table ends with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checksum([u8; 16]);

impl Checksum {
    /// Bytes of a checksum.
    pub const LEN: usize = 16;

    /// Whether a table can have this many bytes: the data come in units of 64.
    #[must_use]
    pub const fn fits(len: u64) -> bool {
        len % 64 == Checksum::LEN as u64 && len > Checksum::LEN as u64
    }

    /// The checksum that a table in memory ends with, and the one that its bytes make.
    ///
    /// Nothing where no table has so many bytes.
    #[must_use]
    pub fn of_bytes(table: &[u8]) -> Option<(Checksum, Checksum)> {
        if !Checksum::fits(table.len() as u64) {
            return None;
        }
        let (data, stored) = table.split_last_chunk::<{ Checksum::LEN }>()?;
        let pieces: Vec<u8> = data.chunks(PIECE).flat_map(hashed).collect();
        Some((Checksum(*stored), Checksum::of_pieces(&pieces)))
    }

    /// The same of a table of `len` bytes that is read piece by piece.
    ///
    /// # Errors
    ///
    /// Reading fails, or ends before `len` bytes. `InvalidData` where no table has so many bytes.
    pub fn of_reader(mut table: impl Read, len: u64) -> io::Result<(Checksum, Checksum)> {
        if !Checksum::fits(len) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut left = len - Checksum::LEN as u64;
        let mut pieces = Vec::new();
        let mut piece = vec![0; left.min(PIECE as u64) as usize];
        while left > 0 {
            let len = left.min(PIECE as u64) as usize;
            table.read_exact(&mut piece[..len])?;
            pieces.extend(hashed(&piece[..len]));
            left -= len as u64;
        }
        let mut stored = [0; Checksum::LEN];
        table.read_exact(&mut stored)?;
        Ok((Checksum(stored), Checksum::of_pieces(&pieces)))
    }

    fn of_pieces(pieces: &[u8]) -> Checksum {
        let [first, second] = city_hash::crc128(pieces).map(u64::to_le_bytes);
        let mut checksum = [0; Checksum::LEN];
        checksum[..8].copy_from_slice(&first);
        checksum[8..].copy_from_slice(&second);
        Checksum(checksum)
    }
}

fn hashed(piece: &[u8]) -> impl Iterator<Item = u8> + use<> {
    city_hash::crc256(piece).into_iter().flat_map(u64::to_le_bytes)
}

/// Hexadecimal digits, as the published lists of checksums have them.
impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tables::test_tables;

    #[test]
    fn every_committed_table_has_its_checksum() {
        for path in test_tables::files() {
            let table = fs::read(&path).expect("a readable file");
            let (stored, made) = Checksum::of_bytes(&table).expect("a table");
            assert_eq!(stored, made, "{}", path.display());
            let read = Checksum::of_reader(&table[..], table.len() as u64).expect("a table");
            assert_eq!(read, (stored, made));
        }
    }

    /// checksums/wdl345.txt of the generator's repository has it.
    #[test]
    fn a_checksum_reads_as_in_the_published_list() {
        let table = fs::read(test_tables::folder().join("KPvK.rtbw")).expect("a readable file");
        let (_, made) = Checksum::of_bytes(&table).expect("a table");
        assert_eq!(made.to_string(), "0ad77781350d67e55aef5798fa5510e2");
    }

    #[test]
    fn one_changed_byte_changes_the_checksum() {
        let mut table = fs::read(test_tables::folder().join("KPvK.rtbw")).expect("a readable file");
        for at in 0..table.len() {
            table[at] ^= 1 << (at % 8);
            let (stored, made) = Checksum::of_bytes(&table).expect("a table");
            assert_ne!(stored, made, "byte {at}");
            table[at] ^= 1 << (at % 8);
        }
    }

    #[test]
    fn no_table_has_a_length_that_is_not_16_above_a_multiple_of_64() {
        for len in [0, 15, 16, 64, 79, 81] {
            assert!(!Checksum::fits(len), "{len}");
            assert_eq!(Checksum::of_bytes(&vec![0; len as usize]), None);
        }
        assert!(Checksum::fits(80));
    }
}
