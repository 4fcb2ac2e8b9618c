//! Flags that take one of some words, each of which stands for a value of the library.

use crate::column::At;
use crate::diagram::BoardStyle;
use crate::gbr::Claim;
use crate::search::Span;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A word, what it stands for, and what the help says about it; nothing where the word says enough.
pub type Choice<T> = (&'static str, T, &'static str);

/// Takes one of these words.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let shown = choices.iter().map(|(word, _, help)| {
        let value = PossibleValue::new(*word);
        if help.is_empty() { value } else { value.help(*help) }
    });
    PossibleValuesParser::new(shown).map(|typed| {
        choices.iter().find(|(word, ..)| *word == typed).expect("clap takes no other word").1
    })
}

const START: &str = "the position a game starts from";
const FINAL: &str = "the last position of its main line";

/// Which position of a game.
pub const POSITIONS: &[Choice<At>] = &[("start", At::Start, START), ("final", At::Final, FINAL)];

/// The same, or one that is looked for.
pub const ENTRIES: &[Choice<At>] = &[
    ("start", At::Start, START),
    ("final", At::Final, FINAL),
    ("found", At::Found, "the first one that is looked for, by -e and the flags of find"),
];

/// Which positions of a game.
pub const SPANS: &[Choice<Span>] = &[
    ("start", Span::Start, START),
    ("final", Span::Final, FINAL),
    ("any", Span::Any, "every position of its main line"),
];

/// What a study claims for White.
pub const CLAIMS: &[Choice<Claim>] = &[("win", Claim::Win, ""), ("draw", Claim::Draw, "")];

/// How the squares of a board look.
pub const STYLES: &[Choice<BoardStyle>] = &[
    ("wood", BoardStyle::Wood, "in colours, for the screen"),
    ("grey", BoardStyle::Grey, "white and grey"),
    ("print", BoardStyle::Print, "white and hatched, as in printed books"),
];
