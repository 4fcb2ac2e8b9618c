//! Writes records and inputs one after the other so that they are read back as they are.

use std::io::{self, Write};

use super::{Beginning, Ending, Ends, Joints};
use crate::format::Boundary;
use crate::record::RecordKind;
use crate::text::bytes::{BOM, end_mark, is_white};

/// Puts between records and inputs what is missing there, and knows whether they can be told apart.
#[derive(Default)]
pub struct Joiner<'s> {
    joints: Option<Joints<'s>>,
    /// The record that was written last, or what was written of an input and may be read in another way
    /// when something follows. Of one that is far too long, only its end.
    before: Vec<u8>,
    /// The ends of the former.
    ends: Option<Ends>,
    /// Whether the input ended with it.
    is_last: bool,
    is_far_too_long: bool,
    /// Whether what comes next belongs to another input, and of another format.
    is_apart: bool,
    is_mixed: bool,
    has_written: bool,
    /// What the output is to begin with.
    begin_mark: &'static [u8],
    /// The mark at the end of an input, which is left out if another follows.
    mark: Vec<u8>,
}

/// A record on its way to the output.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// All of it.
    pub bytes: &'a [u8],
    /// Its ends.
    pub ends: Ends,
    /// Whether it stood directly after the one that was written last.
    pub is_neighbour: bool,
    /// Whether its input ended with it.
    pub is_last: bool,
}

/// More than this is not kept of a record beyond what it takes to know that it is too long.
const MUCH: usize = 64 << 10;

/// As many bytes as two line ends may have.
const LINE_ENDS: usize = 4;

impl<'s> Joiner<'s> {
    /// An input begins whose records are written in this format; none for formats in which rows follow each
    /// other whatever they are.
    pub fn begin(&mut self, joints: Option<Joints<'s>>) {
        let is_same = match (&joints, &self.joints) {
            (Some(new), Some(old)) => new.source().is_same(old.source()),
            (new, old) => new.is_none() && old.is_none(),
        };
        self.is_mixed = self.has_written && !is_same;
        self.is_apart = true;
        self.joints = joints;
    }

    /// The output is to begin with a byte-order mark, unless the first record is another one after it.
    pub fn begin_with(&mut self, mark: &'static [u8]) {
        self.begin_mark = mark;
    }

