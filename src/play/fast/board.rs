//! Bitboards that know just enough of chess to play a main line.

use std::num::NonZeroU32;

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board as Men, ByColor, ByRole, Color, Role, Setup, Square};

use super::word::Word;
use crate::game::Change;
use crate::gbr::Material;

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Where a rook, or a bishop, could go on an empty board.
const ROOK_RAYS: [u64; 64] = {
    let mut rays = [0; 64];
    let mut at = 0;
    while at < 64 {
        rays[at] = rook_attacks(Square::ALL[at], Bitboard::EMPTY).0;
        at += 1;
    }
    rays
};
const BISHOP_RAYS: [u64; 64] = {
    let mut rays = [0; 64];
    let mut at = 0;
    while at < 64 {
        rays[at] = bishop_attacks(Square::ALL[at], Bitboard::EMPTY).0;
        at += 1;
    }
    rays
};

const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The men, whose turn it is, and what castling and en passant allow.
pub(super) struct Board {
    roles: [u64; 6],
    /// Men of the side to move, and of the other.
    own: u64,
    other: u64,
    /// Squares of their kings.
    king: usize,
    other_king: usize,
    turn: Color,
    /// Whether the side to move may be in check; false is certain.
    may_be_in_check: bool,
    /// Rooks that may still castle.
    castling: u64,
    /// The square behind a pawn that has just gone two steps, or nothing.
    en_passant: u64,
    /// The ply of the last capture or pawn move; none so far where it is zero.
    zeroed: u32,
    counts: ByColor<ByRole<u8>>,
    /// The force at the start and after each change of it.
    pub trail: Vec<Change>,
}

#[inline(always)]
const fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

#[inline(always)]
fn named(square: usize) -> Square {
    Square::ALL[square & 63]
}

/// The lowest square of a set that is not empty.
#[inline(always)]
const fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}

impl Board {
    /// A board for a position that shakmaty found legal.
    pub(super) fn new(setup: &Setup, material: &Material) -> Option<Board> {
        let mut trail = Vec::with_capacity(32);
        trail.push(Change { ply: 0, material: *material });
        let (roles, colors) = setup.board.clone().into_bitboards();
        let (own, other) = (colors[setup.turn].0, colors[!setup.turn].0);
        Some(Board {
            roles: ROLES.map(|role| roles[role].0),
            own,
            other,
            king: setup.board.king_of(setup.turn)?.to_usize(),
            other_king: setup.board.king_of(!setup.turn)?.to_usize(),
            turn: setup.turn,
            may_be_in_check: true,
            castling: setup.castling_rights.0,
            en_passant: setup.ep_square.map_or(0, |square| bit(square.to_usize())),
            zeroed: 0,
            counts: (*material).into(),
            trail,
        })
    }

    /// The position on the board after so many plies; the clocks go on from the start's.
    pub(super) fn to_setup(&self, start: &Setup, plies: u32) -> Option<Setup> {
        let quiet = if self.zeroed == 0 { start.halfmoves } else { 0 };
        let passed = (plies + u32::from(start.turn == Color::Black)) / 2;
        let roles = ByRole {
            pawn: Bitboard(self.roles[PAWN]),
            knight: Bitboard(self.roles[KNIGHT]),
            bishop: Bitboard(self.roles[BISHOP]),
            rook: Bitboard(self.roles[ROOK]),
            queen: Bitboard(self.roles[QUEEN]),
            king: Bitboard(self.roles[KING]),
        };
        let (white, black) = self.turn.fold_wb((self.own, self.other), (self.other, self.own));
        let colors = ByColor { white: Bitboard(white), black: Bitboard(black) };
        Some(Setup {
            board: Men::try_from_bitboards(roles, colors).ok()?,
            turn: self.turn,
            castling_rights: Bitboard(self.castling),
            ep_square: Bitboard(self.en_passant).first(),
            halfmoves: quiet.saturating_add(plies - self.zeroed),
            fullmoves: NonZeroU32::new(start.fullmoves.get().saturating_add(passed))?,
            // What other rules know of, whatever the start said of it.
            promoted: Bitboard::EMPTY,
            pockets: None,
            remaining_checks: None,
        })
    }

    #[inline(always)]
    pub(super) const fn white_to_move(&self) -> bool {
        matches!(self.turn, Color::White)
    }

    /// Plays a piece's move; none if it is not legal or not the only one that fits.
    #[inline(always)]
    pub(super) fn play_piece<const ROLE: usize>(&mut self, word: &Word, ply: u32) -> Option<()> {
        let to = bit(word.to);
        if self.own & to != 0 || (self.other & to != 0) != word.capture {
            return None;
        }
        let candidates = self.reach::<ROLE>(word.to) & self.roles[ROLE] & self.own & word.from;
        let from = self.only_legal::<ROLE>(candidates, to)?;
        if word.capture {
            self.zeroed = ply;
            self.capture(to);
        }
        self.relocate(ROLE, from, to);
        // A rook or king that moves, or a rook that is taken, castles no more.
        if ROLE == KING {
            self.king = word.to;
            self.castling &= !self.back_rank();
        }
        self.castling &= !(from | to);
        self.en_passant = 0;
        if word.capture {
            self.remember(ply);
        }
        self.pass_turn::<ROLE>(from, to);
        Some(())
    }

