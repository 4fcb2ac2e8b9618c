//! Where games begin and end.
//!
//! In: bytes that begin where the last record ended. Out: the length of the
//! next record and where its tags and moves are. Records tile the input:
//! their lengths add up to it whatever it is, and they do not depend on how
//! the input was cut into reads.
//!
//! A record ends
//! - before a line that begins a tag, once moves have begun;
//! - on the line of its result marker, which stays with it;
//! - before `[Event` or a repeated name, after a blank line among tags;
//! - before `[Event` after a blank line in a comment that was never closed;
//! - before the end-of-file marks of a file that ended there.

use crate::record::{Frame, RecordKind, Step};
use crate::text::cpu::{self, Cpu, Op};

use super::event::event_behind_blank_line;
use super::section::Section;
use super::skip_moves;
use super::tag::{self, Lexed, Tag};
use crate::movetext::result::marker_around;
use crate::movetext::structure;
use crate::movetext::text_start::{TextStart, opens_game};
use crate::text::bytes::{
    CTRL_Z, before_blanks, behind_line_end, behind_mark, end_mark, is_blank, is_line_end,
    is_line_start, line_stop, skip_blanks, skip_white,
};

/// The scan stops: more bytes, or over the limit.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    More,
    TooLong,
}

type Scan<T> = Result<T, Stop>;

/// Finds the first record of `input`; `at_end` says that nothing follows it. Its tags are put after those
/// that `tags` holds.
#[must_use]
pub fn frame(input: &[u8], at_end: bool, limit: usize, tags: &mut Vec<Tag>) -> Step {
    let before = tags.len();
    let step = first(input, at_end, limit, tags);
    if let Step::Record(Frame { kind: RecordKind::Game, len, .. }) = step
        && let Some(mark) = end_mark(&input[..len])
    {
        tags.truncate(before);
        return first(&input[..mark], true, limit, tags);
    }
    step
}

fn first(input: &[u8], at_end: bool, limit: usize, tags: &mut Vec<Tag>) -> Step {
    let before = tags.len();
    let step = match cpu::run(Find { input, at_end, limit, tags }) {
        Ok(frame) if frame.len <= limit => return Step::Record(frame),
        Ok(_) | Err(Stop::TooLong) => Step::TooLong,
        Err(Stop::More) => Step::More,
    };
    tags.truncate(before);
    step
}

/// Finds a record.
struct Find<'a, 't> {
    input: &'a [u8],
    at_end: bool,
    limit: usize,
    tags: &'t mut Vec<Tag>,
}

impl Op for Find<'_, '_> {
    type Output = Scan<Frame>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Scan<Frame> {
        let Find { input, at_end, limit, tags } = self;
        Scanner { input, at_end, limit, cpu }.record(tags)
    }
}

struct Scanner<'a, C> {
    input: &'a [u8],
    at_end: bool,
    limit: usize,
    cpu: C,
}

