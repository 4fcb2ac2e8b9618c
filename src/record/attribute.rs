//! A named value that stands in a record, such as a tag of PGN: where it is, and what is odd about it.
//!
//! A format that has such values finds them while it frames a record; nobody else knows how they are written.

use std::ops::Range;

/// Where the parts of a named value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub(crate) span: ShortRange,
    pub(crate) name: ShortRange,
    pub(crate) value: ShortRange,
    /// What is not as the standard wants it.
    pub flaw: Option<Flaw>,
}

/// A range in half the room: a chunk holds thousands of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortRange(pub(crate) u32, pub(crate) u32);

impl ShortRange {
    /// No input is cut into a record that ends so far away.
    pub(crate) const FAR: usize = u32::MAX as usize;

    #[inline(always)]
    fn new(range: Range<usize>) -> ShortRange {
        let place = |at: usize| at.min(ShortRange::FAR) as u32;
        ShortRange(place(range.start), place(range.end))
    }

    fn range(self) -> Range<usize> {
        self.0 as usize..self.1 as usize
    }
}

/// What is odd about a named value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Quotes inside of the value without a backslash.
    Quotes,
    /// The value ends in a backslash that hides its closing quote.
    Backslash,
    /// The value runs over a line end.
    LineBreak,
    /// No quoted value at all: `[Empty]`, `[White 'A']`.
    NoValue,
    /// The quote or the bracket is never closed.
    Unclosed,
}

impl Attribute {
    #[inline(always)]
    /// A value with its name, and all that belongs to them.
    #[must_use]
    pub fn new(
        span: Range<usize>,
        name: Range<usize>,
        value: Range<usize>,
        flaw: Option<Flaw>,
    ) -> Attribute {
        Attribute {
            span: ShortRange::new(span),
            name: ShortRange::new(name),
            value: ShortRange::new(value),
            flaw,
        }
    }

    /// All of it, brackets and quotes included.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// Where the name is.
    #[must_use]
    pub fn name(&self) -> Range<usize> {
        self.name.range()
    }

    /// What stands between the quotes, escapes untouched.
    #[must_use]
    pub fn value(&self) -> Range<usize> {
        self.value.range()
    }

    /// Whether name and value are both there and closed, so that it can be edited.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        !matches!(self.flaw, Some(Flaw::NoValue | Flaw::Unclosed))
    }
}

/// How many attributes a record of so many bytes may have. More are not kept: they would take more room than
/// their text.
pub(crate) const fn most(limit: usize) -> usize {
    (1 << 15) + limit / 512
}

/// How many of them may come with so many bytes.
pub(crate) const fn share(growth: usize) -> usize {
    growth / 64
}
