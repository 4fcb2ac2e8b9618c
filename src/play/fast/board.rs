//! Bitboards that know just enough of chess to play a main line.
//!
//! All men move by the same instructions: which man it is cannot be guessed. Whether it takes another one
//! is known so early that a wrong guess costs little.

use std::mem;
use std::num::NonZeroU32;
use std::sync::LazyLock;

use shakmaty::{Bitboard, Board as Men, ByColor, ByRole, Color, Role, Setup};

use super::follow::Follow;
use super::table::{
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, RANK_1, ROOK, THREATEN, WHITE, bit, lowest, origins,
    squares_between, squares_passed, takes,
};
use super::word::{Route, Word};
use crate::game::Change;
use crate::gbr::Material;

/// Who stands on an empty square. There is a set for it, so that three bits are an index, which
/// always stays empty.
const NOBODY: u8 = 7;

/// Whose man a square has, above its role: nobody's, White's or Black's.
const SIDE: u32 = 4;

/// The men, whose turn it is, and what castling and en passant allow.
pub(in crate::play) struct Board {
    /// Men of White and of Black by role.
    men: [[u64; 8]; 2],
    /// All men of White and of Black.
    colors: [u64; 2],
    /// Who stands on a square.
    squares: [u8; 64],
    /// Half-moves since the beginning of the first move: odd where Black is to move.
    clock: u32,
    /// The same at the start.
    first: u32,
    /// Rooks that could castle at the start, and the squares that any man has left or come to.
    castling: u64,
    touched: u64,
    /// The squares that were passed in the last move, and who did.
    passed: u64,
    mover: usize,
    /// The clock after the last capture or move of a pawn; none so far where it is zero.
    zeroed: u32,
    /// The force at the start and after each change of it.
    trail: Vec<Change>,
}

/// More changes than most games have.
const USUAL: usize = 32;

/// The role of a number; kings for those that are none, as they are never taken.
const ROLES: [Role; 8] = {
    let [pawn, knight, bishop, rook, queen, king] = Role::ALL;
    [pawn, knight, bishop, rook, queen, king, king, king]
};

#[inline(always)]
const fn color(turn: usize) -> Color {
    if turn == WHITE { Color::White } else { Color::Black }
}

/// What a square says of a man that stands on it.
#[inline(always)]
const fn man(turn: usize, role: usize) -> u8 {
    (1 << SIDE << turn) | role as u8
}

/// Who must stand on the square that a move goes to: nobody, or a man of the other side.
#[inline(always)]
const fn taker<const TURN: usize>(play: Route) -> u8 {
    (play.capture() as u8) << (TURN ^ 1)
}

impl Board {
    /// A board for a position that shakmaty found legal.
    pub(super) fn new(setup: &Setup) -> Board {
        let (roles, colors) = setup.board.clone().into_bitboards();
        let mut men = [[0; 8]; 2];
        let mut squares = [NOBODY; 64];
        for role in Role::ALL {
            let index = role as usize - 1;
            men[WHITE][index] = (roles[role] & colors.white).0;
            men[BLACK][index] = (roles[role] & colors.black).0;
            for square in roles[role] {
                let turn = usize::from(colors.black.contains(square));
                squares[square.to_usize()] = man(turn, index);
            }
        }
        let clock = setup.turn.fold_wb(0, 1);
        Board {
            men,
            colors: [colors.white.0, colors.black.0],
            squares,
            clock,
            first: clock,
            castling: setup.castling_rights.0,
            touched: 0,
            passed: setup.ep_square.map_or(0, |square| bit(square.to_usize())),
            mover: PAWN,
            zeroed: 0,
            trail: Vec::new(),
        }
    }

    /// Sets up the position that nearly all games begin from.
    pub(super) fn set_up_initial(&mut self) {
        static INITIAL: LazyLock<Board> = LazyLock::new(|| Board::new(&Setup::initial()));
        let initial = &*INITIAL;
        self.men = initial.men;
        self.colors = initial.colors;
        self.squares = initial.squares;
        (self.clock, self.first, self.zeroed) = (0, 0, 0);
        (self.castling, self.touched, self.passed) = (initial.castling, 0, 0);
    }

