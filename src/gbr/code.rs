//! The six digits: in comes a count of men, out comes a name of the class
//! that sorts well.

use std::{fmt, str::FromStr};

use shakmaty::{Board, Color, Role, Setup};

use super::{Material, ParseError, parse, token::whole};

/// The roles of the four digits before the point, in their order.
pub(super) const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The digit that stands for three or more men of a kind on either side.
pub(super) const MANY: u8 = 9;

/// Six digits for the force on a board, kings apart; ordered like its text.
///
/// A digit before the point is the number of white men of that kind plus three
/// times the number of black ones, or 9 where either side has three or more;
/// so different [`Material`] may have the same code.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    digits: [u8; 6],
}

/// Nine or more pawns of one colour, for which the notation has no digit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pawns} {color} pawns: a GBR code counts at most 8")]
pub struct ManyPawns {
    /// Whose pawns they are; white's, where both have too many.
    pub color: Color,
    /// How many they are.
    pub pawns: u8,
}

impl Code {
    /// Nothing but the kings.
    pub const BARE: Code = Code { digits: [0; 6] };

    /// Codes what stands on a board.
    ///
    /// # Errors
    ///
    /// [`ManyPawns`] where a side has more than eight.
    #[inline]
    pub fn from_board(board: &Board) -> Result<Code, ManyPawns> {
        Code::from_material(&Material::from_board(board))
    }

    /// Codes what stands on the board of a setup; pockets do not count.
    ///
    /// # Errors
    ///
    /// [`ManyPawns`] where a side has more than eight.
    pub fn from_setup(setup: &Setup) -> Result<Code, ManyPawns> {
        Code::from_board(&setup.board)
    }

    /// Codes what was counted.
    ///
    /// # Errors
    ///
    /// [`ManyPawns`] where a side has more than eight.
    #[inline]
    pub fn from_material(material: &Material) -> Result<Code, ManyPawns> {
        let mut digits = [0; 6];
        for (digit, role) in digits.iter_mut().zip(PIECES) {
            *digit =
                digit_of(material.count(Color::White, role), material.count(Color::Black, role));
        }
        for (digit, color) in digits[4..].iter_mut().zip([Color::White, Color::Black]) {
            *digit = material.count(color, Role::Pawn);
            if *digit > 8 {
                return Err(ManyPawns { color, pawns: *digit });
            }
        }
        Ok(Code { digits })
    }

    /// Reads `0116.00`, or `0116` for the same.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not a code.
    pub fn from_ascii(text: &[u8]) -> Result<Code, ParseError> {
        whole(parse::class, text)
    }

    /// The caller vouches for 0 to 9 in front and 0 to 8 in the last two.
    pub(super) const fn from_digits(digits: [u8; 6]) -> Code {
        Code { digits }
    }

    /// The digits as numbers: queens, rooks, bishops, knights, white pawns, black pawns.
    #[must_use]
    pub const fn digits(self) -> [u8; 6] {
        self.digits
    }

    /// How many codes come before it, in their order: from 0 to 809,999.
    #[must_use]
    pub const fn number(self) -> u32 {
        let [q, r, b, n, white, black] = self.digits;
        let pieces = ((q as u32 * 10 + r as u32) * 10 + b as u32) * 10 + n as u32;
        pieces * 81 + white as u32 * 9 + black as u32
    }

    /// The code that so many others come before; none from 810,000 on.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Code> {
        if number >= 810_000 {
            return None;
        }
        let (pieces, pawns) = (number / 81, number % 81);
        let (q, r, b, n) = (pieces / 1000, pieces / 100 % 10, pieces / 10 % 10, pieces % 10);
        let digits = [q as u8, r as u8, b as u8, n as u8, (pawns / 9) as u8, (pawns % 9) as u8];
        Some(Code { digits })
    }

    /// The class with the colours exchanged.
    #[must_use]
    pub fn reversed(self) -> Code {
        let [q, r, b, n, white, black] = self.digits;
        Code {
            digits: [
                reversed_digit(q),
                reversed_digit(r),
                reversed_digit(b),
                reversed_digit(n),
                black,
                white,
            ],
        }
    }

    /// The numbers of men, with one king each; none where a digit is 9.
    #[must_use]
    pub fn counts(self) -> Option<Material> {
        (!self.has_nine()).then(|| self.least_counts())
    }

    /// The class of a tablebase name, such as `KRBvKNN`; none where a digit is
    /// 9, which is the class of many.
    #[must_use]
    pub fn tablebase_name(self) -> Option<String> {
        self.counts().map(|material| material.to_string())
    }

    /// The class of `KRBvKNN` or `KRBKNN`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not such a name.
    pub fn from_tablebase_name(name: &str) -> Result<Code, ParseError> {
        let material = Material::from_ascii(name.as_bytes())?;
        Code::from_material(&material).map_err(|error| ParseError::many_pawns(name, error))
    }

    /// Whether a digit is 9, so that the numbers of men are not known from it.
    #[must_use]
    pub fn has_nine(self) -> bool {
        self.digits[..4].contains(&MANY)
    }

    /// The numbers of men, where a 9 counts for nothing.
    pub(super) fn least_counts(self) -> Material {
        let mut material = Material::KINGS;
        for (&digit, role) in self.digits.iter().zip(PIECES) {
            if digit < MANY {
                material.add(Color::White, role, digit % 3);
                material.add(Color::Black, role, digit / 3);
            }
        }
        material.add(Color::White, Role::Pawn, self.digits[4]);
        material.add(Color::Black, Role::Pawn, self.digits[5]);
        material
    }

    /// The seven characters of the text.
    #[inline]
    #[must_use]
    pub fn to_ascii(self) -> [u8; 7] {
        let [q, r, b, n, white, black] = self.digits;
        [b'0' + q, b'0' + r, b'0' + b, b'0' + n, b'.', b'0' + white, b'0' + black]
    }

    /// Writes the text after what the buffer holds.
    #[inline]
    pub fn append_ascii_to(self, buf: &mut Vec<u8>) {
        buf.extend_from_slice(&self.to_ascii());
    }
}

