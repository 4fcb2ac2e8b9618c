//! Why a text was not understood: the byte, what was expected there and what
//! stood there instead.

use std::{borrow::Cow, fmt};

use super::ManyPawns;

/// How many characters of a long text are shown on either side of the place.
const SHOWN: usize = 60;

/// How many characters of the text at fault a message quotes.
const QUOTED: usize = 16;

/// A text that is no notation, or one whose parts contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ErrorKind,
    byte: usize,
    expected: Cow<'static, str>,
    found: String,
}

/// Sorts of [`ParseError`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text does not follow the grammar.
    Syntax,
    /// More pawns of a colour than the notation has a digit for.
    ManyPawns,
}

impl ParseError {
    pub(super) fn new(
        kind: ErrorKind,
        byte: usize,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
    ) -> ParseError {
        ParseError { kind, byte, expected: expected.into(), found: found.into() }
    }

    /// The grammar wanted something else at this byte of the text.
    pub(super) fn syntax(text: &[u8], byte: usize, expected: &'static str) -> ParseError {
        ParseError::new(ErrorKind::Syntax, byte, expected, quote(text.get(byte..).unwrap_or(&[])))
    }

    pub(super) fn many_pawns(name: &str, error: ManyPawns) -> ParseError {
        let byte = name.find('P').unwrap_or_default();
        ParseError::new(
            ErrorKind::ManyPawns,
            byte,
            "at most 8 pawns a side",
            error.pawns.to_string(),
        )
    }

    /// Which sort it is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where it is, counted in bytes from the start of the text.
    #[must_use]
    pub const fn byte(&self) -> usize {
        self.byte
    }

    /// What should have stood there.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What stood there.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// Two lines for a terminal: the text, and a caret under the place.
    ///
    /// Of a long text only the neighbourhood is shown; control characters are
    /// blanks, so that nothing in the text can move the cursor.
    #[must_use]
    pub fn caret(&self, text: &[u8]) -> String {
        let (before, after) = text.split_at(self.byte.min(text.len()));
        let before = printable(before);
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let mut line: String = before.chars().skip(skipped).collect();
        if skipped > 0 {
            line.insert_str(0, "...");
        }
        let column = line.chars().count();
        let after = printable(after);
        line.extend(after.chars().take(SHOWN));
        if after.chars().nth(SHOWN).is_some() {
            line.push_str("...");
        }
        format!("{}\n{:column$}^", line.trim_end(), "")
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

/// The word at the start of a text, for a message.
fn quote(text: &[u8]) -> String {
    let text = printable(&text[..text.len().min(4 * QUOTED)]);
    let word: String = match text.split(' ').next() {
        Some("") if text.is_empty() => return "the end".into(),
        Some("") => return "a blank".into(),
        Some(word) => word.chars().take(QUOTED).collect(),
        None => String::new(),
    };
    format!("`{word}`")
}

/// One character for each character or broken byte, none of them a control.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_stands_under_the_place() {
        let error = ParseError::syntax(b"0116.0x", 6, "a digit");
        assert_eq!(error.to_string(), "expected a digit, found `x`");
        assert_eq!(error.caret(b"0116.0x"), "0116.0x\n      ^");
    }

    #[test]
    fn caret_counts_characters() {
        let text = "½\u{1b}x".as_bytes();
        assert_eq!(ParseError::syntax(text, 3, "a digit").caret(text), "½ x\n  ^");
    }

    #[test]
    fn long_texts_are_shown_in_part() {
        let text = "x".repeat(1000);
        let shown = ParseError::syntax(text.as_bytes(), 500, "y").caret(text.as_bytes());
        assert!(shown.len() < 250);
        assert!(
            shown
                .ends_with("...\n                                                               ^")
        );
    }

    #[test]
    fn the_end_is_named() {
        assert_eq!(ParseError::syntax(b"ab", 2, "c").found(), "the end");
        assert_eq!(ParseError::syntax(b"a b", 1, "c").found(), "a blank");
    }
}
