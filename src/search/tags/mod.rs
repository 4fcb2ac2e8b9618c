//! What the tags of a game must say: `WhiteElo >= 2400 and White ~ "carlsen"`.
//!
//! In: a question as text, and for each game the values of its tags. Out: yes or no. Where a tag does not say what is asked,
//! the answer is no, and `not` of it yes.

mod compare;
mod parse;

use std::fmt;
use std::str::FromStr;

use self::compare::TagValue;
use super::relation::Relation;
use crate::gbr::ParseError;
use crate::gbr::token::whole;
use crate::text::encoding::text;
use crate::text::fold::fold;

/// A question about the tags of a game.
///
/// Numbers compare as numbers, and dates by the parts that are given: `Date >= 2010.06` is false where the month is not known.
/// Texts compare byte by byte; `~` finds a text in another, case and accents aside. `has(Tag)` is true where
/// there is such a tag. `not` comes before `and`, and that before `or`.
#[derive(Clone, Debug, PartialEq)]
pub struct TagQuery {
    test: Test,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Any(Vec<Test>),
    All(Vec<Test>),
    Not(Box<Test>),
    Has(String),
    /// The text is folded.
    Contains(String, String),
    Compare(String, Relation, TagValue),
}

impl TagQuery {
    /// Reads a question.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not one.
    pub fn from_ascii(text: &[u8]) -> Result<TagQuery, ParseError> {
        whole(parse::query, text).map(|test| TagQuery { test })
    }

    /// Whether the answer is yes, if `value` gives the value of a tag by its name, without escapes.
    pub fn takes<V: AsRef<[u8]>>(&self, value: impl Fn(&str) -> Option<V>) -> bool {
        self.test.takes(&value)
    }
}

impl Test {
    /// Tests are nested no deeper than the grammar lets them be.
    fn takes<V: AsRef<[u8]>>(&self, value: &impl Fn(&str) -> Option<V>) -> bool {
        match self {
            Test::Any(tests) => tests.iter().any(|test| test.takes(value)),
            Test::All(tests) => tests.iter().all(|test| test.takes(value)),
            Test::Not(test) => !test.takes(value),
            Test::Has(tag) => value(tag).is_some(),
            Test::Contains(tag, part) => {
                value(tag).is_some_and(|value| fold(&text(value.as_ref())).contains(part))
            }
            Test::Compare(tag, relation, wanted) => {
                let order = value(tag).and_then(|value| wanted.order(value.as_ref()));
                order.is_some_and(|order| relation.takes(order))
            }
        }
    }

    /// Writes it where it is a part of something else.
    fn write_part(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Any(_) | Test::All(_) => write!(f, "({self})"),
            _ => write!(f, "{self}"),
        }
    }

    fn write_list(f: &mut fmt::Formatter<'_>, tests: &[Test], word: &str) -> fmt::Result {
        for (at, test) in tests.iter().enumerate() {
            if at > 0 {
                write!(f, " {word} ")?;
            }
            test.write_part(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Any(tests) => Test::write_list(f, tests, "or"),
            Test::All(tests) => Test::write_list(f, tests, "and"),
            Test::Not(test) => {
                f.write_str("not ")?;
                test.write_part(f)
            }
            Test::Has(tag) => write!(f, "has({tag})"),
            Test::Contains(tag, part) => write!(f, "{tag} ~ {}", compare::quoted(part)),
            Test::Compare(tag, relation, value) => write!(f, "{tag} {relation} {value}"),
        }
    }
}

impl fmt::Display for TagQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.test)
    }
}

impl FromStr for TagQuery {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TagQuery, ParseError> {
        TagQuery::from_ascii(text.as_bytes())
    }
}

#[cfg(test)]
mod tests;
