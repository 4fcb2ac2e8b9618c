//! Lines that stay together: an entry, or the heading of a class.

use crate::directory::printed_list::{PrintedEntry, PrintedList};
use crate::gbr::Code;
use crate::text::escape::Escaped;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What an entry takes before its reference: `0116.00 a7d3 `.
pub const ENTRY: usize = 13;

/// Lines of one column, and what they are looked up by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph<K = Code> {
    pub key: K,
    pub lines: Vec<String>,
    /// Whether it must not stand at the foot of a column.
    pub is_heading: bool,
    /// Whether a blank line keeps it apart from what is above.
    pub has_gap: bool,
}

/// How blocks are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typesetting {
    /// The width of a column.
    pub width: usize,
    /// The digits of the longest number, where all references begin with one.
    digits: usize,
}

impl Typesetting {
    pub fn of(listing: &(impl PrintedList + ?Sized)) -> Typesetting {
        let mut digits = listing.all().map(|entry| leading_digits(entry.reference));
        let most = digits.try_fold(0, |most, digits| Some(most.max(digits?)));
        Typesetting { width: usize::MAX, digits: most.unwrap_or(0) }
    }

    /// The reference, with its number put under that of the others, and harmless for a terminal.
    fn reference(&self, entry: &PrintedEntry<'_>) -> String {
        let blanks = self.blanks(entry);
        match is_plain(entry.reference) {
            true => format!("{:blanks$}{}", "", entry.reference),
            false => format!("{:blanks$}{}", "", Escaped(entry.reference)),
        }
    }

    fn blanks(&self, entry: &PrintedEntry<'_>) -> usize {
        let digits = leading_digits(entry.reference).unwrap_or(self.digits);
        self.digits.saturating_sub(digits)
    }

    /// How wide the reference is.
    pub fn extent(&self, entry: &PrintedEntry<'_>) -> usize {
        match is_plain(entry.reference) {
            true => self.blanks(entry) + entry.reference.len(),
            false => self.reference(entry).width(),
        }
    }

    pub fn entry(&self, entry: &PrintedEntry<'_>) -> Paragraph {
        let PrintedEntry { code, kings, .. } = *entry;
        let head = format!("{code} {}{} ", kings.white, kings.black);
        let lines = wrapped(&head, &self.reference(entry), ENTRY, self.width);
        Paragraph { key: code, lines, is_heading: false, has_gap: false }
    }

    /// In words, or in letters where those would take many lines.
    pub fn heading(&self, code: Code, count: usize) -> Paragraph {
        let in_words = self.class(&code.words().to_string(), count);
        let in_letters = || self.class(&format!("{:#}", code.words()), count);
        let lines = if in_words.len() <= 2 { in_words } else { in_letters() };
        Paragraph { key: code, lines, is_heading: true, has_gap: true }
    }

    /// The number stays with the last word.
    fn class(&self, name: &str, count: usize) -> Vec<String> {
        let lines = wrapped("", &format!("{name}\u{a0}({count})"), 2, self.width);
        lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
    }
}

/// Of `12 Réti 1921` two; none where the first word is not a number.
pub fn leading_digits(reference: &str) -> Option<usize> {
    let word = reference.split(' ').next().unwrap_or_default();
    (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())).then_some(word.len())
}

/// Whether each byte is a character that takes one place and does nothing else.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// How many places a text takes.
pub(super) fn extent_of(text: &str) -> usize {
    if is_plain(text) { text.len() } else { text.width() }
}

/// The text after `head`, broken between words to fit; further lines are indented.
fn wrapped(head: &str, text: &str, indent: usize, width: usize) -> Vec<String> {
    let line = format!("{head}{text}");
    if is_plain(&line) && line.len() <= width {
        return vec![line];
    }
    let mut lines = vec![head.to_owned()];
    let mut is_fresh = true;
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one");
        let blank = usize::from(!is_fresh);
        if extent_of(line) + blank + extent_of(word) <= width {
            line.push_str(&" ".repeat(blank));
            line.push_str(word);
        } else {
            if is_fresh {
                lines.pop();
            }
            let first = if is_fresh { head.to_owned() } else { " ".repeat(indent) };
            append_word(word, first, indent, width, &mut lines);
        }
        is_fresh = false;
    }
    lines
}

/// A word on a line of its own; on several, where it is longer than a line.
fn append_word(word: &str, first: String, indent: usize, width: usize, lines: &mut Vec<String>) {
    let mut line = first;
    for c in word.chars() {
        if line.width() + c.width().unwrap_or(0) > width {
            lines.push(line);
            line = " ".repeat(indent);
        }
        line.push(c);
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("ab ", "cd ef", 1, 8), ["ab cd ef"]);
        assert_eq!(wrapped("ab ", "cd ef gh ij", 1, 8), ["ab cd ef", " gh ij"]);
        assert_eq!(wrapped("", "cd ef", 2, 4), ["cd", "  ef"]);
    }

    #[test]
    fn words_that_are_too_long_break_anywhere() {
        assert_eq!(wrapped("ab ", "cdefghij kl", 1, 6), ["ab cde", " fghij", " kl"]);
        assert_eq!(wrapped("a ", "Ко漢字漢字", 1, 6), ["a Ко漢", " 字漢", " 字"]);
    }

    #[test]
    fn numbers_are_counted_by_their_digits() {
        assert_eq!(leading_digits("12 Réti 1921"), Some(2));
        assert_eq!(leading_digits("12"), Some(2));
        assert_eq!(leading_digits("12: x"), None);
        assert_eq!(leading_digits(""), None);
    }
}
