//! A format that is read.

use std::any::{Any, TypeId};

use super::desk::Desk;
use super::line;
use super::sink::Sink;
use crate::fault::FaultKind;
use crate::game::Game;
use crate::play::{Movetext, Start};
use crate::record::{Attribute, Opening, Record, RecordKind, Step};
use crate::text::quoted::unescape;

/// How much of a beginning is kept, unless a format says otherwise: as much as any format here looks at.
const BEGINNING: usize = 56;

/// A format to read: where its records end, and what they say.
///
/// Both are pure functions, so they run anywhere and in any order.
pub trait Source: Any + Sync {
    /// What the user types.
    fn name(&self) -> &'static str;

    /// One line for the help.
    fn help(&self) -> &'static str;

    /// Whether an input that begins like this is of this format.
    fn recognises(&self, head: &[u8]) -> bool;

    /// Finds the first record of `input`; `at_end` says that nothing follows. The named values that it
    /// holds, [`Frame::attributes`] of them, are put after those that `attributes` holds: one buffer for
    /// many records is filled faster than one for each. Where there is no record, it stays as it was.
    ///
    /// Unless a format says otherwise, each line is a record, and those that are blank or begin with `#` are not games.
    ///
    /// [`Frame::attributes`]: crate::record::Frame::attributes
    fn frame(
        &self,
        input: &[u8],
        at_end: bool,
        limit: usize,
        attributes: &mut Vec<Attribute>,
    ) -> Step {
        let _ = attributes;
        line::frame(input, at_end, limit)
    }

    /// How many parts a record has that take more room than their text once they are read, attributes apart. It
    /// is asked for long records only.
    fn parts(&self, record: &[u8]) -> usize {
        let _ = record;
        0
    }

    /// Where to go on in the rest of a record that is too long, at `from` or after it, as far as `input` shows
    /// it. What stands before `from` may tell that a record begins there.
    fn resume(&self, input: &[u8], from: usize) -> Option<usize> {
        line::resume(input, from)
    }

    /// How many bytes at the end of the input may belong to the beginning of what [`resume`](Source::resume)
    /// looks for.
    fn undecided(&self, input: &[u8]) -> usize {
        input.len().min(BEGINNING)
    }

    /// Where a record begins in `input`, which may begin in the middle of one: the first place of
    /// which that is certain, whatever came before. No record is longer than `reach`.
    fn opening(&self, input: &[u8], reach: usize) -> Opening {
        let _ = reach;
        let keep = self.undecided(input);
        self.resume(input, 0).map_or(Opening::Beyond(input.len() - keep), Opening::At)
    }

    /// The text of a record's moves and the position they start from, for whoever wants more of them than their
    /// main line; none where there are no moves, or it is not known where they start.
    fn moves<'a>(&self, record: &Record<'a>) -> Option<(Start, Movetext<'a>)> {
        let _ = record;
        None
    }

    /// Reads a record.
    fn decode(&self, record: &Record<'_>, desk: &mut Desk) -> Game;

    /// What keeps its records apart.
    fn boundary(&self) -> Boundary {
        Boundary::Line
    }

    /// Where its records have named values.
    fn names(&self) -> Names {
        Names::Nowhere
    }

    /// What a record says under a name, escapes read; none where it says nothing.
    fn value(&self, record: &Record<'_>, name: &[u8]) -> Option<String> {
        record.text(name)
    }

    /// Hands over each name in a record, in their order, and what it says, escapes read; nothing where that cannot be told.
    fn each_value(&self, record: &Record<'_>, take: &mut TakeValue<'_>) {
        for attribute in record.attributes {
            let value = || unescape(&record.bytes[attribute.value()]);
            let value = attribute.is_whole().then(value);
            take(&record.bytes[attribute.name()], value.as_deref());
        }
    }

    /// What brings our cells in its records up to date, or takes them out; none for formats without
    /// a place for what we find out.
    fn editor(&self, strip: bool) -> Option<&'static dyn Sink> {
        let _ = strip;
        None
    }

    /// The same for cells of which some are [answers](crate::row::CellKind::Answer): where there is none, what the record
    /// says under that name stays. None for formats that do not tell them apart.
    fn answer_editor(&self) -> Option<&'static dyn Sink> {
        None
    }

    /// What takes named values out that are not ours, where the rest is read as before without them: those of columns
    /// of text, and ours with them.
    fn remover(&self) -> Option<&'static dyn Sink> {
        None
    }

    /// What the names of such files may end in besides its own name.
    fn other_endings(&self) -> &'static [&'static str] {
        &[]
    }
}

impl<'s> dyn Source + 's {
    /// Whether it is this format, and not one like it.
    #[must_use]
    pub fn is<S: Source>(&self) -> bool {
        self.type_id() == TypeId::of::<S>()
    }

    /// Whether both are the same format.
    #[must_use]
    pub fn is_same(&self, other: &dyn Source) -> bool {
        self.type_id() == other.type_id()
    }
}

/// Takes a name and what it says, for [`Source::each_value`].
pub type TakeValue<'a> = dyn FnMut(&[u8], Option<&[u8]>) + 'a;

/// What keeps the records of a format apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// A line end: each line is a record.
    Line,
    /// An LF: each line is a record, and a CR does not end it.
    LineFeed,
    /// A blank line, but only where the records say so: one may run on into the next, and framing has to
    /// be asked.
    BlankLine,
}

/// Where the records of a format have named values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// In attributes, which framing finds: the tags of PGN.
    Attributes,
    /// In operations that follow a position: the opcodes of EPD.
    Operations,
    /// Nowhere: a record is a position or moves, and nothing else.
    Nowhere,
}

/// Reads a record, unless it is but a piece of one that is too long: that is told once.
pub(crate) fn read(
    source: &dyn Source,
    record: &Record<'_>,
    limit: usize,
    desk: &mut Desk,
) -> Game {
    let RecordKind::Piece { first } = record.frame.kind else { return source.decode(record, desk) };
    let message = || {
        format!(
            "a record of more than {limit} bytes, or of too many tags or operations, is not read"
        )
    };
    let fault = first.then(|| record.fault(FaultKind::RecordTooLong, 0, message()));
    Game { faults: fault.into_iter().collect(), ..Game::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Epd, Pgn};

    #[test]
    fn a_format_is_known_by_its_type() {
        let (pgn, epd): (&dyn Source, &dyn Source) = (&Pgn, &Epd);
        assert!(pgn.is::<Pgn>() && !pgn.is::<Epd>());
        assert!(pgn.is_same(&Pgn) && !pgn.is_same(epd));
    }
}
