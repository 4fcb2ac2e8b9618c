//! A first look at forces, by the number of their code alone.

use super::dictionary::NO_CODE;
use super::query::{Query, Term};

/// How many codes there are with the same pieces: those with other pawns.
pub(super) const PAWNS: u32 = 81;

/// Lets through what a query may take.
///
/// Codes come in their order, so that the pieces are looked at once for all pawns.
pub(super) struct Sieve<'a> {
    terms: &'a [Term],
    /// For each term, a bit for each number of pawns of either side that it takes.
    pawns: Vec<u128>,
    /// The pieces that were looked at last, and the pawns that the terms that take these pieces take.
    pieces: Option<u32>,
    bits: u128,
}

impl<'a> Sieve<'a> {
    pub(super) fn of(query: &'a Query) -> Sieve<'a> {
        let pawns = query.terms.iter().map(pawns_of).collect();
        Sieve { terms: &query.terms, pawns, pieces: None, bits: 0 }
    }

    /// Whether a term may take forces of a code with this number.
    #[inline]
    pub(super) fn takes(&mut self, number: u32) -> bool {
        let (pieces, pawns) = (number / PAWNS, number % PAWNS);
        if self.pieces != Some(pieces) {
            self.look_at(pieces);
        }
        number < NO_CODE && self.bits >> pawns & 1 == 1
    }

    fn look_at(&mut self, pieces: u32) {
        let digits = [pieces / 1000, pieces / 100 % 10, pieces / 10 % 10, pieces % 10];
        self.pieces = Some(pieces);
        let taken = self.terms.iter().zip(&self.pawns).filter(|(term, _)| takes(term, 0, digits));
        self.bits = taken.fold(0, |all, (_, bits)| all | bits);
    }
}

/// A bit for each number of pawns of either side that a term takes.
pub(super) fn pawns_of(term: &Term) -> u128 {
    let takes = |pawns: &u32| takes(term, 4, [pawns / 9, pawns % 9]);
    (0..PAWNS).filter(takes).fold(0, |all, pawns| all | 1 << pawns)
}

/// Whether the places of a pattern from one on take these digits.
fn takes<const N: usize>(term: &Term, place: usize, digits: [u32; N]) -> bool {
    let mut digits = digits.iter().enumerate();
    digits.all(|(at, &digit)| term.pattern.takes_digit(place + at, digit as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::Code;

    #[test]
    fn what_a_pattern_matches_goes_through_and_nothing_else() {
        let patterns = ["*", "*.11", "0*", "[24]*.1?", "KRPvKR", "KBBBvK", "4888.88"];
        for some in patterns.chunks(2) {
            let query = Query::any_of(some.iter().map(|text| text.parse().unwrap()));
            let mut sieve = Sieve::of(&query);
            for number in (0..NO_CODE).step_by(7) {
                let code = Code::from_number(number).unwrap();
                let matches = query.terms.iter().any(|term| term.pattern.matches(code));
                assert_eq!(sieve.takes(number), matches, "{some:?} {code}");
            }
            assert!(!sieve.takes(NO_CODE));
        }
    }
}
