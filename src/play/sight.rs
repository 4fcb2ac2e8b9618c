//! Positions of a main line as they come up, for whoever watches.
//!
//! In: what the lanes have on their boards after each half-move. Out: calls to an [`Observer`]. Nothing is copied for one that
//! does not ask.

use shakmaty::{Bitboard, Board, Color, Role, Setup, Square};

use super::fast::Peek;
use crate::game::Found;
use crate::gbr::Material;

/// Watches main lines while they are played.
pub trait Observer: Send {
    /// A line begins, perhaps once more: what was seen so far does not count.
    fn begin(&mut self);

    /// The next position, from the start on.
    fn see(&mut self, sight: &Sight<'_>);

    /// The line has ended; `is_whole` says that every move of it was played. Returns what was looked for.
    fn end(&mut self, is_whole: bool) -> Option<Found>;
}

/// The men of White and of Black by role, a set of squares each; two sets are not used.
pub(super) type Sets = [[u64; 8]; 2];

/// One position of a line.
pub struct Sight<'a> {
    /// Half-moves played before.
    pub ply: u32,
    /// Who is to move.
    pub turn: Color,
    /// The force.
    pub material: Material,
    men: &'a Sets,
    whole: Whole<'a>,
}

/// Where the rest of a position is to be had.
enum Whole<'a> {
    Fast(Peek<'a>),
    Setup(&'a Setup),
}

impl<'a> Sight<'a> {
    #[inline]
    pub(super) fn fast(
        ply: u32,
        turn: Color,
        material: Material,
        men: &'a Sets,
        peek: Peek<'a>,
    ) -> Sight<'a> {
        Sight { ply, turn, material, men, whole: Whole::Fast(peek) }
    }

    /// The squares of the men of one sort.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.men[color.fold_wb(0, 1)][role as usize - 1])
    }

    /// All men, where the fast lane has them on its board.
    pub(super) fn fast_men(&self) -> Option<&Sets> {
        matches!(self.whole, Whole::Fast(_)).then_some(self.men)
    }

    /// The squares on which nobody stands.
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        let all = |men: &[u64; 8]| men.iter().fold(0, |all, some| all | some);
        !Bitboard(all(&self.men[0]) | all(&self.men[1]))
    }

    /// The square of a king; none where there is none, or more than one.
    #[inline]
    #[must_use]
    pub fn king_of(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).single_square()
    }

    /// All of the position, with an en passant square only where a capture is legal. None where it cannot be put together,
    /// which no line that is played to its end has.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        match &self.whole {
            Whole::Fast(peek) => peek.setup(),
            Whole::Setup(setup) => Some((*setup).clone()),
        }
    }
}

/// Looks at a position that stands by itself.
pub fn look<T>(
    ply: u32,
    setup: &Setup,
    material: Material,
    see: impl FnOnce(&Sight<'_>) -> T,
) -> T {
    let men = &sets(&setup.board);
    let whole = Whole::Setup(setup);
    see(&Sight { ply, turn: setup.turn, material, men, whole })
}

fn sets(board: &Board) -> Sets {
    Color::ALL.map(|color| {
        let mut sets = [0; 8];
        for role in Role::ALL {
            sets[role as usize - 1] = board.by_piece(role.of(color)).0;
        }
        sets
    })
}
