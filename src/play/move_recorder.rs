//! The moves of main lines, for whoever wants them and not only where they lead.
//!
//! In: the boards of the fast lane, one after the other. Out: the moves between them. The reference lane knows more rules than
//! can be read off boards; its lines are not recorded.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shakmaty::{Bitboard, Color, Role, Square, uci::UciMove};

use super::sight::{Observer, Sets, Sight};
use crate::game::Found;

/// Writes down the moves of every main line that the fast lane plays.
#[derive(Default)]
pub struct MoveRecorder {
    before: Option<Sets>,
    moves: Vec<UciMove>,
    is_sure: bool,
    last: LastMoves,
}

/// What was played last, for who asks between two games.
#[derive(Clone, Default)]
pub struct LastMoves(Arc<Mutex<Option<Vec<UciMove>>>>);

impl LastMoves {
    /// The moves, once; none where nothing was played, or not all of it by the fast lane.
    #[must_use]
    pub fn take(&self) -> Option<Vec<UciMove>> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<UciMove>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MoveRecorder {
    /// Who can be asked for the moves.
    #[must_use]
    pub fn last(&self) -> LastMoves {
        self.last.clone()
    }
}

impl Observer for MoveRecorder {
    fn begin(&mut self) {
        self.before = None;
        self.moves.clear();
        self.is_sure = true;
        *self.last.lock() = None;
    }

    fn see(&mut self, sight: &Sight<'_>) {
        let Some(after) = sight.fast_men() else {
            self.is_sure = false;
            return;
        };
        if let Some(before) = &self.before {
            match read_off(before, after, !sight.turn) {
                Some(one) => self.moves.push(one),
                None => self.is_sure = false,
            }
        }
        self.before = Some(*after);
    }

    fn end(&mut self, is_whole: bool) -> Option<Found> {
        let moves = || std::mem::replace(&mut self.moves, Vec::with_capacity(160));
        *self.last.lock() = (is_whole && self.is_sure).then(moves);
        None
    }
}

/// The move of `mover` that leads from one board to the next, by the ordinary rules.
fn read_off(before: &Sets, after: &Sets, mover: Color) -> Option<UciMove> {
    let side = mover.fold_wb(0, 1);
    let (before, after) = (&before[side], &after[side]);
    let all = |sets: &[u64; 8]| sets.iter().fold(0, |all, some| all | some);
    let (was, is) = (all(before), all(after));
    let (left, arrived) = (Bitboard(was & !is), Bitboard(is & !was));
    let set = |sets: &[u64; 8], role: Role| Bitboard(sets[role as usize - 1]);
    // Who castles moves his rook too.
    let (from, to) = if arrived.count() == 2 {
        let king = |sets| set(sets, Role::King).single_square();
        (king(before)?, king(after)?)
    } else {
        (left.single_square()?, arrived.single_square()?)
    };
    let pawns = |sets, square: Square| set(sets, Role::Pawn).contains(square);
    let has_promoted = pawns(before, from) && !pawns(after, to);
    let standing = |role: &Role| set(after, *role).contains(to);
    let promotion = if has_promoted { Role::ALL.into_iter().find(standing) } else { None };
    Some(UciMove::Normal { from, to, promotion })
}
