//! What a record begins and ends with, as far as its neighbours are concerned.

use super::{Joints, ends_line};
use crate::game::Marker;
use crate::record::{Attribute, Frame, Record, RecordKind, Step};
use crate::text::bytes::{is_white, line_stop};

/// What a record begins with; the later ones keep more records apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beginning {
    /// Moves, text or a comment.
    Other,
    /// A tag.
    Tag,
    /// `[Event "`
    Event,
    /// The same, and the next brace opens a comment.
    Comment,
}

/// What a record must be followed by, if it is to end where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Anything: a result marker ends it.
    Any,
    /// A tag: its moves have no end of their own.
    Tag,
    /// `[Event "`: its tags could go on.
    Event,
    /// A game with a comment: without one, its own comment might have been meant to go on.
    Comment,
    /// Nothing.
    Nothing,
    /// Not even nothing: it is another record, or several, without what followed it in its input.
    Never,
}

/// Both ends of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// What it begins with.
    pub beginning: Beginning,
    /// What must follow it.
    pub ending: Ending,
    /// Whether it is so ordinary that nobody needs to ask how it is read beside another such record.
    pub is_plain: bool,
}

impl Ending {
    /// Whether a record with this beginning may follow.
    #[must_use]
    pub const fn takes(self, beginning: Beginning) -> bool {
        self as u8 <= beginning as u8
    }
}

/// What may follow a record: an example of each, the most general first.
const EXAMPLES: [(Ending, &[u8]); 4] = [
    (Ending::Any, b"x"),
    (Ending::Tag, b"[Q-q \""),
    (Ending::Event, b"[Event \"a\"]\n\n*\n\n"),
    (Ending::Comment, b"[Event \"a\"]\n\n{"),
];

impl Ends {
    /// Of a record without anything to be careful about: a line.
    pub const LINE: Ends =
        Ends { beginning: Beginning::Other, ending: Ending::Any, is_plain: true };

    /// Of bytes that are not read by themselves: a piece of a record that is too long.
    pub const PIECE: Ends =
        Ends { beginning: Beginning::Other, ending: Ending::Nothing, is_plain: false };

    /// As numbers, for a file.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 3] {
        [self.beginning as u8, self.ending as u8, self.is_plain as u8]
    }

    /// Out of these numbers.
    #[must_use]
    pub const fn from_bytes([beginning, ending, is_plain]: [u8; 3]) -> Ends {
        let beginning = match beginning {
            0 => Beginning::Other,
            1 => Beginning::Tag,
            2 => Beginning::Event,
            _ => Beginning::Comment,
        };
        let ending = match ending {
            0 => Ending::Any,
            1 => Ending::Tag,
            2 => Ending::Event,
            3 => Ending::Comment,
            4 => Ending::Nothing,
            _ => Ending::Never,
        };
        Ends { beginning, ending, is_plain: is_plain != 0 }
    }
}

impl Joints<'_> {
    /// The ends of a record.
    #[must_use]
    pub fn ends(&self, record: &Record<'_>) -> Ends {
        self.ends_with(record.bytes, &[record.frame], record.attributes)
    }

    /// The ends of records that stay together, as they stood in their input.
    #[must_use]
    pub fn ends_of(&self, bytes: &[u8], frames: &[Frame]) -> Ends {
        let mut tags = Vec::new();
        match self.source.frame(bytes, true, self.reach, &mut tags) {
            Step::Record(first) if frames.len() == 1 => self.ends_with(bytes, &[first], &tags),
            _ => self.ends_with(bytes, frames, &tags),
        }
    }

    /// `tags` are those of the first record.
    fn ends_with(&self, bytes: &[u8], frames: &[Frame], tags: &[Attribute]) -> Ends {
        match frames {
            // What the input ends with may follow a line on the same line.
            _ if !self.runs_on() => Ends { is_plain: ends_line(bytes), ..Ends::LINE },
            [frame] if is_plain(bytes, frame, tags) => {
                let beginning = beginning(bytes, 0);
                Ends { beginning, ending: Ending::Any, is_plain: true }
            }
            _ => self.odd_ends(bytes, frames, tags.first()),
        }
    }

    /// The framing itself is asked.
    fn odd_ends(&self, bytes: &[u8], frames: &[Frame], tag: Option<&Attribute>) -> Ends {
        let first = tag.map(|tag| tag.span().start);
        let first = first.filter(|&first| bytes[..first].iter().all(|&byte| is_white(byte)));
        let beginning = first.map_or(Beginning::Other, |first| careful_beginning(bytes, first));
        Ends { beginning, ending: self.ending(bytes, frames), is_plain: false }
    }

    fn ending(&self, bytes: &[u8], frames: &[Frame]) -> Ending {
        let alone = self.records(bytes, true, usize::MAX);
        let same = |one: &Frame, other: &Frame| one.len == other.len && one.kind == other.kind;
        let is_same =
            alone.len() == frames.len() && alone.iter().zip(frames).all(|(a, b)| same(a, b));
        if !is_same {
            return Ending::Never;
        }
        let joint = self.missing(bytes);
        let found = EXAMPLES.iter().find(|(_, after)| self.holds(bytes, joint, after));
        found.map_or(Ending::Nothing, |&(ending, _)| ending)
    }
}