    /// The position on the board; the clocks go on from the start's.
    pub(super) fn to_setup(&self, start: &Setup) -> Option<Setup> {
        let (quiet, since) =
            if self.zeroed == 0 { (start.halfmoves, self.first) } else { (0, self.zeroed) };
        let [white, black] = &self.men;
        let roles =
            ByRole::new_with(|role| Bitboard(white[role as usize - 1] | black[role as usize - 1]));
        let [white, black] = self.colors.map(Bitboard);
        let colors = ByColor { white, black };
        Some(Setup {
            board: Men::try_from_bitboards(roles, colors).ok()?,
            turn: color(self.turn()),
            castling_rights: Bitboard(self.castling_rights()),
            ep_square: Bitboard(self.en_passant()).first(),
            halfmoves: quiet.saturating_add(self.clock - since),
            fullmoves: NonZeroU32::new(start.fullmoves.get().saturating_add(self.moves()))?,
            // What other rules know of, whatever the start said of it.
            promoted: Bitboard::EMPTY,
            pockets: None,
            remaining_checks: None,
        })
    }

    /// Begins a trail with the force at the start, which the caller knows.
    pub(super) fn begin_trail(&mut self, start: Material) {
        self.trail = Vec::with_capacity(USUAL);
        self.trail.push(Change { ply: 0, material: start });
    }

    /// The force at the start and after each change of it.
    pub(super) fn take_trail(&mut self) -> Vec<Change> {
        mem::take(&mut self.trail)
    }

    /// Writes down how the force changes. A pawn that takes and becomes another man changes it once.
    #[inline(always)]
    fn note(&mut self, change: impl FnOnce(Material) -> Material) {
        let ply = self.plies();
        let Some(last) = self.trail.last_mut() else { return };
        let material = change(last.material);
        if last.ply == ply {
            last.material = material;
        } else {
            self.trail.push(Change { ply, material });
        }
    }

    /// The force, as the trail has it.
    #[inline]
    pub(super) fn material(&self) -> Material {
        self.trail.last().expect("a trail begins with the force at the start").material
    }

    /// The men of each side by role.
    #[inline]
    pub(super) const fn men(&self) -> &[[u64; 8]; 2] {
        &self.men
    }

    /// Whose turn it is.
    #[inline]
    pub(super) const fn color_to_move(&self) -> Color {
        color(self.turn())
    }

    /// The square behind a pawn that has just gone two steps, or nothing: no other move of a pawn passes one.
    const fn en_passant(&self) -> u64 {
        if self.mover == PAWN { self.passed } else { 0 }
    }

    /// Whether a pawn stands where it could take one that has just gone two steps.
    pub(super) fn has_taker_en_passant(&self) -> bool {
        let pawns = self.men[self.turn()][PAWN];
        takes(self.en_passant(), self.turn()) & pawns != 0
    }

    /// Whether whoever is to move is in check, and the king has nowhere to go.
    pub(super) fn may_be_mate(&self) -> bool {
        if self.turn() == WHITE {
            !self.is_safe::<WHITE>() && !self.can_flee::<WHITE>()
        } else {
            !self.is_safe::<BLACK>() && !self.can_flee::<BLACK>()
        }
    }

