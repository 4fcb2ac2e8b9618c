//! A search that looks at positions while they are played.
//!
//! In: one position of a main line after another. Out: the first that is wanted.

use shakmaty::KnownOutcome;

use super::streak::Streak;
use super::{Search, Span};
use crate::game::Found;
use crate::play::{Observer, Sight};

/// Watches main lines for a search.
pub struct Watch {
    search: Search,
    /// Whether positions that are found are kept, and not only their plies.
    keeps_setup: bool,
    /// For each want, how it stands, and what was found.
    streaks: Vec<(Streak<Found>, Option<Found>)>,
}

impl Watch {
    /// Watches for a search; with `keeps_setup`, what is found has its position.
    #[must_use]
    pub fn new(search: Search, keeps_setup: bool) -> Watch {
        let streaks = vec![Default::default(); search.wants.len()];
        Watch { search, keeps_setup, streaks }
    }

    /// Sees a position of which somebody knows how it ends with best play.
    pub(super) fn see_judged(
        &mut self,
        sight: &Sight<'_>,
        ends: impl Copy + Fn(KnownOutcome) -> bool,
    ) {
        let Watch { search, keeps_setup, streaks } = self;
        let kept = || Found {
            ply: sight.ply,
            material: sight.material,
            setup: keeps_setup.then(|| sight.setup()).flatten(),
            byway: None,
        };
        for ((streak, hit), want) in streaks.iter_mut().zip(&search.wants) {
            if hit.is_none() {
                *hit = streak.see(search, want, sight, ends, kept);
            }
        }
    }
}

impl Observer for Watch {
    fn begin(&mut self) {
        self.streaks.fill(Default::default());
    }

    fn see(&mut self, sight: &Sight<'_>) {
        self.see_judged(sight, |_| false);
    }

    fn end(&mut self, is_whole: bool) -> Option<Found> {
        let is_known = is_whole && self.search.span == Span::Final;
        let search = &self.search;
        let hits = self.streaks.iter_mut().filter_map(|(streak, hit)| {
            hit.take().or_else(|| is_known.then(|| streak.end(search)).flatten())
        });
        hits.min_by_key(|found| found.ply)
    }
}
