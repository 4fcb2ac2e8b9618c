//! What is known of the squares before any game is read.
//!
//! Every sort of move is a *way*. Where men that go this way may come from is looked up, so
//! that all men move by the same instructions: to branch on the role of the man, which no
//! processor can predict, took as long as all the rest of a move.

use shakmaty::attacks::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Square};

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;
/// Who castles: no man has this role, so that nobody is found who goes there. Its way is never asked for.
pub(super) const CASTLING: usize = 6;

pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;

/// A way to move. Pieces have one each, with the number of their role.
pub(super) type Way = usize;

/// Pawns go ahead, but not to the last rank.
pub(super) const PUSH: Way = PAWN;
/// Pawns take, but not on the last rank.
pub(super) const TAKE: Way = 6;
/// Pawns of the other side threaten to take, wherever it is.
pub(super) const THREATEN: Way = 7;
const WAYS: usize = 8;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const RANK_1: u64 = 0xff;
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

#[inline(always)]
pub(super) const fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

/// The lowest square of a set that is not empty.
#[inline(always)]
pub(super) const fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}

/// From where men of White and of Black get to a square, by way, on a board that is
/// empty but for them. A square's ways fill a line of the cache.
static ORIGINS: [[[u64; WAYS]; 64]; 2] = {
    let mut table = [[[0; WAYS]; 64]; 2];
    let mut square = 0;
    while square < 64 {
        table[WHITE][square] = origins_of(square, WHITE);
        table[BLACK][square] = origins_of(square, BLACK);
        square += 1;
    }
    table
};

const fn origins_of(square: usize, turn: usize) -> [u64; WAYS] {
    let mut ways = [0; WAYS];
    let name = Square::ALL[square];
    ways[KNIGHT] = knight_attacks(name).0;
    ways[BISHOP] = bishop_attacks(name, Bitboard::EMPTY).0;
    ways[ROOK] = rook_attacks(name, Bitboard::EMPTY).0;
    ways[QUEEN] = ways[BISHOP] | ways[ROOK];
    ways[KING] = king_attacks(name).0;
    if bit(square) & LAST_RANKS == 0 {
        ways[PUSH] = pushes(bit(square), turn);
        ways[TAKE] = takes(bit(square), turn);
    }
    ways[THREATEN] = takes(bit(square), turn ^ 1);
    ways
}

/// Where a pawn comes from that goes ahead to a square.
pub(super) const fn pushes(to: u64, turn: usize) -> u64 {
    let (rank_4, rank_5) = (RANK_1 << 24, RANK_1 << 32);
    if turn == WHITE { to >> 8 | (to & rank_4) >> 16 } else { to << 8 | (to & rank_5) << 16 }
}

/// The same for a pawn that takes.
pub(super) const fn takes(to: u64, turn: usize) -> u64 {
    let (not_a, not_h) = (to & !FILE_A, to & !(FILE_A << 7));
    if turn == WHITE { not_h >> 7 | not_a >> 9 } else { not_h << 9 | not_a << 7 }
}

/// The squares strictly between two that are in line; none for any others. To work them out from
/// smaller tables took longer.
static BETWEEN: [u64; 64 * 64] = {
    let mut table = [0; 64 * 64];
    let mut one = 0;
    while one < 64 {
        let mut other = 0;
        while other < 64 {
            table[one * 64 + other] = between(Square::ALL[one], Square::ALL[other]).0;
            other += 1;
        }
        one += 1;
    }
    table
};

#[inline(always)]
pub(super) fn origins(turn: usize, to: usize) -> &'static [u64; WAYS] {
    &ORIGINS[turn & 1][to & 63]
}

/// The squares that a man passes. `mask` is all ones if there can be any, and zero for steps and leaps: to look
/// those up as well would fill the cache with nothing.
#[inline(always)]
pub(super) fn squares_passed(from: usize, to: usize, mask: usize) -> u64 {
    BETWEEN[(from * 64 + to) & mask & (64 * 64 - 1)]
}

#[inline(always)]
pub(super) fn squares_between(one: usize, other: usize) -> u64 {
    BETWEEN[(one * 64 + other) & (64 * 64 - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color;
    use shakmaty::attacks::pawn_attacks;

    #[test]
    fn pawns_take_from_where_the_other_sides_pawns_would() {
        for square in Square::ALL {
            let to = square.to_usize();
            let expected = |color: Color| pawn_attacks(!color, square).0;
            let (white, black) = (origins(WHITE, to), origins(BLACK, to));
            assert_eq!(white[THREATEN], expected(Color::Black), "{square}");
            assert_eq!(black[THREATEN], expected(Color::White), "{square}");
            if bit(to) & LAST_RANKS == 0 {
                assert_eq!(white[TAKE], expected(Color::White), "{square}");
                assert_eq!(black[TAKE], expected(Color::Black), "{square}");
            }
        }
    }

    #[test]
    fn pawns_go_two_steps_from_their_second_rank_only() {
        let origins = |to: Square| origins(WHITE, to.to_usize())[PUSH];
        assert_eq!(origins(Square::E4), bit(Square::E3.to_usize()) | bit(Square::E2.to_usize()));
        assert_eq!(origins(Square::E5), bit(Square::E4.to_usize()));
    }

    #[test]
    fn pawns_reach_the_last_ranks_by_no_usual_way() {
        for square in
            Square::ALL.into_iter().filter(|square| bit(square.to_usize()) & LAST_RANKS != 0)
        {
            for ways in [origins(WHITE, square.to_usize()), origins(BLACK, square.to_usize())] {
                assert_eq!((ways[PUSH], ways[TAKE]), (0, 0), "{square}");
            }
        }
    }
}