    /// Writes a stretch of the input as it stood there, whole records. `is_settled` says that they are
    /// the same whatever follows. Returns whether it can be told apart from the input before.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    pub fn stretch(
        &mut self,
        mut bytes: &[u8],
        is_settled: bool,
        out: &mut impl Write,
    ) -> io::Result<bool> {
        let Some(joints) = self.joints.filter(|_| !bytes.is_empty()) else {
            out.write_all(bytes)?;
            return Ok(true);
        };
        let mut holds = true;
        if self.is_apart && self.has_written {
            bytes = without_mark(bytes);
            if bytes.iter().all(|&byte| is_white(byte)) {
                self.add_white(bytes, joints.reach());
                return self.write_behind_mark(bytes, out).map(|()| true);
            }
            self.drop_mark(&joints);
            self.end(out)?;
            let joint = self.missing(&joints);
            holds = self.is_mixed || joints.holds(&self.before, joint, bytes);
            out.write_all(joint)?;
            if !holds && joints.text_runs_on(&self.before, joint, bytes) {
                holds = true;
                self.before.extend_from_slice(joint);
            } else {
                self.before.clear();
            }
        }
        (self.is_apart, self.is_mixed, self.has_written) = (false, false, true);
        self.keep(bytes, is_settled);
        self.write_but_mark(bytes, out)?;
        Ok(holds)
    }

    fn keep(&mut self, bytes: &[u8], is_settled: bool) {
        if is_settled {
            self.before.clear();
        } else {
            self.before.extend_from_slice(bytes);
        }
    }

    /// Remembers white space that follows what was written, though not all of it: what is more than the longest
    /// record tells nothing new but for its end.
    fn add_white(&mut self, bytes: &[u8], reach: usize) {
        let is_much = self.before.len() + bytes.len() > reach + MUCH;
        let from = if is_much { bytes.len().saturating_sub(LINE_ENDS) } else { 0 };
        self.before.extend_from_slice(&bytes[from..]);
    }

    /// Writes white space of another input, which goes with the mark if that is left out.
    fn write_behind_mark(&mut self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        if self.mark.is_empty() || self.mark.len() > MUCH {
            self.end(out)?;
            return out.write_all(bytes);
        }
        self.mark.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes all but what may be the mark at the end of the input.
    fn write_but_mark(&mut self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.mark)?;
        self.mark.clear();
        let end = end_mark(bytes).unwrap_or(bytes.len());
        self.mark.extend_from_slice(&bytes[end..]);
        out.write_all(&bytes[..end])
    }

    /// Forgets the mark at the end of the input before, if it is one.
    fn drop_mark(&mut self, joints: &Joints<'_>) {
        let frames = joints.records(&self.before, true, usize::MAX);
        let rest = frames.last().filter(|frame| frame.kind == RecordKind::Empty);
        let rest = rest.map(|frame| self.before.len() - frame.len);
        if rest.is_some_and(|at| end_mark(&self.before[at..]).is_some()) {
            self.before.truncate(self.before.len() - self.mark.len());
            self.mark.clear();
        }
    }

    /// Writes one record. Returns whether it can be told apart from the one before it.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    #[doc(hidden)]
    pub fn record(&mut self, member: &Member<'_>, out: &mut impl Write) -> io::Result<bool> {
        let mut member = *member;
        if self.is_apart && self.has_written {
            member = Member { bytes: without_mark(member.bytes), is_neighbour: false, ..member };
        }
        let (mut joint, holds) = self.joint(&member);
        if !self.has_written && self.joints.is_some_and(|joints| joints.takes_mark(member.bytes)) {
            joint = self.begin_mark;
        }
        out.write_all(joint)?;
        out.write_all(member.bytes)?;
        self.before.clear();
        self.before.extend_from_slice(member.bytes);
        (self.ends, self.is_last) = (Some(member.ends), member.is_last);
        (self.is_apart, self.is_mixed, self.has_written) = (false, false, true);
        self.is_far_too_long = false;
        Ok(holds)
    }

    /// Writes a piece that belongs to the record before.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    pub fn go_on(&mut self, piece: &[u8], is_last: bool, out: &mut impl Write) -> io::Result<()> {
        out.write_all(piece)?;
        self.before.extend_from_slice(piece);
        self.is_last = is_last;
        let most = self.joints.map_or(0, |joints| joints.reach() * 2) + MUCH;
        if self.before.len() > most {
            self.is_far_too_long = true;
            self.before.drain(..self.before.len() - MUCH);
        }
        Ok(())
    }

    /// What is missing at the end. Formats that are mixed are not read back together in any case: a line
    /// end is enough for whoever takes them apart again.
    fn missing(&self, joints: &Joints<'_>) -> &'static [u8] {
        if self.is_mixed {
            super::missing(&self.before, Boundary::Line)
        } else {
            joints.missing(&self.before)
        }
    }

    /// What belongs before a record, and whether it then can be told apart.
    fn joint(&self, member: &Member<'_>) -> (&'static [u8], bool) {
        let (Some(joints), Some(ends)) = (self.joints, self.ends) else { return (b"", true) };
        let missing = self.missing(&joints);
        match (ends.is_plain && member.ends.is_plain, member.is_neighbour) {
            _ if self.is_mixed => (missing, true),
            _ if ends.ending == Ending::Never => (missing, false),
            (true, _) if self.is_last => (missing, true),
            (true, _) => (b"", true),
            _ if self.is_far_too_long => (missing, member.ends.beginning >= Beginning::Event),
            // What was between them is not missed, either, where the one before has an end of its own.
            (false, is_neighbour)
                if (is_neighbour || ends.ending == Ending::Any && !self.is_last)
                    && joints.holds_whatever_follows(&self.before, b"", member.bytes) =>
            {
                (b"", true)
            }
            (false, _) => (missing, joints.holds(&self.before, missing, member.bytes)),
        }
    }

    /// The input has ended. If the last record that was written is not the last of the input, and has no end of its
    /// own, it gets one now: who reads the next part of the same file cannot know.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    pub fn end_input(&mut self, out: &mut impl Write) -> io::Result<()> {
        let is_open = self.ends.is_some_and(|ends| ends.ending != Ending::Any);
        let Some(joints) = self.joints.filter(|_| is_open && !self.is_apart && !self.is_last)
        else {
            return Ok(());
        };
        let missing = self.missing(&joints);
        self.before.extend_from_slice(missing);
        out.write_all(missing)
    }

    /// Whether the last record is read back as it is if nothing follows it.
    #[must_use]
    pub fn is_sound_end(&self) -> bool {
        self.ends.is_none_or(|ends| ends.ending != Ending::Never)
    }

    /// Writes what is left once no input follows.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    pub fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.mark)?;
        self.mark.clear();
        Ok(())
    }
}

/// Bytes without the byte-order mark, which belongs at the beginning of a file.
fn without_mark(bytes: &[u8]) -> &[u8] {
    // What follows a second one is not read like what follows the first.
    bytes.strip_prefix(BOM).filter(|rest| !rest.starts_with(BOM)).unwrap_or(bytes)
}
