//! The fast lane: the one place where simplicity is traded for speed.
//!
//! It plays main lines in which everything is ordinary: chess by its usual rules, moves
//! in SAN as the standard writes it, numbers that fit, comments and variations that close, a
//! result marker at the end. Tokens are taken apart in machine words and
//! played on bitboards of our own. Every move is checked: the man may go there, no other
//! of its kind may, and its king is not left in check.
//!
//! A whole run of annotate takes a seventh of the time for it, and of the instructions
//! (`benches/compare`).
//!
//! At the first doubt it gives up, and the reference lane reads the record from
//! the beginning. So it never decides alone what is wrong with a record, and on
//! every input both lanes give the same result; a property test and a fuzz target say so.

mod block;
mod board;
mod cursor;
mod follow;
mod line_text;
mod number;
mod still;
mod table;
mod word;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, Role, Setup,
    variant::Variant,
};

use self::board::Board;
pub(super) use self::follow::{Blind, Follow, Follower, Peek};
use self::line_text::{Batch, LineText};
use self::word::Word;
use super::{Played, Start};
use crate::game::Marker;
use crate::text::cpu::{self, Cpu, Op};

/// What the fast lane keeps from game to game: to make it anew took three per cent of all time.
pub(super) struct Fast {
    board: Board,
    batch: Batch,
}

impl Default for Fast {
    fn default() -> Fast {
        Fast { board: Board::new(&Setup::empty()), batch: [Word::default(); _] }
    }
}

impl Fast {
    /// Plays the moves in `bytes[moves..]`, which hold no zeros; none at the first doubt.
    pub(super) fn play<F: Follow>(
        &mut self,
        bytes: &[u8],
        moves: usize,
        start: &Start,
        follow: &mut F,
    ) -> Option<Played> {
        let may_be_still = start.is_given && !F::LOOKS;
        let still = may_be_still.then(|| still::play(bytes, moves, start)).flatten();
        still.or_else(|| self.play_on_board(bytes, moves, start, follow))
    }

    fn play_on_board<F: Follow>(
        &mut self,
        bytes: &[u8],
        moves: usize,
        start: &Start,
        follow: &mut F,
    ) -> Option<Played> {
        let board = &mut self.board;
        set_up(board, start)?;
        board.begin_trail(start.material);
        follow.see(board);
        let first = if start.is_given { number::UNKNOWN } else { 1 };
        let mut line = LineText::new(bytes, moves, board.turn(), first);
        let marker = loop {
            let (count, marker) = cpu::run(Read(&mut line, &mut self.batch))?;
            cpu::run(Play(board, &self.batch[..count], follow))?;
            if marker.is_some() {
                break marker;
            }
        };
        let last = Some(last(board, &start.setup)?);
        let trail = board.take_trail();
        let (plies, may_be_mate) = (board.plies(), board.may_be_mate());
        Some(Played { last, may_be_mate, plies, trail, marker, ..Played::default() })
    }
}

/// Reads a batch.
struct Read<'a, 'b>(&'a mut LineText<'b>, &'a mut Batch);

impl Op for Read<'_, '_> {
    type Output = Option<(usize, Option<Marker>)>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        self.0.read(cpu, self.1)
    }
}

/// Plays moves.
struct Play<'a, F>(&'a mut Board, &'a [Word], &'a mut F);

impl<F: Follow> Op for Play<'_, F> {
    type Output = Option<()>;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Option<()> {
        self.0.play(self.1, self.2)
    }
}

/// Sets up the start, if it is ordinary chess.
fn set_up(board: &mut Board, start: &Start) -> Option<()> {
    if !is_chess(start) {
        return None;
    }
    if !start.is_given {
        board.set_up_initial();
        return Some(());
    }
    if plain_checkers(start).is_some() {
        *board = Board::new(&start.setup);
        return Some(());
    }
    let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard).ok()?;
    *board = Board::new(&chess.to_setup(EnPassantMode::Always));
    Some(())
}

/// Whether it is chess by its usual rules.
fn is_chess(start: &Start) -> bool {
    start.variant == Some(Variant::Chess) && start.mode == CastlingMode::Standard
}

