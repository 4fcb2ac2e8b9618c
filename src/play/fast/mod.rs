//! The fast lane: the one place where simplicity is traded for speed.
//!
//! It plays main lines in which everything is ordinary: chess by its usual rules, moves
//! in SAN as the standard writes it, numbers that fit, comments and variations that close, a
//! result marker at the end. Tokens are taken apart in machine words and
//! played on bitboards of our own. Every move is checked: the man may go there, no other
//! of its kind may, and its king is not left in check.
//!
//! At the first doubt it gives up, and the reference lane reads the record from
//! the beginning. So it never decides alone what is wrong with a record, and on
//! every input both lanes give the same result; a property test and a fuzz target say so.

mod board;
mod word;

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, Setup, variant::Variant};

use self::board::{BISHOP, Board, KING, KNIGHT, QUEEN, ROOK};
use self::word::{Word, castle, window};
use super::{Played, Start};
use crate::pgn::bytes::{is_line_end, is_white};
use crate::pgn::token::Marker;

/// Plays the moves in `bytes[moves..]`; none at the first doubt.
pub(super) fn play(bytes: &[u8], moves: usize, start: &Start) -> Option<Played> {
    let mut game = Reading::new(bytes, moves, start)?;
    let marker = Some(game.read()?);
    let last = Some(last(&game.board, &start.setup)?);
    let (plies, trail) = (game.plies, game.board.trail);
    Some(Played { last, plies, trail, marker, ..Played::default() })
}

/// The last position, with an en passant square only where a capture is legal.
fn last(board: &Board, start: &Setup) -> Option<Setup> {
    let setup = board.to_setup(start)?;
    if setup.ep_square.is_none() {
        return Some(setup);
    }
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(position.to_setup(EnPassantMode::Legal))
}

/// What a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Doubt,
    Blank,
    LineEnd,
    Move,
    Digit,
    Dot,
    Comment,
    Variation,
    Nag,
    Star,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Doubt; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
};

const fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' => Class::Blank,
        b'\n' | b'\r' => Class::LineEnd,
        b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => Class::Move,
        b'0'..=b'9' => Class::Digit,
        b'.' => Class::Dot,
        b'{' => Class::Comment,
        b'(' => Class::Variation,
        b'$' | b'!' | b'?' => Class::Nag,
        b'*' => Class::Star,
        _ => Class::Doubt,
    }
}

/// A record on its way.
struct Reading<'a> {
    bytes: &'a [u8],
    at: usize,
    board: Board,
    plies: u32,
    /// The number that belongs before the next move; zero before the first
    /// number of a game whose position is given.
    number: u32,
}

impl<'a> Reading<'a> {
    fn new(bytes: &'a [u8], at: usize, start: &Start) -> Option<Reading<'a>> {
        if start.variant != Some(Variant::Chess) || start.mode != CastlingMode::Standard {
            return None;
        }
        let (board, number) = if start.is_given {
            let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard).ok()?;
            (Board::new(&chess.to_setup(EnPassantMode::Always))?, 0)
        } else {
            (Board::new(&start.setup)?, 1)
        };
        Some(Reading { bytes, at, board, plies: 0, number })
    }

    /// Reads to the result marker, behind which only white space may stand.
    fn read(&mut self) -> Option<Marker> {
        loop {
            match CLASSES[usize::from(*self.bytes.get(self.at)?)] {
                Class::Blank | Class::Dot => self.at += 1,
                Class::Move => self.play()?,
                Class::Digit => {
                    if let Some(marker) = self.number()? {
                        return self.finish(marker);
                    }
                }
                Class::LineEnd => self.line_end()?,
                Class::Comment => self.comment()?,
                Class::Variation => self.variation()?,
                Class::Nag => self.nag(),
                Class::Star => {
                    self.at += 1;
                    return self.finish(Marker::Unknown);
                }
                Class::Doubt => return None,
            }
        }
    }

    #[inline(always)]
    fn play(&mut self) -> Option<()> {
        let window = window(self.bytes, self.at);
        self.plies += 1;
        self.at += match window as u8 {
            b'N' => self.piece::<KNIGHT>(window)?,
            b'B' => self.piece::<BISHOP>(window)?,
            b'R' => self.piece::<ROOK>(window)?,
            b'Q' => self.piece::<QUEEN>(window)?,
            b'K' => self.piece::<KING>(window)?,
            b'O' => self.castle(window)?,
            _ => self.pawn(window)?,
        };
        // Before its first number is known, a game counts none.
        self.number += u32::from(self.board.white_to_move() && self.number > 0);
        Some(())
    }

    #[inline(always)]
    fn piece<const ROLE: usize>(&mut self, window: u64) -> Option<usize> {
        let word = Word::piece(window)?;
        self.board.play_piece::<ROLE>(&word, self.plies)?;
        Some(word.len)
    }

    #[inline(always)]
    fn pawn(&mut self, window: u64) -> Option<usize> {
        let word = Word::pawn(window)?;
        self.board.play_pawn(&word, self.plies)?;
        Some(word.len)
    }

    #[inline(never)]
    fn castle(&mut self, window: u64) -> Option<usize> {
        let (is_long, len) = castle(window)?;
        self.board.castle(is_long)?;
        Some(len)
    }

    /// A move number, which must fit, or a result marker.
    #[inline(always)]
    fn number(&mut self) -> Option<Option<Marker>> {
        let window = window(self.bytes, self.at);
        let digit = |at: usize| u32::from((window >> (8 * at)) as u8).wrapping_sub(48);
        let dot = u32::from(b'.').wrapping_sub(48);
        let (number, len) = if digit(1) == dot {
            (digit(0), 2)
        } else if digit(1) < 10 && digit(2) == dot {
            (digit(0) * 10 + digit(1), 3)
        } else if digit(1) < 10 && digit(2) < 10 && digit(3) == dot {
            (digit(0) * 100 + digit(1) * 10 + digit(2), 4)
        } else {
            return self.marker(self.at).map(Some);
        };
        self.at += len;
        if self.number == number {
            return Some(None);
        }
        let is_first = self.number == 0 && self.plies == 0 && number > 0;
        self.number = number;
        is_first.then_some(None)
    }

    fn marker(&mut self, start: usize) -> Option<Marker> {
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| is_white(byte)).unwrap_or(rest.len());
        self.at = start + length;
        Marker::from_ascii(&rest[..length])
    }

    /// A line that begins with `%` is not for us.
    fn line_end(&mut self) -> Option<()> {
        self.at += 1;
        (self.bytes.get(self.at) != Some(&b'%')).then_some(())
    }

    fn comment(&mut self) -> Option<()> {
        self.at += memchr::memchr(b'}', &self.bytes[self.at..])? + 1;
        Some(())
    }

    fn nag(&mut self) {
        let is_number = self.bytes[self.at] == b'$';
        self.at += 1;
        while is_number && self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    /// Passes over a variation with all that is in it.
    fn variation(&mut self) -> Option<()> {
        let mut depth = 0_u32;
        loop {
            match *self.bytes.get(self.at)? {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return Some(());
                    }
                }
                b'{' => {
                    self.comment()?;
                    continue;
                }
                b'}' | b';' | 0 => return None,
                byte if is_line_end(byte) => {
                    self.line_end()?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn finish(&self, marker: Marker) -> Option<Marker> {
        self.bytes[self.at..].iter().all(|&byte| is_white(byte)).then_some(marker)
    }
}
