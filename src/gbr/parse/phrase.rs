//! Side to move and claim as people write them: signs and words, in any case
//! and order. Every printed form that has room for them is read by these rules.

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_while_m_n},
    character::complete::alphanumeric1,
    combinator::{not, opt, recognize, value},
    sequence::{preceded, terminated},
};
use shakmaty::Color;

use crate::gbr::{
    Claim, Indicator,
    token::{Input, Parsed, blank, expect},
};

use super::parts::{claim_sign, gap};

/// What some words and signs say.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    claim: Option<Claim>,
    turn: Option<Color>,
    /// Whether the claim is made in words, as EG makes it.
    pub is_worded: bool,
}

impl Phrase {
    fn claim(claim: Claim, turn: Option<Color>, is_worded: bool) -> Phrase {
        Phrase { claim: Some(claim), turn, is_worded }
    }

    /// What is said; with a claim and nothing else, it is White's turn.
    pub(super) fn indicator(self) -> Indicator {
        let implied = self.claim.map(|_| Color::White);
        Indicator { claim: self.claim, turn: self.turn.or(implied) }
    }

    /// The same, where the turn stays open unless it is Black's.
    pub(super) fn without_turn(self) -> Indicator {
        Indicator { claim: self.claim, turn: self.turn.filter(|turn| turn.is_black()) }
    }

    /// Both together, unless they say the same thing twice in two ways.
    fn and(self, other: Phrase) -> Option<Phrase> {
        let one_claim = self.claim.is_none() || other.claim.is_none();
        let one_turn = self.turn.is_none() || other.turn.is_none() || self.turn == other.turn;
        (one_claim && one_turn).then_some(Phrase {
            claim: self.claim.or(other.claim),
            turn: self.turn.or(other.turn),
            is_worded: self.is_worded || other.is_worded,
        })
    }
}

// loose-indicator = ([gap] loose-sign / next (outcome / loose-turn))
//                   [next (loose-sign / outcome / loose-turn)]
pub(super) fn loose_indicator(i: Input<'_>) -> Parsed<'_, Phrase> {
    let words = preceded(next, alt((outcome, loose_turn)));
    let (rest, first) = alt((preceded(opt(gap), loose_sign), words)).parse(i)?;
    let mut second = preceded(next, alt((loose_sign, outcome, loose_turn)));
    if let Ok((rest, second)) = second.parse(rest)
        && let Some(both) = first.and(second)
    {
        return Ok((rest, both));
    }
    Ok((rest, first))
}

// next = "," [gap] / gap
fn next(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    alt((recognize((tag(","), opt(gap))), gap)).parse(i)
}

// loose-sign = [dash [SP]] claim-sign
pub(super) fn loose_sign(i: Input<'_>) -> Parsed<'_, Phrase> {
    let black = opt(terminated(dash, opt(blank)));
    (black, claim_sign)
        .map(|(black, claim)| Phrase::claim(claim, black.map(|_| Color::Black), false))
        .parse(i)
}

// dash = "-" / %xE2.80 %x90-94 / %xE2.88.92
fn dash(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    let hyphens =
        (tag(&b"\xe2\x80"[..]), take_while_m_n(1, 1, |byte| (0x90..=0x94).contains(&byte)));
    let minus = tag(&b"\xe2\x88\x92"[..]);
    expect("a sign", alt((tag("-"), recognize(hyphens), minus))).parse(i)
}

// loose-turn = "wtm" / "btm" / colour gap "to" gap play
fn loose_turn(i: Input<'_>) -> Parsed<'_, Phrase> {
    let white = value(Color::White, word("wtm"));
    let black = value(Color::Black, word("btm"));
    let short = expect("WTM, BTM", alt((white, black)));
    let long = terminated(colour, (gap, expect("`to`", word("to")), gap, play));
    alt((short, long)).map(|turn| Phrase { turn: Some(turn), ..Phrase::default() }).parse(i)
}

// colour = "white" / "black"
fn colour(i: Input<'_>) -> Parsed<'_, Color> {
    let white = value(Color::White, word("white"));
    let black = value(Color::Black, word("black"));
    expect("White, Black", alt((white, black))).parse(i)
}

// play = "move" / "play"
fn play(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    expect("`move`", alt((word("move"), word("play")))).parse(i)
}

// outcome = ["white" gap ["to" gap [play gap "and" gap]]] result [gap span] ["?"]
fn outcome(i: Input<'_>) -> Parsed<'_, Phrase> {
    let play_and = value(Color::White, (play, gap, word("and"), gap));
    let to = preceded((word("to"), gap), opt(play_and));
    let white = preceded((word("white"), gap), opt(to));
    (opt(white), result, opt((gap, span)), opt(tag("?")))
        .map(|(white, claim, ..)| Phrase::claim(claim, white.flatten().flatten(), true))
        .parse(i)
}

// result = "win" / "wins" / "draw" / "draws"
fn result(i: Input<'_>) -> Parsed<'_, Claim> {
    let win = value(Claim::Win, alt((word("win"), word("wins"))));
    let draw = value(Claim::Draw, alt((word("draw"), word("draws"))));
    expect("Win, Draw", alt((win, draw))).parse(i)
}

// span = "in" gap 1*3%x30-39 [gap ("move" / "moves")]
fn span(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    let number =
        terminated(take_while_m_n(1, 3, |byte: u8| byte.is_ascii_digit()), not(alphanumeric1));
    let moves = opt((gap, alt((word("moves"), word("move")))));
    recognize((word("in"), gap, number, moves)).parse(i)
}

/// A word in any case, and not the beginning of a longer one.
fn word<'a>(text: &'static str) -> impl FnMut(Input<'a>) -> Parsed<'a, Input<'a>> {
    move |i| terminated(tag_no_case(text), not(alphanumeric1)).parse(i)
}
