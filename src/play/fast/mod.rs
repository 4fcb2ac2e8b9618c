//! The fast lane: the one place where simplicity is traded for speed.
//!
//! It plays main lines in which everything is ordinary: chess by its usual rules, moves
//! in SAN as the standard writes it, numbers that fit, comments and variations that close, a
//! result marker at the end. Tokens are taken apart in machine words and
//! played on bitboards of our own. Every move is checked: the man may go there, no other
//! of its kind may, and its king is not left in check.
//!
//! A whole run of annotate takes a fifth of the time for it, and a sixth of the instructions
//! (`benches/compare`).
//!
//! At the first doubt it gives up, and the reference lane reads the record from
//! the beginning. So it never decides alone what is wrong with a record, and on
//! every input both lanes give the same result; a property test and a fuzz target say so.

mod board;
mod number;
mod table;
mod word;

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, Setup, variant::Variant};

use self::board::Board;
use self::number::{Number, UNKNOWN};
use self::table::{BLACK, PAWN, WHITE};
use self::word::{Word, castle, window};
use super::{Played, Start};
use crate::pgn::bytes::is_white;
use crate::pgn::token::Marker;
use crate::pgn::vector;

/// Plays the moves in `bytes[moves..]`; none at the first doubt.
pub(super) fn play(bytes: &[u8], moves: usize, start: &Start) -> Option<Played> {
    let mut board = board(start)?;
    let first = if start.is_given { UNKNOWN } else { 1 };
    let marker = Some(read(bytes, moves, &mut board, first)?);
    let (last, plies) = (Some(last(&board, &start.setup)?), board.plies());
    let trail = board.trail;
    Some(Played { last, plies, trail, marker, ..Played::default() })
}

/// The board at the start, if it is ordinary chess.
fn board(start: &Start) -> Option<Board> {
    if start.variant != Some(Variant::Chess) || start.mode != CastlingMode::Standard {
        return None;
    }
    if !start.is_given {
        return Some(Board::new(&start.setup, &start.material));
    }
    let chess = Chess::from_setup(start.setup.clone(), CastlingMode::Standard).ok()?;
    Some(Board::new(&chess.to_setup(EnPassantMode::Always), &start.material))
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
    Move,
    Castling,
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
        b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' => Class::Move,
        b'O' => Class::Castling,
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
/// `first` is the number of the first move, or unknown. Nearly all text is white space and
/// words that are known at sight: those are found in blocks, many at once, and
/// everything else is read step by step.
fn read(bytes: &[u8], moves: usize, board: &mut Board, mut first: u32) -> Option<Marker> {
    let mut base = moves;
    'block: while base < bytes.len() {
        let rest;
        let block = match bytes[base..].first_chunk::<BLOCK>() {
            Some(block) => block,
            None => {
                rest = padded(&bytes[base..]);
                &rest
            }
        };
        let white = vector::white(block);
        // A word that the block cuts off is read in the next one.
        let whole = u64::MAX >> white.leading_zeros().min(63);
        let mut starts = !white & (white << 1 | 1) & whole;
        while starts != 0 {
            let start = starts.trailing_zeros() as usize & 63;
            let len = (white >> start).trailing_zeros() as usize;
            let is_known = if board.turn() == WHITE {
                known::<WHITE>(block, start, len, board, first)?
            } else {
                known::<BLACK>(block, start, len, board, first)?
            };
            if !is_known {
                let at = base + start;
                let next = match step(bytes, at, board, &mut first)? {
                    Step::At(next) => next,
                    Step::End(marker) => return Some(marker),
                };
                // As long as white space follows, the block still tells where words begin.
                if white.checked_shr((next - base) as u32).is_none_or(|rest| rest & 1 == 0) {
                    base = next;
                    continue 'block;
                }
                starts &= u64::MAX << (next - base);
                continue;
            }
            starts &= starts - 1;
        }
        base += 64 - white.leading_zeros() as usize;
    }
    None
}

/// How much is looked at at once: 64 bytes in which words begin, and what the last of them needs.
const BLOCK: usize = 80;

/// The last bytes of a record, and blanks.
#[inline(never)]
fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut block = [b' '; BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Reads the word of `len` bytes at `start` if it is known at sight: the number that is due, or
/// a usual move, or one behind the other. None if that move cannot be played.
#[inline(always)]
fn known<const TURN: usize>(
    block: &[u8; BLOCK],
    mut start: usize,
    mut len: usize,
    board: &mut Board,
    first: u32,
) -> Option<bool> {
    if block[start].is_ascii_digit() {
        let Some(due) = Number::of(first + board.moves()) else { return Some(false) };
        if !due.begins(window(block, start)) {
            return Some(false);
        }
        if len == due.len {
            return Some(true);
        }
        (start, len) = (start + (due.len & 7), len - due.len);
        // Before a move of Black's.
        if len == 2 && block[start..].starts_with(b"..") {
            return Some(true);
        }
    }
    let Some(word) = Word::usual::<TURN>(window(block, start), len) else { return Some(false) };
    board.play_as::<TURN>(word)?;
    Some(true)
}

enum Step {
    At(usize),
    End(Marker),
}

/// Reads whatever stands at `at`.
#[inline(never)]
fn step(bytes: &[u8], at: usize, board: &mut Board, first: &mut u32) -> Option<Step> {
    Some(Step::At(match CLASSES[usize::from(bytes[at])] {
        Class::Move => {
            let (word, len) = Word::any(window(bytes, at), board.turn())?;
            board.play(word)?;
            if word.promotion != PAWN {
                board.promote(word.to, word.promotion);
            }
            at + len
        }
        Class::Castling => {
            let (is_long, len) = castle(window(bytes, at))?;
            board.castle(is_long)?;
            at + len
        }
        Class::Digit => match number::read(window(bytes, at)) {
            Some((number, len)) => {
                if *first == UNKNOWN && board.plies() == 0 {
                    *first = number;
                }
                if number != *first + board.moves() {
                    return None;
                }
                at + len
            }
            None => return Some(Step::End(marker(bytes, at)?)),
        },
        Class::Dot => at + 1,
        Class::Comment => comment(bytes, at)?,
        Class::Variation => variation(bytes, at)?,
        Class::Nag => nag(bytes, at),
        Class::Star => return Some(Step::End(marker(bytes, at)?)),
        Class::Doubt => return None,
    }))
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
