//! How one record, or one input, may follow another.
//!
//! Within its file every record is kept apart from the next one by its own bytes. Where it gets another
//! neighbour (records are sorted or picked out, or a second file comes after the first), something may be missing
//! between, and some records run into whatever follows them: a game without a result marker into moves
//! without tags, an unclosed comment into nearly anything.
//!
//! In: the bytes of a record, or of the end of an input, and of what is to follow. Out: what is missing
//! between, and whether they are read back as the records that they are. Where it is not plain to see, the
//! framing itself is asked.

mod joiner;
mod record_ends;
mod record_with_ends;

// For the tests of this crate, which are as strict about the ends of records as about whole outputs.
pub use self::joiner::Joiner;
#[doc(hidden)]
pub use self::joiner::Member;
#[doc(hidden)]
pub use self::record_ends::{Beginning, Ending, Ends};
#[doc(hidden)]
pub use self::record_with_ends::{Chain, Link, linked, linked_with, members, relinked};

use crate::format::{Boundary, Source};
use crate::record::{Frame, RecordKind, Step};
use crate::text::bytes::{BOM, is_blank, is_line_end, is_white, skip_white};

/// What must stand between the end of a record and one that did not follow it.
#[doc(hidden)]
#[must_use]
pub fn missing(end: &[u8], boundary: Boundary) -> &'static [u8] {
    let style = LineEnd::of(end, boundary);
    let wanted = if boundary == Boundary::BlankLine { 2 } else { 1 };
    match (end.is_empty(), wanted - style.ends_of(end, wanted)) {
        (true, _) | (_, 0) => b"",
        (_, 1) => style.one(),
        _ => style.two(),
    }
}

/// How lines end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineEnd {
    Lf,
    CrLf,
    Cr,
    /// A CR does not end a line.
    OnlyLf,
}

impl LineEnd {
    /// That of the first line end, as far as the format knows it.
    fn of(text: &[u8], boundary: Boundary) -> LineEnd {
        let first = memchr::memchr2(b'\n', b'\r', text).map(|at| &text[at..]);
        match first {
            _ if boundary == Boundary::LineFeed => LineEnd::OnlyLf,
            // To add LF to a CR would make one line end of two.
            _ if text.ends_with(b"\r") => LineEnd::Cr,
            Some([b'\r', b'\n', ..]) => LineEnd::CrLf,
            Some([b'\r', ..]) => LineEnd::Cr,
            _ => LineEnd::Lf,
        }
    }

    const fn one(self) -> &'static [u8] {
        match self {
            LineEnd::Lf | LineEnd::OnlyLf => b"\n",
            LineEnd::CrLf => b"\r\n",
            LineEnd::Cr => b"\r",
        }
    }

    const fn two(self) -> &'static [u8] {
        match self {
            LineEnd::Lf | LineEnd::OnlyLf => b"\n\n",
            LineEnd::CrLf => b"\r\n\r\n",
            LineEnd::Cr => b"\r\r",
        }
    }

    /// How many line ends a text ends with, as far as they are wanted; blanks may stand between them.
    fn ends_of(self, mut text: &[u8], wanted: usize) -> usize {
        let mut found = 0;
        while found < wanted {
            text = match text {
                [.., b'\r'] if self == LineEnd::OnlyLf => return found,
                [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => rest,
                [rest @ .., blank] if found > 0 && is_blank(*blank) => {
                    text = rest;
                    continue;
                }
                _ => return found,
            };
            found += 1;
        }
        found
    }
}

/// Knows how records of a format follow each other.
#[derive(Clone, Copy)]
pub struct Joints<'s> {
    source: &'s dyn Source,
    limit: usize,
    reach: usize,
}

impl<'s> Joints<'s> {
    /// For records of this format, read as [`Job`](crate::Job) reads them with this limit.
    #[must_use]
    pub fn new(source: &'s dyn Source, limit: usize) -> Joints<'s> {
        let limit = limit.clamp(1, u32::MAX as usize);
        let reach = limit.saturating_add(crate::run::GROWTH).min(u32::MAX as usize);
        Joints { source, limit, reach }
    }

    /// The format.
    #[must_use]
    pub const fn source(&self) -> &'s dyn Source {
        self.source
    }

    /// Whether a record may run on into the next one.
    #[must_use]
    pub fn runs_on(&self) -> bool {
        self.source.boundary() == Boundary::BlankLine
    }

    /// How far it is looked to see whether a record ends at all.
    #[must_use]
    pub const fn reach(&self) -> usize {
        self.reach
    }

