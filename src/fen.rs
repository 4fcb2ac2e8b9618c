//! FEN as people write it: dashes of all lengths, upper-case turns, blanks too many.
//!
//! In: text. Out: shakmaty's `Setup` and what was odd about the text.

use shakmaty::Setup;
use shakmaty::fen::{Fen, LossyFenError, ParseFenError};

/// A position that was read, and what was odd about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The position, legal or not.
    pub setup: Setup,
    /// What is not as the standard wants it.
    pub oddity: Option<&'static str>,
}

/// Reads a FEN of two to six fields.
///
/// # Errors
///
/// Says which part cannot be read.
pub fn read(text: &[u8]) -> Result<Reading, ParseFenError> {
    // The ordinary case first: it is most of what is ever read.
    if let Ok(fen) = Fen::from_ascii(text)
        && is_standard(text)
    {
        return Ok(Reading { setup: fen.into_setup(), oddity: None });
    }
    let (tidy, oddity) = tidied(text);
    let count = fields(&tidy);
    if count < 2 {
        // A bare placement does not say who is to move.
        return Err(Fen::from_ascii(&tidy).err().unwrap_or(ParseFenError::InvalidTurn));
    }
    let setup = Fen::from_ascii(&tidy)?.into_setup();
    let missing = (count < 4).then_some("fewer than four fields");
    Ok(Reading { setup, oddity: oddity.or(missing) })
}

/// The FEN of a position; what FEN cannot say of an odd one is left out.
#[must_use]
pub fn write(setup: &Setup) -> Fen {
    Fen::try_from_setup(setup.clone()).unwrap_or_else(LossyFenError::ignore)
}

/// Six fields with a blank between, and no slash behind the last rank: shakmaty
/// takes it for an empty pocket.
fn is_standard(text: &[u8]) -> bool {
    let blanks = text.iter().filter(|&&byte| byte == b' ').count();
    fields(text) == 6 && blanks == 5 && !text.windows(2).any(|pair| pair == b"/ ")
}

fn fields(text: &[u8]) -> usize {
    text.split(|byte| matches!(byte, b' ' | b'\t' | b'_')).filter(|field| !field.is_empty()).count()
}

/// The text as the standard would have it, and what was changed.
fn tidied(text: &[u8]) -> (Vec<u8>, Option<&'static str>) {
    let mut oddity = None;
    let dashed = plain_dashes(text);
    if dashed.len() != text.len() {
        oddity = Some("a dash that is not ASCII");
    }
    let mut parts = dashed
        .split(|byte| matches!(byte, b' ' | b'\t' | b'_'))
        .filter(|part| !part.is_empty())
        .map(<[u8]>::to_vec)
        .collect::<Vec<_>>();
    if let Some(board) = parts.first_mut()
        && board.ends_with(b"/")
    {
        board.pop();
        oddity = Some("a slash behind the last rank");
    }
    if let Some(turn) = parts.get_mut(1)
        && matches!(turn.as_slice(), b"W" | b"B")
    {
        turn.make_ascii_lowercase();
        oddity = Some("the turn in upper case");
    }
    let tidy = parts.join(&b' ');
    if tidy.len() != dashed.len() {
        oddity = oddity.or(Some("blanks that do not belong there"));
    }
    (tidy, oddity)
}

/// U+2010 to U+2015 and U+2212, all meant as `-`.
fn plain_dashes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let length = match rest {
            [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
            _ => 1,
        };
        plain.push(if length == 3 { b'-' } else { first });
        rest = &rest[length..];
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1";

    fn plain() -> Setup {
        read(PLAIN.as_bytes()).unwrap().setup
    }

    #[test]
    fn an_ordinary_fen_is_not_odd() {
        assert_eq!(read(PLAIN.as_bytes()).unwrap().oddity, None);
    }

    #[test]
    fn odd_spellings_are_read_and_named() {
        for text in [
            "8/K7/2nn4/8/8/1B1k4/1R6/8 w – – 0 1",
            "8/K7/2nn4/8/8/1B1k4/1R6/8 W - - 0 1",
            "8/K7/2nn4/8/8/1B1k4/1R6/8/ w - - 0 1",
            "8/K7/2nn4/8/8/1B1k4/1R6/8  w  -  -  0  1",
            " 8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1 ",
            "8/K7/2nn4/8/8/1B1k4/1R6/8 w",
        ] {
            let reading = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(reading.setup, plain(), "{text}");
            assert!(reading.oddity.is_some(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        for text in [
            "",
            "8/8 w - - 0 1",
            "hello",
            "8/K7/2nn4/8/8/1B1k4/1R6/8",
            "8/K7/2nn4/8/8/1B1k4/1R6/8 x - -",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
