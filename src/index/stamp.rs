//! By which an index knows the file that it was made from, and when it may be believed.
//!
//! Nothing here asks the system: the caller says what it knows about the file, as plain numbers.

/// What the system says about a file, and when it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// How many bytes it has.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: i64,
    /// When anything about it was last changed (its name, its times), where the system keeps that.
    pub changed: Option<i64>,
    /// Which file it is: device and inode, where the system has them.
    pub identity: Option<(u64, u64)>,
    /// When the stamp was taken, *before* the first byte of the file was read.
    pub taken: i64,
}

/// Whether an index belongs to a file as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It does.
    Fresh,
    /// It does if the first `length` bytes, which may be all of them, have the hash that
    /// [`settle`](Freshness::settle) takes.
    Unsure {
        /// How many bytes decide.
        length: u64,
        /// Whether more follow them.
        is_longer: bool,
    },
    /// It belongs to the beginning; something was put after it.
    Grown,
    /// It does not.
    Stale,
}

/// Times of files may be as coarse as two seconds; a change within them leaves no trace.
const SETTLED: i64 = 3_000_000_000;

impl Stamp {
    /// What is to be thought of an index with this stamp, now that the file has another one.
    ///
    /// ```
    /// use gbr_pgn::index::{Freshness, Stamp};
    ///
    /// let seconds = |seconds: i64| seconds * 1_000_000_000;
    /// let stamp = Stamp {
    ///     size: 1000,
    ///     modified: seconds(100),
    ///     changed: Some(seconds(100)),
    ///     identity: Some((1, 2)),
    ///     taken: seconds(200),
    /// };
    /// assert_eq!(stamp.compare(&Stamp { taken: seconds(900), ..stamp }), Freshness::Fresh);
    /// let touched = Stamp { modified: seconds(300), ..stamp };
    /// let unsure = Freshness::Unsure { length: 1000, is_longer: false };
    /// assert_eq!(stamp.compare(&touched), unsure);
    /// assert_eq!(unsure.settle(7, 7), Freshness::Fresh);
    /// assert_eq!(unsure.settle(7, 8), Freshness::Stale);
    /// ```
    #[must_use]
    pub fn compare(&self, now: &Stamp) -> Freshness {
        if now.size < self.size {
            return Freshness::Stale;
        }
        let is_longer = now.size > self.size;
        let is_same = Stamp { taken: now.taken, ..*self } == *now;
        if is_same && self.is_settled() {
            return Freshness::Fresh;
        }
        Freshness::Unsure { length: self.size, is_longer }
    }

    /// Whether it was taken so long after the last change that a later one must show.
    fn is_settled(&self) -> bool {
        let last = self.changed.map_or(self.modified, |changed| changed.max(self.modified));
        last.checked_add(SETTLED).is_some_and(|settled| settled < self.taken)
    }
}

impl Freshness {
    /// Decides what was unsure by two hashes: the one in the index, and that of the bytes that decide.
    #[must_use]
    pub fn settle(self, known: u128, found: u128) -> Freshness {
        match self {
            Freshness::Unsure { .. } if known != found => Freshness::Stale,
            Freshness::Unsure { is_longer: true, .. } => Freshness::Grown,
            Freshness::Unsure { is_longer: false, .. } => Freshness::Fresh,
            settled => settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000_000;

    const STAMP: Stamp = Stamp {
        size: 1000,
        modified: 100 * SECOND,
        changed: Some(100 * SECOND),
        identity: Some((1, 2)),
        taken: 200 * SECOND,
    };

    const ALL: Freshness = Freshness::Unsure { length: 1000, is_longer: false };

    #[test]
    fn a_file_that_nobody_touched_is_fresh() {
        assert_eq!(STAMP.compare(&Stamp { taken: 300 * SECOND, ..STAMP }), Freshness::Fresh);
        let plain = Stamp { changed: None, identity: None, ..STAMP };
        assert_eq!(plain.compare(&plain), Freshness::Fresh);
    }

    #[test]
    fn whatever_else_differs_at_the_same_size_calls_for_the_hash() {
        for now in [
            Stamp { modified: 99 * SECOND, ..STAMP },
            Stamp { modified: 100 * SECOND + 1, ..STAMP },
            Stamp { changed: Some(101 * SECOND), ..STAMP },
            Stamp { changed: None, ..STAMP },
            Stamp { identity: Some((1, 3)), ..STAMP },
            Stamp { identity: Some((2, 2)), ..STAMP },
            Stamp { identity: None, ..STAMP },
        ] {
            assert_eq!(STAMP.compare(&now), ALL, "{now:?}");
        }
        assert_eq!(ALL.settle(5, 5), Freshness::Fresh);
        assert_eq!(ALL.settle(5, 6), Freshness::Stale);
    }

    #[test]
    fn an_index_made_within_three_seconds_of_a_change_calls_for_the_hash() {
        for taken in [99, 100, 103] {
            let early = Stamp { taken: taken * SECOND, ..STAMP };
            assert_eq!(early.compare(&STAMP), ALL);
        }
        let status = Stamp { changed: Some(198 * SECOND), ..STAMP };
        assert_eq!(status.compare(&status), ALL);
        let just = Stamp { taken: 103 * SECOND + 1, ..STAMP };
        assert_eq!(just.compare(&STAMP), Freshness::Fresh);
        let never = Stamp { modified: i64::MAX, ..STAMP };
        assert_eq!(never.compare(&never), ALL);
    }

    #[test]
    fn a_longer_file_has_grown_only_if_its_beginning_is_the_same() {
        let unsure = STAMP.compare(&Stamp { size: 1001, ..STAMP });
        assert_eq!(unsure, Freshness::Unsure { length: 1000, is_longer: true });
        assert_eq!(unsure.settle(5, 5), Freshness::Grown);
        assert_eq!(unsure.settle(5, 6), Freshness::Stale);
    }

    #[test]
    fn a_shorter_file_is_another() {
        assert_eq!(STAMP.compare(&Stamp { size: 999, ..STAMP }), Freshness::Stale);
        assert_eq!(Freshness::Stale.settle(5, 5), Freshness::Stale);
    }
}
