//! What differs between two positions under a correspondence, man by man and in words.

use std::fmt;

use shakmaty::{Color, Piece, Role, Square};

use super::{Correspondence, Placement, matching::Matching};

/// A man of the first position, where he stood and where he should be now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// His square in the first position.
    pub own: Square,
    /// His square after the correspondence; nothing if a shift takes him off the board.
    pub image: Option<Square>,
    /// His square after the correspondence, had nothing been shifted.
    pub unshifted: Square,
}

/// One thing in which the second position differs from the image of the first. Colours and
/// squares are those of the second position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// A man whom the first position does not have: `+ black pawn a7`.
    Added {
        /// Who.
        piece: Piece,
        /// Where in the second position.
        square: Square,
    },
    /// A man whom only the first position has: `- white knight c3`.
    Missing {
        /// Who.
        piece: Piece,
        /// Where he should be.
        expected: Expected,
    },
    /// A man on another square: `Rb3 on b4`.
    Moved {
        /// Who.
        piece: Piece,
        /// Where he should be.
        expected: Expected,
        /// Where he is in the second position.
        square: Square,
    },
    /// The other side is to move: `Black to move`.
    Turn(
        /// Who is to move in the second position.
        Color,
    ),
}

/// All that differs, in the order in which it is told: men added, men missing, men on other
/// squares, the side to move.
///
/// The words read from the first position to the second, in the squares of the second: take the
/// first, do what the [`Correspondence`] says, then what these words say, and you have the second.
/// So with a query and a hit all squares can be looked up on the diagram of the hit, beside which
/// the words stand. A man whom a shift takes off the board is named by the square he had before it.
///
/// ```
/// use gbr_pgn::similarity::{Deviations, Placement, likeness};
/// use shakmaty::{Board, Color};
///
/// let placement = |fen: &str| {
///     let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
///     Placement::new(board, Color::White).expect("one king each")
/// };
/// let query = placement("8/8/8/8/8/6R1/2K5/k7");
/// let hit = placement("8/p7/8/8/1R6/8/5K2/7k");
/// let like = likeness(&query, &hit);
/// assert_eq!(like.correspondence.to_string(), "mirrored");
/// let differs = Deviations::between(&query, &hit, like.correspondence);
/// assert_eq!(differs.to_string(), "+ black pawn a7, Rb3 on b4");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deviations(Vec<Deviation>);

impl Deviations {
    /// What differs between the image of the first position and the second.
    #[must_use]
    pub fn between(
        first: &Placement,
        second: &Placement,
        correspondence: Correspondence,
    ) -> Deviations {
        let mut all: Vec<Deviation> = super::kinds()
            .flat_map(|piece| of_kind(piece, first, second, correspondence))
            .collect();
        if correspondence.color(first.turn()) != second.turn() {
            all.push(Deviation::Turn(second.turn()));
        }
        all.sort_by_key(Deviation::order);
        Deviations(all)
    }

    /// One by one.
    pub fn iter(&self) -> impl Iterator<Item = &Deviation> {
        self.0.iter()
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What differs among the men of one kind and colour.
fn of_kind(
    piece: Piece,
    first: &Placement,
    second: &Placement,
    correspondence: Correspondence,
) -> Vec<Deviation> {
    let own = first.board().by_piece(correspondence.piece(piece));
    let matching = Matching::new(own, second.board().by_piece(piece), correspondence);
    let expected = |from: usize| Expected::new(matching.left[from], correspondence);
    let found = |to: usize| matching.found[to];
    let pairs = matching.pairs();
    let missing = (0..matching.left.len())
        .filter(|left| pairs.iter().all(|(from, _)| from != left))
        .map(|left| Deviation::Missing { piece, expected: expected(left) });
    let added = (0..matching.found.len())
        .filter(|found| pairs.iter().all(|(_, to)| to != found))
        .map(|at| Deviation::Added { piece, square: found(at) });
    let moved = pairs.iter().map(|&(from, to)| Deviation::Moved {
        piece,
        expected: expected(from),
        square: found(to),
    });
    added.chain(missing).chain(moved).collect()
}

impl Expected {
    fn new(own: Square, correspondence: Correspondence) -> Expected {
        Expected {
            own,
            image: correspondence.square(own),
            unshifted: correspondence.unshifted(own),
        }
    }
}

/// The square; with a word where it is not the one after the shift.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.image {
            Some(square) => square.fmt(f),
            None => write!(f, "{} (before the shift)", self.unshifted),
        }
    }
}

impl Deviation {
    fn order(&self) -> u8 {
        match self {
            Deviation::Added { .. } => 0,
            Deviation::Missing { .. } => 1,
            Deviation::Moved { .. } => 2,
            Deviation::Turn(_) => 3,
        }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deviation::Added { piece, square } => write!(f, "+ {} {square}", name(*piece)),
            Deviation::Missing { piece, expected } => write!(f, "- {} {expected}", name(*piece)),
            Deviation::Moved { piece, expected, square } => match piece.role {
                Role::Pawn => write!(f, "pawn {expected} on {square}"),
                role => write!(f, "{}{expected} on {square}", role.upper_char()),
            },
            Deviation::Turn(Color::White) => f.write_str("White to move"),
            Deviation::Turn(Color::Black) => f.write_str("Black to move"),
        }
    }
}

fn name(Piece { color, role }: Piece) -> String {
    let role = match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    };
    format!("{} {role}", if color.is_white() { "white" } else { "black" })
}

/// Joined with commas; nothing if nothing differs.
impl fmt::Display for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.iter().map(Deviation::to_string).collect();
        f.write_str(&words.join(", "))
    }
}
