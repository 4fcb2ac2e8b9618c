//! Bitboards that know just enough of chess to play a main line.

use std::hint::select_unpredictable;
use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board as Men, ByColor, ByRole, Color, Role, Setup};

use super::table::{
    BISHOP, BLACK, KING, KNIGHT, PAWN, PUSH, QUEEN, RANK_1, ROOK, TAKE, THREATEN, WHITE, Way, bit,
    lowest, origins, squares_between,
};
use super::word::Word;
use crate::game::Change;
use crate::gbr::Material;

/// The men, whose turn it is, and what castling and en passant allow.
pub(super) struct Board {
    /// Men by role, and two sets that stay empty, so that three bits are an index.
    roles: [u64; 8],
    /// Men of White and of Black.
    colors: [u64; 2],
    /// Half-moves since the beginning of the first move: odd where Black is to move.
    clock: u32,
    /// The same at the start.
    first: u32,
    /// Rooks that could castle at the start, and the squares that any man has left or come to.
    castling: u64,
    touched: u64,
    /// The square behind a pawn that has just gone two steps, or nothing.
    en_passant: u64,
    /// The clock behind the last capture or pawn move; none so far where it is zero.
    zeroed: u32,
    /// Men of White and of Black by role.
    counts: [[u8; 8]; 2],
    /// The force at the start and after each change of it.
    pub trail: Vec<Change>,
}

impl Board {
    /// A board for a position that shakmaty found legal.
    pub(super) fn new(setup: &Setup, material: &Material) -> Board {
        let mut trail = Vec::with_capacity(32);
        trail.push(Change { ply: 0, material: *material });
        let (men, colors) = setup.board.clone().into_bitboards();
        let mut roles = [0; 8];
        let mut counts = [[0; 8]; 2];
        for role in Role::ALL {
            let index = role as usize - 1;
            roles[index] = men[role].0;
            counts[0][index] = material.count(Color::White, role);
            counts[1][index] = material.count(Color::Black, role);
        }
        Board {
            roles,
            colors: [colors.white.0, colors.black.0],
            clock: setup.turn.fold_wb(0, 1),
            first: setup.turn.fold_wb(0, 1),
            castling: setup.castling_rights.0,
            touched: 0,
            en_passant: setup.ep_square.map_or(0, |square| bit(square.to_usize())),
            zeroed: 0,
            counts,
            trail,
        }
    }

    /// The position on the board; the clocks go on from the start's.
    pub(super) fn to_setup(&self, start: &Setup) -> Option<Setup> {
        let (quiet, since) =
            if self.zeroed == 0 { (start.halfmoves, self.first) } else { (0, self.zeroed) };
        let roles = ByRole::new_with(|role| Bitboard(self.roles[role as usize - 1]));
        let turn = if self.turn() == WHITE { Color::White } else { Color::Black };
        let [white, black] = self.colors.map(Bitboard);
        let colors = ByColor { white, black };
        Some(Setup {
            board: Men::try_from_bitboards(roles, colors).ok()?,
            turn,
            castling_rights: Bitboard(self.castling_rights()),
            ep_square: Bitboard(self.en_passant).first(),
            halfmoves: quiet.saturating_add(self.clock - since),
            fullmoves: NonZeroU32::new(start.fullmoves.get().saturating_add(self.moves()))?,
            // What other rules know of, whatever the start said of it.
            promoted: Bitboard::EMPTY,
            pockets: None,
            remaining_checks: None,
        })
    }

    /// Rooks that may still castle: neither they nor their king have moved.
    fn castling_rights(&self) -> u64 {
        let kept = |rank: usize| {
            if self.touched & bit(8 * rank + 4) == 0 { RANK_1 << (8 * rank) } else { 0 }
        };
        self.castling & !self.touched & (kept(0) | kept(7))
    }

    /// Zero for White, one for Black.
    #[inline(always)]
    pub(super) const fn turn(&self) -> usize {
        self.clock as usize & 1
    }

    /// Half-moves played.
    #[inline(always)]
    pub(super) const fn plies(&self) -> u32 {
        self.clock - self.first
    }

    /// Moves since the first one: what is to be added to its number.
    #[inline(always)]
    pub(super) const fn moves(&self) -> u32 {
        self.clock / 2
    }

