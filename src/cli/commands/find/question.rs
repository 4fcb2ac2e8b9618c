//! What is looked for, as it is typed.

use crate::cli::args::InputArgs;
use crate::gbr::{Claim, Kings, Pattern};
use crate::search::{Search, Span, Want};
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use shakmaty::Color;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::Path;

/// The pattern and what else must hold.
#[derive(clap::Args, Debug)]
pub struct QuestionArgs {
    /// the force to look for, unless -e says it
    #[arg(value_name = "PATTERN", required_unless_present = "patterns")]
    pattern: Option<OsString>,

    /// a force to look for; several -e are alternatives
    ///
    /// With -e, all that is not a flag is a FILE.
    #[arg(short = 'e', long = "pattern", value_name = "PATTERN", id = "patterns")]
    patterns: Vec<String>,

    /// which positions count
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    at: SpanArg,

    /// plies that the force must stay on the board
    ///
    /// Each position lasts a ply, the last one of the game to its end. With open places, the force
    /// stays as long as the pattern takes it: 4000.* goes on when a pawn falls.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    lasts: u32,

    /// also find the same with the colours exchanged
    ///
    /// Kings and turn are exchanged too: e1?8 of White is e8?1 of Black.
    #[arg(long, alias = "both-colors")]
    both_colours: bool,

    /// where the kings stand, White's first, as in e1?8, [a-d]?h[78]
    ///
    /// In one of the positions that have the force.
    #[arg(long, value_name = "SQUARES")]
    kings: Option<Kings>,

    /// how many men, kings included, as in 5, 3-7, 3-, -7
    #[arg(long, value_name = "RANGE", value_parser = men, allow_hyphen_values = true)]
    men: Option<RangeInclusive<u8>>,

    /// what a study claims for White
    #[arg(long, value_name = "CLAIM", value_enum)]
    claim: Option<ClaimArg>,

    /// who is to move, in one of the positions that have the force
    #[arg(long, value_name = "SIDE", value_enum)]
    turn: Option<TurnArg>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum SpanArg {
    /// the position a game starts from
    Start,
    /// the last position of its main line
    Final,
    /// every position of its main line
    #[default]
    Any,
}

impl SpanArg {
    pub fn span(self) -> Span {
        match self {
            SpanArg::Start => Span::Start,
            SpanArg::Final => Span::Final,
            SpanArg::Any => Span::Any,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClaimArg {
    Win,
    Draw,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TurnArg {
    White,
    Black,
}

impl QuestionArgs {
    /// The inputs: with -e, what stands in the place of the pattern is one of them.
    pub fn files(&self, input: &InputArgs) -> InputArgs {
        let mut input = input.clone();
        if let Some(file) = self.pattern.as_ref().filter(|_| !self.patterns.is_empty()) {
            input.files.insert(0, file.into());
        }
        input
    }

    pub fn search(&self) -> Result<Search> {
        let mut wants = Vec::new();
        for pattern in self.all_patterns()? {
            let want = self.want(pattern);
            wants.extend(self.both_colours.then(|| want.reversed()));
            wants.push(want);
        }
        let claim = self.claim.map(|claim| match claim {
            ClaimArg::Win => Claim::Win,
            ClaimArg::Draw => Claim::Draw,
        });
        Ok(Search { wants, span: self.at.span(), lasts: self.lasts, claim })
    }

    fn want(&self, pattern: Pattern) -> Want {
        let turn = self.turn.map(|turn| match turn {
            TurnArg::White => Color::White,
            TurnArg::Black => Color::Black,
        });
        let any = Want::force(pattern);
        Want {
            men: self.men.clone().unwrap_or(any.men),
            kings: self.kings,
            turn,
            ..Want::force(pattern)
        }
    }

    fn all_patterns(&self) -> Result<Vec<Pattern>> {
        if !self.patterns.is_empty() {
            return self.patterns.iter().map(|text| pattern(text)).collect();
        }
        let text = self.pattern.as_deref().unwrap_or_default();
        let is_file = Path::new(text).is_file();
        let text = text.to_str().context("the pattern is no ASCII text")?;
        match pattern(text) {
            Err(error) if is_file => Err(error.context("the pattern comes before the files")),
            result => Ok(vec![result?]),
        }
    }
}

/// Reads a pattern; the error tells the place.
fn pattern(text: &str) -> Result<Pattern> {
    let complain = |error: crate::gbr::ParseError| {
        anyhow::anyhow!("{text} is not a pattern: at character {}, {error}", error.byte() + 1)
    };
    text.parse::<Pattern>().map_err(complain)
}

/// `5`, `3-7`, `3-` or `-7`.
fn men(text: &str) -> Result<RangeInclusive<u8>> {
    let number = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse::<u8>() };
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = match (number(from, 0), number(to, u8::MAX)) {
        (Ok(from), Ok(to)) if text.len() > 1 || !text.starts_with('-') => from..=to,
        _ => bail!("expected a number of men or a range, as in 5, 3-7, 3- or -7"),
    };
    ensure!(!text.is_empty() && !range.is_empty(), "no number of men is in {text:?}");
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_men_may_be_open() {
        assert_eq!(men("5").unwrap(), 5..=5);
        assert_eq!(men("3-7").unwrap(), 3..=7);
        assert_eq!(men("3-").unwrap(), 3..=255);
        assert_eq!(men("-7").unwrap(), 0..=7);
        for text in ["", "-", "7-3", "x", "3-x", "300"] {
            assert!(men(text).is_err(), "{text}");
        }
    }
}
