//! Cuts what was read into chunks of whole records.
//!
//! In: portions, as they were read. Out: chunks whose records tile the input, however it came.

use std::{io, mem};

use crate::chunk::Chunk;
use crate::lines::Lines;
use crate::pgn::event::undecided;
use crate::pgn::survey::Survey;
use crate::pgn::tag::Tag;
use crate::portion::{PORTION, Portion};
use crate::record::{Frame, Kind, Step};
use crate::source::Source;
use crate::spare::Stock;

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
    /// Takes back the buffers of portions, and has room for frames and tags.
    stock: Stock,
    at_end: bool,
    /// In the middle of a record that is too long.
    passing: bool,
    offset: u64,
    line: u64,
    /// The last byte of the chunk before.
    before: Option<u8>,
    games: u64,
    failed: Option<io::Error>,
}

/// Frames, the tags of all of them, and where in the buffer they end.
struct Framed {
    frames: Vec<Frame>,
    tags: Vec<Tag>,
    end: usize,
}

impl<'s> Cutter<'s> {
    /// Cuts at the ends of records, none of them longer than `limit` or than 4 GiB: the
    /// places of tags are kept in 32 bits.
    pub(crate) fn new(source: &'s dyn Source, limit: usize, stock: Stock) -> Cutter<'s> {
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
            passing: false,
            offset: 0,
            line: 1,
            before: None,
            games: 0,
            failed: None,
        }
    }

    /// See [`Chunks::reaching_beyond`](crate::chunk::Chunks::reaching_beyond).
    pub(crate) fn reach_beyond(&mut self, more: usize) {
        self.reach = self.limit.saturating_add(more).min(u32::MAX as usize);
    }

    /// The next chunk, or the error of the reader behind the last one; `more` gives portions.
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
            wanted = self.left().max(PORTION) * 2;
        }
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
            self.buffer.truncate(self.end);
            self.buffer.drain(..self.begin);
            self.buffer.extend_from_slice(portion.bytes());
            (self.begin, self.end) = (0, self.buffer.len());
            self.stock.bytes.give(portion.into_parts().0);
        }
    }

    /// Frames what is in the buffer, but not much more than a portion of it.
    fn framed(&mut self) -> Framed {
        let (mut frames, mut tags) = (self.stock.frames.take(), self.stock.tags.take());
        frames.clear();
        tags.clear();
        let mut at = self.begin;
        while at < self.end && at - self.begin < PORTION {
            if self.passing {
                let len = self.pass(at);
                if len == 0 {
                    break;
                }
                at += len;
                frames.push(piece(len, false));
                continue;
            }
            let input = &self.buffer[at..self.end];
            match self.source.frame(input, self.at_end, self.reach, &mut tags) {
                Step::Record(frame) => {
                    at += frame.len;
                    if frame.len <= self.limit {
                        frames.push(frame);
                    } else {
                        tags.truncate(tags.len() - frame.tags);
                        frames.push(piece(frame.len, true));
                    }
                }
                Step::More => break,
                Step::TooLong => {
                    let len = self.reach.min(input.len());
                    at += len;
                    frames.push(piece(len, true));
                    self.passing = true;
                }
            }
        }
        Framed { frames, tags, end: at }
    }

    /// How much of the input belongs to the record that is too long.
    fn pass(&mut self, at: usize) -> usize {
        let input = &self.buffer[at..self.end];
        if let Some(end) = self.source.resume(input) {
            self.passing = false;
            return end;
        }
        if self.at_end { input.len() } else { input.len() - undecided(input) }
    }

    /// Takes the framed bytes out of the buffer.
    fn cut(&mut self, Framed { frames, tags, end }: Framed) -> Chunk {
        let len = end - self.begin;
        let games = frames.iter().filter(|frame| frame.kind == Kind::Game).count() as u64;
        let bytes = &self.buffer[self.begin..end];
        let survey = Survey::of(self.before, bytes);
        let lines = Lines::new(self.line, self.before);
        self.line += survey.lines;
        self.before = bytes.last().copied();
        let is_last = self.at_end && end == self.end;
        let (buffer, begin) = self.take(end);
        let format = self.source.name();
        let (offset, games_before) = (self.offset, self.games);
        self.offset += len as u64;
        self.games += games;
        Chunk {
            buffer,
            begin,
            len,
            frames,
            tags,
            lines,
            offset,
            games: games_before,
            is_last,
            has_nul: survey.has_nul,
            format,
            stock: self.stock.clone(),
        }
    }

    /// A buffer with the bytes up to `end`, and where in it they begin. A record of megabytes leaves a
    /// buffer of megabytes behind, from which chunks are copied; otherwise only what is left over is.
    fn take(&mut self, end: usize) -> (Vec<u8>, usize) {
        let begin = mem::replace(&mut self.begin, end);
        if self.end - end > PORTION {
            return (self.buffer[begin..end].to_vec(), 0);
        }
        let rest = self.buffer[end..self.end].to_vec();
        (self.begin, self.end) = (0, rest.len());
        (mem::replace(&mut self.buffer, rest), begin)
    }

    /// As if so much had been cut already.
    #[cfg(test)]
    pub(crate) fn go_far(&mut self, far: u64) {
        (self.offset, self.line, self.games) = (far, far, far);
    }
}

fn piece(len: usize, first: bool) -> Frame {
    Frame::without_tags(len, Kind::Piece { first }, 0)
}
