//! What somebody looks for, in whatever way they say it: a class, a tablebase, a family, a position.

use std::str::FromStr;

use shakmaty::{Board, Color};

use super::family::Family;
use super::formation::Formation;
use super::want::Want;
use crate::fen;
use crate::gbr::{
    Caption, ErrorKind, Form, Kings, Material, Meaning, ParseError, Pattern, Reading,
};

/// A text that says what to look for, and how it says so.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Asked {
    /// A code with places left open or not, as `0?1?.1*`.
    Class(Pattern),
    /// A tablebase, as `KRPvKR`.
    Tablebase(Pattern),
    /// A family of endings, as `rook-ending`.
    Family(Family),
    /// A position.
    Position {
        /// Where everybody stands.
        board: Board,
        /// Who is to move, where it says so. A claim for White is not asked for.
        turn: Option<Color>,
        /// The form of GBR it is printed in; none for a FEN.
        form: Option<Form>,
    },
    /// A class, and where the kings stand.
    Caption(Caption),
}

impl Asked {
    /// Reads a text. A board with `/` between its ranks is a FEN, letters with a `-` between them name a family; of the rest, codes
    /// with open places and tablebases come before printed positions, which look like neither.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which the text is none of them.
    pub fn from_ascii(text: &[u8]) -> Result<Asked, ParseError> {
        if is_fen(text) {
            return read_fen(text);
        }
        if let Some(read) = read_family(text) {
            return read;
        }
        match Pattern::from_ascii(text) {
            Ok(pattern) if Material::from_ascii(text).is_ok() => Ok(Asked::Tablebase(pattern)),
            Ok(pattern) => Ok(Asked::Class(pattern)),
            Err(no_pattern) => read_notation(text).map_err(|error| better(no_pattern, error)),
        }
    }

    /// The positions that are meant.
    #[must_use]
    pub fn want(&self) -> Want {
        match self {
            Asked::Class(pattern) | Asked::Tablebase(pattern) => Want::force(*pattern),
            Asked::Family(family) => Want { family: Some(*family), ..Want::force(Pattern::ANY) },
            Asked::Position { board, turn, .. } => {
                let material = Material::from_board(board);
                let pattern = Pattern::from_material(&material).unwrap_or(Pattern::ANY);
                let formations = vec![Formation::from_board(board)];
                Want { formations, turn: *turn, ..Want::force(pattern) }
            }
            Asked::Caption(caption) => {
                let Caption { kings, code, men, indicator, .. } = caption;
                let total = men.as_ref().map(|men| men.white + men.black);
                let force = Want::force(Pattern::from(*code));
                let men = total.map_or(force.men.clone(), |total| total..=total);
                Want { men, kings: Some(Kings::on(*kings)), turn: indicator.turn, ..force }
            }
        }
    }
}

/// Whether the first word has ranks.
fn is_fen(text: &[u8]) -> bool {
    let mut words = text.split(|byte| byte.is_ascii_whitespace());
    words.find(|word| !word.is_empty()).is_some_and(|word| word.contains(&b'/'))
}

/// Whether it is lower-case words with hyphens between.
fn is_name(text: &[u8]) -> bool {
    text.contains(&b'-') && text.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
}

fn read_fen(text: &[u8]) -> Result<Asked, ParseError> {
    let reading = fen::read(text)
        .map_err(|error| ParseError::syntax(text, error.byte, error.expected.clone()))?;
    let is_king = |color| reading.setup.board.king_of(color).is_some();
    if !Color::ALL.into_iter().all(is_king) {
        let start = text.len() - text.trim_ascii_start().len();
        return Err(ParseError::syntax(text, start, "a board with a king on each side".to_owned()));
    }
    let turn = (reading.fields > 1).then_some(reading.setup.turn);
    Ok(Asked::Position { board: reading.setup.board, turn, form: None })
}

/// None where it does not look like the name of one.
fn read_family(text: &[u8]) -> Option<Result<Asked, ParseError>> {
    let name = std::str::from_utf8(text).ok()?;
    if let Some(family) = Family::by_name(name) {
        return Some(Ok(Asked::Family(family)));
    }
    let expected = match Family::meant_by(name) {
        Some(family) => format!("`{family}`"),
        None if is_name(text) => format!("one of {}", Family::ALL.map(Family::name).join(", ")),
        None => return None,
    };
    Some(Err(ParseError::syntax(text, 0, expected)))
}

