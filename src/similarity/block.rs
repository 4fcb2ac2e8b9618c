//! Up to sixteen images of a query side by side. What the men of a position cost at least is looked
//! up for all images at once; only where that is little enough an image is worth a closer look.

use std::array;

use shakmaty::{Bitboard, Board, Color, Piece, Square};

use super::{Correspondence, Cost, Placement};

const LANES: usize = 16;

/// Halves, one byte for each image, so that the compiler makes one instruction of sixteen.
type Lanes = [u8; LANES];

/// More than any limit: there is no image in this lane.
const NEVER: u8 = u8::MAX;

/// A correspondence and where it is in [`Correspondence::all`].
#[derive(Copy, Clone, Debug)]
pub(super) struct Numbered {
    pub(super) ordinal: u8,
    pub(super) correspondence: Correspondence,
}

impl Numbered {
    /// Whether two may be in one block.
    pub(super) fn is_like(self, other: Numbered) -> bool {
        let (one, other) = (self.correspondence, other.correspondence);
        one.reversed == other.reversed && one.suits_pawns() == other.suits_pawns()
    }
}

/// The images of a query under correspondences that are alike.
#[derive(Clone, Debug)]
pub(super) struct ImageBlock {
    pub(super) reversed: bool,
    /// Only for two positions without pawns.
    pub(super) pawnless: bool,
    images: Vec<Numbered>,
    /// What correspondence and side to move are charged, by the side to move in the other position.
    fixed: [Lanes; 2],
    /// Kings first: they tell most positions apart.
    kinds: Vec<ImageReach>,
}

impl ImageBlock {
    /// How many images there is room for.
    pub(super) const ROOM: usize = LANES;

    /// The images of a query under these correspondences, which are alike and not more than
    /// there is room for.
    pub(super) fn new(query: &Placement, images: Vec<Numbered>) -> ImageBlock {
        let Numbered { correspondence: first, .. } = images[0];
        ImageBlock {
            reversed: first.reversed,
            pawnless: !first.suits_pawns(),
            fixed: fixed(query.turn(), &images),
            kinds: kinds(query.board()).map(|kind| ImageReach::new(kind, query, &images)).collect(),
            images,
        }
    }

    /// The images that may cost no more than `limit`, missing men aside; all others cost more.
    #[inline]
    pub(super) fn near(&self, other: &Placement, limit: Cost) -> impl Iterator<Item = Numbered> {
        let limit = limit.halves().min(u16::from(NEVER - 1)) as u8;
        let charges = self.charges(other, limit);
        let images = if any_within(&charges, limit) { &self.images[..] } else { &[] };
        images
            .iter()
            .zip(charges)
            .filter(move |&(_, charge)| charge <= limit)
            .map(|(&image, _)| image)
    }

    /// What the images cost at least, or the first part of it that is more than `limit` in all of
    /// them.
    #[inline]
    fn charges(&self, other: &Placement, limit: u8) -> Lanes {
        let mut charges = self.fixed[other.turn() as usize];
        for reach in &self.kinds {
            let more = reach.charges(other.board().by_piece(reach.piece));
            charges = array::from_fn(|lane| charges[lane].saturating_add(more[lane]));
            if !any_within(&charges, limit) {
                break;
            }
        }
        charges
    }
}

#[inline]
fn any_within(charges: &Lanes, limit: u8) -> bool {
    charges.iter().fold(0, |any, &charge| any | u8::from(charge <= limit)) != 0
}

fn fixed(turn: Color, images: &[Numbered]) -> [Lanes; 2] {
    let mut fixed = [[NEVER; LANES]; 2];
    for (lane, Numbered { correspondence, .. }) in images.iter().enumerate() {
        let (turn, price) = (correspondence.color(turn), correspondence.price());
        fixed[turn as usize][lane] = price.halves() as u8;
        fixed[!turn as usize][lane] = (price + Cost::TURN).halves() as u8;
    }
    fixed
}

/// The kinds of men on a board, kings first.
fn kinds(board: &Board) -> impl Iterator<Item = Piece> {
    let roles = super::ROLES.into_iter();
    let kinds = roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
    kinds.filter(|&kind| !board.by_piece(kind).is_empty())
}

/// How far the men of one kind are from each square, in every image.
#[derive(Clone, Debug)]
struct ImageReach {
    /// The kind, as the images have it.
    piece: Piece,
    /// How many of them there are.
    men: usize,
    /// For each square what the nearest of them is charged to get there.
    charges: Box<[Lanes; 64]>,
}

impl ImageReach {
    /// `kind` is one that the query has.
    fn new(kind: Piece, query: &Placement, images: &[Numbered]) -> ImageReach {
        let men = query.board().by_piece(kind);
        let mut charges = Box::new([[NEVER; LANES]; 64]);
        for own in men {
            let image = Coordinates::new(own, images);
            for (square, nearest) in Square::ALL.into_iter().zip(charges.iter_mut()) {
                let own = image.charges(square);
                *nearest = array::from_fn(|lane| nearest[lane].min(own[lane]));
            }
        }
        let piece = images[0].correspondence.piece(kind);
        ImageReach { piece, men: men.count(), charges }
    }

    /// What men on these squares are charged at least: each goes to the nearest, whoever else does.
    /// Where there are more of them than in the query, the dearest are the missing ones.
    #[inline]
    fn charges(&self, squares: Bitboard) -> Lanes {
        let (mut number, mut sum, mut dearest) = (0, [0u8; LANES], [0u8; LANES]);
        for square in squares {
            let charge = &self.charges[square as usize];
            number += 1;
            sum = array::from_fn(|lane| sum[lane].saturating_add(charge[lane]));
            dearest = array::from_fn(|lane| dearest[lane].max(charge[lane]));
        }
        for _ in self.men..number {
            sum = array::from_fn(|lane| sum[lane].saturating_sub(dearest[lane]));
        }
        sum
    }
}

/// Where a man stands in each image.
struct Coordinates {
    files: [i8; LANES],
    ranks: [i8; LANES],
}

impl Coordinates {
    fn new(own: Square, images: &[Numbered]) -> Coordinates {
        let mut coordinates = Coordinates { files: [0; LANES], ranks: [0; LANES] };
        for (lane, image) in images.iter().enumerate() {
            let point = image.correspondence.point(own);
            coordinates.files[lane] = point.file;
            coordinates.ranks[lane] = point.rank;
        }
        coordinates
    }

    /// What he is charged to get to a square.
    #[inline]
    fn charges(&self, to: Square) -> Lanes {
        let (file, rank) = (u32::from(to.file()) as i8, u32::from(to.rank()) as i8);
        array::from_fn(|lane| {
            let steps = self.files[lane].abs_diff(file).max(self.ranks[lane].abs_diff(rank));
            steps.min(3) * Cost::STEP.halves() as u8
        })
    }
}
