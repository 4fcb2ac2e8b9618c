//! The measure once more, as its definition reads: every matching and every product of
//! correspondences is tried. Slow, and without a line of the library but its input.

use gbr_pgn::similarity::Placement;
use shakmaty::{Color, Role};

/// A man with file and rank, which may be off the board.
type Man = (Color, Role, i32, i32);

#[derive(Clone)]
pub struct Position {
    men: Vec<Man>,
    turn: Color,
}

impl From<&Placement> for Position {
    fn from(placement: &Placement) -> Position {
        let man = |(square, piece): (shakmaty::Square, shakmaty::Piece)| {
            let (file, rank) = square.coords();
            (piece.color, piece.role, u32::from(file) as i32, u32::from(rank) as i32)
        };
        Position { men: placement.board().iter().map(man).collect(), turn: placement.turn() }
    }
}

/// In halves.
pub fn distance(one: &Position, other: &Position) -> u32 {
    let turn = if one.turn == other.turn { 0 } else { 2 };
    let kinds = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    let moved: u32 = kinds
        .map(|(color, role)| {
            let of_kind = |position: &Position| -> Vec<(i32, i32)> {
                let men = position.men.iter().filter(|man| (man.0, man.1) == (color, role));
                men.map(|man| (man.2, man.3)).collect()
            };
            let missing = if role == Role::Pawn { 4 } else { 6 };
            least(&of_kind(one), &of_kind(other), missing)
        })
        .sum();
    turn + moved
}

/// The first man is missing, or any of the others is he.
fn least(one: &[(i32, i32)], other: &[(i32, i32)], missing: u32) -> u32 {
    let Some((&(file, rank), rest)) = one.split_first() else {
        return missing * other.len() as u32;
    };
    let matched = (0..other.len()).map(|at| {
        let steps = (file - other[at].0).abs().max((rank - other[at].1).abs()).min(3);
        let others = [&other[..at], &other[at + 1..]].concat();
        2 * steps as u32 + least(rest, &others, missing)
    });
    matched.chain([missing + least(rest, other, missing)]).min().unwrap()
}

/// One part of a correspondence.
#[derive(Copy, Clone)]
enum Part {
    Symmetry(fn(i32, i32) -> (i32, i32)),
    Colours,
    Shift(i32),
}

const MIRROR: Part = Part::Symmetry(|file, rank| (7 - file, rank));
const OTHER_SYMMETRIES: [Part; 6] = [
    Part::Symmetry(|file, rank| (file, 7 - rank)),
    Part::Symmetry(|file, rank| (7 - file, 7 - rank)),
    Part::Symmetry(|file, rank| (rank, file)),
    Part::Symmetry(|file, rank| (7 - rank, 7 - file)),
    Part::Symmetry(|file, rank| (rank, 7 - file)),
    Part::Symmetry(|file, rank| (7 - rank, file)),
];

impl Part {
    fn apply(self, position: &Position) -> Position {
        let man = |&(color, role, file, rank): &Man| match self {
            Part::Symmetry(symmetry) => {
                let (file, rank) = symmetry(file, rank);
                (color, role, file, rank)
            }
            Part::Colours => (!color, role, file, 7 - rank),
            Part::Shift(files) => (color, role, file + files, rank),
        };
        let turn = if matches!(self, Part::Colours) { !position.turn } else { position.turn };
        Position { men: position.men.iter().map(man).collect(), turn }
    }
}

/// In halves: the least over all products in which each kind of part occurs at most once, in any
/// order.
pub fn cost(one: &Position, other: &Position) -> u32 {
    let pawnless = |position: &Position| position.men.iter().all(|man| man.1 != Role::Pawn);
    let mut symmetries = vec![MIRROR];
    if pawnless(one) && pawnless(other) {
        symmetries.extend(OTHER_SYMMETRIES);
    }
    let shifts = [-3, -2, -1, 1, 2, 3].map(Part::Shift).to_vec();
    products(one, other, &[symmetries, vec![Part::Colours], shifts])
}

fn products(one: &Position, other: &Position, left: &[Vec<Part>]) -> u32 {
    let more = (0..left.len()).flat_map(|at| {
        let rest = [&left[..at], &left[at + 1..]].concat();
        left[at]
            .iter()
            .map(move |part| 1 + products(&part.apply(one), other, &rest))
            .collect::<Vec<u32>>()
    });
    more.chain([distance(one, other)]).min().unwrap()
}
