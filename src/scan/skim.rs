//! What of a text need not be looked at character by character: whatever is far from anything that may be a code.
//!
//! In: bytes as they were read. Out: how many of them to read, or to skip. Only plain bytes are skipped, of which each
//! is seen as what it is; and only where what is looked at around a code is not among them.

use super::candidate::{BEFORE, BEHIND, CODE};
use super::glyph::LONGEST;

/// How many characters are read before what may be a code, and after it: a little more than a notation takes.
const LEAD: usize = BEFORE + 32;
const TRAIL: usize = BEHIND + 40;

/// How far is looked ahead: where codes stand close together, more would be looked at again and again.
const AHEAD: usize = 4 * 1024;

/// How much of that is looked at at a time.
const STEP: usize = 256;

/// What to do with the next bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// They are to be read.
    Read(usize),
    /// They are to be skipped.
    Skip(usize),
    /// More of them must be there first.
    Wait,
}

/// How far reading goes on.
#[derive(Debug, Default)]
pub(super) struct Skim {
    /// How many characters are still to be read after what may have been a code.
    trail: usize,
}

impl Skim {
    /// What to do with the bytes that come next.
    pub(super) fn passage(&mut self, bytes: &[u8], at_end: bool) -> Passage {
        let known = if at_end { bytes.len() } else { bytes.len().saturating_sub(LONGEST) };
        let known = known.min(AHEAD);
        if known == 0 {
            return Passage::Wait;
        }
        let event = event(bytes, known);
        let plain = &bytes[..event.unwrap_or(known)];
        let lead = if self.trail == 0 { lead(plain) } else { 0 };
        match (self.follow(plain), event) {
            (Some(len), _) => Passage::Read(len),
            (None, _) if lead > 0 => Passage::Skip(lead),
            (None, Some(event)) => {
                self.trail = TRAIL;
                Passage::Read(event + 1)
            }
            (None, None) if at_end || self.trail > 0 || known == AHEAD => Passage::Read(known),
            (None, None) => Passage::Wait,
        }
    }

    /// How many bytes it takes to read all that is still to be read, if there is something and they are enough.
    fn follow(&mut self, plain: &[u8]) -> Option<usize> {
        if self.trail == 0 {
            return None;
        }
        for (at, _) in plain.iter().enumerate().filter(|(_, byte)| is_seen(**byte)) {
            self.trail -= 1;
            if self.trail == 0 {
                return Some(at + 1);
            }
        }
        None
    }
}

/// Where the bytes begin that are read before what follows them; after a character, so that no gap is open there.
fn lead(plain: &[u8]) -> usize {
    let mut seen = (0..plain.len()).rev().filter(|&at| is_seen(plain[at]));
    seen.nth(LEAD).map_or(0, |at| at + 1)
}

/// Whether a byte is one character that is seen, wherever it stands: not a blank, nor the `>` of a mail.
const fn is_seen(byte: u8) -> bool {
    byte.is_ascii_graphic() && byte != b'>'
}

/// The first byte before `end` that may begin a code, or that must be looked at to know what it is.
fn event(bytes: &[u8], end: usize) -> Option<usize> {
    // Where codes stand close together, all that follows would be looked at again for each of them.
    let mut steps = (0..end).step_by(STEP);
    steps.find_map(|from| event_within(bytes, from, end.min(from + STEP)))
}

/// The same from a place on, before which there is none.
fn event_within(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    let strange = first_strange(&bytes[from..end]).map(|at| from + at);
    let points = memchr::memchr_iter(b'.', &bytes[from..strange.unwrap_or(end)]);
    let mut codes = points.map(|at| from + at).filter(|&point| may_be_code(bytes, point));
    codes.next().map(|point| point.saturating_sub(4)).or(strange)
}

/// Where the first byte is that may be no character, a part of one, or more than it seems.
fn first_strange(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    // Without a branch for each byte, blocks of them are compared at once.
    let is_plain = |block: &&[u8]| !block.iter().fold(false, |any, &byte| any | is_strange(byte));
    let plain = bytes.chunks(BLOCK).take_while(is_plain).count() * BLOCK;
    let rest = bytes.get(plain..)?;
    rest.iter().position(|&byte| is_strange(byte)).map(|at| plain + at)
}

/// Markup, what is not ASCII, vertical tab and form feed.
const fn is_strange(byte: u8) -> bool {
    !byte.is_ascii() | (byte == b'<') | (byte == b'&') | (byte == 0x0b) | (byte == 0x0c)
}

/// Whether the point of a code stands here that may belong to a notation. What was read before is not there any
/// more, and may be anything.
fn may_be_code(bytes: &[u8], point: usize) -> bool {
    let is_digit = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_digit);
    let start = point.saturating_sub(4);
    if !is_digit(point + 1) || !is_digit(point + 2) || !(start..point).all(is_digit) {
        return false;
    }
    let before = point.checked_sub(5).map(|at| bytes[at]);
    let after = bytes.get(point + CODE - 4..).unwrap_or_default();
    let is_part = before.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let is_other = before.is_some_and(ends_other_text) && begins_other_text(after);
    !is_part && !is_other
}

/// Whether no kings, sign or bracket can stand before what follows this byte: `"` of a tag.
const fn ends_other_text(byte: u8) -> bool {
    is_seen(byte) && !matches!(byte, b'(' | b'+' | b'=' | b'-' | b';')
}

/// Whether no kings can begin a text after a code: `.11` of a date.
fn begins_other_text(text: &[u8]) -> bool {
    let is_other = |byte: u8| is_seen(byte) && !matches!(byte, b'a'..=b'h' | b'<' | b'&');
    match text {
        [b'.', next, ..] => is_other(*next) && *next != b'.',
        [next, ..] => is_other(*next) && *next != b'.',
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passages(text: &[u8]) -> Vec<Passage> {
        let (mut skim, mut at, mut found) = (Skim::default(), 0, Vec::new());
        while at < text.len() {
            let passage = skim.passage(&text[at..], true);
            found.push(passage);
            at += match passage {
                Passage::Read(len) | Passage::Skip(len) => len,
                Passage::Wait => panic!("nothing to wait for at the end"),
            };
        }
        assert_eq!(at, text.len());
        found
    }

    fn read(text: &[u8]) -> bool {
        let long = [&b"x ".repeat(2000)[..], text, &b" x".repeat(2000)].concat();
        let reads = |passage: &Passage| matches!(passage, Passage::Read(len) if *len > TRAIL);
        passages(&long).iter().any(reads)
    }

    #[test]
    fn plain_text_is_skipped_and_what_is_around_a_code_is_read() {
        assert!(matches!(passages(&b"1. e4 e5 ".repeat(999))[0], Passage::Skip(3900..)));
        for text in ["a7d3 0116.00 b2b3c6d6 3/3+.", "(0116.00a7d3)", "x:0116.00.a7d3", "0116.00"] {
            assert!(read(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_may_hide_a_code_is_read() {
        for text in ["01<b>16</b>.00", "0116&#46;00", "\u{ad}", "\u{c}", "0116&period;00"] {
            assert!(read(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates_and_numbers_of_tags_are_skipped() {
        for text in ["[Date \"2014.01.11\"]", "\"1234.56\"", "12345.67", "a1234.56"] {
            assert!(!read(text.as_bytes()), "{text}");
        }
    }
}
