//! A code in plain text, and what stands around it: where the notation begins
//! and ends that it belongs to, if it belongs to one.
//!
//! The grammar reads; here is decided what it is given to read, and what of its answers is to be
//! believed. A code alone may be a price.

use std::ops::Range;

use super::plain_text::WIDE;
use crate::gbr::{Form, Meaning, Prefix};

/// How far before a code its notation may begin: kings, or brackets, sign and words.
pub(super) const BEFORE: usize = 32;

/// How far after the beginning of a code its notation may end: 62 squares and
/// as many gaps, count, words and flags.
pub(super) const BEHIND: usize = 320;

/// How much more than a notation must be there on either side, to see where it ends.
pub(super) const MARGIN: usize = 16;

/// `0116.00`
pub(super) const CODE: usize = 7;

/// How many gaps are tried before the squares of a text are believed to be its own.
const TRIES: usize = 8;

/// A code that may belong to a notation.
pub(super) struct Candidate<'a> {
    /// The plain text around it.
    pub text: &'a [u8],
    /// Where it begins.
    pub at: usize,
    /// Where what was found before ends.
    pub floor: usize,
    /// Whether a code alone counts.
    pub is_bare: bool,
}

/// A notation in plain text.
pub(super) struct FoundNotation {
    pub range: Range<usize>,
    pub prefix: Prefix,
    /// Words after it that look like an indicator and cannot be read.
    pub unread: Option<String>,
}

/// Whether there is a code anywhere in a text.
pub(super) fn has_code(text: &[u8]) -> bool {
    (0..text.len()).any(|at| is_code(text, at))
}

/// Whether a code with its point stands here, and not a part of a longer number or word.
pub(super) fn is_code(text: &[u8], at: usize) -> bool {
    let is_shaped = |code: &[u8]| {
        code[4] == b'.' && code.iter().enumerate().all(|(i, byte)| i == 4 || byte.is_ascii_digit())
    };
    text.get(at..at + CODE).is_some_and(is_shaped)
        && !text.get(at + CODE).is_some_and(u8::is_ascii_digit)
        && !is_behind_word(text, at)
}

/// Whether four digits stand here by themselves.
pub(super) fn is_short_code(text: &[u8], at: usize) -> bool {
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let goes_on = |rest: &[u8]| match rest {
        [byte, ..] if byte.is_ascii_alphabetic() => true,
        [b'.' | b',' | b'-' | b'/' | b':' | b'\'', next, ..] => next.is_ascii_digit(),
        _ => false,
    };
    digits == 4 && !is_behind_word(text, at) && !goes_on(&text[at + 4..])
}

