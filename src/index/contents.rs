//! The table of contents at the end of an index: what it was made from, its segments, and the frames of a
//! compressed file.

use super::game_column::GameEnd;
use super::packet::Packet;
use super::segment::Segment;
use super::stamp::Stamp;
use super::varint::{NumberReader, put, put_bytes, put_signed};
use super::{IndexError, IndexResult};

/// What an index was made from, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What the system said about the file.
    pub stamp: Stamp,
    /// The [hash](super::ContentHash) of all its bytes, compressed as they are.
    pub hash: u128,
    /// How many bytes it has when it is decompressed.
    pub length: u64,
    /// Of these bytes, how many are cut into records in the same way whatever is put after the file.
    pub settled: u64,
    /// The name of its format.
    pub format: String,
    /// How it was read, in the caller's words: an answer is that of a scan with the same settings.
    pub settings: String,
    /// Where the frames of a compressed file begin, where they can be unpacked one by one.
    pub frames: Vec<FrameStart>,
}

/// Where a frame of a compressed file begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameStart {
    /// In the file.
    pub packed: u64,
    /// In what is unpacked from it.
    pub plain: u64,
}

/// All that the table says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) origin: Origin,
    pub(super) segments: Vec<Segment>,
    /// The table of codes.
    pub(super) codes: Vec<Packet>,
}

impl Contents {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        self.origin.put(out);
        put(self.segments.len() as u64, out);
        self.segments.iter().for_each(|segment| segment.put(out));
        put(self.codes.len() as u64, out);
        self.codes.iter().for_each(|packet| packet.put(out));
    }

    /// Reads what was put; the packets fill the file from `begin` to `end`, and the games fit into what was indexed.
    pub(super) fn read(bytes: &[u8], begin: u64, end: u64) -> IndexResult<Contents> {
        let mut numbers = NumberReader::new(bytes);
        let origin = Origin::read(&mut numbers)?;
        let (mut offset, mut mark, mut segments) = (begin, GameEnd::default(), Vec::new());
        for _ in 0..numbers.next_count()? {
            let segment = Segment::read(&mut numbers, mark, offset, end)?;
            (offset, mark) = (offset + segment.length(), segment.end);
            segments.push(segment);
        }
        let codes = read_codes(&mut numbers, &mut offset, end)?;
        numbers.end()?;
        let texts = segments.iter().try_fold(0u64, |sum, segment| sum.checked_add(segment.texts));
        let has_texts = texts.is_some_and(|texts| texts <= origin.length);
        if offset != end || mark.offset > origin.length || !has_texts {
            return Err(IndexError::Damaged("segments that do not fill the file"));
        }
        Ok(Contents { origin, segments, codes })
    }
}

fn read_codes(
    numbers: &mut NumberReader<'_>,
    offset: &mut u64,
    end: u64,
) -> IndexResult<Vec<Packet>> {
    let mut codes = Vec::new();
    for _ in 0..numbers.next_count()? {
        let packet = Packet::read(numbers, *offset, end)?;
        *offset += packet.stored as u64;
        codes.push(packet);
    }
    Ok(codes)
}

impl Origin {
    fn put(&self, out: &mut Vec<u8>) {
        put_stamp(&self.stamp, out);
        out.extend_from_slice(&self.hash.to_le_bytes());
        put(self.length, out);
        put(self.settled, out);
        put_bytes(self.format.as_bytes(), out);
        put_bytes(self.settings.as_bytes(), out);
        put(self.frames.len() as u64, out);
        let mut before = FrameStart { packed: 0, plain: 0 };
        for frame in &self.frames {
            put(frame.packed.wrapping_sub(before.packed), out);
            put(frame.plain.wrapping_sub(before.plain), out);
            before = *frame;
        }
    }

    fn read(numbers: &mut NumberReader<'_>) -> IndexResult<Origin> {
        let stamp = read_stamp(numbers)?;
        let hash = u128::from_le_bytes(numbers.take_array()?);
        let (length, settled) = (numbers.next()?, numbers.next()?);
        let mut text = || {
            let text = str::from_utf8(numbers.take_bytes()?);
            text.map(str::to_owned).map_err(|_| IndexError::Damaged("a name that is not text"))
        };
        let (format, settings) = (text()?, text()?);
        let frames = read_frames(numbers, stamp.size, length)?;
        Ok(Origin { stamp, hash, length, settled, format, settings, frames })
    }

    /// The frames that hold these bytes of the decompressed file: where the first of them begins, and where the
    /// last of them ends in the file, if another one follows it. None where the table does not tell.
    #[must_use]
    pub fn frames_of(&self, offset: u64, length: u64) -> Option<(FrameStart, Option<u64>)> {
        let end = offset.checked_add(length).filter(|&end| end <= self.length)?;
        let first = self.frames.partition_point(|frame| frame.plain <= offset).checked_sub(1)?;
        let after = self.frames.partition_point(|frame| frame.plain < end).max(first + 1);
        Some((self.frames[first], self.frames.get(after).map(|frame| frame.packed)))
    }
}

fn read_frames(
    numbers: &mut NumberReader<'_>,
    size: u64,
    length: u64,
) -> IndexResult<Vec<FrameStart>> {
    let wrong = IndexError::Damaged("frames outside of the file");
    let (mut frames, mut before) = (Vec::new(), FrameStart { packed: 0, plain: 0 });
    for _ in 0..numbers.next_count()? {
        let packed = before.packed.checked_add(numbers.next()?).filter(|&packed| packed <= size);
        let plain = before.plain.checked_add(numbers.next()?).filter(|&plain| plain <= length);
        let Some((packed, plain)) = packed.zip(plain) else { return Err(wrong) };
        before = FrameStart { packed, plain };
        frames.push(before);
    }
    Ok(frames)
}

fn put_stamp(stamp: &Stamp, out: &mut Vec<u8>) {
    put(stamp.size, out);
    put_signed(stamp.modified, out);
    put_signed(stamp.taken, out);
    put(u64::from(stamp.changed.is_some()) | u64::from(stamp.identity.is_some()) << 1, out);
    if let Some(changed) = stamp.changed {
        put_signed(changed, out);
    }
    if let Some((device, inode)) = stamp.identity {
        put(device, out);
        put(inode, out);
    }
}

fn read_stamp(numbers: &mut NumberReader<'_>) -> IndexResult<Stamp> {
    let size = numbers.next()?;
    let (modified, taken) = (numbers.next_signed()?, numbers.next_signed()?);
    let known = numbers.next()?;
    let changed = if known & 1 == 0 { None } else { Some(numbers.next_signed()?) };
    let identity = if known & 2 == 0 { None } else { Some((numbers.next()?, numbers.next()?)) };
    Ok(Stamp { size, modified, changed, identity, taken })
}
