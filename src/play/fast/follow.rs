//! Who looks at the board after each move, and what there is to see.

use shakmaty::Setup;

use super::board::Board;
use super::last;
use crate::play::sight::{Observer, Sight};

/// Looks at the board from move to move. The lane is compiled for each sort, so that it costs nothing where nobody looks.
pub(in crate::play) trait Follow {
    /// Whether it looks at all.
    const LOOKS: bool;

    /// Sees the board: at the start, and after each move.
    fn see(&mut self, board: &Board);
}

/// Nobody looks.
pub(in crate::play) struct Blind;

impl Follow for Blind {
    const LOOKS: bool = false;

    #[inline(always)]
    fn see(&mut self, _: &Board) {}
}

/// Shows an observer every position.
pub(in crate::play) struct Follower<'a> {
    pub observer: &'a mut dyn Observer,
    /// The position that the line starts from.
    pub start: &'a Setup,
}

impl Follow for Follower<'_> {
    const LOOKS: bool = true;

    #[inline]
    fn see(&mut self, board: &Board) {
        self.observer.see(&board.sight(Peek { board, start: self.start }));
    }
}

/// The board in the middle of a line.
#[derive(Clone, Copy)]
pub(in crate::play) struct Peek<'a> {
    board: &'a Board,
    start: &'a Setup,
}

impl Peek<'_> {
    /// The position on it.
    pub(in crate::play) fn setup(&self) -> Option<Setup> {
        last(self.board, self.start)
    }
}

impl Board {
    /// The position as an observer sees it.
    #[inline]
    fn sight<'a>(&'a self, peek: Peek<'a>) -> Sight<'a> {
        Sight::fast(self.plies(), self.color_to_move(), self.material(), self.men(), peek)
    }
}
