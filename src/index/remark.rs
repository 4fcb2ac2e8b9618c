//! What was said about records, in packets of its own: most questions do not ask for it.

use super::packet::Packer;
use super::varint::{NumberReader, put, put_bytes};
use super::{IndexError, IndexResult};

/// A packet is closed when it is so long.
const PACKET: usize = 1 << 20;

/// The longest remark.
pub(super) const LONGEST: usize = 4 << 20;

/// Something said about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remarked {
    /// How many games of the segment come before the record.
    pub(super) games: u32,
    /// Whether it is a game itself.
    pub(super) is_game: bool,
    pub(super) text: Vec<u8>,
}

/// Writes remarks; returns how many packets they take.
pub(super) fn pack(remarks: &[Remarked], packer: &mut Packer) -> IndexResult<usize> {
    let (before, mut bytes) = (packer.packets.len(), Vec::new());
    for remark in remarks {
        put(u64::from(remark.games) << 1 | u64::from(remark.is_game), &mut bytes);
        put_bytes(&remark.text, &mut bytes);
        packer.add_full(&mut bytes, PACKET)?;
    }
    packer.add_full(&mut bytes, 1)?;
    Ok(packer.packets.len() - before)
}

/// Reads a packet of remarks about a segment of so many games.
pub(super) fn each(bytes: &[u8], count: u32, mut take: impl FnMut(Remarked)) -> IndexResult<()> {
    let mut numbers = NumberReader::new(bytes);
    while !numbers.is_empty() {
        let head = numbers.next()?;
        let is_game = head & 1 == 1;
        let limit = u64::from(count) + u64::from(!is_game);
        if head >> 1 >= limit {
            return Err(IndexError::Damaged("a remark about no game"));
        }
        // Below the number of games, which is small.
        let games = (head >> 1) as u32;
        let text = numbers.take_bytes()?;
        if text.len() > LONGEST {
            return Err(IndexError::Damaged("a remark that is too long"));
        }
        take(Remarked { games, is_game, text: text.to_vec() });
    }
    Ok(())
}
