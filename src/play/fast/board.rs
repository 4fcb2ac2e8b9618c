//! Bitboards that know just enough of chess to play a main line.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{
    Bitboard, Board as Men, ByColor, ByRole, Chess, Color, EnPassantMode, Position, Role, Setup,
    Square,
};

use super::super::Start;
use super::word::{Man, Word};
use crate::game::Change;
use crate::gbr::Material;

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

const WHITE: usize = 0;
const BLACK: usize = 1;
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

/// The men, whose turn it is, and what castling and en passant allow.
pub(super) struct Board {
    roles: [u64; 6],
    colors: [u64; 2],
    turn: usize,
    /// Rooks that may still castle.
    castling: u64,
    /// The square behind a pawn that has just gone two steps, or zero.
    en_passant: u64,
    halfmoves: u32,
    fullmoves: u32,
    counts: ByColor<ByRole<u8>>,
    /// The force after each change of it.
    pub trail: Vec<Change>,
}

#[inline]
const fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

#[inline]
fn named(square: usize) -> Square {
    Square::ALL[square & 63]
}

/// The lowest square of a set that is not empty.
#[inline]
const fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}

impl Board {
    pub(super) fn initial() -> Board {
        Board::from_setup(&Setup::initial())
    }

    pub(super) fn new(chess: &Chess) -> Board {
        Board::from_setup(&chess.to_setup(EnPassantMode::Always))
    }

    fn from_setup(setup: &Setup) -> Board {
        let (roles, colors) = setup.board.clone().into_bitboards();
        Board {
            roles: ROLES.map(|role| roles[role].0),
            colors: [colors.white.0, colors.black.0],
            turn: setup.turn.fold_wb(WHITE, BLACK),
            castling: setup.castling_rights.0,
            en_passant: setup.ep_square.map_or(0, |square| 1 << square.to_u32()),
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves.get(),
            counts: setup.board.material(),
            trail: Vec::with_capacity(32),
        }
    }

    pub(super) fn to_setup(&self, start: &Start) -> Option<Setup> {
        let roles = ByRole {
            pawn: Bitboard(self.roles[PAWN]),
            knight: Bitboard(self.roles[KNIGHT]),
            bishop: Bitboard(self.roles[BISHOP]),
            rook: Bitboard(self.roles[ROOK]),
            queen: Bitboard(self.roles[QUEEN]),
            king: Bitboard(self.roles[KING]),
        };
        let colors =
            ByColor { white: Bitboard(self.colors[WHITE]), black: Bitboard(self.colors[BLACK]) };
        Some(Setup {
            board: Men::try_from_bitboards(roles, colors).ok()?,
            turn: Color::from_white(self.white_to_move()),
            castling_rights: Bitboard(self.castling),
            ep_square: Bitboard(self.en_passant).first(),
            halfmoves: self.halfmoves,
            fullmoves: std::num::NonZeroU32::new(self.fullmoves)?,
            ..start.setup.clone()
        })
    }

    #[inline]
    pub(super) const fn white_to_move(&self) -> bool {
        self.turn == WHITE
    }

    /// Plays the move that a word means; none if it is not legal or not the only one.
    #[inline]
    pub(super) fn play(&mut self, word: &Word, ply: u32) -> Option<()> {
        self.halfmoves = self.halfmoves.saturating_add(1);
        match word.man {
            Man::Pawn => self.play_pawn(word, ply)?,
            Man::Piece(role) => self.play_piece(word, role, ply)?,
            Man::ShortCastle => self.castle(7, 6, 5)?,
            Man::LongCastle => self.castle(0, 2, 3)?,
        }
        self.fullmoves += self.turn as u32;
        self.turn ^= 1;
        Some(())
    }

