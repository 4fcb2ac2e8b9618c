//! One of several parts of a file, for several programs that share it.
//!
//! The file is cut into stretches: at any byte where it is plain, and where it is compressed, between
//! frames. A stretch is split at the first place of which it is certain that a record begins there; what comes before
//! belongs to the last part that has such a place. Each program finds the same splits by looking at the same
//! bytes, so the parts are the file, and every record is in one of them as it is in the whole.

use super::cut_points;
use crate::cli::compression::Compression;
use crate::format::Source as Format;
use crate::record::Opening;
use crate::unpack::{Counted, Decompressor, ReadSoFar};
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What is read at a time while looking for a beginning.
const STEP: usize = 64 << 10;

/// Which part: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    number: u64,
    of: u64,
}

/// More parts than any cluster has use for; the place of each is kept in memory.
const MOST: u64 = 1 << 16;

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Part, Self::Err> {
        let expected = "expected which part of how many, as in 2/8";
        let (number, of) = text.split_once('/').ok_or(expected)?;
        let part = Part {
            number: number.parse().map_err(|_| expected)?,
            of: of.parse().map_err(|_| expected)?,
        };
        if part.of > MOST {
            return Err("expected no more than 65536 parts");
        }
        if (1..=part.of).contains(&part.number) { Ok(part) } else { Err(expected) }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Reads one part.
pub struct PartReader {
    opener: Arc<Opener>,
    /// Those after the current one that are not empty.
    stretches: VecDeque<Range<u64>>,
    stretch: Option<Stretch>,
    state: Side,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Before the first record that begins in the part.
    Before,
    /// Within the part.
    Within,
    /// After it, as far as its last record goes.
    Behind,
}

impl PartReader {
    pub fn new(opener: Opener, part: Part) -> io::Result<PartReader> {
        let cuts = cut_points::find(&opener.path, opener.compression, part.of)?;
        let opener = Arc::new(opener);
        let own = part.number as usize - 1;
        let mut stretches: VecDeque<_> = cuts[own..].windows(2).map(|cut| cut[0]..cut[1]).collect();
        let state = match (own, stretches[0].is_empty()) {
            (0, false) => Side::Within,
            // What nobody begins is the first part's, also if it has nothing else.
            (0, true) => Side::Behind,
            (_, is_empty) => {
                if is_empty {
                    stretches.clear();
                }
                Side::Before
            }
        };
        stretches.retain(|stretch| !stretch.is_empty());
        let first = stretches.pop_front();
        let stretch = first.map(|first| Stretch::open(&opener, first)).transpose()?;
        Ok(PartReader { opener, stretches, stretch, state })
    }
}

impl Read for PartReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(stretch) = &mut self.stretch {
            let count = match self.state {
                Side::Before => {
                    stretch.skip()?;
                    self.state = Side::Within;
                    if !stretch.is_split {
                        self.stretch = None;
                    }
                    continue;
                }
                Side::Within => stretch.read(buffer)?,
                Side::Behind => stretch.read_before(buffer)?,
            };
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let is_over = self.state == Side::Behind && stretch.is_split;
            let next = self.stretches.pop_front().filter(|_| !is_over);
            self.stretch = next.map(|next| Stretch::open(&self.opener, next)).transpose()?;
            self.state = Side::Behind;
        }
        Ok(0)
    }
}

/// What it takes to open a stretch of a file.
pub struct Opener {
    pub path: PathBuf,
    pub compression: Option<Compression>,
    pub size: u64,
    pub format: &'static dyn Format,
    /// How long a record can be.
    pub reach: usize,
    pub threads: usize,
    pub meter: Arc<AtomicU64>,
}

