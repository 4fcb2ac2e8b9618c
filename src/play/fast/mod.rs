//! The fast lane: the one place where simplicity is traded for speed.
//!
//! It plays main lines in which everything is ordinary: chess by its usual rules, moves
//! in SAN as the standard writes it, numbers that fit, comments and variations that close, a
//! result marker at the end. Tokens are taken apart in machine words and
//! played on bitboards of our own. Every move is checked: the man may go there, no other
//! of its kind may, and its king is not left in check.
//!
//! A whole run of annotate takes a sixth of the time for it, and of the instructions
//! (`benches/compare`).
//!
//! At the first doubt it gives up, and the reference lane reads the record from
//! the beginning. So it never decides alone what is wrong with a record, and on
//! every input both lanes give the same result; a property test and a fuzz target say so.

mod block;
mod board;
mod cursor;
mod line;
mod number;
mod table;
mod word;

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, Setup, variant::Variant};

use self::board::Board;
use self::line::{Batch, Line};
use self::word::Word;
use super::{Played, Start};

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
    pub(super) fn play(&mut self, bytes: &[u8], moves: usize, start: &Start) -> Option<Played> {
        let board = &mut self.board;
        set_up(board, start)?;
        board.begin_trail(start.material);
        let first = if start.is_given { number::UNKNOWN } else { 1 };
        let mut line = Line::new(bytes, moves, board.turn(), first);
        let marker = loop {
            let (count, marker) = line.read(&mut self.batch)?;
            board.play(&self.batch[..count])?;
            if marker.is_some() {
                break marker;
            }
        };
        let last = Some(last(board, &start.setup)?);
        let trail = board.take_trail();
        let (plies, is_check) = (board.plies(), board.is_check());
        Some(Played { last, is_check, plies, trail, marker, ..Played::default() })
    }
}

/// Sets up the start, if it is ordinary chess.
fn set_up(board: &mut Board, start: &Start) -> Option<()> {
    if start.variant != Some(Variant::Chess) || start.mode != CastlingMode::Standard {
        return None;
    }
    if !start.is_given {
        board.set_up_initial();
        return Some(());
    }
    let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard).ok()?;
    *board = Board::new(&chess.to_setup(EnPassantMode::Always));
    Some(())
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
