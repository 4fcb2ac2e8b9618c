//! How two things compare: `=`, `!=`, `<`, `<=`, `>`, `>=`.

use std::cmp::Ordering;
use std::fmt;

use nom::{Parser, branch::alt, bytes::complete::tag, combinator::value};

use crate::gbr::token::{Input, Parsed, expect};

/// A sign of comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// Whether things that stand so to each other stand in this relation.
    #[must_use]
    pub const fn takes(self, order: Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::AtMost => order.is_le(),
            Relation::More => order.is_gt(),
            Relation::AtLeast => order.is_ge(),
        }
    }

    /// Whether it asks which of two comes first.
    #[must_use]
    pub const fn is_order(self) -> bool {
        !matches!(self, Relation::Equal | Relation::NotEqual)
    }

    /// The relation between the same numbers with their signs changed.
    #[must_use]
    pub const fn reversed(self) -> Relation {
        match self {
            Relation::Less => Relation::More,
            Relation::AtMost => Relation::AtLeast,
            Relation::More => Relation::Less,
            Relation::AtLeast => Relation::AtMost,
            same => same,
        }
    }
}

// relation = "<=" / ">=" / "!=" / "<" / ">" / "="
pub(super) fn relation(i: Input<'_>) -> Parsed<'_, Relation> {
    let signs = alt((
        value(Relation::AtMost, tag("<=")),
        value(Relation::AtLeast, tag(">=")),
        value(Relation::NotEqual, tag("!=")),
        value(Relation::Less, tag("<")),
        value(Relation::More, tag(">")),
        value(Relation::Equal, tag("=")),
    ));
    expect("`=`, `!=`, `<`, `<=`, `>`, `>=`", signs).parse(i)
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::More => ">",
            Relation::AtLeast => ">=",
        })
    }
}
