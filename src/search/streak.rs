//! For how long a want has been met, from position to position along a line.

use shakmaty::KnownOutcome;

use super::want::Want;
use super::{Search, Span};
use crate::gbr::Material;
use crate::play::Sight;

/// What is known of a want at a position of a line. A copy of it can go on along another line.
#[derive(Clone, Debug)]
pub(super) struct Streak<M> {
    /// Positions in a row that met the want, kings and turn aside, up to the last one.
    length: u32,
    /// The force that was seen last, and whether it is wanted.
    force: Option<(Material, bool)>,
    /// The position of the row that is found once the row is long enough.
    moment: Option<M>,
}

impl<M> Default for Streak<M> {
    fn default() -> Streak<M> {
        Streak { length: 0, force: None, moment: None }
    }
}

impl<M> Streak<M> {
    /// Takes the next position into account; `ends` says whether it ends so with best play, `moment` is what would be kept of
    /// it. Returns what is found by now, unless only the end of the line tells.
    #[inline]
    pub(super) fn see(
        &mut self,
        search: &Search,
        want: &Want,
        sight: &Sight<'_>,
        ends: impl FnOnce(KnownOutcome) -> bool,
        moment: impl FnOnce() -> M,
    ) -> Option<M> {
        if !self.has_force(want, &sight.material) || !want.stands(sight) {
            (self.length, self.moment) = (0, None);
            return None;
        }
        self.length += 1;
        let is_asked = match search.span {
            Span::Any => self.moment.is_none(),
            Span::Start => sight.ply == 0,
            Span::Final => true,
        };
        if is_asked {
            let is_moment = want.is_moment(sight) && want.outcome.is_none_or(ends);
            self.moment = is_moment.then(moment);
        }
        if search.span == Span::Final { None } else { self.end(search) }
    }

    /// What is found if the line ends here.
    pub(super) fn end(&mut self, search: &Search) -> Option<M> {
        if self.length >= search.lasts { self.moment.take() } else { None }
    }

    /// Whether the force is wanted, which is asked more often than it changes.
    #[inline]
    fn has_force(&mut self, want: &Want, material: &Material) -> bool {
        match &self.force {
            Some((last, is_wanted)) if last == material => *is_wanted,
            _ => {
                let is_wanted = want.takes(material);
                self.force = Some((*material, is_wanted));
                is_wanted
            }
        }
    }
}
