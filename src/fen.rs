//! FEN as people write it: dashes of all lengths, upper-case turns, blanks too many.
//!
//! In: text. Out: shakmaty's `Setup`, and what was odd about the text; or which byte
//! cannot be read. Legality is not asked for: a code needs only the men.

mod castling;
mod ordinary;

use shakmaty::Setup;
use shakmaty::fen::{Fen, LossyFenError, ParseFenError};

/// A position that was read, and what was odd about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFen {
    /// The position, legal or not.
    pub setup: Setup,
    /// How many of the six fields were there (seven in three-check chess). With one, it is
    /// not said whose turn it is.
    pub fields: usize,
    /// What is not as the standard wants it.
    pub oddity: Option<&'static str>,
}

/// Why a text is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct FenError {
    /// The byte that cannot be read.
    pub byte: usize,
    /// What should have stood there.
    pub expected: String,
}

/// Far more than a FEN takes, however it is spelt. What is longer is not looked at, nor copied.
const LONGEST: usize = 1000;

/// Reads a FEN of up to six fields.
///
/// # Errors
///
/// Says which byte cannot be read, and what was expected there.
pub fn read(text: &[u8]) -> Result<ReadFen, FenError> {
    // The ordinary cases first: they are most of what is ever read.
    if let Some(setup) = ordinary::read(text) {
        return Ok(ReadFen { setup, fields: 6, oddity: None });
    }
    if let Ok(fen) = Fen::from_ascii(text)
        && is_standard(text)
    {
        return Ok(ReadFen { setup: fen.into_setup(), fields: 6, oddity: None });
    }
    if text.len() > LONGEST {
        return Err(FenError { byte: LONGEST, expected: "the end".into() });
    }
    let (tidy, oddity) = tidied(text);
    let fields = split(&tidy).count();
    let fen = Fen::from_ascii(&tidy).map_err(|error| explain(text, &error))?;
    let missing = (fields < 4).then_some("fewer than four fields");
    Ok(ReadFen { setup: fen.into_setup(), fields, oddity: oddity.or(missing) })
}

/// The FEN of a position; what FEN cannot say of an odd one is left out.
#[must_use]
pub fn write(setup: &Setup) -> String {
    let mut out = Vec::new();
    append(setup, &mut out);
    String::from_utf8(out).expect("a FEN is ASCII")
}

/// The same, appended to what is written. Most games begin where all do.
pub(crate) fn append(setup: &Setup, out: &mut Vec<u8>) {
    const INITIAL: Setup = Setup::initial();
    if *setup == INITIAL {
        out.extend_from_slice(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    } else if !ordinary::append(setup, out) {
        append_any(setup, out);
    }
}

fn append_any(setup: &Setup, out: &mut Vec<u8>) {
    let fen = Fen::try_from_setup(setup.clone()).unwrap_or_else(LossyFenError::ignore);
    if castling::has_men(fen.as_setup()) {
        return fen.append_ascii_to(out);
    }
    // Who wrote `KQkq` of kings elsewhere is to find that again, and not the letters of files.
    let text = fen.to_string();
    let castling = castling::field(fen.as_setup());
    let mut fields: Vec<_> = text.splitn(4, ' ').collect();
    fields[2] = &castling;
    out.extend_from_slice(fields.join(" ").as_bytes());
}

/// The position of a line of EPD: a FEN without its clocks.
pub(crate) fn write_without_clocks(setup: &Setup) -> String {
    let mut text = write(setup);
    let clocks = text.rmatch_indices(' ').nth(1).map_or(text.len(), |(at, _)| at);
    text.truncate(clocks);
    text
}

/// Whether a position has what GBR cannot say: castling rights, an en passant square, clocks.
#[must_use]
pub(crate) fn says_more_than_gbr(setup: &Setup) -> bool {
    !setup.castling_rights.is_empty()
        || setup.ep_square.is_some()
        || setup.halfmoves != 0
        || setup.fullmoves.get() != 1
}

/// Six fields with a blank between, and no slash after the last rank: shakmaty
/// takes it for an empty pocket.
fn is_standard(text: &[u8]) -> bool {
    let blanks = text.iter().filter(|&&byte| byte == b' ').count();
    split(text).count() == 6 && blanks == 5 && !text.windows(2).any(|pair| pair == b"/ ")
}

fn split(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b' ' | b'\t' | b'_')).filter(|field| !field.is_empty())
}

/// The text as the standard would have it, and what was changed.
fn tidied(text: &[u8]) -> (Vec<u8>, Option<&'static str>) {
    let mut oddity = None;
    let dashed = plain_dashes(text);
    if dashed != text {
        oddity = Some("a dash that is not ASCII");
    }
    let mut fields: Vec<Vec<u8>> = split(&dashed).map(<[u8]>::to_vec).collect();
    if let Some(board) = fields.first_mut()
        && board.ends_with(b"/")
    {
        board.pop();
        oddity = Some("a slash after the last rank");
    }
    if let Some(turn) = fields.get_mut(1)
        && matches!(turn.as_slice(), b"W" | b"B")
    {
        turn.make_ascii_lowercase();
        oddity = Some("the turn in upper case");
    }
    let tidy = fields.join(&b' ');
    if tidy.len() != dashed.len() {
        oddity = oddity.or(Some("blanks that do not belong there"));
    }
    (tidy, oddity)
}

/// U+2010 to U+2015, U+2212, and the en dash of Windows-1252, all meant as `-`.
fn plain_dashes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let (byte, length) = match rest {
            [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => (b'-', 3),
            [0x96, ..] => (b'-', 1),
            _ => (first, 1),
        };
        plain.push(byte);
        rest = &rest[length..];
    }
    plain
}