    #[inline]
    fn play_piece(&mut self, word: &Word, role: usize, ply: u32) -> Option<()> {
        let to = bit(word.to);
        let own = self.colors[self.turn];
        if own & to != 0 || (self.colors[self.turn ^ 1] & to != 0) != word.capture {
            return None;
        }
        let from = self.only_legal(
            self.reach(role, word.to) & self.roles[role] & own & word.from,
            role,
            to,
        )?;
        if word.capture {
            self.capture(to);
        }
        self.relocate(role, from, to);
        // A rook or king that moves, or a rook that is taken, castles no more.
        self.castling &= !(from | to);
        if role == KING {
            self.castling &= !BACK_RANK[self.turn];
        }
        self.en_passant = 0;
        if word.capture {
            self.remember(ply);
        }
        Some(())
    }

    /// The one man of several that may move to `to` without leaving its king in check.
    #[inline]
    fn only_legal(&self, candidates: u64, role: usize, to: u64) -> Option<u64> {
        if candidates & candidates.wrapping_sub(1) == 0 {
            return (candidates != 0 && self.is_safe(role, candidates, to, to))
                .then_some(candidates);
        }
        let mut rest = candidates;
        let mut found = None;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            if self.is_safe(role, from, to, to) && found.replace(from).is_some() {
                return None;
            }
        }
        found
    }

    #[inline]
    fn play_pawn(&mut self, word: &Word, ply: u32) -> Option<()> {
        let to = bit(word.to);
        let is_last_rank = to & 0xff00_0000_0000_00ff != 0;
        if is_last_rank != (word.promotion != PAWN) {
            return None;
        }
        let (from, taken) =
            if word.capture { self.pawn_capture(word, to)? } else { (self.pawn_push(to)?, 0) };
        if !self.is_safe(PAWN, from, to, taken) {
            return None;
        }
        if taken != 0 {
            self.capture(taken);
            self.castling &= !to;
        }
        self.relocate(PAWN, from, to);
        let is_double = (from >> 16 | from << 16) & to != 0;
        self.en_passant = if is_double { self.behind(to) } else { 0 };
        self.halfmoves = 0;
        if word.promotion != PAWN {
            self.promote(word.promotion, to);
        }
        if taken != 0 || word.promotion != PAWN {
            self.remember(ply);
        }
        Some(())
    }

    /// The square behind a pawn of the side to move.
    #[inline]
    const fn behind(&self, square: u64) -> u64 {
        if self.turn == WHITE { square >> 8 } else { square << 8 }
    }

    #[inline]
    fn pawn_push(&self, to: u64) -> Option<u64> {
        let occupied = self.colors[WHITE] | self.colors[BLACK];
        let pawns = self.roles[PAWN] & self.colors[self.turn];
        let one = self.behind(to);
        let two = self.behind(one);
        if occupied & to != 0 {
            None
        } else if pawns & one != 0 {
            Some(one)
        } else {
            (occupied & one == 0 && pawns & two != 0 && to & DOUBLE_RANK[self.turn] != 0)
                .then_some(two)
        }
    }

    /// The pawn that takes, and the square of what it takes.
    #[inline]
    fn pawn_capture(&self, word: &Word, to: u64) -> Option<(u64, u64)> {
        let color = Color::from_white(self.turn == BLACK);
        let origins = pawn_attacks(color, named(word.to)).0;
        let from = origins & word.from & self.roles[PAWN] & self.colors[self.turn];
        if from == 0 {
            None
        } else if self.colors[self.turn ^ 1] & to != 0 {
            Some((from, to))
        } else {
            (self.en_passant & to != 0).then(|| (from, self.behind(to)))
        }
    }

    /// The king goes to `king_file`, the rook from `rook_from` to `rook_to`.
    fn castle(&mut self, rook_from: usize, king_file: usize, rook_to: usize) -> Option<()> {
        let home = self.turn * 56;
        let (rook, king) = (bit(home + rook_from), bit(home + 4));
        let occupied = self.colors[WHITE] | self.colors[BLACK];
        let is_there =
            self.roles[KING] & self.colors[self.turn] == king && self.castling & rook != 0;
        let (low, high) = (home + rook_from.min(4) + 1, home + rook_from.max(4));
        let is_free = (low..high).all(|square| occupied & bit(square) == 0);
        let (low, high) = (home + king_file.min(4), home + king_file.max(4));
        let is_safe = |square| !self.is_attacked(square, occupied, self.colors[self.turn ^ 1]);
        if !is_there || !is_free || !(low..=high).all(is_safe) {
            return None;
        }
        self.relocate(KING, king, bit(home + king_file));
        self.relocate(ROOK, rook, bit(home + rook_to));
        self.castling &= !BACK_RANK[self.turn];
        self.en_passant = 0;
        Some(())
    }

    /// Where a piece on `square` could come from.
    #[inline]
    fn reach(&self, role: usize, square: usize) -> u64 {
        let occupied = Bitboard(self.colors[WHITE] | self.colors[BLACK]);
        let square = named(square);
        match role {
            KNIGHT => knight_attacks(square),
            BISHOP => bishop_attacks(square, occupied),
            ROOK => rook_attacks(square, occupied),
            QUEEN => queen_attacks(square, occupied),
            _ => king_attacks(square),
        }
        .0
    }

    /// Whether the own king is not in check once `from` is on `to` and `taken` is gone.
    #[inline]
    fn is_safe(&self, role: usize, from: u64, to: u64, taken: u64) -> bool {
        let occupied = (self.colors[WHITE] | self.colors[BLACK]) & !from & !taken | to;
        let king = if role == KING { to } else { self.roles[KING] & self.colors[self.turn] };
        !self.is_attacked(lowest(king), occupied, self.colors[self.turn ^ 1] & !taken)
    }

    /// Whether one of `them`, men of the side not to move, attacks a square.
    #[inline]
    fn is_attacked(&self, square: usize, occupied: u64, them: u64) -> bool {
        let name = named(square);
        let color = Color::from_white(self.turn == WHITE);
        let straight = (self.roles[ROOK] | self.roles[QUEEN]) & them & ROOK_RAYS[square];
        let diagonal = (self.roles[BISHOP] | self.roles[QUEEN]) & them & BISHOP_RAYS[square];
        let steps = pawn_attacks(color, name).0 & self.roles[PAWN]
            | knight_attacks(name).0 & self.roles[KNIGHT]
            | king_attacks(name).0 & self.roles[KING];
        steps & them != 0
            || straight != 0 && rook_attacks(name, Bitboard(occupied)).0 & straight != 0
            || diagonal != 0 && bishop_attacks(name, Bitboard(occupied)).0 & diagonal != 0
    }

    #[inline]
    fn relocate(&mut self, role: usize, from: u64, to: u64) {
        self.roles[role] ^= from | to;
        self.colors[self.turn] ^= from | to;
    }

    /// Takes a man of the other side off the board.
    fn capture(&mut self, square: u64) {
        let other = self.turn ^ 1;
        for (role, set) in self.roles.iter_mut().enumerate() {
            if *set & square != 0 {
                *set ^= square;
                *self.counts.get_mut(side(other)).get_mut(ROLES[role]) -= 1;
                break;
            }
        }
        self.colors[other] ^= square;
        self.halfmoves = 0;
    }

    fn promote(&mut self, role: usize, square: u64) {
        self.roles[PAWN] ^= square;
        self.roles[role] ^= square;
        let counts = self.counts.get_mut(side(self.turn));
        counts.pawn -= 1;
        *counts.get_mut(ROLES[role]) += 1;
    }

    fn remember(&mut self, ply: u32) {
        self.trail.push(Change { ply, material: Material::from(self.counts) });
    }
}

/// The ranks on which kings and rooks begin.
const BACK_RANK: [u64; 2] = [0xff, 0xff << 56];

/// The ranks on which a pawn's double step ends.
const DOUBLE_RANK: [u64; 2] = [0xff << 24, 0xff << 32];

#[inline]
const fn side(turn: usize) -> Color {
    if turn == WHITE { Color::White } else { Color::Black }
}