impl Candidate<'_> {
    /// The notation that the code belongs to.
    pub(super) fn find(&self) -> Option<FoundNotation> {
        let window = self.window();
        let whole = self.whole(window);
        // A misprint may hide all but kings and code.
        let is_little = whole.as_ref().is_none_or(|found| self.is_short_caption(found));
        let damaged = if is_little { self.damaged(window) } else { None };
        let found = damaged.or(whole).or_else(|| self.code_alone())?;
        let unread = self.unread(&found, window);
        Some(FoundNotation { unread, ..found })
    }

    /// The code without the squares beside it, where a code alone counts.
    fn code_alone(&self) -> Option<FoundNotation> {
        if !self.is_bare {
            return None;
        }
        let found = self.prefix(self.at, self.at + CODE)?;
        self.is_credible(&found).then_some(found)
    }

    /// The first notation from one of the starts that can be believed.
    fn whole(&self, window: usize) -> Option<FoundNotation> {
        // Two pawn moves are parted by a blank; the kings of a notation rarely are.
        let has_kings = self.kings().is_some_and(|kings| !is_gap(self.text[kings + 2]));
        self.starts().into_iter().find_map(|start| {
            let found = self.read(start, window)?;
            if let Some(torn) = self.torn(&found) {
                return Some(torn);
            }
            // With kings before the code, the squares after it are not the kings.
            let is_split = has_kings && start == self.at && found.prefix.form == Form::Dutch;
            let found = self.closed(found);
            (!is_split && self.is_credible(&found)).then_some(found)
        })
    }

    /// Where the notation may begin; what is likely comes first.
    fn starts(&self) -> Vec<usize> {
        let mut starts: Vec<usize> = self.kings().into_iter().collect();
        if starts.is_empty() {
            starts = self.signs();
            starts.reverse();
        }
        starts.push(self.at);
        starts
    }

    /// The beginning of the kings before the code.
    fn kings(&self) -> Option<usize> {
        kings_before(self.text, self.at, self.floor)
    }

    /// The beginnings of ZAZ, sign and bracket before the code, from right to left.
    pub(super) fn signs(&self) -> Vec<usize> {
        let before = |at: usize| &self.text[self.floor..at];
        let mut starts = Vec::new();
        let mut at = self.at;
        let word = at - gap_len(before(at));
        if word < at && is_zaz(before(word)) && !is_behind_word(self.text, word - 3) {
            at = word - 3;
            starts.push(at);
        }
        let sign = at - gap_len(before(at));
        let sign = sign - sign_len(before(sign));
        // A plus after a word is the check of a move.
        let is_sign = matches!(self.text.get(sign), Some(b'+' | b'=' | b'-')) && sign < at;
        if is_sign && !is_behind_word(self.text, sign) {
            at = sign;
            starts.push(at);
        }
        let bracket = at - gap_len(before(at));
        if before(bracket).ends_with(b"(") {
            starts.push(bracket - 1);
        }
        starts
    }

    fn read(&self, start: usize, end: usize) -> Option<FoundNotation> {
        let plain = self.prefix(start, end);
        let mended = self.mended(start, end);
        let is_good = |found: &FoundNotation| {
            found.prefix.meaning.is_ok() && !is_word(self.text, found.range.end)
        };
        match (plain, mended) {
            (Some(plain), None) if is_good(&plain) => Some(plain),
            (Some(plain), None) if plain.prefix.form == Form::Solver => self.shortened(plain),
            (Some(plain), Some(mended)) if mended.range.end <= plain.range.end => Some(plain),
            (plain, mended) => mended.or(plain),
        }
    }

    /// Where the text ends that is looked at: before the next code and its sign, or before a sign
    /// on a line of its own.
    pub(super) fn window(&self) -> usize {
        let start = self.at + 4;
        let end = self.text.len().min(self.at + BEHIND);
        let behind = &self.text[start..end];
        let codes = memchr::memchr_iter(b'.', behind).filter_map(|point| point.checked_sub(4));
        let mut codes = codes.filter(|&code| is_code(self.text, start + code));
        let behind = codes.next().map_or(behind, |code| &behind[..self.without_next(start, code)]);
        let mut breaks = memchr::memchr_iter(b'\n', behind);
        start + breaks.find(|&at| is_next_sign(&behind[at + 1..])).unwrap_or(behind.len())
    }

    /// Where what belongs to the next code begins: its sign, or its kings in another column.
    fn without_next(&self, start: usize, code: usize) -> usize {
        let kings = kings_before(self.text, start + code, start + CODE - 4);
        let is_next =
            |&kings: &usize| self.text[kings - 1] == WIDE && !self.is_nearer(kings, start + code);
        match kings.filter(is_next) {
            Some(kings) => kings - 1 - start,
            None => self.without_sign(start, code),
        }
    }

    /// Whether the kings between two codes are no nearer to the second than to the first, which has no others.
    fn is_nearer(&self, kings: usize, next: usize) -> bool {
        kings == self.at + CODE + 1 && self.text[next - 1] != b' ' && self.kings().is_none()
    }

    /// Where the sign begins that stands before the next code and belongs to that: a gap parts it
    /// from what is before, and kings follow the code.
    fn without_sign(&self, start: usize, code: usize) -> usize {
        let (before, after) = self.text[start..].split_at(code);
        let after = &after[CODE..];
        let after =
            if after.first().is_some_and(|&byte| is_gap(byte)) { &after[1..] } else { after };
        let sign = code - gap_len(before);
        let sign = sign - sign_len(&before[..sign]);
        let is_apart = gap_len(&before[..sign]) > 0 && sign < code - gap_len(before);
        if is_apart && after.len() > 1 && is_square(&after[..2]) { sign } else { code }
    }

    fn prefix(&self, start: usize, end: usize) -> Option<FoundNotation> {
        let prefix = Prefix::from_ascii(&self.text[start..end])?;
        Some(FoundNotation { range: start..start + prefix.len, prefix, unread: None })
    }

    /// The same for forms that are printed in one piece, if it was broken between squares.
    fn mended(&self, start: usize, end: usize) -> Option<FoundNotation> {
        let window = &self.text[start..end];
        let (whole, places) = without_breaks(window)?;
        let prefix = Prefix::from_ascii(&whole).filter(|prefix| prefix.meaning.is_ok())?;
        let is_one_piece =
            matches!(prefix.form, Form::German | Form::Encyclopaedia | Form::Probleemblad);
        // What follows the last byte that was read is where it ends.
        let last = places.get(prefix.len.checked_sub(1)?)?;
        let end = start + last + 1;
        let found = FoundNotation { range: start..end, prefix, unread: None };
        (is_one_piece && !is_word(self.text, end)).then_some(found)
    }

    /// Squares that do not fit the code: the last of them may belong to the text after.
    fn shortened(&self, found: FoundNotation) -> Option<FoundNotation> {
        let Range { start, end } = found.range;
        let first = self.at + CODE + 1;
        let gaps = (first..end).rev().filter(|&at| is_gap(self.text[at]));
        for gap in gaps.take(TRIES) {
            let shorter = self.prefix(start, gap).filter(|shorter| shorter.prefix.meaning.is_ok());
            if shorter.is_some() {
                return shorter;
            }
        }
        // Before another code stand its kings, whatever that leaves to this one.
        let is_next =
            end < self.text.len() && is_gap(self.text[end]) && is_code(self.text, end + 1);
        match kings_before(self.text, end + 1, first).filter(|_| is_next) {
            Some(kings) => self.prefix(start, kings - 1),
            // What begins the next line need not belong to kings and a code that end this one.
            None if self.text.get(first - 1) == Some(&b'\n') => self.prefix(start, first - 1),
            None => Some(found),
        }
    }

    /// Whether it is a notation, and not something that looks like one.
    fn is_credible(&self, found: &FoundNotation) -> bool {
        let Range { start, end } = found.range;
        let goes_on = is_word(self.text, end)
            || is_promotion(self.text, end)
            || self.text[..end].ends_with(b"1/2") && self.text[end..].starts_with(b"-1/2");
        if goes_on || start == self.at && is_behind_number(self.text, start) {
            return false;
        }
        match found.prefix.form {
            Form::Class => self.is_bare && !self.is_date(end),
            Form::Dutch => {
                !self.is_price_before_moves(found.range.clone()) && self.is_listed(found)
            }
            Form::Encyclopaedia => self.is_listed(found),
            Form::EgCaption if self.is_short_caption(found) => self.is_captioned(found),
            Form::Solver => self.has_kings(found) && self.is_solvable(found),
            Form::Page | Form::EgText | Form::EgCaption => self.has_kings(found),
            _ => true,
        }
    }

    /// Whether the squares before the code are kings, and not two moves of pawns: where something
    /// parts them, all that follows must be in order.
    fn has_kings(&self, found: &FoundNotation) -> bool {
        let FoundNotation { range, prefix, .. } = found;
        let is_free = range.start == 0 || !matches!(self.text[range.start - 1], b'.' | b'-');
        let is_caption = matches!(prefix.form, Form::EgCaption);
        match self.text[range.start + 2] {
            b' ' | WIDE => is_free && matches!(prefix.meaning, Ok(Meaning::Position(_))),
            b'\n' => is_free && (prefix.meaning.is_ok() || !is_caption),
            _ => true,
        }
    }

    /// Whether the kings after the code may be two moves of pawns, `1234.56 e4 e5`. A line break parts
    /// kings only where sign, code and kings stand apart from each other, as in Dutch books.
    fn is_price_before_moves(&self, range: Range<usize>) -> bool {
        let is_spaced = range.start < self.at && is_gap(self.text[self.at - 1]);
        match self.text.get(self.at + CODE + 3) {
            Some(b'\n') => !is_spaced,
            byte => matches!(byte, Some(&(b' ' | WIDE))),
        }
    }

    /// Whether a code alone is a year, or the year and month of a date.
    fn is_date(&self, end: usize) -> bool {
        let is_year = matches!(&self.text[self.at..self.at + 2], b"18" | b"19" | b"20");
        let goes_on = matches!(self.text.get(end..end + 2), Some([b'.', b'0'..=b'9']));
        is_year && (goes_on || end - self.at == 4)
    }
}

