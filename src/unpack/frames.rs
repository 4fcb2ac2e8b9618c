//! Whole frames, cut off the beginning of compressed data so that several can be
//! unpacked at a time.
//!
//! The frames of zstd (pzstd makes many) are found by the sizes of their blocks, the members of
//! gzip by the size that bgzip writes into them. At whatever cannot be
//! cut, also at damage, the rest is left to be unpacked as one stream, which then says what is wrong.

use super::Compression;
use std::io::{self, BufRead, Read};

/// Short frames are gathered until they may hold so much.
const PIECE: u64 = 1 << 20;

/// Frames that may hold more than this are not cut off. pzstd's hold 8 MiB.
pub const LONGEST: u64 = 10 << 20;

/// What a block of zstd and a block of bgzip can hold.
const ZSTD_BLOCK: u64 = 128 << 10;
const BGZIP_BLOCK: u64 = 64 << 10;

pub const BGZIP_HEAD: usize = 18;

pub const ZSTD: u64 = 0xfd2f_b528;
pub const ZSTD_SKIPPABLE: u64 = 0x184d_2a50;

/// Compressed bytes, where they begin in the file, and how much they may hold.
pub struct Piece {
    pub bytes: Vec<u8>,
    pub start: u64,
    pub content: u64,
}

/// What comes next.
pub enum Cut {
    /// Whole frames.
    Frames(Piece),
    /// The beginning of what cannot be cut; the reader has the rest.
    Rest(Piece),
    End,
}

/// Cuts frames off a reader.
pub struct Frames<R> {
    compression: Compression,
    reader: Late<R>,
    /// Where the buffer begins in the file.
    start: u64,
    buffer: Vec<u8>,
    /// How much of it is the head of the next frame.
    ahead: usize,
    /// Nothing more can be cut off.
    is_stuck: bool,
}

impl<R: BufRead> Frames<R> {
    /// Cuts only if `is_wanted`; else all is the rest.
    pub fn new(compression: Compression, reader: R, is_wanted: bool) -> Frames<R> {
        let reader = Late { inner: reader, error: None };
        // The frames of the others do not say how long they are.
        let can_be_cut = matches!(compression, Compression::Zstd | Compression::Gzip);
        let is_stuck = !is_wanted || !can_be_cut;
        Frames { compression, reader, start: 0, buffer: Vec::new(), ahead: 0, is_stuck }
    }

    /// The rest of the reader, after what was cut.
    pub fn into_reader(self) -> Late<R> {
        self.reader
    }

    pub fn cut(&mut self) -> Cut {
        let (mut whole, mut content) = (0, 0);
        while content < PIECE && !self.is_stuck {
            match self.frame() {
                Some(more) => {
                    whole = self.buffer.len() - self.ahead;
                    content += more;
                }
                None if self.buffer.len() == whole && self.reader.error.is_none() => break,
                None => self.is_stuck = true,
            }
        }
        if whole > 0 {
            Cut::Frames(self.piece(whole, content))
        } else if self.is_stuck {
            Cut::Rest(self.piece(self.buffer.len(), 0))
        } else {
            Cut::End
        }
    }

    /// The beginning of the buffer; what is after it is kept.
    fn piece(&mut self, length: usize, content: u64) -> Piece {
        let behind = self.buffer.split_off(length);
        let bytes = std::mem::replace(&mut self.buffer, behind);
        let start = self.start;
        self.start += length as u64;
        Piece { bytes, start, content }
    }

    /// Takes one more frame into the buffer, and says how much it may hold; none
    /// where it is not whole or no frame that can be cut off.
    fn frame(&mut self) -> Option<u64> {
        match self.compression {
            Compression::Zstd => self.zstd_frame(),
            Compression::Gzip => self.bgzip_block(),
            Compression::Bzip2 | Compression::Xz => None,
        }
    }

