//! What else must hold of a position, and for how long.

use crate::cli::caret::pointed;
use crate::cli::choice::{CLAIMS, Choice, one_of};
use crate::gbr::{Claim, Kings, Pattern};
use crate::search::{Asked, Bishops, Formation, Imbalance, Search, Span, Want};
use anyhow::{Result, bail, ensure};
use shakmaty::{Color, KnownOutcome};
use std::ops::RangeInclusive;

// The flags that make a pattern narrower or wider.
#[derive(clap::Args, Debug, Default)]
pub struct TraitArgs {
    /// plies that it must stay on the board
    ///
    /// Each position lasts a ply, the last one of the game to its end. With open places, the force
    /// stays as long as the pattern takes it: 4000.* goes on when a pawn falls. Kings and turn are asked for in
    /// one position of that time, all else in each.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    lasts: u32,

    /// also find the same with the colours exchanged
    ///
    /// Squares, kings and turn are exchanged too: e1?8 of White is e8?1 of Black.
    #[arg(long, alias = "both-colors")]
    both_colours: bool,

    /// also find the same mirrored, a-file for h-file; without pawns, all eight symmetries
    ///
    /// Squares and kings are mirrored. Where a pattern leaves open whether there are pawns, there may be some.
    #[arg(long)]
    mirror: bool,

    /// men on squares, as in '8/8/8/*k*/*/*/*/*[RQ]*', after pgn-extract's FENPattern
    ///
    /// Eight ranks with / between, the eighth first. Letters and digits as in FEN; ? is any square, ! one with a
    /// man, _ one without, A any white man, a any black man, m a square without a pawn, [Qq] one of these, [^P] a
    /// man that is none of these, * any number of squares.
    #[arg(long, value_name = "PATTERN", value_parser = pointed::<Formation>)]
    board: Option<Formation>,

    /// one bishop on each side, and how their squares are coloured
    #[arg(long, value_name = "SQUARES", value_parser = one_of(BISHOPS))]
    bishops: Option<Bishops>,

    /// what White has more than Black, as in 'R=0,P>=1,minor<=0'
    ///
    /// White's number minus Black's, of Q, R, B, N, P, minor (bishops and knights) or men; = != < <= > >=; all must hold.
    #[arg(long, value_name = "DIFFERENCES", value_parser = pointed::<Imbalance>, allow_hyphen_values = true)]
    imbalance: Option<Imbalance>,

    /// where the kings stand, White's first, as in e1?8, [a-d]?h[78]
    ///
    /// In one of the positions that are found otherwise.
    #[arg(long, value_name = "SQUARES", value_parser = pointed::<Kings>)]
    kings: Option<Kings>,

    /// how many men, kings included, as in 5, 3-7, 3-, -7
    #[arg(long, value_name = "RANGE", value_parser = men, allow_hyphen_values = true)]
    men: Option<RangeInclusive<u8>>,

    /// what a study claims for White
    #[arg(long, value_name = "CLAIM", value_parser = one_of(CLAIMS))]
    claim: Option<Claim>,

    /// who is to move, in one of the positions that are found otherwise
    #[arg(long, value_name = "SIDE", value_parser = one_of(SIDES))]
    turn: Option<Color>,
}

const BISHOPS: &[Choice<Bishops>] = &[
    (
        "opposite",
        Bishops::Opposite,
        "each side has exactly one bishop, on squares of different colours",
    ),
    ("same", Bishops::Same, "each side has exactly one bishop, on squares of the same colour"),
];

const SIDES: &[Choice<Color>] = &[("white", Color::White, ""), ("black", Color::Black, "")];

impl TraitArgs {
    /// Whether anything is asked for.
    pub fn is_given(&self) -> bool {
        let TraitArgs { lasts, both_colours, mirror, claim, turn, .. } = self;
        let is_narrower = claim.is_some() || turn.is_some();
        self.says_enough() || *lasts != 1 || *both_colours || *mirror || is_narrower
    }

    /// Whether something is asked for that makes sense without a pattern.
    pub fn says_enough(&self) -> bool {
        let TraitArgs { board, bishops, imbalance, kings, men, .. } = self;
        board.is_some()
            || bishops.is_some()
            || imbalance.is_some()
            || kings.is_some()
            || men.is_some()
    }

    /// The search for any of some patterns that ends like this with best play; for any force where there are none.
    pub fn search(&self, asked: &[Asked], span: Span, outcome: Option<KnownOutcome>) -> Search {
        let any = [Asked::Class(Pattern::ANY)];
        let asked = if asked.is_empty() { &any } else { asked };
        let wants = asked.iter().map(|asked| Want { outcome, ..self.want(asked) }).collect();
        let search = Search { wants, span, lasts: self.lasts, claim: self.claim };
        let search = if self.mirror { search.mirrored() } else { search };
        if self.both_colours { search.of_both_colours() } else { search }
    }

    fn want(&self, asked: &Asked) -> Want {
        let mut want = asked.want();
        want.formations.extend(self.board.clone());
        want.men = self.men.clone().unwrap_or(want.men);
        want.bishops = self.bishops;
        want.imbalance = self.imbalance.clone();
        want.kings = self.kings.or(want.kings);
        want.turn = self.turn.or(want.turn);
        want
    }
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
