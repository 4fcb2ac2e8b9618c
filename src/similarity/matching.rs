//! Men of one kind and colour in two positions, matched as cheaply as can be.
//!
//! Only those are matched who cannot stay: steps are a metric, so a cheapest matching leaves
//! everybody on a square that both have. As many as the smaller number allows are matched, because
//! moving a man is charged at most 3, and a man missing here and another one there 4 or more.

use shakmaty::{Bitboard, Square};

use super::{Correspondence, assignment, point::Point};

/// The men of a kind who do not stand where they should.
pub(super) struct Matching {
    /// Those of the first position, by their squares in it.
    pub(super) left: Vec<Square>,
    /// Squares of the second position where nobody was expected.
    pub(super) found: Vec<Square>,
    correspondence: Correspondence,
}

impl Matching {
    /// `first` and `second` are the squares of the kind in the two positions.
    pub(super) fn new(
        first: Bitboard,
        mut second: Bitboard,
        correspondence: Correspondence,
    ) -> Matching {
        let mut left = Vec::new();
        for own in first {
            match correspondence.square(own) {
                Some(image) if second.contains(image) => second.discard(image),
                _ => left.push(own),
            }
        }
        Matching { left, found: second.into_iter().collect(), correspondence }
    }

    /// Who goes where in the cheapest matching: indices of `left` and `found`, as many as in the
    /// shorter one, sorted by the first.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let steps = |from: usize, to: usize| self.steps_between(from, to);
        if self.left.len() <= self.found.len() {
            let to = assignment::cheapest(self.left.len(), self.found.len(), steps);
            return to.into_iter().enumerate().collect();
        }
        let from =
            assignment::cheapest(self.found.len(), self.left.len(), |to, from| steps(from, to));
        let mut pairs: Vec<_> = from.into_iter().enumerate().map(|(to, from)| (from, to)).collect();
        pairs.sort_unstable();
        pairs
    }

    fn steps_between(&self, from: usize, to: usize) -> u32 {
        self.correspondence.point(self.left[from]).steps(self.found[to].into())
    }
}

/// King's steps of the cheapest matching, at most three for a man.
pub(super) fn steps(first: Bitboard, second: Bitboard, correspondence: Correspondence) -> u32 {
    // Kings, and most other kinds in studies.
    if let (Some(from), Some(to)) = (first.single_square(), second.single_square()) {
        return correspondence.point(from).steps(Point::from(to));
    }
    let matching = Matching::new(first, second, correspondence);
    let (left, found) = (matching.left.len(), matching.found.len());
    if left <= 1 || found <= 1 {
        // At most one man goes, to wherever it is nearest.
        let pairs = (0..left).flat_map(|from| (0..found).map(move |to| (from, to)));
        return pairs.map(|(from, to)| matching.steps_between(from, to)).min().unwrap_or(0);
    }
    matching.pairs().into_iter().map(|(from, to)| matching.steps_between(from, to)).sum()
}
