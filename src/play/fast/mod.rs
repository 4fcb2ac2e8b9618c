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
use crate::pgn::bytes::is_white;
use crate::pgn::token::Marker;

/// Plays the moves in `bytes[moves..]`; none at the first doubt.
pub(super) fn play(bytes: &[u8], moves: usize, start: &Start) -> Option<Played> {
    let mut board = board(start)?;
    let first = if start.is_given { UNKNOWN } else { 1 };
    let (plies, marker) = read(bytes, moves, &mut board, first)?;
    let last = Some(last(&board, &start.setup, plies)?);
    let (trail, marker) = (board.trail, Some(marker));
    Some(Played { last, plies, trail, marker, ..Played::default() })
}

/// The number of the first move where only the text says it: more than can be read.
const UNKNOWN: u32 = 1000;

/// The board at the start, if it is ordinary chess.
fn board(start: &Start) -> Option<Board> {
    if start.variant != Some(Variant::Chess) || start.mode != CastlingMode::Standard {
        return None;
    }
    if !start.is_given {
        return Board::new(&start.setup, &start.material);
    }
    let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard).ok()?;
    Board::new(&chess.to_setup(EnPassantMode::Always), &start.material)
}

/// The last position, with an en passant square only where a capture is legal.
fn last(board: &Board, start: &Setup, plies: u32) -> Option<Setup> {
    let setup = board.to_setup(start, plies)?;
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

/// Reads to the result marker, behind which only white space may stand.
///
/// `first` is the number of the first move, or unknown.
/// All that changes from token to token is local, so that it stays in registers.
fn read(bytes: &[u8], moves: usize, board: &mut Board, mut first: u32) -> Option<(u32, Marker)> {
    let black_begins = u32::from(!board.white_to_move());
    let mut plies = 0;
    let mut at = moves;
    loop {
        match CLASSES[usize::from(*bytes.get(at)?)] {
            Class::Move => {
                plies += 1;
                at += step(board, window(bytes, at), plies)?;
            }
            Class::Digit => {
                let Some((number, len)) = number(window(bytes, at)) else {
                    return Some((plies, marker(bytes, at)?));
                };
                at += len;
                if first == UNKNOWN && plies == 0 {
                    first = number;
                }
                if number != first + (plies + black_begins) / 2 {
                    return None;
                }
            }
            Class::Blank | Class::Dot => at += 1,
            Class::LineEnd => at = line_end(bytes, at)?,
            Class::Comment => at = comment(bytes, at)?,
            Class::Variation => at = variation(bytes, at)?,
            Class::Nag => at = nag(bytes, at),
            Class::Star => return Some((plies, marker(bytes, at)?)),
            Class::Doubt => return None,
        }
    }
}

/// Plays the move at the beginning of a window, and returns the length of its word.
#[inline(always)]
fn step(board: &mut Board, window: u64, ply: u32) -> Option<usize> {
    match window as u8 {
        b'N' => piece::<KNIGHT>(board, window, ply),
        b'B' => piece::<BISHOP>(board, window, ply),
        b'R' => piece::<ROOK>(board, window, ply),
        b'Q' => piece::<QUEEN>(board, window, ply),
        b'K' => piece::<KING>(board, window, ply),
        b'O' => {
            let (is_long, len) = castle(window)?;
            board.castle(is_long)?;
            Some(len)
        }
        _ => {
            let word = Word::pawn(window)?;
            board.play_pawn(&word, ply)?;
            Some(word.len)
        }
    }
}

#[inline(always)]
fn piece<const ROLE: usize>(board: &mut Board, window: u64, ply: u32) -> Option<usize> {
    let word = Word::piece(window)?;
    board.play_piece::<ROLE>(&word, ply)?;
    Some(word.len)
}

/// The move number at the beginning of a window, and its length with the dot
/// and one blank; none if it is something else.
#[inline(always)]
fn number(window: u64) -> Option<(u32, usize)> {
    let digit = |at: usize| u32::from((window >> (8 * at)) as u8).wrapping_sub(u32::from(b'0'));
    let dot = u32::from(b'.').wrapping_sub(u32::from(b'0'));
    let (number, len) = if digit(1) == dot {
        (digit(0), 2)
    } else if digit(1) < 10 && digit(2) == dot {
        (digit(0) * 10 + digit(1), 3)
    } else if digit(1) < 10 && digit(2) < 10 && digit(3) == dot {
        (digit(0) * 100 + digit(1) * 10 + digit(2), 4)
    } else {
        return None;
    };
    let blank = (window >> (8 * len)) as u8 == b' ';
    Some((number, len + usize::from(blank)))
}

/// The result marker at `at`, if only white space follows it.
#[inline(never)]
fn marker(bytes: &[u8], at: usize) -> Option<Marker> {
    let rest = &bytes[at..];
    let length = rest.iter().position(|&byte| is_white(byte)).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(length);
    if behind.iter().all(|&byte| is_white(byte)) { Marker::from_ascii(word) } else { None }
}

/// Behind a line end; a line that begins with `%` is not for us.
#[inline(always)]
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    (bytes.get(at + 1) != Some(&b'%')).then_some(at + 1)
}

#[inline(always)]
fn comment(bytes: &[u8], at: usize) -> Option<usize> {
    memchr::memchr(b'}', &bytes[at..]).map(|close| at + close + 1)
}

fn nag(bytes: &[u8], at: usize) -> usize {
    let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    at + 1 + if bytes[at] == b'$' { digits } else { 0 }
}

/// Behind a variation with all that is in it.
#[inline(never)]
fn variation(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_u32;
    loop {
        match *bytes.get(at)? {
            b'(' => (depth, at) = (depth + 1, at + 1),
            b')' if depth == 1 => return Some(at + 1),
            b')' => (depth, at) = (depth - 1, at + 1),
            b'{' => at = comment(bytes, at)?,
            b'}' | b'[' | b']' | b'<' | b'>' | b';' | 0 => return None,
            b'\n' | b'\r' => at = line_end(bytes, at)?,
            _ => at += 1,
        }
    }
}