impl Candidate<'_> {
    /// Four digits by themselves, where a code alone counts.
    pub(super) fn find_short(&self) -> Option<FoundNotation> {
        let found = self.prefix(self.at, self.at + 4)?;
        self.is_credible(&found).then_some(found)
    }
}

/// Whether a text begins with the sign of a notation, and not with the end of one.
fn is_next_sign(text: &[u8]) -> bool {
    let sign = text.strip_prefix(b"-").unwrap_or(text);
    let sign = sign.strip_prefix(b" ").filter(|_| sign.len() < text.len()).unwrap_or(sign);
    matches!(sign, [b'+' | b'=', ..]) && !matches!(sign, [_, b'.', ..])
}

/// Where two squares begin that stand, with a gap, before `at`.
pub(super) fn kings_before(text: &[u8], at: usize, floor: usize) -> Option<usize> {
    let before = text.get(floor..at)?;
    let (gap, before) = before.split_last()?;
    let before = before.len().checked_sub(2).filter(|&two| is_square(&before[two..]))?;
    let end = before - gap_len(&text[floor..floor + before]);
    let start = end.checked_sub(2).filter(|&two| is_square(&text[floor + two..floor + end]))?;
    (is_gap(*gap) && !is_behind_word(text, floor + start)).then_some(floor + start)
}