    /// Whether the king of a side has a step to make.
    fn can_flee<const TURN: usize>(&self) -> bool {
        let king = self.men[TURN][KING];
        let occupied = (self.colors[WHITE] | self.colors[BLACK]) ^ king;
        let mut steps = origins(TURN, lowest(king))[KING] & !self.colors[TURN];
        while steps != 0 {
            let square = lowest(steps);
            if !self.is_attacked::<TURN>(square, occupied, u64::MAX) {
                return true;
            }
            steps &= steps - 1;
        }
        false
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
    const fn moves(&self) -> u32 {
        self.clock / 2
    }

    /// Plays moves; none if one is not legal, or not the only one that fits. After that the board is of
    /// no more use.
    #[inline(always)]
    pub(super) fn play<F: Follow>(&mut self, words: &[Word], follow: &mut F) -> Option<()> {
        for word in words {
            if self.turn() == WHITE {
                self.play_as::<WHITE>(word)?;
            } else {
                self.play_as::<BLACK>(word)?;
            }
            if F::LOOKS {
                if word.play.is_final() {
                    self.zeroed = self.clock;
                }
                follow.see(self);
            }
        }
        // Looked for from the end, it is near; to keep it at each move took longer.
        if let Some(last) = words.iter().rev().position(|word| word.play.is_final()) {
            self.zeroed = self.clock - last as u32;
        }
        Some(())
    }

    /// Plays a move of the side whose turn it is. What is not the rule ends in a call to somewhere else, so
    /// that nothing has to be kept for the time after it.
    #[inline(always)]
    fn play_as<const TURN: usize>(&mut self, word: &Word) -> Option<()> {
        let taken = self.squares[word.play.to()];
        if taken >> SIDE != taker::<TURN>(word.play) {
            return self.play_special::<TURN>(word);
        }
        let from = word.from & self.men[TURN][word.play.role()];
        if from & from.wrapping_sub(1) != 0 {
            return self.play_ambiguous::<TURN>(word, from);
        }
        self.play_from::<TURN>(word, from)
    }

    /// Plays a move for which there are several men, by the one that can make it.
    #[inline(never)]
    fn play_ambiguous<const TURN: usize>(&mut self, word: &Word, from: u64) -> Option<()> {
        let from = self.only_one::<TURN>(word.play.to(), from)?;
        self.play_from::<TURN>(word, from)
    }

    /// Plays a move to a square that is free for it, by the man on the square `from`, if there is one.
    #[inline(always)]
    fn play_from<const TURN: usize>(&mut self, word: &Word, from: u64) -> Option<()> {
        let (square, role) = (word.play.to(), word.play.role());
        let passed = squares_passed(lowest(from), square, word.play.passes());
        if from == 0 || passed & (self.colors[WHITE] | self.colors[BLACK]) != 0 {
            return self.play_special::<TURN>(word);
        }
        self.clock += 1;
        if word.play.capture() {
            self.take::<TURN>(square);
        }
        self.relocate::<TURN>(role, from, square);
        (self.passed, self.mover) = (passed, role);
        if word.play.promotion() != PAWN {
            self.promote::<TURN>(square, word.play.promotion());
        }
        self.is_safe::<TURN>().then_some(())
    }

    #[inline(always)]
    fn relocate<const TURN: usize>(&mut self, role: usize, from: u64, to: usize) {
        let both = from | bit(to);
        self.men[TURN][role & 7] ^= both;
        self.colors[TURN] ^= both;
        self.touched |= both;
        self.squares[lowest(from)] = NOBODY;
        self.squares[to & 63] = man(TURN, role);
    }

    /// Takes whoever of the side against `TURN` stands on a square.
    #[inline(always)]
    fn take<const TURN: usize>(&mut self, square: usize) {
        let role = usize::from(self.squares[square & 63] & 7);
        self.men[TURN ^ 1][role] &= !bit(square);
        self.colors[TURN ^ 1] &= !bit(square);
        self.note(|material| material.without(color(TURN ^ 1), ROLES[role]));
    }

    /// Whether a side that has moved did not leave its king in check.
    #[inline(always)]
    fn is_safe<const TURN: usize>(&self) -> bool {
        let occupied = self.colors[TURN] | self.colors[TURN ^ 1];
        !self.is_attacked::<TURN>(lowest(self.men[TURN][KING]), occupied, u64::MAX)
    }

    /// Whether a man of the side against `TURN`, one of `them`, attacks a square.
    #[inline(always)]
    fn is_attacked<const TURN: usize>(&self, square: usize, occupied: u64, them: u64) -> bool {
        let (ways, men) = (origins(TURN, square), &self.men[TURN ^ 1]);
        let steps =
            ways[THREATEN] & men[PAWN] | ways[KNIGHT] & men[KNIGHT] | ways[KING] & men[KING];
        let lines =
            ways[ROOK] & (men[ROOK] | men[QUEEN]) | ways[BISHOP] & (men[BISHOP] | men[QUEEN]);
        let (mut far, mut is_attacked) = (lines & them, steps & them != 0);
        // Mostly nobody is in line with a king.
        while far != 0 {
            is_attacked |= squares_between(square, lowest(far)) & occupied == 0;
            far &= far - 1;
        }
        is_attacked
    }

    /// The one man of several whose way is free and whose king is not left in check.
    fn only_one<const TURN: usize>(&self, square: usize, mut candidates: u64) -> Option<u64> {
        let [own, other] = [self.colors[TURN], self.colors[TURN ^ 1]];
        let mut free = 0;
        while candidates != 0 {
            let from = candidates & candidates.wrapping_neg();
            let is_free = squares_between(lowest(from), square) & (own | other) == 0;
            free |= if is_free { from } else { 0 };
            candidates ^= from;
        }
        if free & free.wrapping_sub(1) == 0 {
            return Some(free);
        }
        // There is but one king, so it is none of these.
        let king = lowest(self.men[TURN][KING]);
        let mut safe = 0;
        while free != 0 {
            let from = free & free.wrapping_neg();
            let occupied = (own | other) ^ from | bit(square);
            let is_attacked = self.is_attacked::<TURN>(king, occupied, !bit(square));
            safe |= if is_attacked { 0 } else { from };
            free ^= from;
        }
        (safe & safe.wrapping_sub(1) == 0).then_some(safe)
    }

    /// Castles or takes en passant; none if it is not such a move.
    #[inline(never)]
    fn play_special<const TURN: usize>(&mut self, word: &Word) -> Option<()> {
        match *word {
            Word::SHORT => self.castle::<TURN>(7, 6, 5),
            Word::LONG => self.castle::<TURN>(0, 2, 3),
            _ => self.take_en_passant::<TURN>(word),
        }
    }

    /// Takes a pawn on the square it passed; none if it is not such a move.
    fn take_en_passant<const TURN: usize>(&mut self, word: &Word) -> Option<()> {
        let square = word.play.to();
        // Its file is named, so there is one such pawn at most.
        let from = word.from & self.men[TURN][PAWN];
        let is_passed = self.en_passant() & bit(square) != 0;
        if word.play.role() != PAWN || !word.play.capture() || !is_passed || from == 0 {
            return None;
        }
        let taken = if TURN == WHITE { square - 8 } else { square + 8 };
        self.clock += 1;
        self.take::<TURN>(taken);
        self.squares[taken & 63] = NOBODY;
        self.relocate::<TURN>(PAWN, from, square);
        self.passed = 0;
        self.is_safe::<TURN>().then_some(())
    }

    /// Castles with the rook of a file; none if that is not legal.
    fn castle<const TURN: usize>(
        &mut self,
        rook: usize,
        king_to: usize,
        rook_to: usize,
    ) -> Option<()> {
        let home = 56 * TURN;
        let (king, rook) = (home + 4, home + rook);
        let occupied = self.colors[WHITE] | self.colors[BLACK];
        if self.men[TURN][KING] != bit(king)
            || self.castling_rights() & bit(rook) == 0
            || squares_between(rook, king) & occupied != 0
        {
            return None;
        }
        let (low, high) = (home + king_to.min(4), home + king_to.max(4));
        if (low..=high).any(|square| self.is_attacked::<TURN>(square, occupied, u64::MAX)) {
            return None;
        }
        self.relocate::<TURN>(KING, bit(king), home + king_to);
        self.relocate::<TURN>(ROOK, bit(rook), home + rook_to);
        self.passed = 0;
        self.clock += 1;
        Some(())
    }

    /// A pawn that has just come to a square of the last rank becomes another man.
    fn promote<const TURN: usize>(&mut self, square: usize, role: usize) {
        let men = &mut self.men[TURN];
        men[PAWN] ^= bit(square);
        men[role & 7] ^= bit(square);
        self.squares[square & 63] = man(TURN, role);
        self.note(|material| material.promoted(color(TURN), ROLES[role & 7]));
    }
}