/// Which byte is wrong, in the text as it was written.
fn explain(text: &[u8], error: &ParseFenError) -> FenError {
    let (field, expected) = match error {
        ParseFenError::InvalidTurn => (1, "w or b"),
        ParseFenError::InvalidCastling => (2, "castling rights or -"),
        ParseFenError::InvalidEpSquare => (3, "an en passant square or -"),
        ParseFenError::InvalidRemainingChecks | ParseFenError::InvalidHalfmoveClock => {
            (4, "the number of moves without pawn move or capture")
        }
        ParseFenError::InvalidFullmoves => (5, "the number of the move"),
        ParseFenError::InvalidFen if split(text).count() > 6 => (6, "the end"),
        ParseFenError::InvalidFen | ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            return explain_board(text);
        }
    };
    let byte = split(text).nth(field).map_or(text.len(), |part| offset(text, part));
    FenError { byte, expected: expected.into() }
}

/// The first rank that is not eight files wide, or the first odd letter.
fn explain_board(text: &[u8]) -> FenError {
    let board = split(text).next().unwrap_or_default();
    let start = offset(text, board);
    let in_rank = |rank: u32, byte: usize| FenError {
        byte,
        expected: format!("eight files on each of eight ranks, lost on rank {rank}"),
    };
    let (mut rank, mut files) = (8, 0);
    for (at, byte) in board.iter().enumerate() {
        files += match byte {
            b'1'..=b'8' => u32::from(byte - b'0'),
            b'/' if files == 8 && rank > 1 => {
                (rank, files) = (rank - 1, 0);
                continue;
            }
            byte if b"KQRBNPkqrbnp".contains(byte) => 1,
            b'~' => 0,
            _ => return in_rank(rank, start + at),
        };
        if files > 8 {
            return in_rank(rank, start + at);
        }
    }
    in_rank(rank, start + board.len())
}

/// Where a part of a text begins in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*, sample::select};
    use shakmaty::{Color, File, Role, Square, fen::Epd};

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
        for text in ["", "8/8 w - - 0 1", "hello", "8/K7/2nn4/8/8/1B1k4/1R6/8 x - -"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_name_the_byte_and_what_was_expected() {
        let error = read(b"8/K7/2nn4/8/8/1B1k4/1R6/8 x - - 0 1").unwrap_err();
        assert_eq!((error.byte, error.expected.as_str()), (26, "w or b"));
        let error = read(b"8/K7/2nn5/8/8/1B1k4/1R6/8 w - - 0 1").unwrap_err();
        assert_eq!(error.byte, 8);
        assert!(error.expected.ends_with("lost on rank 6"), "{error}");
    }

    #[test]
    fn a_field_too_many_is_named() {
        let error = read(b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1 x").unwrap_err();
        assert_eq!((error.byte, error.expected.as_str()), (36, "the end"));
    }

    #[test]
    fn the_checks_of_three_check_are_not_odd() {
        for text in ["3+3 0 1", "0 1 +0+0"].map(|rest| format!("8/8/8/8/8/2k5/8/K7 w - - {rest}")) {
            let reading = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((reading.fields, reading.oddity), (7, None), "{text}");
            assert!(reading.setup.remaining_checks.is_some(), "{text}");
        }
    }

    #[test]
    fn castling_rights_without_their_men_are_written_as_they_were() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
            "8/K7/2nn4/8/8/1B1k4/1R6/8 w KQkq - 3 4",
            "8/8/8/8/8/8/4k3/K6R b KQ c3 3 4",
            "7R/8/8/8/8/8/4k3/8 b K - 3 4",
            "r7/8/8/8/8/8/4k3/8 b q - 3 4",
            "4k3/8/8/8/8/8/8/1RR1K2R w KC - 0 1",
            "4k3/8/8/8/8/8/8/1R2K2R w KA - 0 1",
            "8/8/8/8/8/2k5/8/K7 w Kq - 3+3 0 1",
        ] {
            assert_eq!(write(&read(text.as_bytes()).unwrap().setup), text);
        }
    }

    #[test]
    fn a_line_of_epd_has_no_clocks() {
        for (text, expected) in [
            (PLAIN, "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -"),
            ("8/8/8/8/8/2k5/8/K7 w Kq c3 3+3 0 1", "8/8/8/8/8/2k5/8/K7 w Kq c3 3+3"),
        ] {
            let setup = read(text.as_bytes()).unwrap().setup;
            assert_eq!(write_without_clocks(&setup), expected);
            assert_eq!(
                Epd::try_from_setup(setup).unwrap().to_string().split(' ').count(),
                expected.split(' ').count()
            );
        }
    }

    proptest! {
        /// Rooks and kings anywhere, rights on any square of their ranks: the text is read as what it was written of.
        #[test]
        fn rights_are_read_as_they_were_written(
            men in vec((select(&Square::ALL[..]), select(&[Role::King, Role::Rook, Role::Queen][..]), any::<bool>()), 0..8),
            rights in vec((0..8_u32, any::<bool>()), 0..5),
        ) {
            let mut setup = Setup::empty();
            for (square, role, is_white) in men {
                setup.board.set_piece_at(square, role.of(Color::from_white(is_white)));
            }
            for (file, is_white) in rights {
                let color = Color::from_white(is_white);
                if (setup.castling_rights & color.backrank()).count() < 2 {
                    setup.castling_rights.add(Square::from_coords(File::new(file), color.backrank()));
                }
            }
            let text = write(&setup);
            let rights = read(text.as_bytes()).unwrap().setup.castling_rights;
            prop_assert_eq!(rights, setup.castling_rights, "{}", text);
        }
    }

    #[test]
    fn a_bare_placement_has_one_field() {
        assert_eq!(read(b"8/K7/2nn4/8/8/1B1k4/1R6/8").unwrap().fields, 1);
    }
}