    /// What is missing between a record and one that did not follow it.
    #[must_use]
    pub fn missing(&self, before: &[u8]) -> &'static [u8] {
        missing(before, self.source.boundary())
    }

    /// The records of some bytes, no more than `most`, a record that is too long as one; those that
    /// cannot be told without what follows the bytes are not among them, unless nothing does.
    #[must_use]
    pub fn records(&self, bytes: &[u8], at_end: bool, most: usize) -> Vec<Frame> {
        let (mut frames, mut tags, mut at) = (Vec::new(), Vec::new(), 0);
        while at < bytes.len() && frames.len() < most {
            tags.clear();
            let frame = match self.source.frame(&bytes[at..], at_end, self.reach, &mut tags) {
                Step::Record(frame) if frame.len <= self.limit => frame,
                Step::Record(frame) => piece(frame.len),
                Step::More => break,
                Step::TooLong => match self.too_long(&bytes[at..], at_end) {
                    Some(len) => piece(len),
                    None => break,
                },
            };
            at += frame.len;
            frames.push(frame);
        }
        frames
    }

    /// How long a record is that is too long.
    fn too_long(&self, bytes: &[u8], at_end: bool) -> Option<usize> {
        let begin = self.reach.min(bytes.len());
        self.source.resume(bytes, begin).or(at_end.then_some(bytes.len()))
    }

    /// Whether records are read back as they are by themselves, if `after` follows them, and a blank line
    /// comes later.
    ///
    /// `joint` comes between. White space there may go to either side, and white space and comments at the
    /// end, which are not a game, to the first record of `after`.
    #[must_use]
    pub fn holds(&self, before: &[u8], joint: &[u8], after: &[u8]) -> bool {
        self.holds_before(before, joint, after, b"")
    }

    /// The same if anything may come later: not even what would close a tag that is open does.
    #[must_use]
    pub fn holds_whatever_follows(&self, before: &[u8], joint: &[u8], after: &[u8]) -> bool {
        [b"", CLOSED_TAG].iter().all(|later| self.holds_before(before, joint, after, later))
    }

    fn holds_before(&self, before: &[u8], joint: &[u8], after: &[u8], later: &[u8]) -> bool {
        let mut alone = self.records(before, true, usize::MAX);
        let rest = alone.pop_if(|frame| frame.kind == RecordKind::Empty).map_or(0, |rest| rest.len);
        let (end, is_rest) = (before.len() - rest, rest > 0);
        if is_rest && !self.fits(rest + joint.len(), after) || self.hides_mark(after, is_rest) {
            return false;
        }
        let near = after.len().min(NEAR);
        let text = |after: &[u8]| [before, joint, after, later, BLANK_LINES].concat();
        self.decides(&alone, end, &text(&after[..near]), is_rest)
            || near < after.len() && self.decides(&alone, end, &text(after), is_rest)
    }

    /// Whether a byte-order mark stands after white space: once that belongs to the record before, the mark
    /// would be read as one. After a rest, which comes before it, it would not.
    fn hides_mark(&self, after: &[u8], is_rest: bool) -> bool {
        let first = skip_white(after, 0);
        self.runs_on() && (first > 0 || is_rest) && after[first..].starts_with(BOM)
    }

    /// Whether the first record is not too long with so many bytes before it.
    fn fits(&self, more: usize, bytes: &[u8]) -> bool {
        let first = self.records(bytes, true, 1);
        first.first().is_none_or(|first| first.len + more <= self.limit || first.len > self.limit)
    }

    /// Whether records are the same after a byte-order mark.
    fn takes_mark(&self, bytes: &[u8]) -> bool {
        let alone = self.records(bytes, true, usize::MAX);
        let marked = self.records(&[BOM, bytes].concat(), true, usize::MAX);
        let same = |one: &Frame, other: &Frame| {
            (one.kind, one.attributes) == (other.kind, other.attributes)
        };
        alone.len() == marked.len()
            && alone.iter().zip(&marked).all(|(one, other)| same(one, other))
    }

    /// Whether nothing but text runs on into text: there is no game in either.
    #[must_use]
    pub fn text_runs_on(&self, before: &[u8], joint: &[u8], after: &[u8]) -> bool {
        let mut alone = self.records(before, true, usize::MAX);
        let next = self.records(after, true, 1);
        let is_text =
            |frame: Option<&Frame>| frame.is_some_and(|frame| frame.kind == RecordKind::Text);
        let is_open = || !self.holds(before, joint, b"[Q-q \"");
        if !is_text(alone.last()) || !is_text(next.first()) || is_open() {
            return false;
        }
        let joined = [before, joint, after].concat();
        let end = alone.pop().map_or(0, |text| text.len) + joint.len() + next[0].len;
        let found = self.records(&joined, true, alone.len() + 1);
        found.split_last().is_some_and(|(text, others)| {
            others == alone && text.kind == RecordKind::Text && text.len == end
        })
    }

    /// Whether these records, which end at `end` by themselves, are the first ones of a longer text too.
    fn decides(&self, alone: &[Frame], end: usize, joined: &[u8], is_rest: bool) -> bool {
        let found = self.records(joined, false, alone.len());
        let Some((last, others)) = found.split_last() else { return alone.is_empty() };
        let Some((last_alone, others_alone)) = alone.split_last() else { return true };
        let to = others.iter().map(|frame| frame.len).sum::<usize>() + last.len;
        let white = |at: usize| skip_white(joined, at);
        let least = joined[..end].iter().rposition(|&byte| !is_white(byte)).map_or(0, |at| at + 1);
        others == others_alone
            && (last.kind, last.attributes) == (last_alone.kind, last_alone.attributes)
            && (is_rest && to == end || !is_rest && (least..=white(end)).contains(&to))
    }
}