/// Who gives check, where it is plain to see that shakmaty finds a position legal and takes nothing away from it; to ask it takes
/// five times as long. No rights, so few men that none need have been promoted, and nobody in check but the side to move, by one man.
fn plain_checkers(start: &Start) -> Option<Bitboard> {
    let Start { setup, material, .. } = start;
    let board = &setup.board;
    let has_rights = setup.castling_rights.any() || setup.ep_square.is_some();
    let attackers = |color| {
        let king = board.king_of(color)?;
        Some(board.attacks_to(king, !color, board.occupied()))
    };
    let is_plain = is_chess(start)
        && !has_rights
        && Color::ALL.iter().all(|&color| material.count(color, Role::King) == 1)
        && Color::ALL.iter().all(|&color| material.men(color) <= 1 + 8)
        && (board.pawns() & Bitboard::BACKRANKS).is_empty()
        && attackers(!setup.turn)?.is_empty();
    let checkers = is_plain.then(|| attackers(setup.turn)).flatten()?;
    (!checkers.more_than_one()).then_some(checkers)
}

/// The last position, with an en passant square only where a capture is legal.
fn last(board: &Board, start: &Setup) -> Option<Setup> {
    let mut setup = board.to_setup(start)?;
    if !board.has_taker_en_passant() {
        setup.ep_square = None;
        return Some(setup);
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(position.to_setup(EnPassantMode::Legal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cpu::Any;
    use shakmaty::Square;

    /// Men at random, in positions of all kinds: legal and not, in check once and twice, with many men and few.
    fn starts() -> impl Iterator<Item = Start> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut dice = move |sides: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as usize % sides
        };
        (0..20_000).map(move |_| {
            let mut setup = Setup::empty();
            for color in Color::ALL {
                setup.board.set_piece_at(Square::ALL[dice(64)], Role::King.of(color));
            }
            for _ in 0..dice(24) {
                let color = Color::from_white(dice(2) == 0);
                // A king too many now and then.
                let roles = 5 + usize::from(dice(20) == 0);
                let role = Role::ALL[dice(roles)];
                setup.board.set_piece_at(Square::ALL[dice(64)], role.of(color));
            }
            setup.turn = Color::from_white(dice(2) == 0);
            setup.halfmoves = dice(60) as u32;
            setup.fullmoves = setup.fullmoves.saturating_add(dice(80) as u32);
            Start::given(setup, Some(Variant::Chess), CastlingMode::Standard)
        })
    }

    #[test]
    fn what_is_plain_is_what_shakmaty_takes_as_it_is() {
        let mut plain = 0;
        for start in starts().filter(|start| plain_checkers(start).is_some()) {
            plain += 1;
            let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard);
            let taken = chess.map(|chess| chess.to_setup(EnPassantMode::Always));
            assert_eq!(taken.ok(), Some(start.setup));
        }
        assert!(plain > 1000, "{plain}");
    }

    #[test]
    fn a_record_without_moves_ends_where_a_board_says() {
        let texts = [
            "*",
            "\n1-0\n\n",
            " 0-1 ",
            "1/2",
            "\r\n1/2-1/2\r\n",
            "",
            " ",
            "1-",
            "1-0 x",
            "* *",
            "1. *",
            "{x} *",
            "%\n*",
            "*\n%",
            "Kd4 *",
            ". *",
            "1-0.",
        ];
        let (mut fast, mut still) = (Fast::default(), 0);
        for (start, text) in starts().zip(texts.iter().cycle()) {
            if let Some(played) = still::play(text.as_bytes(), 0, &start) {
                still += 1;
                let on_board = fast.play_on_board(text.as_bytes(), 0, &start, &mut Blind);
                assert_eq!(format!("{:?}", Some(played)), format!("{on_board:?}"), "{text}");
            }
        }
        assert!(still > 200, "{still}");
    }

    /// Comments of all lengths, so that everything comes to lie everywhere in a block.
    #[test]
    fn every_processor_reads_the_same_moves() {
        for len in 0..200 {
            let comment = "x ".repeat(len);
            let text = format!("1. e4 {{{comment}}} e5 2. Nf3\t{{}} 2... Nc6\r\n3. Bb5 a6 1-0\n");
            let [mut any, mut best] = [(); 2].map(|()| [Word::default(); _]);
            let read = Read(&mut LineText::new(text.as_bytes(), 0, 0, 1), &mut any).run(Any);
            let line = &mut LineText::new(text.as_bytes(), 0, 0, 1);
            assert_eq!(cpu::run(Read(line, &mut best)), read);
            assert_eq!(read, Some((6, Some(Marker::WhiteWins))), "{text}");
            assert_eq!(any, best, "{text}");
        }
    }
}
