//! The measure itself, for two positions at a time.

use super::{
    Correspondence, Cost, Placement,
    force::{ManCounts, Surplus},
    matching,
};

/// What it costs to turn one position into the other on the squares where they are: the cheapest
/// matching of men of one kind and colour, men more or less, and the side to move. A metric.
///
/// ```
/// use gbr_pgn::similarity::{Cost, Placement, distance};
/// use shakmaty::{Board, Color};
///
/// let placement = |fen: &str, turn| {
///     let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
///     Placement::new(board, turn).expect("one king each")
/// };
/// let saavedra = placement("8/8/1KP5/3r4/8/8/8/k7", Color::White);
/// let other = placement("8/p7/1KP5/8/3r4/8/8/k7", Color::Black);
/// // A pawn more, a step of the rook, the other side to move.
/// assert_eq!(distance(&saavedra, &other), Cost::from_halves(4 + 2 + 2));
/// ```
#[must_use]
pub fn distance(one: &Placement, other: &Placement) -> Cost {
    let missing = ManCounts::of(one.board()).surplus(ManCounts::of(other.board()));
    missing + moves(one, other, Correspondence::IDENTITY)
}

/// How alike two positions are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The least over all correspondences.
    pub cost: Cost,
    /// How the first position is laid upon the second.
    pub correspondence: Correspondence,
}

/// What two positions cost, the least over all correspondences, and under which of them. The
/// cost is the same in both directions, and nothing only for equal positions.
///
/// ```
/// use gbr_pgn::similarity::{Cost, Placement, likeness};
/// use shakmaty::{Board, Color};
///
/// let placement = |fen: &str| {
///     let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
///     Placement::new(board, Color::White).expect("one king each")
/// };
/// let like = likeness(&placement("8/8/1KP5/3r4/8/8/8/k7"), &placement("8/8/5PK1/4r3/8/8/8/7k"));
/// assert_eq!(like.cost, Cost::from_halves(1));
/// assert_eq!(like.correspondence.to_string(), "mirrored");
/// ```
#[must_use]
pub fn likeness(one: &Placement, other: &Placement) -> Likeness {
    let surplus = Surplus::between(ManCounts::of(one.board()), ManCounts::of(other.board()));
    let all = Correspondence::all(one.pawnless() && other.pawnless()).iter();
    all.map(|&correspondence| {
        let missing = surplus.with(correspondence.reversed);
        let cost = correspondence.price() + missing + moves(one, other, correspondence);
        Likeness { cost, correspondence }
    })
    .min_by_key(|likeness| likeness.cost)
    .expect("the identity is always one of them")
}

/// What moving men and the side to move are charged under a correspondence.
pub(super) fn moves(one: &Placement, other: &Placement, correspondence: Correspondence) -> Cost {
    let steps = super::kinds().map(|kind| {
        let own = one.board().by_piece(correspondence.piece(kind));
        matching::steps(own, other.board().by_piece(kind), correspondence)
    });
    let turn = correspondence.color(one.turn()) != other.turn();
    Cost::STEP.times(steps.sum()) + if turn { Cost::TURN } else { Cost::ZERO }
}