/// Nearly always the beginning of what follows tells.
const NEAR: usize = 4096;

/// Stands for what comes later, after a line end in any case: to tell moves from text, so much of it is wanted.
const BLANK_LINES: &[u8] = &[b'\n'; 256];

/// Stands for the worst that may come later: what closes a tag that was left open, with no blank line before it.
const CLOSED_TAG: &[u8] = b"x\"]";

fn piece(len: usize) -> Frame {
    Frame::without_attributes(len, RecordKind::Piece { first: true }, 0)
}

/// Whether it ends with a line end.
fn ends_line(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(|&byte| is_line_end(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Pgn;

    #[test]
    fn only_what_is_missing_is_added() {
        for (end, joint) in [
            ("", ""),
            ("1. e4 *", "\n\n"),
            ("1. e4 *\n", "\n"),
            ("1. e4 *\n\n", ""),
            ("1. e4 *\n \n", ""),
            ("[A \"\"]\r\n\r\n*", "\r\n\r\n"),
            ("[A \"\"]\r\n\r\n*\r\n", "\r\n"),
            ("[A \"\"]\r\r*\r\r", ""),
        ] {
            assert_eq!(missing(end.as_bytes(), Boundary::BlankLine), joint.as_bytes(), "{end:?}");
        }
    }

    /// LF after CR would be one line end, not two; blanks after the last line end belong to another line.
    #[test]
    fn what_is_added_makes_a_line_end_of_its_own() {
        assert_eq!(missing(b"[A \"\"]\r\r*\r", Boundary::BlankLine), b"\r");
        assert_eq!(missing(b"[A \"\"]\r\r*", Boundary::BlankLine), b"\r\r");
        assert_eq!(missing(b"1. e4 *\n  ", Boundary::BlankLine), b"\n\n");
        assert_eq!(missing(b"1. e4 *\r", Boundary::LineFeed), b"\n");
    }

    #[test]
    fn lines_need_no_blank_line() {
        assert_eq!(missing(b"8/8 w - -", Boundary::Line), b"\n");
        assert_eq!(missing(b"8/8 w - -\r\n", Boundary::Line), b"");
    }

    #[test]
    fn the_framing_tells_whether_records_stay_apart() {
        let joints = Joints::new(&Pgn, 1 << 20);
        let holds = |before: &str, after: &str| {
            let before = before.as_bytes();
            joints.holds(before, joints.missing(before), after.as_bytes())
        };
        assert!(holds("1. e4 *", "1. d4 *"));
        assert!(!holds("1. e4 e5", "1. d4 d5"));
        assert!(holds("1. e4 e5", "[Event \"b\"]\n\n*\n"));
        assert!(!holds("[Site \"a\"]\n", "[White \"b\"]\n\n*\n"));
        assert!(holds("[Site \"a\"]\n", "[Event \"b\"]\n\n*\n"));
        assert!(!holds("1. e4 {never", "[Event \"b\"]\n\n*\n"));
        assert!(holds("1. e4 {never", "[Event \"b\"]\n\n{b} *\n"));
        assert!(holds("1. e4 *\n\n; the end", "[Event \"b\"]\n\n*\n"));
    }
}
