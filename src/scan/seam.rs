//! Where a text may be parted so that others read on from there without having read what is before.
//!
//! A seam is the beginning of a line before which, for longer than any notation, there is no code. Whoever reads on
//! from it begins a little before, with its lead, which has all that a notation after the seam can look back at.

use super::candidate::{BEFORE, BEHIND, CODE, MARGIN};
use super::glyph::LONGEST;
use super::place::line_ends;
use super::plain_text::PlainText;

/// How many characters must be free of codes: what a notation before them may take, and what one after them looks at.
const FREE: usize = BEHIND + BEFORE + 2 * MARGIN;

/// How many bytes these may be.
const LONGEST_LEAD: usize = 4 * 1024;

/// How far from the end a seam is looked for.
const REACH: usize = 64 * 1024;

/// How many bytes an entity may be long.
const ENTITY: usize = 12;

const FORM_FEED: u8 = 0x0c;

/// A place to part a text at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seam {
    /// Where its lead begins.
    pub lead: usize,
    pub at: usize,
    /// How many lines its lead has.
    pub lines: u64,
}

impl Seam {
    /// The last one, if there is one not too far from the end of some bytes.
    pub(super) fn last(bytes: &[u8], is_bare: bool) -> Option<Seam> {
        let mut end = bytes.len();
        let floor = bytes.len().saturating_sub(REACH).max(2 * LONGEST);
        while end > floor {
            let at = line_start(bytes, floor, end)?;
            match Seam::at(bytes, at, is_bare) {
                Ok(seam) => return Some(seam),
                Err(before) => end = before.min(at - 1),
            }
        }
        None
    }

    /// The one at the beginning of a line, or before what to look for another.
    fn at(bytes: &[u8], at: usize, is_bare: bool) -> Result<Seam, usize> {
        let lowest = at.saturating_sub(LONGEST_LEAD).max(LONGEST);
        if let Some(code) = last_code(&bytes[lowest..at], is_bare)
            && at - lowest - code < FREE
        {
            return Err(lowest + code);
        }
        // Markup and letters beyond ASCII take more bytes than they have characters.
        let ends = (0..4).map_while(|times| at.checked_sub(FREE << times));
        let leads = ends.filter_map(|end| line_start(bytes, lowest, end));
        let lead = leads.into_iter().find(|&lead| is_free(&bytes[lead..at], is_bare));
        let seam = lead.map(|lead| Seam { lead, at, lines: line_ends(&bytes[lead..at]) });
        seam.ok_or(at - 1)
    }
}

/// The last beginning of a line in a stretch at which no character is open that began before.
fn line_start(bytes: &[u8], floor: usize, end: usize) -> Option<usize> {
    let ends = memchr::memrchr_iter(b'\n', bytes.get(floor..end)?);
    ends.map(|at| floor + at + 1).find(|&start| is_apart(&bytes[..start]))
}

/// Whether no tag and no entity can be open after some bytes.
fn is_apart(bytes: &[u8]) -> bool {
    let tail = |len: usize| &bytes[bytes.len().saturating_sub(len)..];
    let bracket = memchr::memrchr2(b'<', b'>', tail(LONGEST)).map(|at| tail(LONGEST)[at]);
    bracket != Some(b'<') && !tail(ENTITY).contains(&b'&')
}

/// Whether some bytes are characters enough, and none of them belongs to what looks like a code or begins a page.
fn is_free(bytes: &[u8], is_bare: bool) -> bool {
    let mut sheet = PlainText::new();
    sheet.read(bytes, bytes.len(), true);
    let text = sheet.text();
    text.len() >= FREE && !bytes.contains(&FORM_FEED) && last_code(text, is_bare).is_none()
}

/// Where the last thing stands that looks like a code.
fn last_code(text: &[u8], is_bare: bool) -> Option<usize> {
    let are_digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if is_bare {
        return text.windows(4).rposition(are_digits);
    }
    let is_point = |&point: &usize| {
        let around = point.checked_sub(4).and_then(|start| text.get(start..start + CODE));
        around.is_some_and(|code| are_digits(&code[..4]) && are_digits(&code[5..]))
    };
    memchr::memrchr_iter(b'.', text).find(is_point).map(|point| point - 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "Kings and pawns, and nothing else, for a line.\n";

    fn seam(text: &str, is_bare: bool) -> Option<Seam> {
        Seam::last(text.as_bytes(), is_bare)
    }

    #[test]
    fn prose_is_parted_at_the_beginning_of_a_line() {
        let text = PROSE.repeat(40);
        let found = seam(&format!("{text}and"), false).expect("a seam");
        assert_eq!(found.at, text.len());
        assert!(found.lead % PROSE.len() == 0 && found.at - found.lead >= FREE);
        assert_eq!(found.lines as usize, (found.at - found.lead) / PROSE.len());
        let russian = "\u{41a}\u{43e}\u{440}\u{43e}\u{43b}\u{44c} \u{438} \u{43f}\u{435}\u{448}\u{43a}\u{438}\n";
        assert!(seam(&russian.repeat(99), false).is_some());
    }

    #[test]
    fn a_code_keeps_seams_away() {
        let long = PROSE.repeat(40);
        for (text, is_bare) in [
            ("0116.00\n", false),
            ("01<b>16.00\n", false),
            ("&#48;116.00\n", false),
            ("1924\n", true),
        ] {
            let all = format!("{long}{text}{}", PROSE.repeat(FREE / PROSE.len() - 1));
            let found = seam(&all, is_bare).expect("a seam");
            assert!(found.at <= long.len(), "{text}");
        }
        assert_eq!(seam(&"0116.00\n".repeat(999), false), None);
        assert_eq!(seam(&"in 1924\n".repeat(999), true), None);
    }

    #[test]
    fn nothing_is_parted_within_a_tag_or_an_entity() {
        let long = PROSE.repeat(40);
        for text in ["<a\n", "&\n", "&nbsp\n"] {
            let found = seam(&format!("{long}{text}"), false).expect("a seam");
            assert_eq!(found.at, long.len(), "{text}");
        }
    }

    #[test]
    fn a_page_begins_in_no_lead() {
        let long = PROSE.repeat(40);
        let found = seam(&format!("{long}\x0c{PROSE}"), false).expect("a seam");
        assert!(found.at <= long.len());
    }
}
