//! The grammar of `grammar/gbr.abnf` as nom parsers, one function per rule: in
//! come bytes, out come the parts of a text, not yet compared with each other.
//!
//! Here are the forms, in `parts.rs` what they share, in `pattern.rs` patterns
//! and names. The comment above a function is its rule; a test compares the
//! two. What is no rule is in `token.rs`.

mod parts;
mod pattern;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::one_of,
    combinator::{opt, recognize, value},
    multi::{fold_many0, many0_count},
    sequence::{delimited, preceded, terminated},
};
use shakmaty::Color;

use self::parts::*;
pub(super) use self::{
    parts::class,
    pattern::{pattern, tablebase_name},
};
use super::{
    Form, Indicator,
    draft::{Control, Draft, Kings, Squares},
    token::{Input, Parsed, blank, closing, colon, end, expect, maybe, opening, point},
};

// text = [gap] notation [gap]
pub(super) fn text(i: Input<'_>) -> Parsed<'_, Draft> {
    // The end is part of each alternative, so that the one that got furthest
    // says what is wrong.
    preceded(opt(gap), forms_before(|i| preceded(opt(gap), end).parse(i))).parse(i)
}

// notation = eg-text / loose-page / eg-caption / solver / database / probleemblad
//          / encyclopaedia / german / dutch / class
pub(super) fn notation(i: Input<'_>) -> Parsed<'_, Draft> {
    forms_before(|i| Ok((i, ()))).parse(i)
}

fn forms_before<'a>(
    after: impl Fn(Input<'a>) -> Parsed<'a, ()> + Copy,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Draft> {
    move |i| {
        alt((
            terminated(eg_text, after),
            terminated(loose_page, after),
            terminated(eg_caption, after),
            terminated(solver, after),
            terminated(database, after),
            terminated(probleemblad, after),
            terminated(encyclopaedia, after),
            terminated(german, after),
            terminated(dutch, after),
            terminated(class.map(|code| Draft::new(Form::Class, (code, i.len()))), after),
        ))
        .parse(i)
    }
}

// page = kings SP men SP control [indicator] "."
pub(super) fn page(i: Input<'_>) -> Parsed<'_, Draft> {
    let ending = expect("an indicator or a full stop", tag("."));
    (terminated(kings, blank), terminated(men, blank), control, opt(indicator), ending)
        .map(|(kings, men, control, indicator, _)| {
            full(Form::Page, kings, men, control).indicator(indicator.unwrap_or_default())
        })
        .parse(i)
}

// loose-page = loose-kings gap loose-men gap control [loose-indicator] [[gap] "."]
fn loose_page(i: Input<'_>) -> Parsed<'_, Draft> {
    let ending = opt(preceded(opt(gap), tag(".")));
    (
        terminated(loose_kings, gap),
        terminated(loose_men, expect("a square, a blank", gap)),
        control,
        opt(loose_indicator),
        ending,
    )
        .map(|(kings, men, control, indicator, _)| {
            full(Form::Page, kings, men, control).indicator(indicator.unwrap_or_default())
        })
        .parse(i)
}

// eg-text = loose-kings gap loose-men gap control (eg-words [eg-stop] / [gap turn] ":")
fn eg_text(i: Input<'_>) -> Parsed<'_, Draft> {
    let turn_alone = opt(preceded(gap, turn)).map(Option::unwrap_or_default);
    let ending = alt((
        terminated(eg_words, opt(eg_stop)),
        terminated(turn_alone, expect("an indicator", colon)),
    ));
    (
        terminated(loose_kings, gap),
        terminated(loose_men, expect("a square, a blank", gap)),
        control,
        ending,
    )
        .map(|(kings, men, control, indicator)| {
            full(Form::EgText, kings, men, control).indicator(indicator)
        })
        .parse(i)
}

// eg-caption = loose-kings gap code [kings] gap control
//              [eg-words / loose-indicator] [eg-stop]
fn eg_caption(i: Input<'_>) -> Parsed<'_, Draft> {
    let indicator = opt(alt((eg_words, loose_indicator)));
    let (rest, (kings, code, kings_again, control, indicator, _)) = (
        terminated(loose_kings, gap),
        code,
        terminated(opt(kings), gap),
        control,
        indicator,
        opt(eg_stop),
    )
        .parse(i)?;
    let draft = Draft::new(Form::EgCaption, code).kings(kings).control(control);
    let draft = draft.indicator(indicator.unwrap_or_default());
    Ok((rest, Draft { kings_again, ..draft }))
}

// solver = loose-kings gap loose-men
fn solver(i: Input<'_>) -> Parsed<'_, Draft> {
    (terminated(loose_kings, gap), loose_men)
        .map(|(kings, (code, squares))| {
            Draft::new(Form::Solver, code).kings(kings).squares(squares)
        })
        .parse(i)
}

// database = "(" listed [gap] ")" *(gap flag)
fn database(i: Input<'_>) -> Parsed<'_, Draft> {
    delimited(opening, listed, (opt(gap), closing, many0_count((gap, flag)))).parse(i)
}

// probleemblad = "(" listed [gap] square-list [gap] ")" *(gap flag)
fn probleemblad(i: Input<'_>) -> Parsed<'_, Draft> {
    let squares = preceded(opt(gap), square_list);
    delimited(opening, (listed, squares), (opt(gap), closing, many0_count((gap, flag))))
        .map(|(draft, squares)| Draft { form: Form::Probleemblad, ..draft.squares(squares) })
        .parse(i)
}

// listed = [gap] [sign [gap]] code [gap] loose-kings
fn listed(i: Input<'_>) -> Parsed<'_, Draft> {
    let sign = preceded(opt(gap), maybe(terminated(sign, opt(gap))));
    (sign, terminated(code, opt(gap)), loose_kings)
        .map(|(sign, code, kings)| {
            Draft::new(Form::Database, code).kings(kings).indicator(without_turn(sign))
        })
        .parse(i)
}

// flag = %s"U" %x31-35 / "(" %s"c" ")" / "(" %s"m" ")" / "(" %s"v" ")" / "(" %s"s" ")"
//      / %s"AN" / %s"CR" / %s"MC" / %s"PH" / %s"TE" / %s"TT" / %s"TW"
fn flag(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    let unsound = recognize((tag("U"), one_of("12345")));
    let version = alt((tag("(c)"), tag("(m)"), tag("(v)"), tag("(s)")));
    let word = alt((tag("AN"), tag("CR"), tag("MC"), tag("PH"), tag("TE"), tag("TT"), tag("TW")));
    alt((unsound, version, word)).parse(i)
}

// encyclopaedia = [sign] code kings
fn encyclopaedia(i: Input<'_>) -> Parsed<'_, Draft> {
    (maybe(sign), code, kings)
        .map(|(sign, code, kings)| {
            Draft::new(Form::Encyclopaedia, code).kings(kings).indicator(without_turn(sign))
        })
        .parse(i)
}

// german = code "." kings *square [pawns]
fn german(i: Input<'_>) -> Parsed<'_, Draft> {
    let pieces = fold_many0(square, Squares::default, Squares::with);
    (code, preceded(point, kings), pieces, opt(pawns))
        .map(|(code, kings, pieces, pawns)| {
            Draft::new(Form::German, code).kings(kings).squares(pieces.before(pawns))
        })
        .parse(i)
}

// dutch = [sign [gap]] [%s"ZAZ" gap] code gap loose-kings
fn dutch(i: Input<'_>) -> Parsed<'_, Draft> {
    let sign = maybe(terminated(sign, opt(gap)));
    let black = opt(value(Color::Black, (tag("ZAZ"), gap)));
    (sign, black, terminated(code, gap), loose_kings)
        .map(|(sign, black, code, kings)| {
            let mut indicator = sign.unwrap_or_default();
            indicator.turn = black.or(indicator.turn);
            Draft::new(Form::Dutch, code).kings(kings).indicator(indicator)
        })
        .parse(i)
}

fn full(form: Form, kings: Kings, (code, squares): Men, control: Control) -> Draft {
    Draft::new(form, code).kings(kings).squares(squares).control(control)
}

/// Databases leave open who is to move, unless they say it is Black.
fn without_turn(sign: Option<Indicator>) -> Indicator {
    let sign = sign.unwrap_or_default();
    Indicator { turn: sign.turn.filter(|turn| turn.is_black()), ..sign }
}
