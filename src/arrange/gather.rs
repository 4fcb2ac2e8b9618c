//! What is moved as a whole when records get another order.
//!
//! Text between games goes with the game after it. The byte-order mark and the old mark at the end belong to the
//! file, and stay where they are whatever record is there then.

use crate::joint::{Ends, Joints};
use crate::record::{Frame, RecordKind};
use crate::text::bytes::{BOM, end_mark};

/// Gathers the records of one input after the other.
pub struct Gatherer<'s> {
    joints: Joints<'s>,
    /// Text that waits for the game after it.
    text: Vec<u8>,
    frames: Vec<Frame>,
    has_text: bool,
    /// Whether nothing of this input, or of any, has been seen.
    is_begin: bool,
    is_first: bool,
    has_mark: bool,
    end_mark: Vec<u8>,
}

/// A record, with the text before it.
#[derive(Clone, Copy, Debug)]
pub struct Gathered<'a> {
    /// One after the other.
    pub parts: [&'a [u8]; 2],
    /// The ends of both together.
    pub ends: Ends,
    /// Whether it is a piece that belongs to the one before: that can be followed by nothing else.
    pub goes_on: bool,
    /// See [`Arranged::is_rest`](super::Arranged::is_rest).
    pub is_rest: bool,
}

impl<'s> Gatherer<'s> {
    /// Nothing so far.
    #[must_use]
    pub fn new(joints: Joints<'s>) -> Gatherer<'s> {
        Gatherer {
            joints,
            text: Vec::new(),
            frames: Vec::new(),
            has_text: false,
            is_begin: true,
            is_first: true,
            has_mark: false,
            end_mark: Vec::new(),
        }
    }

    /// Takes the next record of an input; gives it back with what goes with it, unless it waits itself.
    pub fn record<'a>(
        &'a mut self,
        mut bytes: &'a [u8],
        kind: RecordKind,
        mut ends: Ends,
    ) -> Option<Gathered<'a>> {
        if std::mem::take(&mut self.is_begin)
            && let Some(rest) = self.without_mark(bytes, kind)
        {
            self.has_mark |= self.is_first;
            (bytes, ends) = (
                rest,
                self.joints.ends_of(rest, &[Frame::without_attributes(rest.len(), kind, 0)]),
            );
        }
        self.is_first = false;
        if self.has_text {
            self.text.clear();
            self.frames.clear();
            self.has_text = false;
        }
        if matches!(kind, RecordKind::Text | RecordKind::Empty) {
            self.wait(bytes, kind);
            return None;
        }
        if !self.text.is_empty() {
            self.frames.push(Frame::without_attributes(bytes.len(), kind, 0));
            ends = self.joints.ends_of(&[&self.text, bytes].concat(), &self.frames);
            self.has_text = true;
        }
        let goes_on = matches!(kind, RecordKind::Piece { first: false });
        let ends = if goes_on { Ends::PIECE } else { ends };
        Some(Gathered { parts: [&self.text, bytes], ends, goes_on, is_rest: false })
    }

    fn wait(&mut self, bytes: &[u8], kind: RecordKind) {
        self.text.extend_from_slice(bytes);
        self.frames.push(Frame::without_attributes(bytes.len(), kind, 0));
    }

    /// The first record of an input without the byte-order mark, if it is the same record without it.
    fn without_mark<'a>(&self, bytes: &'a [u8], kind: RecordKind) -> Option<&'a [u8]> {
        let rest = bytes.strip_prefix(BOM)?;
        let alone = self.joints.records(rest, true, 2);
        let is_same = matches!(&alone[..], [only] if only.kind == kind && only.len == rest.len());
        (is_same || rest.is_empty()).then_some(rest)
    }

    /// An input ends: what no game follows is something of its own.
    pub fn end(&mut self) -> Option<Gathered<'_>> {
        self.is_begin = true;
        if std::mem::replace(&mut self.has_text, true) || self.text.is_empty() {
            return None;
        }
        let is_empty = self.frames.iter().all(|frame| frame.kind == RecordKind::Empty);
        let is_rest = self.joints.runs_on() && is_empty;
        if let Some(at) = end_mark(&self.text).filter(|_| is_empty) {
            self.end_mark = self.text.split_off(at);
            self.frames = self.joints.records(&self.text, true, usize::MAX);
        }
        if self.text.is_empty() {
            return None;
        }
        let ends = self.joints.ends_of(&self.text, &self.frames);
        Some(Gathered { parts: [&self.text, b""], ends, goes_on: false, is_rest })
    }

    /// What the output begins with.
    #[must_use]
    pub fn begin_mark(&self) -> &'static [u8] {
        if self.has_mark { BOM } else { b"" }
    }

    /// What it ends with, if the last record takes anything after it.
    #[must_use]
    pub fn end_mark(&self) -> &[u8] {
        &self.end_mark
    }
}
