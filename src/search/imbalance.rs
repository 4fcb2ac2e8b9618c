//! What one side has more of: `R=0,P>=1,minor<=0`. In comes the text, out comes a test of the force.

use std::fmt;
use std::str::FromStr;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    combinator::{cut, opt, value},
    multi::fold_many0,
    sequence::preceded,
};
use shakmaty::{Color, Role};

use super::relation::{Relation, relation};
use crate::gbr::token::{Input, Parsed, digit_up_to, expect, fail, whole};
use crate::gbr::{Material, ParseError};

/// Differences between the sides, White minus Black, all of which must be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imbalance {
    differences: Vec<Lead>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lead {
    counted: Unit,
    relation: Relation,
    number: i16,
}

/// What is counted on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Role(Role),
    /// Bishops and knights.
    Minor,
    Men,
}

impl Imbalance {
    /// Reads `R=0,P>=1,minor<=0`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not that.
    pub fn from_ascii(text: &[u8]) -> Result<Imbalance, ParseError> {
        whole(imbalance, text)
    }

    /// Whether the men of the two sides differ so.
    #[must_use]
    pub fn takes(&self, material: &Material) -> bool {
        self.differences.iter().all(|difference| difference.takes(material))
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Imbalance {
        let differences = self.differences.iter().map(|difference| difference.reversed()).collect();
        Imbalance { differences }
    }
}

impl Lead {
    fn takes(self, material: &Material) -> bool {
        let [white, black] = Color::ALL.map(|color| self.counted.count(material, color));
        self.relation.takes((white - black).cmp(&self.number))
    }

    fn reversed(self) -> Lead {
        Lead { relation: self.relation.reversed(), number: -self.number, ..self }
    }
}

impl Unit {
    fn count(self, material: &Material, color: Color) -> i16 {
        let count = |role| i16::from(material.count(color, role));
        match self {
            Unit::Role(role) => count(role),
            Unit::Minor => count(Role::Bishop) + count(Role::Knight),
            Unit::Men => i16::from(material.men(color)),
        }
    }
}

// imbalance = difference *("," difference)
fn imbalance(i: Input<'_>) -> Parsed<'_, Imbalance> {
    let (rest, first) = difference(i)?;
    let more = preceded(expect("`,`", tag(",")), cut(difference));
    let start = move || vec![first];
    let append = |mut all: Vec<_>, next| {
        all.push(next);
        all
    };
    fold_many0(more, start, append).map(|differences| Imbalance { differences }).parse(rest)
}

// difference = gap counted gap relation gap number gap
fn difference(i: Input<'_>) -> Parsed<'_, Lead> {
    let (rest, (_, counted, _, relation, _, number, _)) =
        (gap, counted, gap, relation, gap, number, gap).parse(i)?;
    Ok((rest, Lead { counted, relation, number }))
}

// counted = %s"Q" / %s"R" / %s"B" / %s"N" / %s"P" / %s"minor" / %s"men"
fn counted(i: Input<'_>) -> Parsed<'_, Unit> {
    let role = |letter, role| value(Unit::Role(role), tag(letter));
    let names = alt((
        role("Q", Role::Queen),
        role("R", Role::Rook),
        role("B", Role::Bishop),
        role("N", Role::Knight),
        role("P", Role::Pawn),
        value(Unit::Minor, tag("minor")),
        value(Unit::Men, tag("men")),
    ));
    expect("Q, R, B, N, P, minor, men", names).parse(i)
}

// number = ["-" / "+"] 1*2DIGIT
fn number(i: Input<'_>) -> Parsed<'_, i16> {
    let digit = || digit_up_to(9, "a number").map(i16::from);
    let sign = alt((value(-1, tag("-")), value(1, tag("+"))));
    let (rest, (sign, first, second)) = (opt(sign), digit(), opt(digit())).parse(i)?;
    if rest.first().is_some_and(u8::is_ascii_digit) {
        return Err(fail(i, "a number of one or two digits"));
    }
    let number = second.map_or(first, |second| 10 * first + second);
    Ok((rest, sign.unwrap_or(1) * number))
}

// gap = *SP
fn gap(i: Input<'_>) -> Parsed<'_, ()> {
    let blanks = i.iter().take_while(|&&byte| byte == b' ').count();
    Ok((&i[blanks..], ()))
}

impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, difference) in self.differences.iter().enumerate() {
            let Lead { counted, relation, number } = difference;
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{counted}{relation}{number}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Role(role) => write!(f, "{}", role.upper_char()),
            Unit::Minor => f.write_str("minor"),
            Unit::Men => f.write_str("men"),
        }
    }
}

impl FromStr for Imbalance {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Imbalance, ParseError> {
        Imbalance::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(imbalance: &str, material: &str) -> bool {
        imbalance.parse::<Imbalance>().expect(imbalance).takes(&material.parse().expect(material))
    }

    #[test]
    fn white_is_counted_against_black() {
        for (imbalance, material, is_so) in [
            ("R=0", "KRvKR", true),
            ("R=0", "KRvK", false),
            ("R=-1", "KvKR", true),
            ("P>=1", "KPPvKP", true),
            ("P>=1", "KPvKP", false),
            ("minor<=0", "KNvKB", true),
            ("minor<=0", "KNBvKB", false),
            ("men>2", "KQPPvK", true),
            ("men>2", "KQPvK", false),
            ("Q!=0", "KQvK", true),
            ("Q=1,R=-2", "KQvKRR", true),
            ("Q=1,R=-2", "KQvKR", false),
            (" Q = +1 , minor < -1 ", "KQvKBN", true),
        ] {
            assert_eq!(takes(imbalance, material), is_so, "{imbalance} {material}");
        }
    }

    #[test]
    fn reversing_exchanges_the_sides() {
        for text in ["Q=1,R<=-2,minor!=0,men>3", "P>=0"] {
            let imbalance: Imbalance = text.parse().expect("an imbalance");
            for name in ["KQvKRR", "KvKPP", "KQPPPPvK", "KBvKN"] {
                let material: Material = name.parse().expect("a name");
                let reversed = imbalance.reversed();
                assert_eq!(imbalance.takes(&material), reversed.takes(&material.reversed()));
            }
            assert_eq!(imbalance.reversed().reversed(), imbalance);
        }
    }

    #[test]
    fn bad_imbalances_say_where() {
        for (text, byte) in [
            ("", 0),
            ("R", 1),
            ("R=", 2),
            ("R=x", 2),
            ("K=1", 0),
            ("R=1,", 4),
            ("R=1;P=1", 3),
            ("R=100", 2),
            ("R=0,P>=-999", 7),
            ("R==1", 2),
        ] {
            assert_eq!(text.parse::<Imbalance>().unwrap_err().byte(), byte, "{text}");
        }
        let error = "R=999".parse::<Imbalance>().unwrap_err();
        assert_eq!(error.to_string(), "expected a number of one or two digits, found `999`");
        let error = "R=1,P".parse::<Imbalance>().unwrap_err();
        assert_eq!(error.to_string(), "expected `=`, `!=`, `<`, `<=`, `>`, `>=`, found the end");
    }
}