    /// A block of bgzip. What a damaged length leads to is hardly the head of
    /// another one, so that is looked at too.
    fn bgzip_block(&mut self) -> Option<u64> {
        if self.ahead == 0 {
            self.take(BGZIP_HEAD as u64)?;
        }
        self.ahead = 0;
        let length = bgzip_length(&self.buffer[self.buffer.len() - BGZIP_HEAD..])?;
        self.take(length - BGZIP_HEAD as u64)?;
        let whole = self.buffer.len();
        if let Some(head) = self.take(BGZIP_HEAD as u64) {
            bgzip_length(head)?;
            self.ahead = BGZIP_HEAD;
        } else if self.buffer.len() > whole || self.reader.error.is_some() {
            return None;
        }
        Some(BGZIP_BLOCK)
    }

    /// Takes so many bytes into the buffer; none if there are fewer.
    fn take(&mut self, length: u64) -> Option<&[u8]> {
        let before = self.buffer.len();
        if let Err(error) = (&mut self.reader).take(length).read_to_end(&mut self.buffer) {
            self.reader.error = Some(error);
        }
        let taken = &self.buffer[before..];
        (taken.len() as u64 == length).then_some(taken)
    }
}

/// Goes through the frames of zstd, part by part.
pub trait FrameWalk {
    /// The number in the next bytes, at most eight, the lowest first.
    fn number(&mut self, length: u64) -> Option<u64>;

    /// Passes over so many bytes; none if there are fewer.
    fn pass(&mut self, length: u64) -> Option<()>;

    /// What a frame may hold and be passed.
    fn longest(&self) -> u64;

    /// Passes a frame, and says how much it may hold.
    ///
    /// RFC 8878, section 3.1.
    fn zstd_frame(&mut self) -> Option<u64> {
        let magic = self.number(4)?;
        if magic & !0xf == ZSTD_SKIPPABLE {
            let length = self.number(4)?;
            self.pass((length < self.longest()).then_some(length)?)?;
            return Some(8 + length);
        }
        let descriptor = (magic == ZSTD).then(|| self.number(1))??;
        let is_single = descriptor & 0x20 != 0;
        let dictionary = [0, 1, 2, 4][descriptor as usize & 3];
        self.pass(u64::from(!is_single) + dictionary)?;
        let declared = match descriptor >> 6 {
            0 => self.number(u64::from(is_single))?,
            width => self.number(1 << width)?,
        };
        if declared > self.longest() {
            return None;
        }
        let content = self.zstd_blocks()?;
        let has_checksum = descriptor & 4 != 0;
        self.pass(if has_checksum { 4 } else { 0 })?;
        Some(content)
    }

    fn zstd_blocks(&mut self) -> Option<u64> {
        let mut content = 0;
        loop {
            let header = self.number(3)?;
            let is_last = header & 1 != 0;
            let length = match header >> 1 & 3 {
                0 | 2 => header >> 3,
                // One byte that is repeated.
                1 => 1,
                _ => return None,
            };
            content += ZSTD_BLOCK;
            if content > self.longest() || length > ZSTD_BLOCK {
                return None;
            }
            self.pass(length)?;
            if is_last {
                return Some(content);
            }
        }
    }
}

impl<R: BufRead> FrameWalk for Frames<R> {
    fn number(&mut self, length: u64) -> Option<u64> {
        let bytes = self.take(length)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn pass(&mut self, length: u64) -> Option<()> {
        self.take(length).map(drop)
    }

    fn longest(&self) -> u64 {
        LONGEST
    }
}

/// The length of a member of gzip whose only extra field, `BC`, has it.
pub fn bgzip_length(head: &[u8]) -> Option<u64> {
    let is_bgzip = head[..4] == [0x1f, 0x8b, 8, 4] && head[10..16] == *b"\x06\0BC\x02\0";
    let length = u16::from_le_bytes([head[16], head[17]]);
    (is_bgzip && usize::from(length) >= BGZIP_HEAD).then(|| u64::from(length) + 1)
}

/// A reader whose error was met too early: it comes up again.
pub struct Late<R> {
    inner: R,
    error: Option<io::Error>,
}

impl<R: BufRead> Read for Late<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.error.take().map_or_else(|| self.inner.read(buffer), Err)
    }
}

impl<R: BufRead> BufRead for Late<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.inner.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
    }
}