impl<C: Cpu> Scanner<'_, C> {
    #[inline(always)]
    fn record(&self, tags: &mut Vec<Tag>) -> Scan<Frame> {
        // Nearly all records begin with an ordinary tag.
        let is_usual =
            self.input.first() == Some(&b'[') && tag::ordinary(self.cpu, self.input, 0).is_some();
        let beginning = if is_usual { Beginning::Tag(0) } else { self.beginning()? };
        match beginning {
            Beginning::Tag(first) => self.tagged(first, tags),
            Beginning::Other(frame) => Ok(frame),
        }
    }

    /// The place of the first tag, or a record that has none.
    #[inline(never)]
    fn beginning(&self) -> Scan<Beginning> {
        let start = behind_mark(self.input, 0);
        let mut at = start;
        let frame = loop {
            at = self.white(at)?;
            if at == self.input.len() {
                break self.rest(RecordKind::Empty);
            }
            match self.input[at] {
                b'[' if self.begins_tag(at)? => return Ok(Beginning::Tag(at)),
                b'{' => match self.comment(at)? {
                    Comment::Closed(end) => at = end,
                    Comment::Cut(end) => {
                        break Frame::without_attributes(end, RecordKind::Text, start);
                    }
                },
                b';' => at = self.line(at)?,
                b'%' if is_line_start(self.input, at) => at = self.line(at)?,
                CTRL_Z if at == skip_white(self.input, start) => break self.end_marks(at)?,
                CTRL_Z => break Frame::without_attributes(at, RecordKind::Empty, 0),
                _ => break self.untagged(start, at)?,
            }
        };
        Ok(Beginning::Other(frame))
    }

    /// The rest of the input as one record without tags.
    fn rest(&self, kind: RecordKind) -> Frame {
        Frame::without_attributes(self.input.len(), kind, 0)
    }

    /// A record that begins with neither a tag nor a comment, at `at`.
    fn untagged(&self, start: usize, at: usize) -> Scan<Frame> {
        let head = self.line_begin(self.head(start));
        match opens_game(&self.input[at..], self.at_end) {
            TextStart::More => Err(self.more(at)),
            TextStart::Moves => {
                let len = self.movetext(at)?;
                Ok(Frame::without_attributes(len, RecordKind::Game, head))
            }
            TextStart::Text => {
                let len = self.text(at)?;
                Ok(Frame::without_attributes(len, RecordKind::Text, head))
            }
        }
    }

    /// The first byte that is not white.
    fn head(&self, start: usize) -> usize {
        skip_white(self.input, start)
    }

    /// Where the line of `at` begins, after a byte-order mark.
    fn line_begin(&self, at: usize) -> usize {
        if at == self.input.len() { at } else { before_blanks(self.input, at) }
    }

    /// Text runs to the next line that begins a tag, or after a blank line a game.
    fn text(&self, mut at: usize) -> Scan<usize> {
        loop {
            at = self.line(at)?;
            let next = self.white(at)?;
            if next == self.input.len() {
                return Ok(next);
            }
            if self.input[next] == b'[' && self.begins_tag(next)? {
                return Ok(self.line_begin(next));
            }
            let blank_line = skip_blanks(self.input, at) != next;
            if blank_line && self.input[next] == b'1' {
                match opens_game(&self.input[next..], self.at_end) {
                    TextStart::More => return Err(self.more(next)),
                    TextStart::Moves => return Ok(self.line_begin(next)),
                    TextStart::Text => {}
                }
            }
            at = next;
        }
    }

    /// A record whose first tag stands at `first`.
    #[inline(always)]
    fn tagged(&self, first: usize, tags: &mut Vec<Tag>) -> Scan<Frame> {
        let mut section = Section::new(tags, self.limit);
        let mut at = first;
        loop {
            // Nearly all tags are ordinary: those go straight to their place.
            let added = match tag::ordinary(self.cpu, self.input, at) {
                Some(tag) => section.add(self.input, tag),
                None => match tag::any(self.input, at, self.at_end) {
                    Lexed::More => return Err(self.more(at)),
                    Lexed::Other => break,
                    Lexed::Tag(tag) => section.add(self.input, tag),
                },
            };
            match added {
                Some(end) => at = end,
                // As if nothing followed: how it is read must not depend on that.
                None => return Ok(section.game(section.end(), at)),
            }
            if let Some(next) = self.next_tag_line(at) {
                section.blank_line = false;
                at = next;
                continue;
            }
            let gap = self.gap(at)?;
            section.blank_line = gap.blank_line;
            match gap.next {
                Some(next) => at = next,
                None => break,
            }
        }
        let moves = section.end();
        let len = self.movetext(moves)?;
        Ok(section.game(moves, len))
    }

    /// The `[` directly on the line after a tag that ends at `at`: nearly every gap.
    #[inline]
    fn next_tag_line(&self, at: usize) -> Option<usize> {
        let next = behind_line_end(self.input, at);
        (next > at && self.input.get(next) == Some(&b'[')).then_some(next)
    }

    /// What lies between a tag that ends at `at` and the next `[`, if only
    /// white space and comments do.
    fn gap(&self, mut at: usize) -> Scan<Gap> {
        // Nearly always moves follow, after a blank line.
        if let Some(next) = behind_blank_line(self.input, at)
            && self.input.get(next).is_some_and(u8::is_ascii_digit)
        {
            return Ok(Gap { next: None, blank_line: true });
        }
        let mut blank_line = false;
        loop {
            let next = self.white(at)?;
            blank_line |= has_blank_line(&self.input[at..next]);
            at = next;
            let end = match self.input.get(at) {
                Some(b'[') => return Ok(Gap { next: Some(at), blank_line }),
                Some(b'{') => match self.comment(at)? {
                    Comment::Closed(end) => end,
                    Comment::Cut(_) => return Ok(Gap { next: None, blank_line }),
                },
                Some(b';') => self.line(at)?,
                Some(b'%') if is_line_start(self.input, at) => self.line(at)?,
                _ => return Ok(Gap { next: None, blank_line }),
            };
            at = end;
        }
    }

    /// Where the record ends whose moves begin at `at`.
    #[inline(always)]
    fn movetext(&self, mut at: usize) -> Scan<usize> {
        let mut depth = 0_usize;
        at = self.quiet(self.last_line_end(at));
        loop {
            at = self.structural(at)?;
            let Some(&byte) = self.input.get(at) else { return Ok(at) };
            match byte {
                b'{' => match self.comment(at)? {
                    Comment::Closed(end) => at = self.quiet(end),
                    Comment::Cut(end) => return Ok(end),
                },
                b';' => at = self.line_stop(at)?,
                b'(' => (depth, at) = (depth + 1, at + 1),
                b')' => (depth, at) = (depth.saturating_sub(1), at + 1),
                // Nothing ends in castling.
                b'-' if at > 0 && !self.input[at - 1].is_ascii_digit() => at += 1,
                b'*' | b'-' => match self.result(at)? {
                    Some(end) if depth == 0 => return self.behind_result(end),
                    Some(end) => at = end,
                    None => at += 1,
                },
                _ => match self.next_line(at)? {
                    NextLine::Tag(end) => return Ok(end),
                    NextLine::Moves(next) => at = self.quiet(next),
                },
            }
        }
    }

    /// The last of the line ends that stand at `at`: only what follows it can matter.
    fn last_line_end(&self, at: usize) -> usize {
        let ends = self.input[at..].iter().take_while(|&&byte| is_line_end(byte)).count();
        at + ends.saturating_sub(1)
    }

    /// After moves and comments among which no record can end. A comment that closes beyond the
    /// limit is none of them, as it may have been meant to close before.
    #[inline(always)]
    fn quiet(&self, at: usize) -> usize {
        let end = self.input.len().min(self.limit);
        if at < end { skip_moves::pass(self.cpu, &self.input[..end], at) } else { at }
    }

    /// The next byte that can matter in moves, or the end of the input.
    fn structural(&self, at: usize) -> Scan<usize> {
        let found = structure::structural(self.input, at);
        if found == self.input.len() && !self.at_end { Err(self.more(found)) } else { Ok(found) }
    }

    /// What the line after the line end at `at` is.
    fn next_line(&self, at: usize) -> Scan<NextLine> {
        let begin = behind_line_end(self.input, at);
        if begin > self.limit {
            return Err(Stop::TooLong);
        }
        match self.input.get(begin) {
            // A CR at the end of the bytes may be half of a CRLF.
            None if !self.at_end => Err(self.more(begin)),
            Some(b'%') => Ok(NextLine::Moves(self.line_stop(begin)?)),
            Some(&byte) if byte == b'[' || is_blank(byte) => {
                let first = skip_blanks(self.input, begin);
                if self.begins_tag(first)? {
                    Ok(NextLine::Tag(begin))
                } else {
                    Ok(NextLine::Moves(first))
                }
            }
            _ => Ok(NextLine::Moves(begin)),
        }
    }

    /// Where the result marker ends whose `*` or `-` stands at `at`.
    fn result(&self, at: usize) -> Scan<Option<usize>> {
        match marker_around(self.input, at) {
            Some(word) if word.end == self.input.len() && !self.at_end => Err(self.more(at)),
            Some(word) => Ok(Some(word.end)),
            None if at + 8 > self.input.len() && !self.at_end => Err(self.more(at)),
            None => Ok(None),
        }
    }

    /// The record's end after its result marker: the rest of the line, and
    /// comments that begin directly on the next one.
    fn behind_result(&self, mut at: usize) -> Scan<usize> {
        // Nearly always the next record follows, after a blank line.
        if let Some(next) = behind_blank_line(self.input, at)
            && self.input.get(next) == Some(&b'[')
        {
            return Ok(next);
        }
        loop {
            at = self.rest_of_line(at)?;
            let next = self.white(at)?;
            let blank_line = has_blank_line(&self.input[at..next]);
            let comment = matches!(self.input.get(next), Some(b'{' | b';'));
            if blank_line || !comment {
                return Ok(self.line_begin(next));
            }
            at = next;
        }
    }

    /// The place of the line end after `at`, comments counted as one thing.
    fn rest_of_line(&self, mut at: usize) -> Scan<usize> {
        loop {
            match self.input.get(at) {
                None if self.at_end => return Ok(at),
                None => return Err(self.more(at)),
                Some(b'{') => match self.comment(at)? {
                    Comment::Closed(end) => at = end,
                    Comment::Cut(end) => return Ok(end),
                },
                Some(b';') => return self.line_stop(at),
                Some(&byte) if is_line_end(byte) => return Ok(at),
                Some(_) => at += 1,
            }
        }
    }

    /// The comment whose `{` stands at `open`; nearly always the next brace closes it.
    #[inline(always)]
    fn comment(&self, open: usize) -> Scan<Comment> {
        let last = open.saturating_add(self.limit).min(self.input.len());
        let brace = structure::brace(&self.input[..last], (open + 1).min(last));
        match self.input[..last].get(brace) {
            Some(b'}') => Ok(Comment::Closed(brace + 1)),
            _ => self.odd_comment(open, brace, last),
        }
    }

    /// The same where the next thing is another `{`, or `last`, after which it is not looked for.
    ///
    /// It was never closed if another `{` comes before its `}` and an `[Event "`
    /// after a blank line before that, or if no `}` comes at all.
    #[inline(never)]
    fn odd_comment(&self, open: usize, mut brace: usize, last: usize) -> Scan<Comment> {
        let mut at = open + 1;
        while brace < last {
            if self.input[brace] == b'}' {
                return Ok(Comment::Closed(brace + 1));
            }
            if let Some(event) = event_behind_blank_line(self.input, at, brace) {
                return Ok(Comment::Cut(event));
            }
            at = brace + 1;
            brace = structure::brace(&self.input[..last], at);
        }
        let over = last < self.input.len();
        if !over && !self.at_end {
            return Err(Stop::More);
        }
        match event_behind_blank_line(self.input, open, last) {
            Some(event) => Ok(Comment::Cut(event)),
            None if over => Err(Stop::TooLong),
            None => Ok(Comment::Cut(last)),
        }
    }

    fn white(&self, at: usize) -> Scan<usize> {
        let next = skip_white(self.input, at);
        if next == self.input.len() && !self.at_end { Err(self.more(next)) } else { Ok(next) }
    }

    /// The place of the line end at or after `at`.
    fn line_stop(&self, at: usize) -> Scan<usize> {
        let stop = line_stop(self.input, at);
        if stop == self.input.len() && !self.at_end { Err(self.more(stop)) } else { Ok(stop) }
    }

    /// The beginning of the next line.
    fn line(&self, at: usize) -> Scan<usize> {
        let stop = self.line_stop(at)?;
        let next = behind_line_end(self.input, stop);
        if next == self.input.len() && !self.at_end { Err(self.more(next)) } else { Ok(next) }
    }

    fn begins_tag(&self, at: usize) -> Scan<bool> {
        tag::begins(self.input, at, self.at_end).ok_or_else(|| self.more(at))
    }

    /// The end-of-file marks from `at` on, with the white space around them.
    fn end_marks(&self, mut at: usize) -> Scan<Frame> {
        while self.input.get(at) == Some(&CTRL_Z) {
            at = self.white(at + 1)?;
        }
        Ok(Frame::without_attributes(self.line_begin(at), RecordKind::Empty, 0))
    }

    /// More bytes, unless the record has had its share.
    fn more(&self, at: usize) -> Stop {
        if at > self.limit { Stop::TooLong } else { Stop::More }
    }
}