/// A text without the line breaks between its squares and points, and the place of
/// each byte that is left; none where there are no such breaks.
fn without_breaks(text: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    memchr::memchr(b'\n', text)?;
    let is_break = |at: usize| {
        let (before, behind) = (&text[..at], &text[at + 1..]);
        let is_after = before.ends_with(b".") || before.len() > 1 && is_square(&before[at - 2..]);
        let behind = behind.strip_prefix(b".").unwrap_or(behind);
        text[at] == b'\n' && is_after && behind.len() > 1 && is_square(&behind[..2])
    };
    let places: Vec<usize> = (0..text.len()).filter(|&at| !is_break(at)).collect();
    (places.len() < text.len()).then(|| (places.iter().map(|&at| text[at]).collect(), places))
}

/// The text as it is printed on one line: nothing between squares, a blank
/// between other parts.
pub(super) fn joined(text: &[u8]) -> String {
    let mut joined = String::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        if !is_gap(byte) {
            joined.push(char::from(byte));
        } else if !is_between_squares(&joined, &text[at + 1..]) {
            joined.push(' ');
        }
    }
    joined
}

fn is_between_squares(before: &str, behind: &[u8]) -> bool {
    let before = before.as_bytes();
    let starts_square = |text: &[u8]| text.len() > 1 && is_square(&text[..2]);
    let ends_square = before.len() > 1 && is_square(&before[before.len() - 2..]);
    let starts_pawns = behind.strip_prefix(b".").is_some_and(|pawns| {
        let gap = usize::from(pawns.first().is_some_and(|&byte| is_gap(byte)));
        starts_square(&pawns[gap..])
    });
    let ends_point = before.ends_with(b".");
    (ends_square || ends_point) && starts_square(behind) || ends_square && starts_pawns
}

/// How long the sign is that a text ends with.
fn sign_len(text: &[u8]) -> usize {
    match text {
        [.., b'-', b' ', b'+' | b'='] => 3,
        [.., b'-', b'+' | b'='] => 2,
        [.., b'+' | b'='] => 1,
        _ => 0,
    }
}

/// How long the gap is that a text ends with.
fn gap_len(text: &[u8]) -> usize {
    usize::from(text.last().is_some_and(|&byte| is_gap(byte)))
}

/// Whether a text ends with the Dutch for Black to move.
fn is_zaz(text: &[u8]) -> bool {
    text.len().checked_sub(3).is_some_and(|word| text[word..].eq_ignore_ascii_case(b"ZAZ"))
}

pub(super) const fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | WIDE | b'\n')
}

pub(super) fn is_square(two: &[u8]) -> bool {
    matches!(two, [b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a letter or digit stands here.
pub(super) fn is_word(text: &[u8], at: usize) -> bool {
    text.get(at).is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether the square before is where a pawn is promoted: `a8=Q`.
fn is_promotion(text: &[u8], at: usize) -> bool {
    matches!(text.get(at.saturating_sub(2)..at + 2), Some([b'a'..=b'h', _, b'=', b'A'..=b'Z']))
}

/// Whether a letter or digit stands before.
pub(super) fn is_behind_word(text: &[u8], at: usize) -> bool {
    at > 0 && is_word(text, at - 1)
}

/// Whether a number stands before that goes on here.
fn is_behind_number(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(2)..at];
    matches!(before, [b'0'..=b'9', b'.' | b',' | b'-' | b'/' | b':' | b'\''])
}