    /// Men of the side to move.
    const fn own(&self) -> u64 {
        self.colors[self.turn()]
    }

    /// Men of the other side.
    const fn other(&self) -> u64 {
        self.colors[self.turn() ^ 1]
    }

    /// Plays any move of a man; none if it is not legal or not the only one that fits.
    pub(super) fn play(&mut self, word: Word) -> Option<()> {
        if self.turn() == WHITE { self.play_as::<WHITE>(word) } else { self.play_as::<BLACK>(word) }
    }

    /// Plays a move of the side whose turn it is. After none the board is of no more use.
    #[inline(always)]
    pub(super) fn play_as<const TURN: usize>(&mut self, word: Word) -> Option<()> {
        let Word { way, to: square, capture, .. } = word;
        let (own, other, to) = (self.colors[TURN], self.colors[TURN ^ 1], bit(square));
        if (other & to != 0) != capture {
            return self.play_en_passant(word.from, square, way, capture);
        }
        let role = role(way);
        let mut from = origins(square)[way & 15] & self.roles[role] & own & word.from;
        if from & from.wrapping_sub(1) != 0 {
            from = self.only_one(square, from)?;
        }
        let passed = squares_between(lowest(from), square);
        if from == 0 || passed & (own | other) | own & to != 0 {
            return None;
        }
        self.clock += 1;
        if capture {
            self.take::<TURN>(square);
            self.remember();
        }
        self.relocate::<TURN>(role, from, to);
        let is_pawn = role == PAWN;
        // Only a pawn that goes two steps passes a square.
        self.en_passant = select_unpredictable(is_pawn, passed, 0);
        self.zeroed = select_unpredictable(is_pawn | capture, self.clock, self.zeroed);
        self.is_safe::<TURN>().then_some(())
    }

    #[inline(always)]
    fn relocate<const TURN: usize>(&mut self, role: usize, from: u64, to: u64) {
        self.roles[role] ^= from | to;
        self.colors[TURN] ^= from | to;
        self.touched |= from | to;
    }

    /// Whether a side that has moved did not leave its king in check.
    #[inline(always)]
    fn is_safe<const TURN: usize>(&self) -> bool {
        let [own, other] = [self.colors[TURN], self.colors[TURN ^ 1]];
        let king = lowest(self.roles[KING] & own);
        !self.is_attacked::<TURN>(king, own | other, other)
    }

    /// The one man of several whose way is free and whose king is not left in check.
    #[inline(never)]
    fn only_one(&self, square: usize, mut candidates: u64) -> Option<u64> {
        let occupied = self.own() | self.other();
        let mut free = 0;
        while candidates != 0 {
            let from = candidates & candidates.wrapping_neg();
            let is_free = squares_between(lowest(from), square) & occupied == 0;
            free |= if is_free { from } else { 0 };
            candidates ^= from;
        }
        if free & free.wrapping_sub(1) == 0 {
            return Some(free);
        }
        // There is but one king, so it is none of these.
        let king = lowest(self.roles[KING] & self.own());
        let mut safe = 0;
        while free != 0 {
            let from = free & free.wrapping_neg();
            let (occupied, them) = (occupied ^ from | bit(square), self.other() & !bit(square));
            safe |= if self.is_attacked_by(king, occupied, them) { 0 } else { from };
            free ^= from;
        }
        (safe & safe.wrapping_sub(1) == 0).then_some(safe)
    }

    /// Takes a pawn on the square it passed; none if it is no such move.
    #[inline(never)]
    fn play_en_passant(&mut self, from: u64, square: usize, way: Way, capture: bool) -> Option<()> {
        let (turn, to) = (self.turn(), bit(square));
        if way != TAKE + turn || self.en_passant & to == 0 || !capture {
            return None;
        }
        let from = origins(square)[way & 15] & self.roles[PAWN] & self.own() & from;
        if from == 0 {
            return None;
        }
        let taken = if turn == WHITE { to >> 8 } else { to << 8 };
        let king = lowest(self.roles[KING] & self.own());
        let occupied = (self.own() | self.other()) & !from & !taken | to;
        if self.is_attacked_by(king, occupied, self.other() & !taken) {
            return None;
        }
        self.clock += 1;
        if turn == WHITE {
            self.take::<WHITE>(lowest(taken));
            self.relocate::<WHITE>(PAWN, from, to);
        } else {
            self.take::<BLACK>(lowest(taken));
            self.relocate::<BLACK>(PAWN, from, to);
        }
        self.remember();
        self.en_passant = 0;
        self.zeroed = self.clock;
        Some(())
    }

