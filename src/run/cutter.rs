//! Cuts what was read into chunks of whole records.
//!
//! In: portions, as they were read. Out: chunks whose records tile the input, however it came.

use std::{io, mem};

use crate::format::Source;
use crate::record::{Attribute, Frame, Lines, RecordKind, Step, attribute};
use crate::run::buffer_pool::{BufferPool, LONG};
use crate::run::long_record::Bulk;
use crate::run::portion::{PORTION, Portion};
use crate::run::{Chunk, InputStart};
use crate::text::survey::Survey;

/// More records and attributes than this are not in a chunk of short records: what is made of each takes its room.
const FRAMES: usize = 1 << 11;
const ATTRIBUTES: usize = 1 << 15;

/// How far beyond twice the longest record is looked for what tells where a record ends. Comments
/// are closed, if at all, no further after their beginning than the longest record is long.
const SIGHT: usize = 4096;

/// What was read and belongs to no chunk yet, and how far that is.
pub(crate) struct Cutter<'s> {
    source: &'s dyn Source,
    /// The longest record that is whole, and how far the end of one is looked for.
    limit: usize,
    reach: usize,
    /// Of its bytes, those in `begin..end` belong to no chunk yet.
    buffer: Vec<u8>,
    begin: usize,
    end: usize,
    /// Takes back the buffers of portions, and has room for frames and attributes.
    stock: BufferPool,
    at_end: bool,
    /// How far a record that is too long has been passed; none in any other.
    passing: Option<Passing>,
    /// What is under way of long records; none where whoever takes chunks sees to that.
    bulk: Option<Bulk>,
    offset: u64,
    line: u64,
    /// The last byte of the chunk before.
    before: Option<u8>,
    games: u64,
    failed: Option<io::Error>,
}

/// A record that is too long, on its way.
#[derive(Clone, Copy)]
struct Passing {
    /// How much of it follows in any case.
    owed: usize,
    /// Whether none of it has been passed yet.
    is_first: bool,
}

/// Frames, the tags of all of them, and where in the buffer they end.
struct Framed {
    frames: Vec<Frame>,
    attributes: Vec<Attribute>,
    end: usize,
}