/// The test is on each count: on the sum, three white bishops would be one black one.
#[inline]
fn digit_of(white: u8, black: u8) -> u8 {
    if white > 2 || black > 2 { MANY } else { white + 3 * black }
}

pub(super) fn reversed_digit(digit: u8) -> u8 {
    if digit == MANY { MANY } else { 3 * (digit % 3) + digit / 3 }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(str::from_utf8(&self.to_ascii()).expect("digits and a point are ASCII"))
    }
}

impl FromStr for Code {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Code, ParseError> {
        Code::from_ascii(text.as_bytes())
    }
}

impl TryFrom<&Board> for Code {
    type Error = ManyPawns;

    fn try_from(board: &Board) -> Result<Code, ManyPawns> {
        Code::from_board(board)
    }
}

impl TryFrom<&Setup> for Code {
    type Error = ManyPawns;

    fn try_from(setup: &Setup) -> Result<Code, ManyPawns> {
        Code::from_setup(setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_of(board_fen: &str) -> Result<String, ManyPawns> {
        let board = Board::from_ascii_board_fen(board_fen.as_bytes()).expect("board");
        Code::from_board(&board).map(|code| code.to_string())
    }

    #[test]
    fn the_initial_position_has_all_men() {
        assert_eq!(Code::from_board(&Board::new()).unwrap().to_string(), "4888.88");
    }

    #[test]
    fn three_of_a_kind_on_either_side_are_nine() {
        assert_eq!(code_of("k7/8/8/8/8/8/8/KBBB4").unwrap(), "0090.00");
        assert_eq!(code_of("kbbb4/8/8/8/8/8/8/KB6").unwrap(), "0090.00");
        assert_eq!(code_of("kqq5/8/8/8/8/8/8/KQQ5").unwrap(), "8000.00");
        assert_eq!(code_of("k7/8/8/8/8/8/8/KNNNN3").unwrap(), "0009.00");
    }

    #[test]
    fn nine_pawns_have_no_code() {
        let error = Code::from_board(&Board::horde()).unwrap_err();
        assert_eq!(error, ManyPawns { color: Color::White, pawns: 36 });
        assert_eq!(error.to_string(), "36 white pawns: a GBR code counts at most 8");
    }

    #[test]
    fn reversing_exchanges_the_colours() {
        let code: Code = "0116.10".parse().unwrap();
        assert_eq!(code.reversed().to_string(), "0332.01");
        assert_eq!(code.reversed().reversed(), code);
    }

    #[test]
    fn order_is_the_order_of_the_text() {
        let texts = ["0000.00", "0000.01", "0000.10", "0002.01", "0116.00", "4100.00", "9000.00"];
        let codes: Vec<Code> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert!(codes.is_sorted());
    }

    #[test]
    fn numbers_are_the_order_and_go_both_ways() {
        let codes = (0..810_000).map(|number| Code::from_number(number).unwrap());
        assert!(codes.clone().is_sorted_by(|one, next| one < next));
        assert!(codes.zip(0..).all(|(code, number)| code.number() == number));
        assert_eq!(Code::from_number(810_000), None);
        assert_eq!(Code::from_number(0), Some(Code::BARE));
    }

    #[test]
    fn tablebase_names_go_both_ways() {
        for (code, name) in [("0116.00", "KRBvKNN"), ("0002.01", "KNNvKP"), ("0000.00", "KvK")] {
            let code: Code = code.parse().unwrap();
            assert_eq!(code.tablebase_name().as_deref(), Some(name));
            assert_eq!(Code::from_tablebase_name(name), Ok(code));
            assert_eq!(Code::from_tablebase_name(&name.replace('v', "")), Ok(code));
        }
        assert_eq!("0090.00".parse::<Code>().unwrap().tablebase_name(), None);
    }

    #[test]
    fn too_many_pawns_in_a_name_are_told_at_the_first_of_them() {
        for name in ["KPPPPPPPPPvK", "KRvKPPPPPPPPP", "krvkppppppppp"] {
            let at = name.find(['P', 'p']).unwrap();
            let told = Code::from_tablebase_name(name).map_err(|error| error.byte());
            assert_eq!(told, Err(at), "{name}");
        }
    }

    #[test]
    fn it_is_small() {
        assert!(size_of::<Code>() <= 8);
    }
}
