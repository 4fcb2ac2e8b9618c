//! Positions that hang together by pairs: all versions of one study.

use std::collections::BTreeMap;

use super::Pair;

/// What the pairs connect, directly or through others: each group in the order of the collection,
/// and groups by their first member. A position without a partner is in none.
#[must_use]
pub fn groups(pairs: &[Pair]) -> Vec<Vec<usize>> {
    let mut forest = Forest::default();
    for pair in pairs {
        forest.join(pair.first, pair.second);
    }
    forest.trees()
}

/// Members that point to another one of their group, down to its first.
#[derive(Default)]
struct Forest(BTreeMap<usize, usize>);

impl Forest {
    fn first(&mut self, member: usize) -> usize {
        let mut at = member;
        loop {
            let next = *self.0.entry(at).or_insert(at);
            if next == at {
                return at;
            }
            // Shortens the way for the next time.
            let after = self.0[&next];
            self.0.insert(at, after);
            at = after;
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0.insert(one.max(other), one.min(other));
    }

    fn trees(mut self) -> Vec<Vec<usize>> {
        let members: Vec<usize> = self.0.keys().copied().collect();
        let mut trees: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for member in members {
            trees.entry(self.first(member)).or_default().push(member);
        }
        trees.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::{Correspondence, Cost, Likeness};

    #[test]
    fn groups_hang_together() {
        let likeness = Likeness { cost: Cost::ZERO, correspondence: Correspondence::IDENTITY };
        let pairs = [(7, 8), (2, 9), (1, 3), (3, 9), (4, 7)].map(|(first, second)| Pair {
            first,
            second,
            likeness,
        });
        assert_eq!(groups(&pairs), [vec![1, 2, 3, 9], vec![4, 7, 8]]);
        assert!(groups(&[]).is_empty());
    }
}
