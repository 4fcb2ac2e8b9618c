//! The codes that a question takes, all of them at once.

use super::code_sieve::{PAWNS, pawns_of};
use super::query::{Moment, Query, Term};

/// How many numbers of pieces there are.
const PIECES: usize = 10_000;

/// A set of codes.
pub(super) struct CodeSet {
    /// For each number of the pieces, a bit for each number of the pawns.
    pawns: Vec<u128>,
}

impl CodeSet {
    /// The codes by which [a table](super::code_counts) answers a question; none where codes do not decide it, or where a game
    /// may leave them and come back while men are taken.
    pub(super) fn of(query: &Query) -> Option<CodeSet> {
        let is_of_codes = |term: &Term| term.men.is_none() && !term.pattern.needs_material();
        let may_gap = query.at == Moment::Any;
        let is_plain = query.is_of_force() && query.terms.iter().all(is_of_codes);
        if !is_plain || may_gap && !matches!(&query.terms[..], [only] if has_no_gap(only)) {
            return None;
        }
        let mut codes = CodeSet { pawns: vec![0; PIECES] };
        query.terms.iter().for_each(|term| codes.add(term));
        Some(codes)
    }

    fn add(&mut self, term: &Term) {
        let bits = pawns_of(term);
        let digits = |place| (0..10).filter(move |&digit| term.pattern.takes_digit(place, digit));
        for majors in digits(0).flat_map(|queens| digits(1).map(move |rooks| [queens, rooks])) {
            for minors in
                digits(2).flat_map(|bishops| digits(3).map(move |knights| [bishops, knights]))
            {
                let [[q, r], [b, n]] = [majors, minors].map(|pair| pair.map(usize::from));
                self.pawns[q * 1000 + r * 100 + b * 10 + n] |= bits;
            }
        }
    }

    /// Whether the code with this number is in it.
    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        let (pieces, pawns) = (number / PAWNS, number % PAWNS);
        self.pawns.get(pieces as usize).is_some_and(|bits| bits >> pawns & 1 == 1)
    }
}

/// Whether what lies between two forces that a term takes is taken too, as far as codes without a nine go.
fn has_no_gap(term: &Term) -> bool {
    let is_below = |less: u8, more: u8| less % 3 <= more % 3 && less / 3 <= more / 3;
    (0..4).all(|place| is_filled(term, place, is_below))
        && (4..6).all(|place| is_filled(term, place, |less, more| less <= more))
}

/// The same for one place of its pattern.
fn is_filled(term: &Term, place: usize, is_below: impl Fn(u8, u8) -> bool) -> bool {
    let takes = |digit: &u8| term.pattern.takes_digit(place, *digit);
    let (taken, others): (Vec<u8>, Vec<u8>) = (0..9).partition(takes);
    let is_between = |digit: u8| {
        taken.iter().any(|&less| is_below(less, digit))
            && taken.iter().any(|&more| is_below(digit, more))
    };
    !others.into_iter().any(is_between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_answered(pattern: &str) -> bool {
        CodeSet::of(&Query::any_of([pattern.parse().unwrap()])).is_some()
    }

    #[test]
    fn a_pattern_with_a_gap_is_not_answered_by_codes_alone() {
        for pattern in ["*", "0*", "*.11", "KRPvKR", "[14]*", "?[26]*", "????.[2-5]?", "9*", "*.?8"]
        {
            assert!(is_answered(pattern), "{pattern}");
        }
        for pattern in ["[04]*", "[08]*", "*.[13]?", "*.?[08]", "?[06]*", "KBBBvK"] {
            assert!(!is_answered(pattern), "{pattern}");
        }
    }
}
