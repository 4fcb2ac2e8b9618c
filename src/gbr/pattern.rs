//! Which codes a search wants: in comes a text with places left open, out
//! comes a test that costs six shifts.

use std::{fmt, str::FromStr};

use super::{
    Code, ManyPawns, Material, ParseError,
    code::{MANY, reversed_digit},
    parse,
    token::whole,
};

/// The mask of a place before the point that takes any digit.
pub(super) const ANY_PIECES: u16 = 0x3ff;

/// The mask of a place after the point that takes any digit.
pub(super) const ANY_PAWNS: u16 = 0x1ff;

/// A set of codes: for each of the six places, the digits that it takes.
///
/// Written as a code in which `?` stands for any digit, `[14]` and `[0-3]` for
/// some, and `*` for the rest: `0002.*`, `0?1?.1*`, `4*`. Without any pawns
/// written, there are none: `0002` is `0002.00`. Or as the name of a tablebase,
/// `KNNvKP`.
///
/// Its text is a GLOB of SQLite and DuckDB that finds the same codes, except
/// where a name asks for more than a code can tell: see
/// [`needs_material`](Pattern::needs_material).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Bit `n` of a mask: the place takes the digit `n`. No mask is empty.
    masks: [u16; 6],
    /// The exact numbers, where a name has three or more of a kind.
    material: Option<Material>,
}

impl Pattern {
    /// Takes exactly these men; where none of them are three of a kind, that is
    /// their code.
    ///
    /// # Errors
    ///
    /// [`ManyPawns`] where they have no code.
    pub fn from_material(material: &Material) -> Result<Pattern, ManyPawns> {
        let code = Code::from_material(material)?;
        Ok(Pattern { material: code.has_nine().then_some(*material), ..Pattern::from(code) })
    }

    /// Takes every code.
    pub const ANY: Pattern = Pattern::from_masks([ANY_PIECES; 4], [ANY_PAWNS; 2]);

    /// Reads a pattern or a tablebase name.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is neither.
    pub fn from_ascii(text: &[u8]) -> Result<Pattern, ParseError> {
        whole(parse::pattern, text)
    }

    pub(super) const fn from_masks([q, r, b, n]: [u16; 4], [white, black]: [u16; 2]) -> Pattern {
        Pattern { masks: [q, r, b, n, white, black], material: None }
    }

    /// Whether a code is in the set; where the [material](Pattern::needs_material)
    /// is needed, whether it may be.
    #[inline]
    #[must_use]
    pub fn matches(&self, code: Code) -> bool {
        let digits = code.digits();
        self.masks
            .iter()
            .zip(digits)
            .fold(true, |all, (mask, digit)| all & (mask >> digit & 1 == 1))
    }

    /// Whether one of the six places, from 0, takes a digit.
    #[must_use]
    pub fn takes_digit(&self, place: usize, digit: u8) -> bool {
        self.masks.get(place).is_some_and(|mask| digit <= MANY && mask >> digit & 1 == 1)
    }

    /// Whether these men are in the set.
    #[inline]
    #[must_use]
    pub fn matches_material(&self, material: &Material) -> bool {
        match &self.material {
            Some(wanted) => wanted == material,
            None => Code::from_material(material).is_ok_and(|code| self.matches(code)),
        }
    }

    /// Whether a code alone does not decide: a tablebase name with three or
    /// more of a kind, such as `KBBBvK`, all of which are 9 in a code.
    #[must_use]
    pub const fn needs_material(&self) -> bool {
        self.material.is_some()
    }

    /// Whether none of its codes has a pawn.
    #[must_use]
    pub const fn is_pawnless(&self) -> bool {
        let [.., white, black] = self.masks;
        white == 1 && black == 1
    }

    /// The set with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Pattern {
        let [q, r, b, n, white, black] = self.masks;
        let pieces = [q, r, b, n].map(reversed_mask);
        let material = self.material.map(|material| material.reversed());
        Pattern { material, ..Pattern::from_masks(pieces, [black, white]) }
    }
}

