//! The usual text of a main line, read from a block: moves, the numbers that are due before them, and comments.

use super::block::Window;
use super::number::Number;
use super::table::{BLACK, lowest};
use super::word::Word;

/// More moves than a block can hold, as each takes three bytes.
pub(super) const MOST: usize = 32;

/// Room for the moves of a block.
pub(super) type Slots = [Word; MOST];

/// How far a block is read.
pub(super) struct Cursor<'a> {
    block: &'a Window<'a>,
    pub place: usize,
    /// White space that is not passed yet.
    pub white: u64,
    slots: &'a mut Slots,
    /// How many moves were read.
    pub count: usize,
    /// Whether a comment begins here and does not close in the block.
    pub is_cut: bool,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    pub(super) fn new(block: &'a Window<'a>, slots: &'a mut Slots) -> Cursor<'a> {
        Cursor { block, place: 0, white: block.white, slots, count: 0, is_cut: false }
    }

    /// Reads a usual move of a side, and before it comments and the number that is due; false where the next thing is
    /// something else.
    #[inline(always)]
    pub(super) fn read<const TURN: usize>(&mut self, number: u32) -> bool {
        while self.white != 0 {
            let mut window = self.block.window(self.place);
            if (window as u8).is_ascii_digit() {
                let Some(len) = due::<TURN>(number, window) else { return false };
                self.place += len;
                if self.place == lowest(self.white) {
                    self.pass();
                    if self.white == 0 {
                        return false;
                    }
                }
                window = self.block.window(self.place);
            }
            if window as u8 == b'{' {
                if !self.pass_comment() {
                    return false;
                }
                continue;
            }
            let len = lowest(self.white) - self.place;
            if len == 0 {
                self.pass();
                continue;
            }
            let word = Word::usual(window, len, TURN).or_else(|| Word::castling(window, len));
            let Some(word) = word else { return false };
            self.pass();
            self.slots[self.count & (MOST - 1)] = word;
            self.count += 1;
            return true;
        }
        false
    }

    /// Goes past the next white space.
    #[inline(always)]
    fn pass(&mut self) {
        self.place = lowest(self.white) + 1;
        self.white &= self.white - 1;
    }

    /// Goes past a comment; false if it does not close in the block.
    #[inline(always)]
    fn pass_comment(&mut self) -> bool {
        let close = self.block.close & u64::MAX << self.place;
        self.is_cut = close == 0;
        if self.is_cut {
            return false;
        }
        self.place = lowest(close) + 1;
        self.white &= u64::MAX << lowest(close);
        true
    }
}

/// The length of the number that is due, with its dots, if a window begins with it.
#[inline(always)]
fn due<const TURN: usize>(number: u32, window: u64) -> Option<usize> {
    let due = Number::of(number).filter(|due| due.begins(window))?;
    let dots = (window >> (8 * due.len)) as u16;
    let is_black = TURN == BLACK && dots == u16::from_le_bytes(*b"..");
    Some(due.len + if is_black { 2 } else { 0 })
}
