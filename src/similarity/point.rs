//! A place on the board or beside it: a shift may take men off the board on the way.

use shakmaty::{File, Rank, Square};

/// File and rank from 0 to 7 on the board, and up to three less or more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) file: i8,
    pub(super) rank: i8,
}

impl From<Square> for Point {
    fn from(square: Square) -> Point {
        Point { file: u32::from(square.file()) as i8, rank: u32::from(square.rank()) as i8 }
    }
}

impl Point {
    /// The square, where it is one.
    pub(super) fn square(self) -> Option<Square> {
        let file = File::try_from(self.file).ok()?;
        let rank = Rank::try_from(self.rank).ok()?;
        Some(Square::from_coords(file, rank))
    }

    /// King's steps, counted to three only: what a man who moves is charged at most.
    pub(super) fn steps(self, other: Point) -> u32 {
        let files = self.file.abs_diff(other.file);
        let ranks = self.rank.abs_diff(other.rank);
        u32::from(files.max(ranks).min(3))
    }
}