fn beginning(bytes: &[u8], first: usize) -> Beginning {
    if bytes[first..].starts_with(b"[Event \"") { Beginning::Event } else { Beginning::Tag }
}

fn careful_beginning(bytes: &[u8], first: usize) -> Beginning {
    let brace = memchr::memchr2(b'{', b'}', bytes).map(|at| bytes[at]);
    match beginning(bytes, first) {
        Beginning::Event if brace == Some(b'{') => Beginning::Comment,
        other => other,
    }
}

/// Whether a record is a game as nearly all are: sound tags from its first byte on, moves with all that is
/// opened closed again, and a result marker at the end of a line.
fn is_plain(bytes: &[u8], frame: &Frame, tags: &[Attribute]) -> bool {
    frame.kind == RecordKind::Game
        && frame.len == bytes.len()
        && tags.first().is_some_and(|tag| tag.span().start == 0)
        && tags.iter().all(|tag| tag.flaw.is_none())
        && ends_line(bytes)
        && ends_with_marker(&bytes[frame.moves..])
        && is_closed(&bytes[frame.moves..])
}

fn ends_with_marker(moves: &[u8]) -> bool {
    let text = moves.trim_ascii_end();
    let word = text.iter().rposition(|&byte| is_white(byte)).map_or(0, |at| at + 1);
    let line = text.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    Marker::from_ascii(&text[word..]).is_some()
        && text[line] != b'%'
        // On the line of the marker, nothing but itself ends the moves.
        && line_stop(text, line) == text.len()
}

/// Whether all parentheses and braces are closed, and no comment runs to the end of its line.
fn is_closed(moves: &[u8]) -> bool {
    if memchr::memchr(b';', moves).is_some() {
        return false;
    }
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(found) = memchr::memchr3(b'(', b')', b'{', &moves[at..]) {
        at += found + 1;
        match moves[at - 1] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => match memchr::memchr(b'}', &moves[at..]) {
                Some(close) => at += close + 1,
                None => return false,
            },
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Pgn;
    use crate::run::Chunks;

    fn ends(text: &str) -> Ends {
        let joints = Joints::new(&Pgn, 1 << 20);
        let mut chunks = Chunks::new(text.as_bytes(), &Pgn, 1 << 20);
        let chunk = chunks.next().expect("a chunk").expect("reading from memory");
        let record = chunk.records().next().expect("a record");
        assert_eq!(record.bytes.len(), text.len(), "{text:?} is one record");
        joints.ends(&record)
    }

    #[test]
    fn records_are_known_by_their_ends() {
        use Beginning as B;
        use Ending as E;
        for (text, beginning, ending, is_plain) in [
            ("[Event \"a\"]\n\n1. e4 *\n", B::Event, E::Any, true),
            ("[Site \"a\"]\n\n1. e4 (1. d4 {x}) {)} *\n\n", B::Tag, E::Any, true),
            ("[Site \"a\"]\n\n1. e4 *", B::Tag, E::Any, false),
            ("[Site \"a\"]\n\n1. e4 ; 1-0\n", B::Tag, E::Tag, false),
            ("[Site \"a\"]\n\n1. e4 (1. d4 1-0\n", B::Tag, E::Tag, false),
            ("[Site \"a\"]\n\n1. e4\n% 1-0\n", B::Tag, E::Tag, false),
            ("1. e4 e5", B::Other, E::Tag, false),
            ("1. e4 *", B::Other, E::Any, false),
            ("[Site \"a\"]\n", B::Tag, E::Event, false),
            ("\n[Event \"a\"]\n\n1. e4 {x", B::Comment, E::Comment, false),
            ("[Site \"a\"]\n\n1. e4 {x", B::Tag, E::Comment, false),
            ("some text", B::Other, E::Tag, false),
        ] {
            assert_eq!(ends(text), Ends { beginning, ending, is_plain }, "{text:?}");
        }
    }

    #[test]
    fn ends_come_back_from_a_file() {
        for ends in [Ends::LINE, Ends::PIECE, ends("[Event \"a\"]\n\n{x"), ends("[Site \"a\"]\n")] {
            assert_eq!(Ends::from_bytes(ends.to_bytes()), ends);
        }
    }
}
