//! A notation that the grammar cannot read, because a character of it is not
//! what it should be: `a7d3 0116.00 b2b3c6d9 3/3+.`
//!
//! Nobody can say what was meant, but that something was meant is plain from the other parts: most of the
//! squares are squares, and a count or a bracket ends it.

use super::candidate::{CODE, Candidate, FoundNotation, is_gap, is_square, joined};
use crate::gbr::{Form, Prefix, Reading};

impl Candidate<'_> {
    /// The notation before `end` that the code belongs to, if it can be told apart but not read.
    pub(super) fn damaged(&self, end: usize) -> Option<FoundNotation> {
        let behind = self.text.get(self.at + CODE..end)?;
        let (start, form, len) = match self.bracket() {
            Some(bracket) => (bracket, Form::Database, bracketed(behind)?),
            None => (self.field_before()?, Form::Page, counted(behind)?),
        };
        let range = start..self.at + CODE + len;
        let error = Reading::from_ascii(joined(&self.text[range.clone()]).as_bytes()).err()?;
        let prefix = Prefix { form, len: range.len(), meaning: Err(error) };
        Some(FoundNotation { range, prefix, unread: None })
    }

    /// Where a bracket opens before the code.
    fn bracket(&self) -> Option<usize> {
        self.signs().last().copied().filter(|&start| self.text[start] == b'(')
    }

    /// Where four characters stand before the code that are at least one square.
    fn field_before(&self) -> Option<usize> {
        let start = self.at.checked_sub(5).filter(|&start| start >= self.floor)?;
        let field = &self.text[start..self.at - 1];
        let is_field = field.iter().all(u8::is_ascii_alphanumeric) && squares(field) > 0;
        let is_alone = start == 0 || !self.text[start - 1].is_ascii_alphanumeric();
        (is_field && is_alone && is_gap(self.text[self.at - 1])).then_some(start)
    }
}

/// How long a run of squares is, up to the bracket that closes.
fn bracketed(text: &[u8]) -> Option<usize> {
    let len = text.iter().position(|&byte| byte == b')')?;
    let has_kings = text[..len].iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= 4;
    (has_kings && looks_like_squares(&text[..len])).then_some(len + 1)
}

/// How long a run of squares is, with the count after it and its sign.
fn counted(text: &[u8]) -> Option<usize> {
    let slash = text.iter().position(|&byte| byte == b'/')?;
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let field = text[..slash].iter().rposition(|&byte| is_gap(byte))?;
    let is_count =
        (1..=2).contains(&(slash - field - 1)) && is_digit(field + 1) && is_digit(slash - 1);
    let is_result = text[field + 1..].starts_with(b"1/2-1/2");
    if !is_count || is_result || !is_digit(slash + 1) || !looks_like_squares(&text[..field]) {
        return None;
    }
    let digits = usize::from(is_digit(slash + 2));
    let behind = &text[slash + 2 + digits..];
    let sign = behind.iter().take_while(|byte| matches!(byte, b'-' | b'+' | b'=')).count();
    Some(slash + 2 + digits + sign + usize::from(behind.get(sign) == Some(&b'.')))
}

/// Whether most of a text is squares, and the rest may have been.
fn looks_like_squares(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    let is_part = |&byte: &u8| byte.is_ascii_alphanumeric() || is_gap(byte) || byte == b'.';
    let words = text.split(|&byte| is_gap(byte)).filter(|word| !word.is_empty());
    letters > 0
        && text.iter().all(is_part)
        && 4 * squares(text) >= letters
        && words.into_iter().all(|word| squares(word) > 0 || word == b".")
}

/// How many squares stand in a text.
fn squares(text: &[u8]) -> usize {
    text.windows(2).filter(|two| is_square(two)).count()
}