/// How a record begins.
enum Beginning {
    Tag(usize),
    Other(Frame),
}

enum Comment {
    Closed(usize),
    Cut(usize),
}

enum NextLine {
    /// Begins a tag; the record ends here.
    Tag(usize),
    /// More moves.
    Moves(usize),
}

struct Gap {
    next: Option<usize>,
    blank_line: bool,
}

/// The place after the two line ends that stand at `at`, if they do.
fn behind_blank_line(input: &[u8], at: usize) -> Option<usize> {
    let line = behind_line_end(input, at);
    let next = behind_line_end(input, line);
    (line > at && next > line).then_some(next)
}

/// Whether a blank line lies in white space that begins after text.
fn has_blank_line(white: &[u8]) -> bool {
    let first = white.iter().position(|&byte| is_line_end(byte));
    first.is_some_and(|at| white[behind_line_end(white, at)..].iter().any(|&b| is_line_end(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cpu::Any;

    /// Games of all shapes, cut everywhere.
    #[test]
    fn every_processor_finds_the_same_record() {
        let comment = "x".repeat(150);
        for text in [
            format!(
                "[Event \"a\"]\n[White \"{comment}\"]\n\n1. e4 {{{comment}}} e5 O-O 1-0\n\n[Event"
            ),
            format!("1. e4 ({comment}) {{ {comment} {{ }} 1/2-1/2\r\n\r\n"),
            format!("[A \"\"]\r\n[B \"x\\\"y\"]\r\n\r\n{}*\r\n", "1. e4 e5\r\n".repeat(20)),
        ] {
            for end in 0..=text.len() {
                for at_end in [false, true] {
                    let input = &text.as_bytes()[..end];
                    let [mut some, mut same] = [Vec::new(), Vec::new()];
                    let any = Find { input, at_end, limit: 400, tags: &mut some }.run(Any);
                    let best = cpu::run(Find { input, at_end, limit: 400, tags: &mut same });
                    assert_eq!((any, some), (best, same), "{}", &text[..end]);
                }
            }
        }
    }
}
