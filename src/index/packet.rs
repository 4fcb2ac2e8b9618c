//! A stretch of bytes that is read as a whole or not at all: packed, and with a checksum.

use std::io::{Read, Seek, SeekFrom};

use zstd::bulk::{Compressor, Decompressor};

use super::content_hash::checksum;
use super::varint::{NumberReader, put};
use super::{IndexError, IndexResult};

/// No packet holds more. Whoever makes up an index cannot make us take more memory for it.
pub(super) const LARGEST: usize = 16 << 20;

/// Fast, and for short columns of small numbers as good as any other.
const LEVEL: i32 = 1;

/// Where a packet is in the file, and what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    /// Where it begins; not written, as packets follow each other.
    pub(super) offset: u64,
    /// How many bytes it takes there.
    pub(super) stored: usize,
    /// How many bytes it holds. It is packed where these are more.
    pub(super) length: usize,
    checksum: u64,
}

/// Puts packets one after the other.
pub(super) struct Packer {
    compressor: Compressor<'static>,
    /// The packets; the offsets are from the beginning of the bytes.
    pub(super) packets: Vec<Packet>,
    pub(super) bytes: Vec<u8>,
}

impl Packer {
    pub(super) fn new() -> IndexResult<Packer> {
        let compressor = Compressor::new(LEVEL)?;
        Ok(Packer { compressor, packets: Vec::new(), bytes: Vec::new() })
    }

    /// The caller keeps what it gives below the [largest](LARGEST).
    pub(super) fn add(&mut self, bytes: &[u8]) -> IndexResult<()> {
        let packed = self.compressor.compress(bytes)?;
        let stored = if packed.len() < bytes.len() { &packed[..] } else { bytes };
        self.packets.push(Packet {
            offset: self.bytes.len() as u64,
            stored: stored.len(),
            length: bytes.len(),
            checksum: checksum(stored),
        });
        self.bytes.extend_from_slice(stored);
        Ok(())
    }

    /// Takes bytes away as a packet once there are so many.
    pub(super) fn add_full(&mut self, bytes: &mut Vec<u8>, full: usize) -> IndexResult<()> {
        if bytes.len() >= full {
            self.add(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

impl Packer {
    /// Puts the packets of another one after these.
    pub(super) fn append(&mut self, other: &Packer) {
        let offset = self.bytes.len() as u64;
        let moved = other.packets.iter().map(|it| Packet { offset: it.offset + offset, ..*it });
        self.packets.extend(moved);
        self.bytes.extend_from_slice(&other.bytes);
    }
}

impl Packet {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        put(self.stored as u64, out);
        put((self.length - self.stored) as u64, out);
        out.extend_from_slice(&self.checksum.to_le_bytes());
    }

    /// Reads what was put; the packet begins at `offset` and must end at `limit` or before.
    pub(super) fn read(
        numbers: &mut NumberReader<'_>,
        offset: u64,
        limit: u64,
    ) -> IndexResult<Packet> {
        let (stored, more) = (numbers.next()?, numbers.next()?);
        let checksum = u64::from_le_bytes(numbers.take_array()?);
        let length = stored.checked_add(more).filter(|&length| length <= LARGEST as u64);
        let length = length.ok_or(IndexError::Damaged("a packet that is too large"))?;
        let is_inside = offset.checked_add(stored).is_some_and(|end| end <= limit);
        if !is_inside {
            return Err(IndexError::Damaged("a packet outside of the file"));
        }
        // Neither is above the largest.
        Ok(Packet { offset, stored: stored as usize, length: length as usize, checksum })
    }
}

/// Reads packets out of a file.
pub(super) struct Unpacker<R> {
    file: R,
    decompressor: Decompressor<'static>,
    stored: Vec<u8>,
}

impl<R: Read + Seek> Unpacker<R> {
    pub(super) fn new(file: R) -> IndexResult<Unpacker<R>> {
        Ok(Unpacker { file, decompressor: Decompressor::new()?, stored: Vec::new() })
    }

    /// The bytes that a packet takes in the file, if they are those that were written.
    pub(super) fn stored(&mut self, packet: &Packet) -> IndexResult<&[u8]> {
        self.stored.resize(packet.stored, 0);
        self.file.seek(SeekFrom::Start(packet.offset))?;
        self.file.read_exact(&mut self.stored)?;
        if checksum(&self.stored) != packet.checksum {
            return Err(IndexError::Damaged("a checksum does not agree"));
        }
        Ok(&self.stored)
    }

    /// The bytes that a packet holds.
    pub(super) fn unpack(&mut self, packet: &Packet) -> IndexResult<Vec<u8>> {
        self.stored(packet)?;
        if packet.length == packet.stored {
            return Ok(self.stored.clone());
        }
        let bytes = self.decompressor.decompress(&self.stored, packet.length);
        let bytes = bytes.map_err(|_| IndexError::Damaged("a packet that cannot be unpacked"))?;
        if bytes.len() != packet.length {
            return Err(IndexError::Damaged("a packet of another length"));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn packets_are_read_as_they_were_added() {
        let contents = [vec![], vec![7; 1000], (0..=255).collect(), b"abc".repeat(50)];
        let mut packer = Packer::new().unwrap();
        contents.iter().for_each(|bytes| packer.add(bytes).unwrap());
        let mut table = Vec::new();
        packer.packets.iter().for_each(|packet| packet.put(&mut table));
        let (mut numbers, mut offset) = (NumberReader::new(&table), 0);
        let mut unpacker = Unpacker::new(Cursor::new(&packer.bytes)).unwrap();
        for bytes in &contents {
            let limit = packer.bytes.len() as u64;
            let packet = Packet::read(&mut numbers, offset, limit).unwrap();
            offset += packet.stored as u64;
            assert_eq!(unpacker.unpack(&packet).unwrap(), *bytes);
        }
        assert!(packer.bytes.len() < 600, "what repeats is packed");
    }

    #[test]
    fn bytes_are_taken_once_there_are_enough() {
        let (mut packer, mut bytes) = (Packer::new().unwrap(), b"abc".to_vec());
        packer.add_full(&mut bytes, 4).unwrap();
        assert_eq!((packer.packets.len(), &bytes[..]), (0, &b"abc"[..]));
        packer.add_full(&mut bytes, 3).unwrap();
        packer.add_full(&mut bytes, 1).unwrap();
        assert_eq!((packer.packets.len(), bytes.len()), (1, 0));
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let mut packer = Packer::new().unwrap();
        packer.add(&b"abc".repeat(50)).unwrap();
        for at in 0..packer.bytes.len() {
            let mut bytes = packer.bytes.clone();
            bytes[at] ^= 4;
            let read = Unpacker::new(Cursor::new(&bytes)).unwrap().unpack(&packer.packets[0]);
            assert_eq!(read, Err(IndexError::Damaged("a checksum does not agree")));
        }
    }

    #[test]
    fn a_packet_cannot_be_larger_than_the_largest_or_outside_of_the_file() {
        let mut table = Vec::new();
        for (stored, length) in [(10, LARGEST + 1), (2000, 2000)] {
            table.clear();
            Packet { offset: 0, stored, length, checksum: 0 }.put(&mut table);
            assert!(Packet::read(&mut NumberReader::new(&table), 0, 1000).is_err());
        }
    }
}
