//! How alike two positions are, how they correspond and what differs, in words: whether a study
//! has been composed before.
//!
//! Comes in: [`Placement`]s, men on their squares with the side to move. Goes out: a [`Cost`], a
//! [`Correspondence`] and [`Deviations`] for each hit, ranked, and all pairs and groups of a
//! collection.
//!
//! # The measure
//!
//! The cost of two positions is the least over all correspondences of the price of the
//! correspondence and the distance of the first position's image from the second.
//!
//! | the distance counts | |
//! |---|---|
//! | each king's step by which a man of the same kind and colour is moved | 1, at most 3 for a man |
//! | a pawn more or less | 2 |
//! | another man more or less | 3 |
//! | the other side to move | 1 |
//!
//! Men are matched in the cheapest way; the [`distance`] is a metric.
//!
//! | a correspondence costs | |
//! |---|---|
//! | the position as it is | 0 |
//! | files mirrored | 1/2 |
//! | colours reversed, with the ranks turned | 1/2 |
//! | shifted by one to three files | 1/2, whatever the number |
//! | several of these | the sum |
//! | the board turned or mirrored in another way, if neither position has pawns | 1/2, instead of the file mirror |
//!
//! A shift moves coordinates: men may be off the board in between, and are then charged the
//! steps back to it. The cost is the same in both directions, and 0 only for the same position.
//!
//! # Nothing is missed
//!
//! [`Searcher`] and [`pairs`] look closely only at positions that bounds cannot rule out, in this
//! order: what the forces say of missing men; then kings, side to move, and how far each man is
//! from the nearest one of his kind, for sixteen images at a time. Both are never more than the
//! cost itself.
//!
//! # Example
//!
//! The best hits for a query, with the words a judge reads:
//!
//! ```
//! use std::num::NonZero;
//!
//! use gbr_pgn::similarity::{Cost, Deviations, Placement, Queries, Ranked, Ranking};
//! use shakmaty::{Board, Color};
//!
//! let placement = |fen: &str| {
//!     let board = Board::from_ascii_board_fen(fen.as_bytes()).expect("a board");
//!     Placement::new(board, Color::White).expect("one king each")
//! };
//! let database = ["8/8/8/8/8/8/R3K3/7k", "8/8/5PK1/4r3/8/8/8/7k", "8/p7/2KP4/8/4r3/8/8/1k6"];
//! let database = database.map(placement);
//! let query = placement("8/8/1KP5/3r4/8/8/8/k7");
//!
//! let queries = Queries::new([&query]);
//! let ranking = Ranking::new(queries.len(), NonZero::new(2), Cost::MAX);
//! let mut searcher = queries.searcher();
//! for (place, position) in database.iter().enumerate() {
//!     searcher.compare(
//!         position,
//!         |query| ranking.limit(query),
//!         |query, likeness| ranking.add(query, Ranked { likeness, agreement: 0, place }),
//!     );
//! }
//!
//! let told: Vec<String> = ranking.into_hits()[0]
//!     .iter()
//!     .map(|hit| {
//!         let correspondence = hit.likeness.correspondence;
//!         let differs = Deviations::between(&query, &database[hit.place], correspondence);
//!         format!("{}: {correspondence}; {differs}", hit.likeness.cost)
//!     })
//!     .collect();
//! assert_eq!(
//!     told,
//!     ["0.5: mirrored; ", "3.5: shifted one file to the right; + black pawn a7, Re5 on e4"]
//! );
//! ```

mod assignment;
mod block;
mod correspondence;
mod cost;
mod deviation;
mod force;
mod group;
mod matching;
mod measure;
mod pair;
mod placement;
mod point;
mod query;
mod ranking;
mod searcher;
mod solution_moves;
mod symmetry;

pub use self::{
    correspondence::{Correspondence, Shift},
    cost::{Cost, ParseCostError},
    deviation::{Deviation, Deviations, Expected},
    group::groups,
    measure::{Likeness, distance, likeness},
    pair::{Pair, pairs},
    placement::Placement,
    ranking::{Ranked, Ranking},
    searcher::{Queries, Searcher},
    solution_moves::solution,
    symmetry::Symmetry,
};

use shakmaty::{Color, Piece, Role};

/// The order in which men are told: kings first.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// White's men, then Black's.
fn kinds() -> impl Iterator<Item = Piece> {
    let kinds = |color| ROLES.map(|role| Piece { color, role });
    [Color::White, Color::Black].into_iter().flat_map(kinds)
}