impl Opener {
    fn body(&self, stretch: Range<u64>, meter: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(stretch.start))?;
        let reader = BufReader::with_capacity(STEP, file.take(stretch.end - stretch.start));
        Ok(match self.compression {
            None => Box::new(Counted::new(reader, Arc::new(ReadSoFar::default()), meter)),
            Some(compression) => {
                Box::new(Decompressor::start(compression, reader, self.threads, meter)?)
            }
        })
    }

    /// Whether the first brace from a place on closes a comment. What cannot be read there is for
    /// others to tell.
    fn closes_behind(&self, place: u64) -> bool {
        let Ok(body) = self.body(place..self.size, Arc::default()) else { return false };
        let mut body = BufReader::with_capacity(STEP, body.take(self.reach as u64));
        loop {
            let Ok(block) = body.fill_buf() else { return false };
            if block.is_empty() {
                return false;
            }
            if let Some(brace) = memchr::memchr2(b'{', b'}', block) {
                return block[brace] == b'}';
            }
            let len = block.len();
            body.consume(len);
        }
    }
}

/// Places are counted from the beginning of a stretch.
fn place(start: u64, cause: io::Error) -> io::Error {
    match (start, cause.kind()) {
        (0, _) | (_, io::ErrorKind::Interrupted) => cause,
        (_, kind) => io::Error::new(kind, format!("from byte {start} on: {cause}")),
    }
}

/// The bytes between two cuts.
struct Stretch {
    body: Box<dyn Read + Send>,
    range: Range<u64>,
    opener: Arc<Opener>,
    /// What was read to find the split, and where the rest of it begins.
    buffer: Vec<u8>,
    begin: usize,
    /// Up to here nothing begins.
    split: usize,
    is_split: bool,
    at_end: bool,
}

impl Stretch {
    fn open(opener: &Arc<Opener>, range: Range<u64>) -> io::Result<Stretch> {
        let body = opener.body(range.clone(), Arc::clone(&opener.meter));
        let body = body.map_err(|cause| place(range.start, cause))?;
        let (buffer, begin, split) = (Vec::new(), 0, 0);
        let (is_split, at_end) = (false, false);
        let opener = Arc::clone(opener);
        Ok(Stretch { body, range, opener, buffer, begin, split, is_split, at_end })
    }

    /// Reads all of it.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let taken = (&self.buffer[self.begin..]).read(buffer)?;
        self.begin += taken;
        if taken > 0 || self.at_end {
            return Ok(taken);
        }
        self.body.read(buffer).map_err(|cause| place(self.range.start, cause))
    }

    /// Reads what stands before the first record that begins in it.
    fn read_before(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.begin == self.split && !self.is_split && !self.at_end {
            self.look()?;
        }
        let taken = (&self.buffer[self.begin..self.split]).read(buffer)?;
        self.begin += taken;
        Ok(taken)
    }

    fn skip(&mut self) -> io::Result<()> {
        while self.read_before(&mut [0; STEP])? > 0 {}
        Ok(())
    }

    /// Reads on, and looks whether a record begins. What was looked at before is looked at again, so as much
    /// as there is of it is read at least.
    fn look(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.begin);
        self.begin = 0;
        let mut more = (&mut self.body).take(STEP.max(self.buffer.len()) as u64);
        let count = more.read_to_end(&mut self.buffer);
        self.at_end = count.map_err(|cause| place(self.range.start, cause))? == 0;
        let found = self.opener.format.opening(&self.buffer, self.opener.reach);
        (self.is_split, self.split) = match found {
            Opening::At(at) => (true, at),
            Opening::Unless { at, .. } if self.at_end && !self.is_in_comment() => (true, at),
            _ if self.at_end => (false, self.buffer.len()),
            Opening::Unless { from, .. } | Opening::Beyond(from) => (false, from),
        };
        Ok(())
    }

    /// Whether the end of it is in a comment, in which there is no brace any more.
    fn is_in_comment(&self) -> bool {
        self.opener.closes_behind(self.range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_they_are_typed() {
        assert_eq!("2/8".parse::<Part>().map(|part| part.to_string()), Ok("2/8".to_owned()));
        for text in ["", "2", "0/8", "9/8", "1/0", "-1/2", "1/x", "1/2/3"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
