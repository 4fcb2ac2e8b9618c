//! Games that are the beginning of longer ones.

use super::group::{LARGEST, MOST, Settled, WhyGone};
use super::profile::Profile;

/// A game of fewer half-moves may be the beginning of any other.
const SHORTEST: usize = 10;

/// Games of the same players on one date, with one round and one result, of which all are held.
pub struct GameKin<T> {
    keeps: bool,
    held: Vec<(T, u64, Profile)>,
    size: usize,
    /// Some were not held, so that nothing can be settled.
    is_overfull: bool,
}

impl<T> GameKin<T> {
    /// An empty one; `keeps` says that comments of a game that goes need not be in the longer one.
    #[must_use]
    pub const fn new(keeps: bool) -> GameKin<T> {
        GameKin { keeps, held: Vec::new(), size: 0, is_overfull: false }
    }

    /// Takes the next game with its number.
    pub fn add(&mut self, token: T, number: u64, profile: Profile, settled: &mut Settled<T>) {
        self.size += profile.size();
        if self.is_overfull || self.held.len() == MOST || self.size > LARGEST {
            self.is_overfull = true;
            settled.uncompared += 1;
            return settled.stay.push(token);
        }
        self.held.push((token, number, profile));
    }

    /// Settles who goes.
    pub fn finish(self, settled: &mut Settled<T>) {
        let keeper = |own: &Profile| {
            let mut all = self.held.iter().filter(|_| !self.is_overfull);
            let longer = all.find(|(_, _, other)| begins(own, other, self.keeps));
            longer.map(|(_, number, _)| *number)
        };
        let keepers: Vec<_> = self.held.iter().map(|(_, _, own)| keeper(own)).collect();
        for ((token, number, _), keeper) in self.held.into_iter().zip(keepers) {
            match keeper {
                Some(keeper) => settled.go(token, number, keeper, WhyGone::Begun),
                None => settled.stay.push(token),
            }
        }
    }
}

/// Whether a game is the beginning of a longer one, which says all that it says.
fn begins(own: &Profile, other: &Profile, keeps: bool) -> bool {
    let plies = own.path.len();
    (SHORTEST..other.path.len()).contains(&plies)
        && own.path[plies - 1] == other.path[plies - 1]
        && own.essentials.is_kin(&other.essentials)
        && own.details.is_of_same_round(&other.details)
        && other.details.covers(&own.details)
        && other.path.starts_with(&own.path)
        && (keeps || own.commentary.is_in(&other.commentary))
}