fn read_notation(text: &[u8]) -> Result<Asked, ParseError> {
    let Reading { form, meaning } = Reading::from_ascii(text)?;
    Ok(match meaning {
        Meaning::Position(position) => {
            let (board, turn) = (position.board().clone(), position.indicator().turn);
            Asked::Position { board, turn, form: Some(form) }
        }
        Meaning::Caption(caption) => Asked::Caption(caption),
        Meaning::Class(code) => Asked::Class(Pattern::from(code)),
    })
}

/// Of two errors, that of the form which the text looks more like.
fn better(no_pattern: ParseError, no_notation: ParseError) -> ParseError {
    let is_notation =
        no_notation.kind() != ErrorKind::Syntax || no_notation.byte() > no_pattern.byte();
    if is_notation { no_notation } else { no_pattern }
}

impl FromStr for Asked {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Asked, ParseError> {
        Asked::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Asked {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_way_to_ask_is_told_from_the_others() {
        for text in ["0116.00", "0002", "0?1?.1*", "4*", "*", "[14]000.??"] {
            assert!(matches!(read(text), Asked::Class(_)), "{text}");
        }
        for text in ["KRPvKR", "KNNKP", "krvk", "RvR"] {
            assert!(matches!(read(text), Asked::Tablebase(_)), "{text}");
        }
        for family in Family::ALL {
            assert_eq!(read(family.name()), Asked::Family(family));
        }
        for text in ["c5g6 0000.22 3/3 Win", "(+0016.32d4g7)", "=0323.12g3g1", "+ 4001.00 d1b3"] {
            assert!(matches!(read(text), Asked::Caption(_)), "{text}");
        }
    }

    #[test]
    fn a_position_is_the_same_in_every_form() {
        let saavedra = Board::from_ascii_board_fen(b"8/8/1KP5/3r4/8/8/8/k7").expect("a board");
        for (text, asks_turn) in [
            ("8/8/1KP5/3r4/8/8/8/k7", None),
            ("8/8/1KP5/3r4/8/8/8/k7 w", Some(Color::White)),
            ("8/8/1KP5/3r4/8/8/8/k7 b - - 12 40", Some(Color::Black)),
            ("b6a1 0300.10 d5.c6 2/2+.", Some(Color::White)),
            ("b6a1 0300.10 d5.c6 2/2 BTM.", Some(Color::Black)),
            ("b6a1 0300.10 d5.c6 2/2.", None),
            ("(+0300.10b6a1d5c6)", None),
        ] {
            let Asked::Position { board, turn, .. } = read(text) else { panic!("{text}") };
            assert_eq!((board, turn), (saavedra.clone(), asks_turn), "{text}");
        }
    }

    #[test]
    fn a_caption_asks_for_code_and_kings() {
        let want = read("(=0001.33b7d6)").want();
        assert_eq!(want.pattern.to_string(), "0001.33");
        assert_eq!(want.kings, Some("b7d6".parse().expect("kings")));
        assert!(want.formations.is_empty() && want.turn.is_none());
    }

    #[test]
    fn what_is_none_of_them_says_where() {
        for (text, byte, expected) in [
            ("8/8/1KP5/3r4/8/8/8/k8 w", 20, "eight files"),
            ("8/8/1KP5/3r4/8/8/8/k7 x", 22, "w or b"),
            ("8/8/8/8/8/8/8/8", 0, "a king on each side"),
            ("8/8/8/8/8/8/8/R6k w", 0, "a king on each side"),
            ("8/8/8/8/8/8/8/KK5k w", 0, "a king on each side"),
            ("rook-end", 0, "one of pawn-ending, rook-ending"),
            ("rook-endings", 0, "`rook-ending`"),
            ("Pawn-Ending", 0, "`pawn-ending`"),
            ("pawnending", 0, "`pawn-ending`"),
            ("Rook and minor ending", 0, "`rook-and-minor-ending`"),
            ("b6a1 0300.10 d5.c6 3/2+.", 19, "2/2"),
            ("0002.0", 6, "a digit"),
            ("KRPvK7", 5, "the end"),
            ("", 0, "a digit"),
        ] {
            let error = text.parse::<Asked>().unwrap_err();
            let has_said = error.expected().contains(expected);
            assert!(error.byte() == byte && has_said, "{text}: {} {error}", error.byte());
        }
    }
}
