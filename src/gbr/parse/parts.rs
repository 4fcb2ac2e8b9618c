//! The parts that the forms share: codes, squares, counts, indicators.

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{alpha1, multispace1},
    combinator::{not, opt, value},
    multi::fold_many0,
    sequence::{preceded, terminated},
};
use shakmaty::{ByColor, Color, Square};

use crate::gbr::{
    Claim, Code, Indicator,
    draft::{Control, Kings, Placed, Squares},
    token::{Input, Parsed, blank, colon, digit_up_to, expect, fail, maybe, point},
};

/// The code, the bytes left from it on, and the squares after it.
pub(super) type Men = ((Code, usize), Squares);

// class = pieces-of-code [pawns-of-code]
pub(in crate::gbr) fn class(i: Input<'_>) -> Parsed<'_, Code> {
    (pieces_of_code, maybe(pawns_of_code))
        .map(|(pieces, pawns)| code_of(pieces, pawns.unwrap_or_default()))
        .parse(i)
}

// code = pieces-of-code pawns-of-code
pub(super) fn code(i: Input<'_>) -> Parsed<'_, (Code, usize)> {
    (pieces_of_code, pawns_of_code)
        .map(|(pieces, pawns)| (code_of(pieces, pawns), i.len()))
        .parse(i)
}

// bare = "0000.00"
pub(super) fn bare(i: Input<'_>) -> Parsed<'_, Men> {
    let (rest, _) = expect("a digit", tag("0000.00")).parse(i)?;
    let squares = Squares { end_left: rest.len(), ..Squares::default() };
    Ok((rest, ((Code::BARE, i.len()), squares)))
}

// pieces-of-code = 4piece-digit
pub(super) fn pieces_of_code(i: Input<'_>) -> Parsed<'_, [u8; 4]> {
    (piece_digit, piece_digit, piece_digit, piece_digit).map(<[u8; 4]>::from).parse(i)
}

// pawns-of-code = "." 2pawn-digit
pub(super) fn pawns_of_code(i: Input<'_>) -> Parsed<'_, (u8, u8)> {
    preceded(point, (pawn_digit, pawn_digit)).parse(i)
}

// piece-digit = %x30-39
pub(super) fn piece_digit(i: Input<'_>) -> Parsed<'_, u8> {
    digit_up_to(9, "a digit").parse(i)
}

// pawn-digit = %x30-38
pub(super) fn pawn_digit(i: Input<'_>) -> Parsed<'_, u8> {
    digit_up_to(8, "a digit from 0 to 8").parse(i)
}

// men = code SP squares / bare
pub(super) fn men(i: Input<'_>) -> Parsed<'_, Men> {
    alt(((terminated(code, blank), squares), bare)).parse(i)
}

// loose-men = code gap loose-squares / code loose-pawns / bare
pub(super) fn loose_men(i: Input<'_>) -> Parsed<'_, Men> {
    alt(((terminated(code, gap), loose_squares), (code, loose_pawns), bare)).parse(i)
}

// squares = run-of-squares [pawns] / pawns
pub(super) fn squares(i: Input<'_>) -> Parsed<'_, Squares> {
    let both = (run_of_squares, maybe(pawns)).map(|(pieces, pawns)| pieces.before(pawns));
    alt((both, pawns)).parse(i)
}

// loose-squares = square-list [[gap] loose-pawns] / loose-pawns
pub(super) fn loose_squares(i: Input<'_>) -> Parsed<'_, Squares> {
    let pawns = opt(preceded(opt(gap), loose_pawns));
    let both = (square_list, pawns).map(|(pieces, pawns)| pieces.before(pawns));
    alt((both, loose_pawns)).parse(i)
}

// pawns = "." run-of-squares
pub(super) fn pawns(i: Input<'_>) -> Parsed<'_, Squares> {
    preceded(point, run_of_squares).map(|pawns| pawns.behind_point(i.len())).parse(i)
}

// loose-pawns = "." [gap] square-list
pub(super) fn loose_pawns(i: Input<'_>) -> Parsed<'_, Squares> {
    preceded((point, opt(gap)), square_list).map(|pawns| pawns.behind_point(i.len())).parse(i)
}

// square-list = square *([gap] square)
pub(super) fn square_list(i: Input<'_>) -> Parsed<'_, Squares> {
    let (rest, first) = square(i)?;
    let others = preceded(opt(gap), square);
    fold_many0(others, || Squares::starting(first), Squares::with).parse(rest)
}

// run-of-squares = 1*square
pub(super) fn run_of_squares(i: Input<'_>) -> Parsed<'_, Squares> {
    let (rest, first) = square(i)?;
    fold_many0(square, || Squares::starting(first), Squares::with).parse(rest)
}

// kings = square square
pub(super) fn kings(i: Input<'_>) -> Parsed<'_, Kings> {
    (square, square).map(|(white, black)| ByColor { black, white }).parse(i)
}

// loose-kings = square [gap] square
pub(super) fn loose_kings(i: Input<'_>) -> Parsed<'_, Kings> {
    (terminated(square, opt(gap)), square).map(|(white, black)| ByColor { black, white }).parse(i)
}

// square = %x61-68 %x31-38
pub(super) fn square(i: Input<'_>) -> Parsed<'_, Placed> {
    let read = i.split_at_checked(2).and_then(|(two, rest)| {
        let square = Square::from_ascii(two).ok()?;
        Some((rest, Placed { square, left: i.len() }))
    });
    read.ok_or_else(|| fail(i, "a square"))
}

// control = count "/" count
pub(super) fn control(i: Input<'_>) -> Parsed<'_, Control> {
    (terminated(count, expect("`/`", tag("/"))), count)
        .map(|(white, black)| Control { men: ByColor { black, white }, left: i.len() })
        .parse(i)
}

// count = %x31-39 [%x30-39]
pub(super) fn count(i: Input<'_>) -> Parsed<'_, u8> {
    let (rest, first) = digit_up_to(9, "a count of men").parse(i)?;
    if first == 0 {
        return Err(fail(i, "a count of men"));
    }
    let (rest, second) = opt(digit_up_to(9, "a digit")).parse(rest)?;
    Ok((rest, second.map_or(first, |second| 10 * first + second)))
}

// indicator = sign / SP turn
pub(super) fn indicator(i: Input<'_>) -> Parsed<'_, Indicator> {
    alt((sign, preceded(blank, turn))).parse(i)
}

// sign = ["-"] claim-sign
pub(super) fn sign(i: Input<'_>) -> Parsed<'_, Indicator> {
    (opt(tag("-")), claim_sign)
        .map(|(black, claim)| {
            Indicator::claim(claim, if black.is_some() { Color::Black } else { Color::White })
        })
        .parse(i)
}

// claim-sign = "+" / "="
pub(super) fn claim_sign(i: Input<'_>) -> Parsed<'_, Claim> {
    let claim = alt((value(Claim::Win, tag("+")), value(Claim::Draw, tag("="))));
    expect("a sign", claim).parse(i)
}

// turn = %s"WTM" / %s"BTM"
pub(super) fn turn(i: Input<'_>) -> Parsed<'_, Indicator> {
    let white = value(Indicator::to_move(Color::White), tag("WTM"));
    let black = value(Indicator::to_move(Color::Black), tag("BTM"));
    expect("WTM or BTM", terminated(alt((white, black)), not(alpha1))).parse(i)
}

// stop = [gap] "." / ":"
pub(super) fn stop(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    alt((preceded(opt(gap), point), colon)).parse(i)
}

// gap = 1*(SP / HTAB / CR / LF)
pub(super) fn gap(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("a blank", multispace1).parse(i)
}

fn code_of([q, r, b, n]: [u8; 4], (white, black): (u8, u8)) -> Code {
    Code::from_digits([q, r, b, n, white, black])
}
