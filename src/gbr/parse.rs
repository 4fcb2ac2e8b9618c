//! The grammar of `grammar/gbr.abnf` as nom parsers, one function per rule: in
//! come bytes, out come the parts of a text, not yet compared with each other.
//!
//! Here are the forms, in `parts.rs` what they share, in `phrase.rs` who is to
//! move and what is claimed, in `pattern.rs` patterns and names. The comment above a function is its rule; a test compares the
//! two. What is not a rule is in `token.rs`.

mod parts;
mod pattern;
mod phrase;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case},
    character::complete::one_of,
    combinator::{opt, recognize, value},
    multi::{fold_many0, many0_count},
    sequence::{delimited, preceded, terminated},
};
use shakmaty::Color;

use self::parts::*;
use self::phrase::{Phrase, loose_indicator, loose_sign};
pub(super) use self::{
    parts::class,
    pattern::{pattern, tablebase_name},
};
use super::{
    Form,
    draft::{Control, Draft, Kings, Squares},
    token::{Input, Parsed, blank, closing, end, expect, maybe, on_one_line, opening, point},
};

// text = [gap] notation [gap]
pub(super) fn text(i: Input<'_>) -> Parsed<'_, Draft> {
    // The end is part of each alternative, so that the one that got furthest
    // says what is wrong.
    preceded(opt(gap), forms_before(|i| preceded(opt(gap), end).parse(i))).parse(i)
}

// notation = claimed / unclaimed / eg-caption / solver / short-caption / database
//          / probleemblad / encyclopaedia / german / dutch / class
pub(super) fn notation(i: Input<'_>) -> Parsed<'_, Draft> {
    forms_before(|i| Ok((i, ()))).parse(i)
}

fn forms_before<'a>(
    after: impl Fn(Input<'a>) -> Parsed<'a, ()> + Copy,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Draft> {
    move |i| {
        alt((
            terminated(claimed, after),
            terminated(unclaimed, after),
            terminated(eg_caption, after),
            terminated(solver, after),
            terminated(short_caption, after),
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

// claimed = placed loose-indicator [stop]
fn claimed(i: Input<'_>) -> Parsed<'_, Draft> {
    (placed, loose_indicator, opt(stop))
        .map(|(draft, phrase, stop)| draft.told(phrase, stop))
        .parse(i)
}

// unclaimed = placed [stop]
fn unclaimed(i: Input<'_>) -> Parsed<'_, Draft> {
    (placed, opt(stop)).map(|(draft, stop)| draft.told(Phrase::default(), stop)).parse(i)
}

// placed = loose-kings gap loose-men gap control
fn placed(i: Input<'_>) -> Parsed<'_, Draft> {
    let men = terminated(loose_men, expect("a square, a blank", gap));
    (terminated(loose_kings, gap), men, control)
        .map(|(kings, men, control)| full(Form::Page, kings, men, control))
        .parse(i)
}

impl Draft {
    /// With what was said after the count: a claim in words and a colon are EG's.
    fn told(self, phrase: Phrase, stop: Option<Input<'_>>) -> Draft {
        let is_eg = phrase.is_worded || stop == Some(b":");
        let form = if is_eg { Form::EgText } else { self.form };
        Draft { form, ..self.indicator(phrase.indicator()) }
    }
}

// eg-caption = loose-kings gap code [kings] gap control [loose-indicator] [stop]
fn eg_caption(i: Input<'_>) -> Parsed<'_, Draft> {
    let (rest, (kings, code, kings_again, control, phrase, _)) = (
        terminated(loose_kings, gap),
        code,
        terminated(opt(kings), gap),
        control,
        opt(loose_indicator),
        opt(stop),
    )
        .parse(i)?;
    let draft = Draft::new(Form::EgCaption, code).kings(kings).control(control);
    let draft = draft.indicator(phrase.unwrap_or_default().indicator());
    Ok((rest, Draft { kings_again, ..draft }))
}

// short-caption = kings SP code [loose-indicator [stop]]
fn short_caption(i: Input<'_>) -> Parsed<'_, Draft> {
    (terminated(kings, blank), code, phrase_on_line)
        .map(|(kings, code, phrase)| {
            Draft::new(Form::EgCaption, code).kings(kings).indicator(phrase.indicator())
        })
        .parse(i)
}

/// Without a count, words of the next line are not known to belong to it.
fn phrase_on_line<'a>(i: Input<'a>) -> Parsed<'a, Phrase> {
    let phrase = on_one_line(terminated(loose_indicator, opt(stop)));
    opt(phrase).map(Option::unwrap_or_default).parse(i)
}

// solver = loose-kings gap loose-men [loose-indicator [stop]]
fn solver(i: Input<'_>) -> Parsed<'_, Draft> {
    (terminated(loose_kings, gap), loose_men, phrase_on_line)
        .map(|(kings, (code, squares), phrase)| {
            let draft = Draft::new(Form::Solver, code).kings(kings).squares(squares);
            draft.indicator(phrase.indicator())
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

// listed = [gap] [loose-sign [gap]] code [gap] loose-kings
fn listed(i: Input<'_>) -> Parsed<'_, Draft> {
    let sign = preceded(opt(gap), maybe(terminated(loose_sign, opt(gap))));
    (sign, terminated(code, opt(gap)), loose_kings)
        .map(|(sign, code, kings)| {
            let indicator = sign.unwrap_or_default().without_turn();
            Draft::new(Form::Database, code).kings(kings).indicator(indicator)
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

// encyclopaedia = [loose-sign [gap]] code kings
fn encyclopaedia(i: Input<'_>) -> Parsed<'_, Draft> {
    (maybe(terminated(loose_sign, opt(gap))), code, kings)
        .map(|(sign, code, kings)| {
            let indicator = sign.unwrap_or_default().without_turn();
            Draft::new(Form::Encyclopaedia, code).kings(kings).indicator(indicator)
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

// dutch = [loose-sign [gap]] ["zaz" gap] code gap loose-kings
fn dutch(i: Input<'_>) -> Parsed<'_, Draft> {
    let sign = maybe(terminated(loose_sign, opt(gap)));
    let black = opt(value(Color::Black, (tag_no_case("ZAZ"), gap)));
    (sign, black, terminated(code, gap), loose_kings)
        .map(|(sign, black, code, kings)| {
            let mut indicator = sign.unwrap_or_default().indicator();
            indicator.turn = black.or(indicator.turn);
            Draft::new(Form::Dutch, code).kings(kings).indicator(indicator)
        })
        .parse(i)
}

fn full(form: Form, kings: Kings, (code, squares): Men, control: Control) -> Draft {
    Draft::new(form, code).kings(kings).squares(squares).control(control)
}