    /// The one man of several that may move to `to` without leaving its king in check.
    #[inline(always)]
    fn only_legal<const ROLE: usize>(&self, candidates: u64, to: u64) -> Option<u64> {
        if candidates & candidates.wrapping_sub(1) != 0 {
            return self.only_legal_of_several::<ROLE>(candidates, to);
        }
        (candidates != 0 && self.is_safe::<ROLE>(candidates, to, to)).then_some(candidates)
    }

    #[inline(never)]
    fn only_legal_of_several<const ROLE: usize>(&self, candidates: u64, to: u64) -> Option<u64> {
        let mut rest = candidates;
        let mut found = None;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            if self.is_safe::<ROLE>(from, to, to) && found.replace(from).is_some() {
                return None;
            }
        }
        found
    }

    /// Plays a pawn's move; none if it is not legal.
    #[inline(always)]
    pub(super) fn play_pawn(&mut self, word: &Word, ply: u32) -> Option<()> {
        let to = bit(word.to);
        if (to & LAST_RANKS != 0) != (word.promotion != PAWN) {
            return None;
        }
        let (from, taken) =
            if word.capture { self.pawn_capture(word, to)? } else { (self.pawn_push(to)?, 0) };
        if !self.is_safe::<PAWN>(from, to, taken) {
            return None;
        }
        if taken != 0 {
            self.capture(taken);
            self.castling &= !to;
        }
        self.relocate(PAWN, from, to);
        let is_double = (from >> 16 | from << 16) & to != 0;
        self.en_passant = if is_double { self.behind(to) } else { 0 };
        self.zeroed = ply;
        if word.promotion != PAWN {
            self.promote(word.promotion, to);
        }
        if taken != 0 || word.promotion != PAWN {
            self.remember(ply);
        }
        // Two men leave their squares in an en passant capture, and a new one may come.
        let is_plain = taken & !to == 0 && word.promotion == PAWN;
        self.pass_turn::<PAWN>(from, to);
        self.may_be_in_check |= !is_plain;
        Some(())
    }

    /// The square behind a pawn of the side to move.
    #[inline(always)]
    const fn behind(&self, square: u64) -> u64 {
        if self.white_to_move() { square >> 8 } else { square << 8 }
    }

    #[inline(always)]
    const fn back_rank(&self) -> u64 {
        if self.white_to_move() { 0xff } else { 0xff << 56 }
    }

    #[inline(always)]
    fn pawn_push(&self, to: u64) -> Option<u64> {
        let occupied = self.own | self.other;
        let pawns = self.roles[PAWN] & self.own;
        let one = self.behind(to);
        let two = self.behind(one);
        let double_rank = if self.white_to_move() { 0xff << 24 } else { 0xff << 32 };
        if occupied & to != 0 {
            None
        } else if pawns & one != 0 {
            Some(one)
        } else {
            (occupied & one == 0 && pawns & two != 0 && to & double_rank != 0).then_some(two)
        }
    }

    /// The pawn that takes, and the square of what it takes.
    #[inline(always)]
    fn pawn_capture(&self, word: &Word, to: u64) -> Option<(u64, u64)> {
        let origins = pawn_attacks(!self.turn, named(word.to)).0;
        let from = origins & word.from & self.roles[PAWN] & self.own;
        if from == 0 {
            None
        } else if self.other & to != 0 {
            Some((from, to))
        } else {
            (self.en_passant & to != 0).then(|| (from, self.behind(to)))
        }
    }

    /// Castles; none if that is not legal.
    pub(super) fn castle(&mut self, is_long: bool) -> Option<()> {
        let (rook_from, king_file, rook_to) = if is_long { (0, 2, 3) } else { (7, 6, 5) };
        let home = self.turn.fold_wb(0, 56);
        let rook = bit(home + rook_from);
        let occupied = self.own | self.other;
        let is_there = self.king == home + 4 && self.castling & rook != 0;
        let (low, high) = (home + rook_from.min(4) + 1, home + rook_from.max(4));
        let is_free = (low..high).all(|square| occupied & bit(square) == 0);
        let (low, high) = (home + king_file.min(4), home + king_file.max(4));
        let is_safe = |square| !self.is_attacked(square, occupied, self.other);
        if !is_there || !is_free || !(low..=high).all(is_safe) {
            return None;
        }
        self.relocate(KING, bit(self.king), bit(home + king_file));
        self.relocate(ROOK, rook, bit(home + rook_to));
        self.king = home + king_file;
        self.castling &= !self.back_rank();
        self.en_passant = 0;
        self.pass_turn::<ROOK>(rook, bit(home + rook_to));
        self.may_be_in_check = true;
        Some(())
    }

    /// Where a piece on `square` could come from.
    #[inline(always)]
    fn reach<const ROLE: usize>(&self, square: usize) -> u64 {
        let occupied = Bitboard(self.own | self.other);
        let square = named(square);
        match ROLE {
            KNIGHT => knight_attacks(square),
            BISHOP => bishop_attacks(square, occupied),
            ROOK => rook_attacks(square, occupied),
            QUEEN => queen_attacks(square, occupied),
            _ => king_attacks(square),
        }
        .0
    }

    /// Whether the own king is not in check once `from` is on `to` and `taken` is gone.
    #[inline(always)]
    fn is_safe<const ROLE: usize>(&self, from: u64, to: u64, taken: u64) -> bool {
        let king = if ROLE == KING { lowest(to) } else { self.king & 63 };
        let occupied = (self.own | self.other) & !from & !taken | to;
        let them = self.other & !taken;
        if ROLE == KING || self.may_be_in_check {
            return !self.is_attacked(king, occupied, them);
        }
        // A man that does not stand in line with its king cannot uncover it.
        let lines = ROOK_RAYS[king] | BISHOP_RAYS[king];
        lines & (from | taken & !to) == 0 || !self.is_attacked_from_afar(king, occupied, them)
    }

    /// Whether one of `them`, men of the side not to move, attacks a square.
    fn is_attacked(&self, square: usize, occupied: u64, them: u64) -> bool {
        let name = named(square);
        let steps = pawn_attacks(self.turn, name).0 & self.roles[PAWN]
            | knight_attacks(name).0 & self.roles[KNIGHT]
            | king_attacks(name).0 & self.roles[KING];
        steps & them != 0 || self.is_attacked_from_afar(square, occupied, them)
    }

    /// Whether a queen, rook or bishop of them does.
    #[inline(always)]
    fn is_attacked_from_afar(&self, square: usize, occupied: u64, them: u64) -> bool {
        let name = named(square);
        let straight = (self.roles[ROOK] | self.roles[QUEEN]) & them & ROOK_RAYS[square & 63];
        let diagonal = (self.roles[BISHOP] | self.roles[QUEEN]) & them & BISHOP_RAYS[square & 63];
        straight != 0 && rook_attacks(name, Bitboard(occupied)).0 & straight != 0
            || diagonal != 0 && bishop_attacks(name, Bitboard(occupied)).0 & diagonal != 0
    }

    #[inline(always)]
    fn relocate(&mut self, role: usize, from: u64, to: u64) {
        self.roles[role] ^= from | to;
        self.own ^= from | to;
    }

    /// Takes a man of the other side off the board.
    #[inline(always)]
    fn capture(&mut self, square: u64) {
        // Its square is in one of the sets; a king's never is.
        let role = (PAWN..KING).find(|&role| self.roles[role] & square != 0).unwrap_or(PAWN);
        self.roles[role] &= !square;
        let count = self.counts.get_mut(!self.turn).get_mut(ROLES[role]);
        *count = count.saturating_sub(1);
        self.other &= !square;
    }

    fn promote(&mut self, role: usize, square: u64) {
        self.roles[PAWN] ^= square;
        self.roles[role] ^= square;
        let counts = self.counts.get_mut(self.turn);
        counts.pawn = counts.pawn.saturating_sub(1);
        *counts.get_mut(ROLES[role]) += 1;
    }

    fn remember(&mut self, ply: u32) {
        self.trail.push(Change { ply, material: Material::from(self.counts) });
    }

    /// The other side is to move. It may be in check if the man that went from `from` to
    /// `to` left a line with its king, or came to where a man of its kind could attack it.
    #[inline(always)]
    fn pass_turn<const ROLE: usize>(&mut self, from: u64, to: u64) {
        let king = self.other_king & 63;
        let reach = match ROLE {
            PAWN => pawn_attacks(!self.turn, named(king)).0,
            KNIGHT => knight_attacks(named(king)).0,
            BISHOP => BISHOP_RAYS[king],
            ROOK => ROOK_RAYS[king],
            QUEEN => ROOK_RAYS[king] | BISHOP_RAYS[king],
            _ => 0,
        };
        let lines = ROOK_RAYS[king] | BISHOP_RAYS[king];
        self.may_be_in_check = lines & from | reach & to != 0;
        self.turn = !self.turn;
        std::mem::swap(&mut self.own, &mut self.other);
        std::mem::swap(&mut self.king, &mut self.other_king);
    }
}