    /// Castles; none if that is not legal.
    #[inline(never)]
    pub(super) fn castle(&mut self, is_long: bool) -> Option<()> {
        let (rook, king_to, rook_to) = if is_long { (0, 2, 3) } else { (7, 6, 5) };
        let home = 56 * self.turn();
        let (king, rook) = (home + 4, home + rook);
        let (own, other) = (self.own(), self.other());
        if self.roles[KING] & own != bit(king)
            || self.castling_rights() & bit(rook) == 0
            || squares_between(rook, king) & (own | other) != 0
        {
            return None;
        }
        let (low, high) = (home + king_to.min(4), home + king_to.max(4));
        if (low..=high).any(|square| self.is_attacked_by(square, own | other, other)) {
            return None;
        }
        let (king, rook) = (bit(king) | bit(home + king_to), bit(rook) | bit(home + rook_to));
        self.roles[KING] ^= king;
        self.roles[ROOK] ^= rook;
        self.colors[self.turn()] ^= king | rook;
        self.touched |= king | rook;
        self.en_passant = 0;
        self.clock += 1;
        Some(())
    }

    /// A pawn that has just come to a square of the last rank becomes another man.
    pub(super) fn promote(&mut self, square: usize, role: usize) {
        self.roles[PAWN] ^= bit(square);
        self.roles[role & 7] ^= bit(square);
        let counts = &mut self.counts[self.turn() ^ 1];
        counts[PAWN] = counts[PAWN].saturating_sub(1);
        counts[role & 7] += 1;
        // It may have taken something as it came.
        let ply = self.plies();
        self.trail.pop_if(|change| change.ply == ply);
        self.remember();
    }

    /// Whether one of `them`, men of the side not to move, attacks a square.
    fn is_attacked_by(&self, square: usize, occupied: u64, them: u64) -> bool {
        if self.turn() == WHITE {
            self.is_attacked::<WHITE>(square, occupied, them)
        } else {
            self.is_attacked::<BLACK>(square, occupied, them)
        }
    }

    /// Whether one of `them`, men of the side against `TURN`, attacks a square.
    #[inline(always)]
    fn is_attacked<const TURN: usize>(&self, square: usize, occupied: u64, them: u64) -> bool {
        let ways = origins(square);
        let steps = ways[THREATEN + (TURN ^ 1)] & self.roles[PAWN]
            | ways[KNIGHT] & self.roles[KNIGHT]
            | ways[KING] & self.roles[KING];
        let lines = ways[ROOK] & (self.roles[ROOK] | self.roles[QUEEN])
            | ways[BISHOP] & (self.roles[BISHOP] | self.roles[QUEEN]);
        let mut far = lines & them;
        let mut is_attacked = steps & them != 0;
        while far != 0 {
            is_attacked |= squares_between(square, lowest(far)) & occupied == 0;
            far &= far - 1;
        }
        is_attacked
    }

    /// Takes a man of the side against `TURN` off the board.
    #[inline(always)]
    fn take<const TURN: usize>(&mut self, square: usize) {
        // Its square is in one of the sets; a king's never is.
        let role = (KNIGHT..KING)
            .map(|role| role * (self.roles[role] >> (square & 63) & 1) as usize)
            .sum::<usize>();
        self.roles[role & 7] &= !bit(square);
        let count = &mut self.counts[TURN ^ 1][role & 7];
        *count = count.saturating_sub(1);
        self.colors[TURN ^ 1] &= !bit(square);
    }

    fn remember(&mut self) {
        let side = |counts: [u8; 8]| ByRole {
            pawn: counts[PAWN],
            knight: counts[KNIGHT],
            bishop: counts[BISHOP],
            rook: counts[ROOK],
            queen: counts[QUEEN],
            king: counts[KING],
        };
        let counts = ByColor { white: side(self.counts[0]), black: side(self.counts[1]) };
        self.trail.push(Change { ply: self.plies(), material: Material::from(counts) });
    }
}

/// Who goes this way.
#[inline(always)]
const fn role(way: usize) -> usize {
    if way < PUSH { way } else { PAWN }
}
