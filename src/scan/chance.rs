//! Kings and a code that may have met by chance: `e7e5 1500.00 g1f3` is a price between two moves.
//!
//! Here is decided which of the forms that have no count to hold them against the code are believed.

use std::ops::Range;

use super::candidate::{
    CODE, Candidate, FoundNotation, is_behind_word, is_code, is_gap, is_square, is_word, joined,
    kings_before,
};
use super::plain_text::WIDE;
use crate::gbr::{ErrorKind, Form, Prefix, Reading};

impl Candidate<'_> {
    /// Whether it is kings and a code, and a few words at most.
    pub(super) fn is_short_caption(&self, found: &FoundNotation) -> bool {
        let has_count = self.text[found.range.clone()].contains(&b'/');
        found.prefix.form == Form::EgCaption && !has_count
    }

    /// Whether such a caption is meant: nothing before or after it makes moves or another number
    /// of it.
    pub(super) fn is_captioned(&self, found: &FoundNotation) -> bool {
        let start = found.range.start;
        let is_free = start == 0 || !matches!(self.text[start - 1], b'.' | b'-');
        let code_end = self.at + CODE;
        let is_number = matches!(
            self.text.get(code_end..code_end + 2),
            Some([b'.' | b',' | b'-' | b'/' | b':' | b'\'', b'0'..=b'9'])
        );
        let is_counted = found.range.end == code_end && self.is_before_count(code_end);
        found.prefix.meaning.is_ok()
            && is_free
            && !is_number
            && !is_counted
            && !self.is_behind_moves(start)
    }

    /// Whether the three fields of a solving program are meant: with a wrong number of squares
    /// they are moves, unless a full stop closes them. So they are with kings alone that could not stand so.
    pub(super) fn is_solvable(&self, found: &FoundNotation) -> bool {
        let Range { start, end } = found.range;
        let is_bare = end == self.at + CODE;
        let is_number = |kind| is_bare || kind == ErrorKind::Squares;
        let is_wrong = found.prefix.meaning.as_ref().is_err_and(|error| is_number(error.kind()));
        let is_told = self.is_closed(end) || self.is_before_count(end);
        !self.is_behind_moves(start)
            && !is_moves(&self.text[self.at + CODE..end])
            && (!is_wrong || is_told)
    }

    /// Whether the kings after a code are kings. A sign before the code says so.
    pub(super) fn is_listed(&self, found: &FoundNotation) -> bool {
        let end = found.range.end;
        let is_signed = found.range.start < self.at;
        let is_alone = !self.is_before_moves(end) && !self.is_before_count(end);
        (is_signed || found.prefix.meaning.is_ok() && is_alone) && !self.is_before_counted(end)
    }

    /// Whether the kings that end here are those of the code behind them, which has a count: no form has a count and
    /// no kings before its code.
    fn is_before_counted(&self, kings_end: usize) -> bool {
        let code = kings_end + 1;
        let is_gap = self.text.get(kings_end).is_some_and(|&byte| is_gap(byte));
        let kings = kings_before(self.text, code, self.at + CODE);
        let next = kings.filter(|_| is_gap && is_code(self.text, code)).and_then(|kings| {
            let next = Candidate { at: code, floor: kings, ..*self };
            Some(kings..kings + Prefix::from_ascii(&self.text[kings..next.window()])?.len)
        });
        next.is_some_and(|next| self.text[next].contains(&b'/'))
    }

    /// Kings and a code with a full stop after them are a position without its squares.
    pub(super) fn closed(&self, found: FoundNotation) -> FoundNotation {
        let end = found.range.end;
        if end != self.at + CODE || !self.is_short_caption(&found) || !self.is_closed(end) {
            return found;
        }
        let range = found.range.start..end + 1;
        match Reading::from_ascii(joined(&self.text[range.clone()]).as_bytes()) {
            Ok(_) => found,
            Err(error) if self.is_captioned(&found) => {
                let prefix = Prefix { form: Form::Page, len: range.len(), meaning: Err(error) };
                FoundNotation { range, prefix, ..found }
            }
            Err(_) => found,
        }
    }

    /// Whether a full stop stands here, and not the point of a number or a name.
    fn is_closed(&self, at: usize) -> bool {
        self.text.get(at) == Some(&b'.') && !is_word(self.text, at + 1)
    }

    /// Whether a gap and a count follow, sound or not.
    fn is_before_count(&self, at: usize) -> bool {
        let Some((&gap, after)) = self.text[at..].split_first() else { return false };
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        is_gap(gap) && (1..=2).contains(&digits) && after.get(digits) == Some(&b'/')
    }

    /// Whether a move in the manner of engines, `e2e4`, stands before on the line.
    fn is_behind_moves(&self, at: usize) -> bool {
        let Some((gap, before)) = self.text[self.floor..at].split_last() else { return false };
        let piece = before.last().is_some_and(|piece| b"qrbn".contains(piece));
        let before = &before[..before.len() - usize::from(piece)];
        let start = before.len().checked_sub(4).filter(|&start| is_move(&before[start..]));
        matches!(*gap, b' ' | WIDE)
            && start.is_some_and(|start| !is_behind_word(self.text, self.floor + start))
    }

    /// Whether a move in the manner of engines follows on the line, and not the kings of another
    /// code.
    fn is_before_moves(&self, at: usize) -> bool {
        let after = &self.text[at..];
        let is_move =
            matches!(after, [b' ' | WIDE, four @ ..] if four.len() > 3 && is_move(&four[..4]));
        let end = at + 5;
        let is_kings =
            self.text.get(end).is_some_and(|&byte| is_gap(byte)) && is_code(self.text, end + 1);
        let end =
            end + usize::from(self.text.get(end).is_some_and(|piece| b"qrbn".contains(piece)));
        is_move && !is_kings && !is_word(self.text, end)
    }
}

/// Whether several moves stand in a row, `g1f3 b8c6`.
fn is_moves(text: &[u8]) -> bool {
    let mut pieces =
        text.split(|byte| matches!(*byte, b' ' | WIDE)).filter(|piece| !piece.is_empty());
    pieces.clone().count() > 1 && pieces.all(|piece| piece.len() == 4 && is_move(piece))
}

fn is_move(four: &[u8]) -> bool {
    is_square(&four[..2]) && is_square(&four[2..])
}
