//! Games in which men do not only go one by one: promotions, men that come out of nowhere, three of a kind.
//!
//! For each of them all its codes: as many bytes as there are changes, and only few games are like that.

use super::code_counts::{WEIGHTS, taken};
use super::code_set::CodeSet;
use super::dictionary::NO_CODE;
use super::packet::Packer;
use super::varint::{NumberReader, put, put_bytes};
use super::{IndexError, IndexResult};

/// A packet is closed when it is so long.
const PACKET: usize = 1 << 17;

/// Writes games one after the other.
#[derive(Debug, Default)]
pub(super) struct DetourWriter {
    /// The packets that are full, and the last.
    packets: Vec<Vec<u8>>,
    codes: Vec<u8>,
}

impl DetourWriter {
    /// Takes the numbers of the codes of a game.
    pub(super) fn add(&mut self, numbers: impl Iterator<Item = u32>) {
        self.codes.clear();
        let mut before = None;
        for number in numbers.filter(|&number| number < NO_CODE) {
            let man = before.and_then(|before| taken(before, number)).map(|man| man as u64);
            put(man.unwrap_or(WEIGHTS.len() as u64 + u64::from(number)), &mut self.codes);
            before = Some(number);
        }
        if before.is_some() {
            let room = room_in(&mut self.packets);
            put_bytes(&self.codes, room);
        }
    }

    /// Returns how many packets they take.
    pub(super) fn pack(&self, packer: &mut Packer) -> IndexResult<usize> {
        self.packets.iter().try_for_each(|bytes| packer.add(bytes))?;
        Ok(self.packets.len())
    }

    pub(super) fn packets(&self) -> &[Vec<u8>] {
        &self.packets
    }
}

/// The last packet, or a new one where that is full.
fn room_in(packets: &mut Vec<Vec<u8>>) -> &mut Vec<u8> {
    if packets.last().is_none_or(|last| last.len() >= PACKET) {
        packets.push(Vec::new());
    }
    packets.last_mut().expect("there is one now")
}

/// How many games of a packet have one of these codes.
pub(super) fn count(bytes: &[u8], codes: &CodeSet) -> IndexResult<u64> {
    let (mut games, mut count) = (NumberReader::new(bytes), 0);
    while !games.is_empty() {
        count += u64::from(has_one(games.take_bytes()?, codes)?);
    }
    Ok(count)
}

fn has_one(game: &[u8], codes: &CodeSet) -> IndexResult<bool> {
    let (mut numbers, mut code) = (NumberReader::new(game), 0u32);
    while !numbers.is_empty() {
        let number = numbers.next_u32()?;
        let next = match WEIGHTS.get(number as usize) {
            Some(weight) => code.checked_sub(*weight),
            None => Some(number - WEIGHTS.len() as u32).filter(|&code| code < NO_CODE),
        };
        code = next.ok_or(IndexError::Damaged("a code that there is not"))?;
        if codes.has(code) {
            return Ok(true);
        }
    }
    Ok(false)
}
