//! The bytes of one game or one line, untouched, and where they are.
//!
//! A [`Frame`] says where a record ends, and how many attributes it has; a [`Record`]
//! is a frame laid over its bytes, with its attributes. Which format it is of, only its source knows.

pub(crate) mod attribute;
mod line;

use std::ops::Range;

use crate::fault::{Fault, FaultKind, Place};
use crate::text::encoding::{append, brief, text};
use crate::text::quoted::unescape;
use crate::text::survey::Survey;

pub use self::attribute::{Attribute, Flaw};
pub use self::line::Line;
pub(crate) use self::line::Lines;

/// Where the next record of an input ends, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its length in bytes, never zero.
    pub len: usize,
    /// What it is.
    pub kind: RecordKind,
    /// How many attributes it has.
    pub attributes: usize,
    /// Where the moves begin; without attributes this is the start of their line.
    pub moves: usize,
}

impl Frame {
    /// A record without attributes.
    #[must_use]
    pub const fn without_attributes(len: usize, kind: RecordKind, moves: usize) -> Frame {
        Frame { len, kind, attributes: 0, moves }
    }
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A game, a study or a position.
    Game,
    /// White space and comments.
    Empty,
    /// Text that is not a game.
    Text,
    /// A piece of a record that is too long to be held; only the first one is reported.
    Piece {
        /// Whether the record begins with it.
        first: bool,
    },
}

/// What a source finds at the beginning of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A whole record.
    Record(Frame),
    /// The bytes end before the record does.
    More,
    /// The record does not end within the limit.
    TooLong,
}

/// Where the first record begins in bytes that may begin in the middle of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Here.
    At(usize),
    /// Here, unless it is in a comment: it is if the first brace of what follows closes. What stands
    /// before `from` is not needed any more to say so again.
    Unless {
        /// Where it begins.
        at: usize,
        /// From where on bytes are needed.
        from: usize,
    },
    /// Not before here. More bytes are needed, and those before it are not any more.
    Beyond(usize),
}

/// One record.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// All of its bytes.
    pub bytes: &'a [u8],
    /// What it is, and where its moves are.
    pub frame: Frame,
    /// Its attributes, in order.
    pub attributes: &'a [Attribute],
    /// Where it begins in the file.
    pub offset: u64,
    /// The line on which it begins.
    pub line: Line<'a>,
    /// Its number among the games of the file, from 1; for other records
    /// the number of the game before.
    pub number: u64,
    /// Whether the input ends with it.
    pub is_last: bool,
    /// Whether a NUL byte may be in it, as there is one in its chunk.
    pub may_have_nul: bool,
}

impl<'a> Record<'a> {
    /// Whether it is a game, and not what lies between games.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.frame.kind == RecordKind::Game
    }

    /// The number of the line on which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line.number()
    }

    /// The first NUL byte at or after a place.
    #[must_use]
    pub fn nul(&self, from: usize) -> Option<usize> {
        let found = || memchr::memchr(0, &self.bytes[from..]);
        self.may_have_nul.then(found).flatten().map(|at| from + at)
    }

    /// From the first attribute to after the last; empty at the moves where there are none.
    #[must_use]
    pub fn section(&self) -> Range<usize> {
        match self.attributes {
            [first, .., last] => first.span().start..last.span().end,
            [only] => only.span(),
            [] => self.frame.moves..self.frame.moves,
        }
    }

    /// The value of the first whole attribute with this name, escapes untouched.
    #[must_use]
    pub fn attribute(&self, name: &[u8]) -> Option<&'a [u8]> {
        self.attributes
            .iter()
            .find(|attribute| attribute.is_whole() && &self.bytes[attribute.name()] == name)
            .map(|attribute| &self.bytes[attribute.value()])
    }

    /// The same as text: escapes read, and bytes that are not UTF-8 taken for Latin-1.
    #[must_use]
    pub fn text(&self, name: &[u8]) -> Option<String> {
        self.attribute(name).map(|value| text(&unescape(value)))
    }

    /// Appends the same text; returns whether there is such an attribute.
    pub(crate) fn append_text(&self, name: &[u8], out: &mut Vec<u8>) -> bool {
        self.attribute(name).map(|value| append(&unescape(value), out)).is_some()
    }

    /// `White - Black`.
    #[must_use]
    pub fn players(&self) -> Option<String> {
        self.names(text)
    }

    fn names(&self, text: fn(&[u8]) -> String) -> Option<String> {
        let side = |name: &[u8]| self.attribute(name).map(|value| text(&unescape(value)));
        let (white, black) = (side(b"White"), side(b"Black"));
        let name = |side: Option<String>| side.unwrap_or_else(|| "?".into());
        (white.is_some() || black.is_some()).then(|| format!("{} - {}", name(white), name(black)))
    }

    /// A fault at a byte of this record.
    #[must_use]
    pub fn fault(&self, kind: FaultKind, at: usize, message: impl Into<String>) -> Fault {
        let at = at.min(self.bytes.len());
        let place = Place {
            line: self.line() + Survey::of(None, &self.bytes[..at]).lines,
            offset: self.offset + at as u64,
            game: self.is_game().then_some(self.number),
            players: if self.is_game() { self.names(brief) } else { None },
        };
        Fault::new(kind, place, message)
    }
}
