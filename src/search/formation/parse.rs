//! The grammar of `grammar/board.abnf`, one function per rule.

use nom::{Parser, branch::alt, bytes::complete::tag, multi::fold_many0, sequence::preceded};

use super::{Formation, Occupants, RankItem};
use crate::gbr::token::{Input, Parsed, digit_up_to, expect, fail, maybe};

// board = rank 7("/" rank)
pub(super) fn board(i: Input<'_>) -> Parsed<'_, Formation> {
    let (mut rest, first) = rank(i)?;
    let mut ranks = [const { Vec::new() }; 8];
    ranks[0] = first;
    for place in &mut ranks[1..] {
        let (after, _) = expect("`/`", tag("/")).parse(rest)?;
        (rest, *place) = rank(after)?;
    }
    Ok((rest, Formation::new(ranks)))
}

// rank = 1*item
fn rank(i: Input<'_>) -> Parsed<'_, Vec<RankItem>> {
    let mut items = Vec::new();
    let mut rest = i;
    while let (after, Some(more)) = maybe(item).parse(rest)? {
        // Stars side by side are one.
        if more != [RankItem::Star] || items.last() != Some(&RankItem::Star) {
            items.extend(more);
        }
        if squares(&items) > 8 {
            return Err(fail(rest, "no more than eight squares on a rank"));
        }
        rest = after;
    }
    let is_whole = squares(&items) == 8 || items.contains(&RankItem::Star);
    match rest.first() {
        _ if is_whole => Ok((rest, items)),
        None | Some(b'/' | b' ') => Err(fail(rest, "eight squares on a rank")),
        Some(_) => item(rest).map(|(rest, _)| (rest, items)),
    }
}

fn squares(items: &[RankItem]) -> usize {
    items.iter().filter(|item| **item != RankItem::Star).count()
}

// item = "*" / empty-squares / sign / set
fn item(i: Input<'_>) -> Parsed<'_, Vec<RankItem>> {
    let star = expect("`*`", tag("*")).map(|_| vec![RankItem::Star]);
    let empty =
        empty_squares.map(|count| vec![RankItem::Square(Occupants::EMPTY); usize::from(count)]);
    let one = alt((sign, set)).map(|contents| vec![RankItem::Square(contents)]);
    alt((one, empty, star)).parse(i)
}

// empty-squares = %x31-38
fn empty_squares(i: Input<'_>) -> Parsed<'_, u8> {
    match digit_up_to(8, "a digit from 1 to 8")(i)? {
        (_, 0) => Err(fail(i, "a digit from 1 to 8")),
        found => Ok(found),
    }
}

// sign = %s"K" / %s"Q" / %s"R" / %s"B" / %s"N" / %s"P"
//      / %s"k" / %s"q" / %s"r" / %s"b" / %s"n" / %s"p"
//      / %s"A" / %s"a" / %s"m" / "?" / "!" / "_"
fn sign(i: Input<'_>) -> Parsed<'_, Occupants> {
    let found = i.split_first().and_then(|(&sign, rest)| Some((rest, Occupants::from_sign(sign)?)));
    found.ok_or_else(|| fail(i, "a man as in FEN, `A`, `a`, `m`, `?`, `!`, `_`"))
}

// set = "[" ["^"] 1*sign "]"
fn set(i: Input<'_>) -> Parsed<'_, Occupants> {
    let (rest, _) = expect("`[`", tag("[")).parse(i)?;
    let others = preceded(expect("`^`", tag("^")), sign).map(|first| (first, true));
    let (rest, (first, is_others)) = alt((sign.map(|first| (first, false)), others)).parse(rest)?;
    let (rest, listed) = fold_many0(sign, || first, Occupants::or).parse(rest)?;
    let (rest, _) = expect("`]`", tag("]")).parse(rest)?;
    let contents = if is_others { listed.other_men() } else { listed };
    if contents == Occupants::NOTHING {
        return Err(fail(i, "a set that some man is in"));
    }
    Ok((rest, contents))
}
