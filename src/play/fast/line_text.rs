//! The text of a main line: its moves, from the first one to the result marker.
//!
//! What is a move does not depend on the board, so moves are read by the batch, and then
//! played by the batch: two short loops of which a processor can do several rounds at a time.

use super::block::{Spare, Window};
use super::cursor::{Cursor, MOST, Slots};
use super::number::{self, UNKNOWN};
use super::table::{BLACK, WHITE};
use super::word::{Word, window};
use crate::game::Marker;
use crate::movetext::structure;
use crate::text::bytes::{is_white, skip_white};
use crate::text::cpu::Cpu;

/// Moves that are read before they are played: all of most games. With half as many, a run took two per cent longer.
pub(super) type Batch = [Word; 128 + MOST];

/// Reads the moves of a main line.
pub(super) struct LineText<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Half-moves since the beginning of the first move: odd where Black is to move.
    clock: u32,
    /// The same at the start.
    start: u32,
    /// The number of the first move, or unknown as long as there was none before a move.
    first: u32,
}

/// What a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteClass {
    Doubt,
    White,
    Move,
    Digit,
    Dot,
    Comment,
    Variation,
    Nag,
    Star,
}

const CLASSES: [ByteClass; 256] = {
    let mut table = [ByteClass::Doubt; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
};

const fn class(byte: u8) -> ByteClass {
    match byte {
        b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => ByteClass::Move,
        _ if is_white(byte) => ByteClass::White,
        b'0'..=b'9' => ByteClass::Digit,
        b'.' => ByteClass::Dot,
        b'{' => ByteClass::Comment,
        b'(' => ByteClass::Variation,
        b'$' | b'!' | b'?' => ByteClass::Nag,
        b'*' => ByteClass::Star,
        _ => ByteClass::Doubt,
    }
}

impl<'a> LineText<'a> {
    /// The moves in `bytes[moves..]`. `first` is the number of the first one, or unknown, and
    /// `turn` says whose it is.
    pub(super) fn new(bytes: &'a [u8], moves: usize, turn: usize, first: u32) -> LineText<'a> {
        let clock = turn as u32;
        LineText { bytes, at: moves, clock, start: clock, first }
    }

    /// Reads moves until the batch is full, or up to the result marker, after which only white
    /// space may stand. Returns how many there are, and the marker; none at the first doubt.
    ///
    /// Nearly all text is usual moves and the numbers that are due before them, and comments;
    /// everything else is read step by step.
    #[inline(always)]
    pub(super) fn read<C: Cpu>(
        &mut self,
        cpu: C,
        batch: &mut Batch,
    ) -> Option<(usize, Option<Marker>)> {
        let mut spare = Spare::new();
        let mut count = 0;
        while let Some(slots) = batch[count..].first_chunk_mut() {
            let block = Window::new(cpu, self.bytes.get(self.at..)?, &mut spare);
            let (read, end) = self.usual(&block, slots);
            count += read;
            self.clock += read as u32;
            match end {
                End::Window => continue,
                End::Comment => {
                    self.at = comment(self.bytes, self.at)?;
                    continue;
                }
                End::Usual => {}
            }
            match self.step()? {
                NextWord::Move(word) => {
                    batch[count] = word;
                    count += 1;
                    self.clock += 1;
                }
                NextWord::Other => {}
                NextWord::End(marker) => return Some((count, Some(marker))),
            }
        }
        Some((count, None))
    }

    /// Reads a block as far as it is usual, moves of White and of Black in turn. Returns how many
    /// moves there are, and why there are no more.
    #[inline(always)]
    fn usual(&mut self, block: &Window<'_>, slots: &mut Slots) -> (usize, End) {
        let mut cursor = Cursor::new(block, slots);
        let mut number = self.first + self.clock / 2;
        let is_white = self.clock & 1 == 0;
        if is_white || cursor.read::<BLACK>(number) {
            number += u32::from(!is_white);
            while cursor.read::<WHITE>(number) && cursor.read::<BLACK>(number) {
                number += 1;
            }
        }
        self.at += cursor.place;
        let end = match cursor {
            Cursor { is_cut: true, .. } => End::Comment,
            Cursor { white: 0, place: 1.., .. } => End::Window,
            _ => End::Usual,
        };
        (cursor.count, end)
    }

    /// Reads whatever comes next.
    #[inline(never)]
    fn step(&mut self) -> Option<NextWord> {
        let (bytes, at) = (self.bytes, self.at);
        self.at = match CLASSES[usize::from(*bytes.get(at)?)] {
            ByteClass::Move => {
                let window = window(bytes, at);
                let (word, len) = Word::any(window, self.clock as usize & 1)?;
                self.at += len;
                return Some(NextWord::Move(word));
            }
            ByteClass::Digit => match number::read(window(bytes, at)) {
                Some((number, len)) => {
                    if self.first == UNKNOWN && self.clock == self.start {
                        self.first = number;
                    }
                    if number != self.first + self.clock / 2 {
                        return None;
                    }
                    at + len
                }
                None => return Some(NextWord::End(marker(bytes, at)?)),
            },
            ByteClass::White => skip_white(bytes, at),
            ByteClass::Dot => at + 1,
            ByteClass::Comment => comment(bytes, at)?,
            ByteClass::Variation => variation(bytes, at)?,
            ByteClass::Nag => nag(bytes, at),
            ByteClass::Star => return Some(NextWord::End(marker(bytes, at)?)),
            ByteClass::Doubt => return None,
        };
        Some(NextWord::Other)
    }
}

/// Where usual text ends.
enum End {
    /// With the block.
    Window,
    /// Before a comment that the block cuts.
    Comment,
    /// Before something else.
    Usual,
}

enum NextWord {
    Move(Word),
    Other,
    End(Marker),
}

/// The result marker at `at`, if only white space follows it.
#[inline(never)]
pub(super) fn marker(bytes: &[u8], at: usize) -> Option<Marker> {
    let rest = &bytes[at..];
    let length = rest.iter().position(|&byte| is_white(byte)).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(length);
    if behind.iter().all(|&byte| is_white(byte)) { Marker::from_ascii(word) } else { None }
}

/// After a line end; a line that begins with `%` is not for us.
#[inline(always)]
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    (bytes.get(at + 1) != Some(&b'%')).then_some(at + 1)
}

/// After a comment, and a blank after that.
#[inline(always)]
fn comment(bytes: &[u8], at: usize) -> Option<usize> {
    let close = structure::closing_brace(bytes, at);
    let has_blank = bytes.get(close + 1) == Some(&b' ');
    (close < bytes.len()).then(|| close + 1 + usize::from(has_blank))
}

fn nag(bytes: &[u8], at: usize) -> usize {
    let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    at + 1 + if bytes[at] == b'$' { digits } else { 0 }
}

/// After a variation with all that is in it.
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
