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
//! - before `[Event` or a repeated name, behind a blank line among tags;
//! - before `[Event` behind a blank line in a comment that was never closed.

use std::collections::HashSet;

use crate::record::{Frame, Kind, Opening, Step};

use super::bytes::{
    BOM, before_blanks, behind_line_end, is_line_end, is_line_start, is_white, line_stop,
    skip_blanks, skip_white,
};
use super::tag::{self, Lexed, Tag};
use super::token::{self, Opener};
use super::vector;

/// The scan stops: more bytes, or over the limit.
enum Stop {
    More,
    TooLong,
}

type Scan<T> = Result<T, Stop>;

/// The old end-of-file mark of DOS, Ctrl-Z.
pub const CTRL_Z: u8 = 0x1a;

/// Finds the first record of `input`; `at_end` says that nothing follows it.
#[must_use]
pub fn frame(input: &[u8], at_end: bool, limit: usize) -> Step {
    match (Scanner { input, at_end, limit }).record() {
        Ok(frame) if frame.len <= limit => Step::Record(frame),
        Ok(_) | Err(Stop::TooLong) => Step::TooLong,
        Err(Stop::More) => Step::More,
    }
}

/// Where the next game begins in the rest of a record that is too long: the
/// first `[Event "` behind a blank line. Comments do not count, for one that
/// was never closed is the usual reason for such a record.
#[must_use]
pub fn resume(input: &[u8]) -> Option<usize> {
    event_behind_blank_line(input, 0, input.len())
}

/// Where the first game begins in bytes that may begin in the middle of one: at the first
/// `[Event "` behind a blank line that is in no comment. It is in one if the next brace closes.
#[must_use]
pub fn opening(input: &[u8], at_end: bool) -> Opening {
    let mut from = 0;
    while let Some(at) = event_behind_blank_line(input, from, input.len()) {
        let ahead = &input[at..input.len().min(at + AHEAD)];
        match memchr::memchr2(b'{', b'}', ahead) {
            Some(brace) if ahead[brace] == b'}' => from = at + brace + 1,
            None if ahead.len() < AHEAD && !at_end => {
                return Opening::Beyond(at.saturating_sub(FAR));
            }
            _ => return Opening::At(at),
        }
    }
    Opening::Beyond(input.len() - if at_end { 0 } else { undecided(input) })
}

/// How far behind an `[Event "` to look for the brace that tells whether it is in a comment.
const AHEAD: usize = 64 << 10;

/// How many bytes at the end of the input may belong to the beginning of what
/// [`resume`] looks for: its text, and the white space before it.
#[must_use]
pub fn undecided(input: &[u8]) -> usize {
    input.len().min(FAR + EVENT.len())
}

const EVENT: &[u8] = b"[Event \"";

/// More white space than this before a tag is no record's usual beginning.
const FAR: usize = 48;

/// The first `[Event "` behind a blank line within `from..to`.
fn event_behind_blank_line(input: &[u8], from: usize, to: usize) -> Option<usize> {
    // To set up the search takes longer than to see that there is no room.
    if to - from < EVENT.len() {
        return None;
    }
    memchr::memmem::find_iter(&input[from..to], EVENT)
        .map(|found| from + found)
        .find(|&at| is_behind_blank_line(input, at))
}

/// Whether only blanks and at least two line ends stand directly before `at`.
fn is_behind_blank_line(input: &[u8], at: usize) -> bool {
    let mut ends = 0;
    let mut place = at;
    while place > 0 && at - place < FAR && is_white(input[place - 1]) && ends < 2 {
        place -= 1;
        let pair = input[place] == b'\n' && place > 0 && input[place - 1] == b'\r';
        place -= usize::from(pair);
        ends += usize::from(is_line_end(input[place]));
    }
    ends == 2
}

struct Scanner<'a> {
    input: &'a [u8],
    at_end: bool,
    limit: usize,
}

