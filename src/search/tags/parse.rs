//! The grammar of `grammar/where.abnf`, one function per rule.

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case},
    combinator::cut,
    sequence::delimited,
};

use super::Test;
use super::compare::{self, TagValue};
use crate::gbr::token::{Input, Parsed, expect, fail};
use crate::search::relation::relation;
use crate::text::fold::fold;
use crate::text::tag_number;

/// How deep brackets and `not` may be nested: far deeper than anybody writes.
const DEEPEST: usize = 100;

/// What may come before or after another date.
const DATE: &str = "a date as 2010, 2010.06 or 2010.06.17";

/// Words that cannot be the name of a tag.
const KEYWORDS: [&str; 4] = ["and", "or", "not", "has"];

// query = gap any gap
pub(super) fn query(i: Input<'_>) -> Parsed<'_, Test> {
    let (rest, test) = delimited(gap, |i| any(i, 0), gap).parse(i)?;
    if rest.is_empty() { Ok((rest, test)) } else { Err(fail(rest, "`and`, `or` or the end")) }
}

// any = all *(gap "or" gap all)
fn any(i: Input<'_>, depth: usize) -> Parsed<'_, Test> {
    list(i, depth, all, "or", Test::Any)
}

// all = one *(gap "and" gap one)
fn all(i: Input<'_>, depth: usize) -> Parsed<'_, Test> {
    list(i, depth, one, "and", Test::All)
}

type Nested = fn(Input<'_>, usize) -> Parsed<'_, Test>;

/// Parts with a word between; a single part is itself.
fn list<'a>(
    i: Input<'a>,
    depth: usize,
    part: Nested,
    word: &'static str,
    join: fn(Vec<Test>) -> Test,
) -> Parsed<'a, Test> {
    let (mut rest, first) = part(i, depth)?;
    let mut tests = vec![first];
    while let Ok((after, _)) = (gap, keyword(word), gap).parse(rest) {
        let (after, test) = part(after, depth)?;
        tests.push(test);
        rest = after;
    }
    let test = if tests.len() > 1 { join(tests) } else { tests.remove(0) };
    Ok((rest, test))
}

// one = not / brackets / has / test
fn one(i: Input<'_>, depth: usize) -> Parsed<'_, Test> {
    if depth > DEEPEST {
        return cut(|i| Err(fail(i, "at most 100 brackets within each other"))).parse(i);
    }
    let not = |i| not(i, depth);
    let brackets = |i| brackets(i, depth);
    alt((not, brackets, has, test)).parse(i)
}

// not = "not" gap one
fn not(i: Input<'_>, depth: usize) -> Parsed<'_, Test> {
    let (rest, _) = (expect("`not`", keyword("not")), gap).parse(i)?;
    let (rest, test) = one(rest, depth + 1)?;
    Ok((rest, Test::Not(Box::new(test))))
}

// brackets = "(" gap any gap ")"
fn brackets(i: Input<'_>, depth: usize) -> Parsed<'_, Test> {
    let (rest, _) = (expect("`(`", tag("(")), gap).parse(i)?;
    let (rest, test) = any(rest, depth + 1)?;
    let (rest, _) = (gap, expect("`and`, `or`, `)`", tag(")"))).parse(rest)?;
    Ok((rest, test))
}

// has = "has" gap "(" gap name gap ")"
fn has(i: Input<'_>) -> Parsed<'_, Test> {
    let (rest, _) = (expect("`has`", keyword("has")), gap, expect("`(`", tag("("))).parse(i)?;
    let (rest, (_, name, _)) = (gap, name, gap).parse(rest)?;
    let (rest, _) = expect("`)`", tag(")")).parse(rest)?;
    Ok((rest, Test::Has(name.to_owned())))
}

// test = name gap ("~" gap text / relation gap value)
fn test(i: Input<'_>) -> Parsed<'_, Test> {
    let (rest, (name, _)) = (name, gap).parse(i)?;
    if let Some(after) = rest.strip_prefix(b"~") {
        let (rest, (_, part)) = (gap, text).parse(after)?;
        return Ok((rest, Test::Contains(name.to_owned(), fold(&part))));
    }
    let no_relation = |_| fail(rest, "`=`, `!=`, `<`, `<=`, `>`, `>=`, `~`");
    let (rest, relation) = relation(rest).map_err(no_relation)?;
    let i = rest.trim_ascii_start();
    let is_date = compare::is_date(name);
    let (rest, value) = value(i, is_date)?;
    // A text may be the same as a date of which not all is known, but is neither before nor after one.
    if is_date && relation.is_order() && matches!(value, TagValue::Text(_)) {
        return Err(fail(i, DATE));
    }
    Ok((rest, Test::Compare(name.to_owned(), relation, value)))
}

// name = 1*(ALPHA / DIGIT / "_")
fn name(i: Input<'_>) -> Parsed<'_, &str> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let (name, rest) = i.split_at(i.iter().take_while(|byte| is_part(byte)).count());
    let name = std::str::from_utf8(name).expect("letters, digits and underscores are ASCII");
    let is_keyword = KEYWORDS.iter().any(|word| name.eq_ignore_ascii_case(word));
    if name.is_empty() || is_keyword {
        return Err(fail(i, "the name of a tag"));
    }
    Ok((rest, name))
}

// value = date / number / text
fn value(i: Input<'_>, is_date: bool) -> Parsed<'_, TagValue> {
    match text(i) {
        Ok((rest, text)) => {
            let date = if is_date { compare::date(&text) } else { None };
            let date = date.filter(|date| compare::impossible_part(date).is_none());
            Ok((rest, date.map_or(TagValue::Text(text), TagValue::Date)))
        }
        Err(error) if i.starts_with(b"\"") => Err(error),
        Err(_) if is_date => date(i),
        Err(_) => number(i),
    }
}

// number = ["-" / "+"] 1*DIGIT ["." 1*DIGIT]
fn number(i: Input<'_>) -> Parsed<'_, TagValue> {
    let (rest, word) = word(i, "-+.");
    match tag_number::number(word).filter(|number| number.is_finite()) {
        Some(number) => Ok((rest, TagValue::Number(number))),
        None => Err(fail(i, "a number or a text in quotes")),
    }
}

// date = 1*5DIGIT [("." / "-" / "/") 1*2DIGIT [("." / "-" / "/") 1*2DIGIT]]
fn date(i: Input<'_>) -> Parsed<'_, TagValue> {
    let (rest, word) = word(i, ".-/");
    let Some(date) = compare::date(word) else {
        return Err(fail(i, "a date as 2010, 2010.06, 2010.06.17, or a text in quotes"));
    };
    match compare::impossible_part(&date) {
        Some((part, wish)) => Err(fail(&i[part_start(word, part)..], wish)),
        None => Ok((rest, TagValue::Date(date))),
    }
}

/// Where a part of a date begins.
fn part_start(date: &str, part: usize) -> usize {
    let signs = date.match_indices(['.', '-', '/']);
    part.checked_sub(1).and_then(|before| signs.map(|(at, _)| at + 1).nth(before)).unwrap_or(0)
}

/// Digits and some signs.
fn word<'a>(i: Input<'a>, signs: &str) -> (Input<'a>, &'a str) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || signs.as_bytes().contains(byte);
    let (word, rest) = i.split_at(i.iter().take_while(|byte| is_part(byte)).count());
    (rest, std::str::from_utf8(word).expect("digits and signs are ASCII"))
}

// text = DQUOTE *(%x00-21 / %x23-5B / %x5D-FF / "\" DQUOTE / "\\" / "\") DQUOTE
fn text(i: Input<'_>) -> Parsed<'_, String> {
    let Some(inner) = i.strip_prefix(b"\"") else { return Err(fail(i, "a text in quotes")) };
    let mut text = Vec::new();
    let mut at = 0;
    loop {
        match inner[at..] {
            [b'"', ..] => break,
            [b'\\', next @ (b'"' | b'\\'), ..] => {
                text.push(next);
                at += 2;
            }
            [byte, ..] => {
                text.push(byte);
                at += 1;
            }
            [] => return Err(fail(&inner[at..], "`\"`")),
        }
    }
    let text = String::from_utf8(text).map_err(|_| fail(i, "a text in UTF-8"))?;
    Ok((&inner[at + 1..], text))
}

/// A word that stands by itself.
fn keyword<'a>(word: &'static str) -> impl FnMut(Input<'a>) -> Parsed<'a, ()> {
    move |i| {
        let (rest, _) = expect(word, tag_no_case(word)).parse(i)?;
        let goes_on =
            rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        if goes_on { Err(fail(i, word)) } else { Ok((rest, ())) }
    }
}

// gap = *(SP / HTAB / CR / LF)
fn gap(i: Input<'_>) -> Parsed<'_, ()> {
    Ok((i.trim_ascii_start(), ()))
}
