//! How many records are borne out, and why others are open.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::Opinion;
use crate::tables::{Matter, Open, Standing};

/// Numbers of records by what became of them, and of what was told about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// The claim holds, or the result is the tables'.
    pub proved: u64,
    /// It does not.
    pub failing: u64,
    /// Neither is known, by reason.
    pub open: BTreeMap<&'static str, u64>,
    /// There is neither a claim nor a result.
    pub without_result: u64,
    /// Black's variations in which a claim is lost.
    pub sidelines: u64,
    /// Other White moves that keep a claim.
    pub alternatives: u64,
    /// Moves of games that change what they are worth.
    pub changes: u64,
}

impl Balance {
    /// How many records are open, for whatever reason.
    #[must_use]
    pub fn all_open(&self) -> u64 {
        self.open.values().sum()
    }

    /// Counts a game of which nothing is known, and which may have no result either.
    pub(super) fn count_open(&mut self, open: Open, has_result: bool) {
        if has_result {
            *self.open.entry(open.reason()).or_default() += 1;
        } else {
            self.without_result += 1;
        }
    }

    pub(super) fn count(&mut self, opinion: &Opinion) {
        match opinion.standing {
            _ if opinion.is_empty() => self.without_result += 1,
            Standing::Proved => self.proved += 1,
            Standing::Failing => self.failing += 1,
            Standing::Open(open) => self.count_open(open, true),
        }
        for statement in &opinion.statements {
            match statement.matter {
                Matter::Sideline { .. } => self.sidelines += 1,
                Matter::Alternative { .. } => self.alternatives += 1,
                Matter::Verdict { .. } => self.changes += 1,
                Matter::Claim { .. } | Matter::Result { .. } | Matter::Open(_) => {}
            }
        }
    }
}

impl AddAssign<&Balance> for Balance {
    fn add_assign(&mut self, other: &Balance) {
        self.proved += other.proved;
        self.failing += other.failing;
        for (reason, number) in &other.open {
            *self.open.entry(reason).or_default() += number;
        }
        self.without_result += other.without_result;
        self.sidelines += other.sidelines;
        self.alternatives += other.alternatives;
        self.changes += other.changes;
    }
}
