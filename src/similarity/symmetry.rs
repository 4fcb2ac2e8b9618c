//! The eight ways to lay a square board upon itself.

use std::fmt;

use shakmaty::Square;

/// A way to mirror or turn the board. With pawns on it only the first two mean anything.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing is moved.
    #[default]
    Identity,
    /// Left and right change places: a1 to h1.
    FileMirror,
    /// Top and bottom change places: a1 to a8.
    RankMirror,
    /// Turned by 180 degrees: a1 to h8.
    HalfTurn,
    /// Mirrored in the diagonal from a1 to h8: b1 to a2.
    Diagonal,
    /// Mirrored in the diagonal from a8 to h1: a1 to h8, b1 to h7.
    AntiDiagonal,
    /// Turned by 90 degrees clockwise: a1 to a8.
    QuarterClockwise,
    /// Turned by 90 degrees anticlockwise: a1 to h1.
    QuarterAnticlockwise,
}

impl Symmetry {
    /// All of them, the ones that keep pawns on their way first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FileMirror,
        Symmetry::RankMirror,
        Symmetry::HalfTurn,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::QuarterClockwise,
        Symmetry::QuarterAnticlockwise,
    ];

    /// Where a man comes to stand.
    #[must_use]
    pub fn image(self, square: Square) -> Square {
        match self {
            Symmetry::Identity => square,
            Symmetry::FileMirror => square.flip_horizontal(),
            Symmetry::RankMirror => square.flip_vertical(),
            Symmetry::HalfTurn => square.rotate_180(),
            Symmetry::Diagonal => square.flip_diagonal(),
            Symmetry::AntiDiagonal => square.flip_anti_diagonal(),
            Symmetry::QuarterClockwise => square.rotate_90(),
            Symmetry::QuarterAnticlockwise => square.rotate_270(),
        }
    }

    /// Whether pawns still move up the board.
    pub(super) fn suits_pawns(self) -> bool {
        matches!(self, Symmetry::Identity | Symmetry::FileMirror)
    }

    /// Whether files become ranks.
    pub(super) fn turns_files(self) -> bool {
        matches!(
            self,
            Symmetry::Diagonal
                | Symmetry::AntiDiagonal
                | Symmetry::QuarterClockwise
                | Symmetry::QuarterAnticlockwise
        )
    }
}

/// What was done, in words; nothing for [`Symmetry::Identity`].
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Identity => "",
            Symmetry::FileMirror => "mirrored",
            Symmetry::RankMirror => "mirrored top to bottom",
            Symmetry::HalfTurn => "turned by 180 degrees",
            Symmetry::Diagonal => "mirrored in the diagonal a1-h8",
            Symmetry::AntiDiagonal => "mirrored in the diagonal a8-h1",
            Symmetry::QuarterClockwise => "turned by 90 degrees clockwise",
            Symmetry::QuarterAnticlockwise => "turned by 90 degrees anticlockwise",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_go_where_the_words_say() {
        let corners = Symmetry::ALL.map(|symmetry| symmetry.image(Square::A1));
        use Square::*;
        assert_eq!(corners, [A1, H1, A8, H8, A1, H8, A8, H1]);
        let neighbours = Symmetry::ALL.map(|symmetry| symmetry.image(Square::B1));
        assert_eq!(neighbours, [B1, G1, B8, G8, A2, H7, A7, H2]);
    }
}