impl<'s> Cutter<'s> {
    /// Cuts at the ends of records, none of them longer than `limit` or than 4 GiB: the
    /// places of attributes are kept in 32 bits.
    pub(crate) fn new(source: &'s dyn Source, limit: usize, stock: BufferPool) -> Cutter<'s> {
        let limit = limit.clamp(1, u32::MAX as usize);
        Cutter {
            source,
            limit,
            reach: limit,
            buffer: Vec::new(),
            begin: 0,
            end: 0,
            stock,
            at_end: false,
            passing: None,
            bulk: None,
            offset: 0,
            line: 1,
            before: None,
            games: 0,
            failed: None,
        }
    }

    /// See [`Chunks::reaching_beyond`](crate::run::Chunks::reaching_beyond).
    pub(crate) fn reach_beyond(&mut self, more: usize) {
        self.reach = self.limit.saturating_add(more).min(u32::MAX as usize);
    }

    /// Waits before it makes more long chunks than there may be at once.
    pub(crate) fn weigh(&mut self, bulk: Bulk) {
        self.bulk = Some(bulk);
    }

    /// The next chunk, or the error of the reader after the last one; `more` gives portions.
    pub(crate) fn next(
        &mut self,
        more: &mut dyn FnMut() -> Option<Portion>,
    ) -> Option<io::Result<Chunk>> {
        match self.chunk(more) {
            Some(chunk) => Some(Ok(chunk)),
            None => self.failed.take().map(Err),
        }
    }

    fn chunk(&mut self, more: &mut dyn FnMut() -> Option<Portion>) -> Option<Chunk> {
        let mut wanted = PORTION.min(self.left() + 1);
        loop {
            while self.left() < wanted && !self.at_end {
                self.add(more());
            }
            if self.left() == 0 {
                return None;
            }
            let framed = self.framed();
            if framed.end > self.begin {
                return Some(self.cut(framed));
            }
            debug_assert!(!self.at_end, "{} wants more than there is", self.source.name());
            // Its beginning is looked at again each time, so there are not to be many of them.
            wanted = (self.left().max(PORTION) * 2).min(self.sight() + PORTION);
            self.wait_for(wanted);
        }
    }

    /// Waits until there may be so many bytes at once, if they are many.
    fn wait_for(&self, len: usize) {
        if let Some(bulk) = self.bulk.as_ref().filter(|_| len > LONG) {
            bulk.wait(len, self.limit);
        }
    }

    /// How many bytes are looked at, at most, to find where a record ends. However they come, the same ones
    /// tell it.
    fn sight(&self) -> usize {
        self.reach.saturating_mul(2).saturating_add(SIGHT)
    }

    /// How many bytes belong to no chunk yet.
    fn left(&self) -> usize {
        self.end - self.begin
    }

    /// Takes a portion; none is the end of the input.
    fn add(&mut self, portion: Option<Portion>) {
        let Some(mut portion) = portion else {
            self.at_end = true;
            return;
        };
        self.at_end = portion.is_last;
        self.failed = portion.failed.take();
        if portion.prepend(&self.buffer[self.begin..self.end]) {
            let (buffer, begin, end) = portion.into_parts();
            self.stock.bytes.give(mem::replace(&mut self.buffer, buffer));
            (self.begin, self.end) = (begin, end);
        } else {
            self.make_room(portion.bytes().len());
            self.buffer.extend_from_slice(portion.bytes());
            (self.begin, self.end) = (0, self.buffer.len());
            self.stock.bytes.give(portion.into_parts().0);
        }
    }

    /// Puts what is left at the beginning of the buffer, or of a long one if it and `more` need that.
    fn make_room(&mut self, more: usize) {
        let len = self.left() + more;
        if len > LONG && len > self.buffer.capacity() {
            let mut long = self.stock.long.take();
            if long.capacity() > self.buffer.capacity() {
                long.clear();
                long.extend_from_slice(&self.buffer[self.begin..self.end]);
                self.buffer = long;
                return;
            }
        }
        self.buffer.truncate(self.end);
        self.buffer.drain(..self.begin);
    }

    /// Frames what is in the buffer, but not much more than a portion of it.
    fn framed(&mut self) -> Framed {
        let (mut frames, mut attributes) = (self.stock.frames.take(), self.stock.attributes.take());
        frames.clear();
        attributes.clear();
        let mut at = self.begin;
        while at < self.end
            && at - self.begin < PORTION
            && frames.len() < FRAMES
            && attributes.len() < ATTRIBUTES
        {
            let Some(frame) = self.next_frame(at, &mut attributes) else { break };
            at += frame.len;
            frames.push(frame);
        }
        Framed { frames, attributes, end: at }
    }

    /// The next record, or a piece of one that is too long; none where more bytes are needed.
    fn next_frame(&mut self, at: usize, attributes: &mut Vec<Attribute>) -> Option<Frame> {
        let passing = match self.passing {
            Some(passing) => passing,
            None => match self.step(at, attributes) {
                Step::Record(frame) => return Some(frame),
                Step::More => return None,
                Step::TooLong => Passing { owed: self.reach, is_first: true },
            },
        };
        let len = self.pass(at, passing);
        (len > 0).then(|| piece(len, passing.is_first))
    }

    /// The record at a place. One that is too long, but not by much, is a piece of that length.
    ///
    /// Strip has a longer reach, as it meets records that have grown: a record is whole only
    /// if what tells its end would still be in sight then, and there may still be as many attributes.
    fn step(&self, at: usize, attributes: &mut Vec<Attribute>) -> Step {
        let before = attributes.len();
        let growth = self.reach - self.limit;
        let mut step = self.look(at, self.sight() - growth, attributes);
        let is_far = step == Step::TooLong && growth > 0;
        if is_far {
            step = self.look(at, self.sight(), attributes);
        }
        let Step::Record(frame) = step else { return step };
        let most = attribute::most(self.reach) - attribute::share(growth);
        if is_far || frame.len > self.limit || self.parts(at, frame) > most {
            attributes.truncate(before);
            return Step::Record(piece(frame.len, true));
        }
        step
    }

    /// How many attributes or other parts a record has; a short one has few of either.
    fn parts(&self, at: usize, frame: Frame) -> usize {
        let is_short = frame.len <= attribute::most(0) - attribute::share(self.reach - self.limit);
        if is_short {
            0
        } else {
            frame.attributes + self.source.parts(&self.buffer[at..at + frame.len])
        }
    }

    /// Looks at so many bytes of what begins at a place.
    fn look(&self, at: usize, sight: usize, attributes: &mut Vec<Attribute>) -> Step {
        let end = self.end.min(at.saturating_add(sight));
        let is_all = end == self.end;
        let at_end = self.at_end && is_all;
        match self.source.frame(&self.buffer[at..end], at_end, self.reach, attributes) {
            Step::More if !is_all => Step::TooLong,
            step => step,
        }
    }

    /// How much of the input belongs to the record that is too long.
    ///
    /// What is owed is kept in sight at its end: white space there may belong to what follows.
    fn pass(&mut self, at: usize, passing: Passing) -> usize {
        let Passing { owed, is_first } = passing;
        let input = &self.buffer[at..self.end];
        if let Some(end) = self.source.resume(input, owed) {
            self.passing = None;
            return end;
        }
        let decided =
            if self.at_end { input.len() } else { input.len() - self.source.undecided(input) };
        let len = decided.min(PORTION);
        let is_first = is_first && len == 0;
        self.passing = Some(Passing { owed: owed.saturating_sub(len), is_first });
        len
    }

    /// Takes the framed bytes out of the buffer.
    fn cut(&mut self, Framed { frames, attributes, end }: Framed) -> Chunk {
        let len = end - self.begin;
        self.wait_for(len);
        let share = self.bulk.as_ref().filter(|_| len > LONG).map(|bulk| bulk.share(len));
        let games = frames.iter().filter(|frame| frame.kind == RecordKind::Game).count() as u64;
        let bytes = &self.buffer[self.begin..end];
        let survey = Survey::of(self.before, bytes);
        let lines = Lines::new(self.line, self.before);
        self.line += survey.lines;
        self.before = bytes.last().copied();
        let is_last = self.at_end && end == self.end;
        let (buffer, begin) = self.take(end);
        let (offset, games_before) = (self.offset, self.games);
        self.offset += len as u64;
        self.games += games;
        Chunk {
            buffer,
            begin,
            len,
            frames,
            attributes,
            lines,
            offset,
            games: games_before,
            is_last,
            is_settled: !self.at_end,
            has_nul: survey.has_nul,
            share,
            stock: self.stock.clone(),
        }
    }

    /// A buffer with the bytes up to `end`, and where in it they begin. Whichever is less of them and of what is
    /// left over is copied; but what is long is not held twice.
    fn take(&mut self, end: usize) -> (Vec<u8>, usize) {
        let begin = mem::replace(&mut self.begin, end);
        let (len, left) = (end - begin, self.end - end);
        if left > PORTION && len < left / 4 {
            return (self.buffer[begin..end].to_vec(), 0);
        }
        let rest = self.buffer[end..self.end].to_vec();
        (self.begin, self.end) = (0, rest.len());
        let mut buffer = mem::replace(&mut self.buffer, rest);
        if end > LONG && len < end / 2 {
            return (buffer[begin..end].to_vec(), 0);
        }
        if left > PORTION {
            buffer.truncate(end);
            buffer.shrink_to_fit();
        }
        (buffer, begin)
    }

    /// Counts from there: all that comes before has been cut already.
    pub(crate) fn begin_at(&mut self, start: InputStart) {
        (self.offset, self.line, self.games) = (start.offset, start.line, start.games);
        self.before = start.before;
    }
}

fn piece(len: usize, first: bool) -> Frame {
    Frame::without_attributes(len, RecordKind::Piece { first }, 0)
}
