//! The grammar of `grammar/gbr.abnf` as nom parsers, one function per rule: in
//! come bytes, out come parts that have not been compared with each other.
//!
//! The comment above a function is its rule. A failure keeps the place and the
//! expectation that got furthest into the text.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    combinator::{eof, opt, recognize},
    error::ErrorKind,
    multi::many0_count,
    sequence::{preceded, terminated},
};
use shakmaty::{Color, Role};

use super::{Code, Material, ParseError};

type Input<'a> = &'a [u8];
type Parsed<'a, T> = IResult<Input<'a>, T, Failure<'a>>;

/// More men than a board has squares.
const SQUARES: usize = 64;

/// What is left of the text where a rule failed, and what the rule wanted.
#[derive(Debug)]
pub(super) struct Failure<'a> {
    rest: Input<'a>,
    expected: &'static str,
}

impl<'a> nom::error::ParseError<Input<'a>> for Failure<'a> {
    fn from_error_kind(rest: Input<'a>, _: ErrorKind) -> Self {
        Failure { rest, expected: "something else" }
    }

    fn append(_: Input<'a>, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        if other.rest.len() < self.rest.len() { other } else { self }
    }
}

/// Runs a rule over all of a text.
pub(super) fn whole<'a, T>(
    rule: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
    text: &'a [u8],
) -> Result<T, ParseError> {
    match terminated(rule, expect("the end", eof)).parse(text) {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
            Err(ParseError::syntax(text, text.len() - failure.rest.len(), failure.expected))
        }
        Err(nom::Err::Incomplete(_)) => Err(ParseError::syntax(text, text.len(), "more")),
    }
}

/// Names what a parser wants, at the place where it starts.
fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<Input<'a>, Output = T, Error = Failure<'a>>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |rest| match parser.parse(rest) {
        Err(nom::Err::Error(_)) => Err(fail(rest, expected)),
        result => result,
    }
}

fn fail<'a>(rest: Input<'a>, expected: &'static str) -> nom::Err<Failure<'a>> {
    nom::Err::Error(Failure { rest, expected })
}

/// One byte as a number from 0 to `max`.
fn digit_up_to<'a>(max: u8, expected: &'static str) -> impl FnMut(Input<'a>) -> Parsed<'a, u8> {
    move |rest| match rest.split_first() {
        Some((byte @ b'0'..=b'9', after)) if byte - b'0' <= max => Ok((after, byte - b'0')),
        _ => Err(fail(rest, expected)),
    }
}

// piece-digit = %x30-39
fn piece_digit(i: Input<'_>) -> Parsed<'_, u8> {
    digit_up_to(9, "a digit").parse(i)
}

// pawn-digit = %x30-38
fn pawn_digit(i: Input<'_>) -> Parsed<'_, u8> {
    digit_up_to(8, "a digit from 0 to 8").parse(i)
}

// pieces-of-code = 4piece-digit
fn pieces_of_code(i: Input<'_>) -> Parsed<'_, [u8; 4]> {
    (piece_digit, piece_digit, piece_digit, piece_digit).map(<[u8; 4]>::from).parse(i)
}

// pawns-of-code = "." 2pawn-digit
fn pawns_of_code(i: Input<'_>) -> Parsed<'_, (u8, u8)> {
    preceded(expect("a point", tag(".")), (pawn_digit, pawn_digit)).parse(i)
}

// code = pieces-of-code pawns-of-code
pub(super) fn code(i: Input<'_>) -> Parsed<'_, Code> {
    (pieces_of_code, pawns_of_code).map(|(pieces, pawns)| code_of(pieces, pawns)).parse(i)
}

// class = code / pieces-of-code
pub(super) fn class(i: Input<'_>) -> Parsed<'_, Code> {
    alt((code, pieces_of_code.map(|pieces| code_of(pieces, (0, 0))))).parse(i)
}

fn code_of([q, r, b, n]: [u8; 4], (white, black): (u8, u8)) -> Code {
    Code::from_digits([q, r, b, n, white, black])
}

// tablebase-name = side [%s"v"] side
pub(super) fn tablebase_name(i: Input<'_>) -> Parsed<'_, Material> {
    let (rest, (white, _, black)) = (side, opt(tag("v")), side).parse(i)?;
    if white.len() + black.len() > SQUARES {
        return Err(fail(i, "no more men than squares"));
    }
    let mut material = Material::KINGS;
    for (men, color) in [(white, Color::White), (black, Color::Black)] {
        for &man in &men[1..] {
            material.add(color, role_of(man), 1);
        }
    }
    Ok((rest, material))
}

// side = %s"K" *man
fn side(i: Input<'_>) -> Parsed<'_, &[u8]> {
    recognize((expect("K", tag("K")), many0_count(man))).parse(i)
}

// man = %s"Q" / %s"R" / %s"B" / %s"N" / %s"P"
fn man(i: Input<'_>) -> Parsed<'_, &[u8]> {
    expect("Q, R, B, N or P", alt((tag("Q"), tag("R"), tag("B"), tag("N"), tag("P")))).parse(i)
}

fn role_of(man: u8) -> Role {
    match man {
        b'Q' => Role::Queen,
        b'R' => Role::Rook,
        b'B' => Role::Bishop,
        b'N' => Role::Knight,
        _ => Role::Pawn,
    }
}