fn reversed_mask(mask: u16) -> u16 {
    (0..=MANY).filter(|digit| mask >> digit & 1 == 1).fold(0, |m, d| m | 1 << reversed_digit(d))
}

impl From<Code> for Pattern {
    fn from(code: Code) -> Pattern {
        Pattern { masks: code.digits().map(|digit| 1 << digit), material: None }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(material) = &self.material {
            return write!(f, "{material}");
        }
        let (pieces, pawns) = self.masks.split_at(4);
        pieces.iter().try_for_each(|&mask| write_mask(f, mask, ANY_PIECES))?;
        f.write_str(".")?;
        pawns.iter().try_for_each(|&mask| write_mask(f, mask, ANY_PAWNS))
    }
}

fn write_mask(f: &mut fmt::Formatter<'_>, mask: u16, any: u16) -> fmt::Result {
    if mask == any {
        return f.write_str("?");
    }
    if mask.is_power_of_two() {
        return write!(f, "{}", mask.trailing_zeros());
    }
    f.write_str("[")?;
    (0..=MANY).filter(|digit| mask >> digit & 1 == 1).try_for_each(|digit| write!(f, "{digit}"))?;
    f.write_str("]")
}

impl FromStr for Pattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pattern, ParseError> {
        Pattern::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, code: &str) -> bool {
        pattern.parse::<Pattern>().unwrap().matches(code.parse().unwrap())
    }

    #[test]
    fn a_code_matches_itself() {
        assert!(matches("0116.00", "0116.00"));
        assert!(!matches("0116.00", "0116.01"));
    }

    #[test]
    fn four_digits_have_no_pawns() {
        assert!(matches("0002", "0002.00"));
        assert!(!matches("0002", "0002.01"));
    }

    #[test]
    fn places_may_be_open() {
        assert!(matches("0002.*", "0002.01"));
        assert!(matches("0?1?.1*", "0312.18"));
        assert!(!matches("0?1?.1*", "0312.08"));
        assert!(matches("4*", "4888.88"));
        assert!(matches("[14]*.00", "1000.00"));
        assert!(!matches("[14]*.00", "1000.10"));
        assert!(matches("*", "9999.88"));
        assert!(matches("[0-24]000.??", "4000.12"));
        assert!(!matches("[0-24]000.??", "3000.12"));
    }

    #[test]
    fn names_are_codes() {
        let pattern: Pattern = "KNNKP".parse().unwrap();
        assert_eq!(pattern.to_string(), "0002.01");
        assert!(!pattern.needs_material());
    }

    #[test]
    fn names_with_three_of_a_kind_need_the_material() {
        let pattern: Pattern = "KBBBvK".parse().unwrap();
        assert!(pattern.needs_material());
        assert!(pattern.matches("0090.00".parse().unwrap()));
        assert!(pattern.matches_material(&"KBBBvK".parse().unwrap()));
        assert!(!pattern.matches_material(&"KBBBBvK".parse().unwrap()));
        assert_eq!(pattern.reversed().to_string(), "KvKBBB");
    }

    #[test]
    fn reversing_exchanges_the_colours() {
        let pattern: Pattern = "0[1-39]1?.1*".parse().unwrap();
        assert_eq!(pattern.reversed().to_string(), "0[1369]3?.?1");
        assert_eq!(pattern.reversed().reversed(), pattern);
    }

    #[test]
    fn bad_patterns_say_where() {
        for (text, byte) in [
            ("", 0),
            ("000", 3),
            ("0002.0", 6),
            ("0002.09", 6),
            ("[3-0]*", 3),
            ("[]000", 1),
            ("[^1]000", 1),
            ("[1", 2),
            ("0002.001", 7),
            ("K", 1),
            ("KPPPPPPPPPvK", 0),
        ] {
            assert_eq!(text.parse::<Pattern>().unwrap_err().byte(), byte, "{text}");
        }
    }
}