impl Scanner<'_> {
    fn record(&self) -> Scan<Frame> {
        let start = if self.input.starts_with(BOM) { BOM.len() } else { 0 };
        let mut at = start;
        loop {
            at = self.white(at)?;
            if at == self.input.len() {
                return Ok(self.rest(Kind::Empty));
            }
            match self.input[at] {
                b'[' if self.begins_tag(at)? => return self.tagged(at),
                b'{' => match self.comment(at)? {
                    Comment::Closed(end) => at = end,
                    Comment::Cut(end) => return Ok(self.without_tags(end, Kind::Text, start)),
                },
                b';' => at = self.line(at)?,
                b'%' if is_line_start(self.input, at) => at = self.line(at)?,
                CTRL_Z if self.only_white_behind(at + 1)? => at += 1,
                _ => return self.untagged(start, at),
            }
        }
    }

    /// The rest of the input as one record without tags.
    fn rest(&self, kind: Kind) -> Frame {
        self.without_tags(self.input.len(), kind, 0)
    }

    fn without_tags(&self, len: usize, kind: Kind, moves: usize) -> Frame {
        Frame { len, kind, tags: Vec::new(), moves }
    }

    /// A record that begins with neither a tag nor a comment, at `at`.
    fn untagged(&self, start: usize, at: usize) -> Scan<Frame> {
        let head = self.line_begin(self.head(start));
        match token::opens_game(&self.input[at..], self.at_end) {
            Opener::More => Err(self.more(at)),
            Opener::Moves => {
                let len = self.movetext(at)?;
                Ok(self.without_tags(len, Kind::Game, head))
            }
            Opener::Text => {
                let len = self.text(at)?;
                Ok(self.without_tags(len, Kind::Text, head))
            }
        }
    }

    /// The first byte that is not white.
    fn head(&self, start: usize) -> usize {
        skip_white(self.input, start)
    }

    /// Where the line of `at` begins, behind a byte-order mark.
    fn line_begin(&self, at: usize) -> usize {
        if at == self.input.len() { at } else { before_blanks(self.input, at) }
    }

    /// Text runs to the next line that begins a tag, or behind a blank line a game.
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
                match token::opens_game(&self.input[next..], self.at_end) {
                    Opener::More => return Err(self.more(next)),
                    Opener::Moves => return Ok(self.line_begin(next)),
                    Opener::Text => {}
                }
            }
            at = next;
        }
    }

    /// A record whose first tag stands at `first`.
    fn tagged(&self, first: usize) -> Scan<Frame> {
        let mut section = Section::default();
        let mut at = first;
        loop {
            match tag::lex(self.input, at, self.at_end) {
                Lexed::More => return Err(self.more(at)),
                Lexed::Other => break,
                Lexed::Tag(tag) => {
                    if section.is_over(self.input, &self.input[tag.name()]) {
                        return Ok(self.game(section.tags, at, at));
                    }
                    at = tag.span().end;
                    section.push(self.input, tag);
                }
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
        Ok(self.game(section.tags, moves, len))
    }

    fn game(&self, tags: Vec<Tag>, moves: usize, len: usize) -> Frame {
        Frame { len, kind: Kind::Game, tags, moves }
    }

    /// The `[` directly on the line behind a tag that ends at `at`: nearly every gap.
    #[inline]
    fn next_tag_line(&self, at: usize) -> Option<usize> {
        let next = behind_line_end(self.input, at);
        (next > at && self.input.get(next) == Some(&b'[')).then_some(next)
    }

    /// What lies between a tag that ends at `at` and the next `[`, if only
    /// white space and comments do.
    fn gap(&self, mut at: usize) -> Scan<Gap> {
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
    fn movetext(&self, mut at: usize) -> Scan<usize> {
        let mut depth = 0_usize;
        loop {
            at = self.structural(at)?;
            let Some(&byte) = self.input.get(at) else { return Ok(at) };
            match byte {
                b'{' => match self.comment(at)? {
                    Comment::Closed(end) => at = end,
                    Comment::Cut(end) => return Ok(end),
                },
                b';' => at = self.line_stop(at)?,
                b'(' => (depth, at) = (depth + 1, at + 1),
                b')' => (depth, at) = (depth.saturating_sub(1), at + 1),
                b'*' | b'-' => match self.result(at)? {
                    Some(end) if depth == 0 => return self.behind_result(end),
                    Some(end) => at = end,
                    None => at += 1,
                },
                _ => match self.next_line(at)? {
                    Line::Tag(end) => return Ok(end),
                    Line::Moves(next) => at = next,
                },
            }
        }
    }

    /// The next byte that can matter in moves, or the end of the input.
    fn structural(&self, at: usize) -> Scan<usize> {
        let found = vector::structural(self.input, at);
        if found == self.input.len() && !self.at_end { Err(self.more(found)) } else { Ok(found) }
    }

    /// What the line behind the line end at `at` is.
    fn next_line(&self, at: usize) -> Scan<Line> {
        let begin = behind_line_end(self.input, at);
        if begin > self.limit {
            return Err(Stop::TooLong);
        }
        match self.input.get(begin) {
            // A CR at the end of the bytes may be half of a CRLF.
            None if !self.at_end => Err(self.more(begin)),
            Some(b'%') => Ok(Line::Moves(self.line_stop(begin)?)),
            Some(b'[' | b' ' | b'\t') => {
                let first = skip_blanks(self.input, begin);
                if self.begins_tag(first)? { Ok(Line::Tag(begin)) } else { Ok(Line::Moves(first)) }
            }
            _ => Ok(Line::Moves(begin)),
        }
    }

    /// Where the result marker ends whose `*` or `-` stands at `at`.
    fn result(&self, at: usize) -> Scan<Option<usize>> {
        match token::marker_around(self.input, at) {
            Some(word) if word.end == self.input.len() && !self.at_end => Err(self.more(at)),
            Some(word) => Ok(Some(word.end)),
            None if at + 8 > self.input.len() && !self.at_end => Err(self.more(at)),
            None => Ok(None),
        }
    }

    /// The record's end behind its result marker: the rest of the line, and
    /// comments that begin directly on the next one.
    fn behind_result(&self, mut at: usize) -> Scan<usize> {
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

    /// The place of the line end behind `at`, comments counted as one thing.
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

    /// The comment whose `{` stands at `open`.
    ///
    /// It was never closed if another `{` comes before its `}` and an `[Event "`
    /// behind a blank line before that, or if no `}` comes at all.
    fn comment(&self, open: usize) -> Scan<Comment> {
        let last = open.saturating_add(self.limit).min(self.input.len());
        let mut at = open + 1;
        while let Some(found) = memchr::memchr2(b'{', b'}', &self.input[at.min(last)..last]) {
            let brace = at + found;
            if self.input[brace] == b'}' {
                return Ok(Comment::Closed(brace + 1));
            }
            if let Some(event) = event_behind_blank_line(self.input, at, brace) {
                return Ok(Comment::Cut(event));
            }
            at = brace + 1;
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

    fn only_white_behind(&self, at: usize) -> Scan<bool> {
        Ok(self.white(at)? == self.input.len())
    }

    /// More bytes, unless the record has had its share.
    fn more(&self, at: usize) -> Stop {
        if at > self.limit { Stop::TooLong } else { Stop::More }
    }
}

enum Comment {
    Closed(usize),
    Cut(usize),
}

enum Line {
    /// Begins a tag; the record ends here.
    Tag(usize),
    /// More moves.
    Moves(usize),
}

struct Gap {
    next: Option<usize>,
    blank_line: bool,
}

/// Whether a blank line lies in white space that begins behind text.
fn has_blank_line(white: &[u8]) -> bool {
    let first = white.iter().position(|&byte| is_line_end(byte));
    first.is_some_and(|at| white[behind_line_end(white, at)..].iter().any(|&b| is_line_end(b)))
}

/// How the names of our tags begin.
const OWN: &[u8] = b"GBR";

/// The tags of a record as far as they have been read.
#[derive(Default)]
struct Section<'a> {
    tags: Vec<Tag>,
    blank_line: bool,
    /// Names so far: filled only once a blank line makes them matter.
    names: Option<HashSet<&'a [u8]>>,
}

impl<'a> Section<'a> {
    /// Whether a tag with this name begins another game.
    fn is_over(&mut self, input: &'a [u8], name: &[u8]) -> bool {
        // Tags of ours come and go; where games begin must not depend on them.
        if !self.blank_line || self.tags.is_empty() || name.starts_with(OWN) {
            return false;
        }
        let tags = &self.tags;
        let names =
            self.names.get_or_insert_with(|| tags.iter().map(|tag| &input[tag.name()]).collect());
        name == b"Event" || names.contains(name)
    }

    fn push(&mut self, input: &'a [u8], tag: Tag) {
        if self.tags.is_empty() {
            // Room for what most games have.
            self.tags.reserve(20);
        }
        self.tags.push(tag);
        if let Some(names) = &mut self.names {
            names.insert(&input[tag.name()]);
        }
    }

    /// Behind the last tag.
    fn end(&self) -> usize {
        self.tags.last().map_or(0, |tag| tag.span().end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_an_event_behind_a_blank_line_and_in_no_comment() {
        let at = |text: &'static str| match opening(text.as_bytes(), true) {
            Opening::At(at) => Some(&text[at..at + 10]),
            Opening::Beyond(all) => {
                assert_eq!(all, text.len());
                None
            }
        };
        assert_eq!(at("2. d4 *\n\n[Event \"a\"]\n\n1. e4 {b} *\n"), Some("[Event \"a\""));
        assert_eq!(at("2. d4 *\r\n \r\n[Event \"a\"]"), Some("[Event \"a\""));
        assert_eq!(at("[Event \"a\"]\n\n*\n\n[Event \"b\"]"), Some("[Event \"b\""));
        assert_eq!(at("x\n[Event \"a\"]\n\n*\n\n[Site \"b\"]"), None);
        assert_eq!(at("in\n\n[Event \"a\"] a comment} *\n\n[Event \"b\"]"), Some("[Event \"b\""));
        assert_eq!(at("{never\n\n[Event \"a\"]\n\n1. e4 {b} *"), Some("[Event \"a\""));
        assert_eq!(at(""), None);
    }

    #[test]
    fn an_opening_is_the_same_however_the_bytes_come() {
        let text =
            b"{x\n\n[Event \"no\"] } *\n\n \n[Event \"a\"]\n\n1. e4 {b} *\n\n[Event \"c\"]\n";
        let whole = opening(text, true);
        for step in 1..text.len() {
            let (mut begin, mut end) = (0, 0);
            let found = loop {
                end = (end + step).min(text.len());
                match opening(&text[begin..end], end == text.len()) {
                    Opening::At(at) => break Opening::At(begin + at),
                    Opening::Beyond(keep) if end == text.len() => break Opening::Beyond(keep),
                    Opening::Beyond(keep) => begin += keep,
                }
            };
            assert_eq!(found, whole, "{step} bytes at a time");
        }
    }
}
