//! Patterns of codes, and names of tablebases.

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case},
    character::complete::one_of,
    combinator::{opt, recognize, value},
    multi::{fold_many0, many0_count},
    sequence::{delimited, preceded},
};
use shakmaty::{Color, Role};

use crate::gbr::{
    Material, Pattern,
    pattern::{ANY_PAWNS, ANY_PIECES},
    solve::MOST_MEN,
    token::{Failure, Input, Parsed, expect, fail, maybe, point},
};

use super::parts::{pawn_digit, piece_digit};

// pattern = code-pattern / tablebase-name
pub(in crate::gbr) fn pattern(i: Input<'_>) -> Parsed<'_, Pattern> {
    let name = |rest| {
        let (after, material) = tablebase_name(rest)?;
        let pattern = Pattern::from_material(&material);
        Ok((after, pattern.map_err(|_| fail(rest, "at most 8 pawns a side"))?))
    };
    alt((code_pattern, name)).parse(i)
}

// code-pattern = pieces-pattern [pawns-pattern]
fn code_pattern(i: Input<'_>) -> Parsed<'_, Pattern> {
    let (rest, (pieces, has_star)) = pieces_pattern(i)?;
    let (rest, pawns) = maybe(pawns_pattern).parse(rest)?;
    let pawns = pawns.unwrap_or(if has_star { [ANY_PAWNS; 2] } else { [1; 2] });
    Ok((rest, Pattern::from_masks(pieces, pawns)))
}

// pieces-pattern = 4piece-item [rest] / *3piece-item rest
fn pieces_pattern(i: Input<'_>) -> Parsed<'_, ([u16; 4], bool)> {
    let mut pieces = [ANY_PIECES; 4];
    let mut after = i;
    for place in 0..4 {
        let (left, item) = maybe(piece_item).parse(after)?;
        let Some(item) = item else {
            return expect("a digit, `?`, `[`, `*`", rest).map(|_| (pieces, true)).parse(after);
        };
        (pieces[place], after) = (item, left);
    }
    opt(rest).map(|star| (pieces, star.is_some())).parse(after)
}

// pawns-pattern = "." (2pawn-item / [pawn-item] rest)
fn pawns_pattern(i: Input<'_>) -> Parsed<'_, [u16; 2]> {
    let both = (pawn_item, pawn_item).map(|(white, black)| [white, black]);
    let white = (opt(pawn_item), rest).map(|(white, _)| [white.unwrap_or(ANY_PAWNS), ANY_PAWNS]);
    preceded(point, alt((both, white))).parse(i)
}

// piece-item = "?" / piece-digit / "[" 1*piece-range "]"
fn piece_item(i: Input<'_>) -> Parsed<'_, u16> {
    let any = value(ANY_PIECES, expect("`?`", tag("?")));
    let one = piece_digit.map(|digit| 1 << digit);
    alt((any, one, set_of(piece_range))).parse(i)
}

// pawn-item = "?" / pawn-digit / "[" 1*pawn-range "]"
fn pawn_item(i: Input<'_>) -> Parsed<'_, u16> {
    let any = value(ANY_PAWNS, expect("`?`", tag("?")));
    let one = pawn_digit.map(|digit| 1 << digit);
    alt((any, one, set_of(pawn_range))).parse(i)
}

// piece-range = piece-digit ["-" piece-digit]
fn piece_range(i: Input<'_>) -> Parsed<'_, u16> {
    range_of(piece_digit).parse(i)
}

// pawn-range = pawn-digit ["-" pawn-digit]
fn pawn_range(i: Input<'_>) -> Parsed<'_, u16> {
    range_of(pawn_digit).parse(i)
}

// rest = "*"
fn rest(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("`*`", tag("*")).parse(i)
}

// tablebase-name = side ["v"] side / men "v" men
pub(in crate::gbr) fn tablebase_name(i: Input<'_>) -> Parsed<'_, Material> {
    let (rest, white) = men(i)?;
    let (rest, versus) = opt(tag_no_case("v")).parse(rest)?;
    // Without a word between them, only the kings show where the sides begin.
    if versus.is_none() && !i.to_ascii_uppercase().starts_with(b"K") {
        return Err(fail(rest, "`v`"));
    }
    let (rest, black) = if versus.is_some() { men(rest) } else { side(rest) }?;
    if white.len() + black.len() > usize::from(MOST_MEN) {
        return Err(fail(i, "no more men than squares"));
    }
    let mut material = Material::KINGS;
    for (men, color) in [(white, Color::White), (black, Color::Black)] {
        men.iter().filter_map(|&man| role_of(man)).for_each(|role| material.add(color, role, 1));
    }
    Ok((rest, material))
}

// men = side / 1*man
fn men(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("K, Q, R, B, N or P", alt((side, recognize((man, many0_count(man)))))).parse(i)
}

// side = "K" *man
fn side(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    recognize((expect("K", tag_no_case("K")), many0_count(man))).parse(i)
}

// man = "Q" / "R" / "B" / "N" / "P"
fn man(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("Q, R, B, N or P", recognize(one_of("QRBNPqrbnp"))).parse(i)
}

/// Digits in brackets, as a mask. Neither `!` nor `^` is known: SQLite and
/// DuckDB do not agree on how a set is negated.
fn set_of<'a>(
    range: fn(Input<'a>) -> Parsed<'a, u16>,
) -> impl Parser<Input<'a>, Output = u16, Error = Failure<'a>> {
    let ranges = move |i| {
        let (rest, first) = range(i)?;
        fold_many0(range, move || first, |mask, more| mask | more).parse(rest)
    };
    delimited(expect("`[`", tag("[")), ranges, expect("`]`", tag("]")))
}

/// A digit or a range of them, as a mask.
fn range_of<'a>(
    digit: fn(Input<'a>) -> Parsed<'a, u8>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, u16> {
    move |i| {
        let (after, first) = digit(i)?;
        let Ok((upper, _)) = tag::<_, _, Failure<'a>>("-").parse(after) else {
            return Ok((after, 1 << first));
        };
        let (after, last) = digit(upper)?;
        if last < first {
            return Err(fail(upper, "a digit that is not smaller"));
        }
        Ok((after, (1 << (last + 1)) - (1 << first)))
    }
}

/// None for a king, of which there is one in any case.
fn role_of(man: u8) -> Option<Role> {
    Role::from_char(char::from(man)).filter(|&role| role != Role::King)
}
