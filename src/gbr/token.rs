//! What the rules of the grammar are put together from: single characters, and
//! failures that know the place and what was wanted there.

use nom::{IResult, Parser, bytes::complete::tag, combinator::eof, sequence::terminated};

use super::ParseError;

/// How many wishes for one place a failure remembers.
const WISHES: usize = 5;

pub(crate) type Input<'a> = &'a [u8];
pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Failure<'a>>;

/// What is left of the text where a rule failed, and what was wanted there.
#[derive(Debug)]
pub(crate) struct Failure<'a> {
    rest: Input<'a>,
    wishes: [&'static str; WISHES],
}

impl<'a> Failure<'a> {
    /// Adds the wishes of another failure at the same place.
    fn wishing(mut self, other: &Failure<'a>) -> Self {
        for wish in other.wishes() {
            let is_new = self.wishes().all(|known| known != wish);
            let free = self.wishes.iter_mut().find(|known| known.is_empty());
            if let Some(free) = free.filter(|_| is_new) {
                *free = wish;
            }
        }
        self
    }

    /// Those that there are: the free places are the last ones.
    fn wishes(&self) -> impl Iterator<Item = &'static str> {
        self.wishes.into_iter().take_while(|wish| !wish.is_empty())
    }

    /// `a, b or c`
    fn expected(&self) -> String {
        let wishes: Vec<_> = self.wishes().collect();
        match wishes.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => "something else".to_owned(),
        }
    }
}

impl<'a> nom::error::ParseError<Input<'a>> for Failure<'a> {
    fn from_error_kind(rest: Input<'a>, _: nom::error::ErrorKind) -> Self {
        Failure { rest, wishes: [""; WISHES] }
    }

    fn append(_: Input<'a>, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two alternatives, the one that got further knows better.
    fn or(self, other: Self) -> Self {
        match self.rest.len().cmp(&other.rest.len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Equal => self.wishing(&other),
            std::cmp::Ordering::Greater => other,
        }
    }
}

/// Runs a rule over all of a text.
pub(crate) fn whole<'a, T>(
    rule: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
    text: &'a [u8],
) -> Result<T, ParseError> {
    match terminated(rule, end).parse(text) {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
            Err(ParseError::syntax(text, text.len() - failure.rest.len(), failure.expected()))
        }
        Err(nom::Err::Incomplete(_)) => Err(ParseError::syntax(text, text.len(), "more".into())),
    }
}

/// Names what a parser wants, at the place where it starts.
pub(crate) fn expect<'a, T>(
    wish: &'static str,
    mut parser: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |rest| match parser.parse(rest) {
        Err(nom::Err::Error(_)) => Err(fail(rest, wish)),
        result => result,
    }
}

/// Something or nothing, but not half of it: a failure after the first
/// character is one.
pub(crate) fn maybe<'a, T>(
    mut parser: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Option<T>> {
    move |i| match parser.parse(i) {
        Ok((rest, value)) => Ok((rest, Some(value))),
        Err(nom::Err::Error(failure)) if failure.rest.len() == i.len() => Ok((i, None)),
        Err(error) => Err(error),
    }
}

/// The same for what must not go on in another line.
pub(super) fn on_one_line<'a, T>(
    mut parser: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |i| {
        let len = i.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(i.len());
        let (rest, value) = parser.parse(&i[..len])?;
        Ok((&i[len - rest.len()..], value))
    }
}

pub(crate) fn fail<'a>(rest: Input<'a>, wish: &'static str) -> nom::Err<Failure<'a>> {
    nom::Err::Error(Failure { rest, wishes: [wish, "", "", "", ""] })
}

/// One byte as a number from 0 to `max`.
pub(crate) fn digit_up_to<'a>(
    max: u8,
    wish: &'static str,
) -> impl FnMut(Input<'a>) -> Parsed<'a, u8> {
    move |rest| match rest.split_first() {
        Some((byte @ b'0'..=b'9', after)) if byte - b'0' <= max => Ok((after, byte - b'0')),
        _ => Err(fail(rest, wish)),
    }
}

pub(crate) fn end(i: Input<'_>) -> Parsed<'_, ()> {
    expect("the end", eof.map(|_| ())).parse(i)
}

pub(super) fn blank(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("a blank", tag(" ")).parse(i)
}

pub(super) fn point(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("a point", tag(".")).parse(i)
}

pub(super) fn colon(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("a colon", tag(":")).parse(i)
}

pub(super) fn opening(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("`(`", tag("(")).parse(i)
}

pub(super) fn closing(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("`)`", tag(")")).parse(i)
}
