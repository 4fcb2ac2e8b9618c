//! Why a text was not understood: the byte, what was expected there and what
//! stood there instead.

use std::{borrow::Cow, fmt};

use super::{ManyPawns, Meaning, Reading};

/// How many characters of a long text are shown on either side of the place.
const SHOWN: usize = 60;

/// How many characters of the text at fault a message quotes.
const QUOTED: usize = 24;

/// A text that is not a notation, or one whose parts contradict each other.
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
    /// More or fewer squares than the code has men.
    Squares,
    /// The point does not stand between pieces and pawns.
    Point,
    /// A square that another man stands on.
    Occupied,
    /// A pawn on the first or last rank.
    Backrank,
    /// The kings are given twice, and differ.
    Kings,
    /// The kings stand side by side, in a form that says nothing but them and the code.
    Touching,
    /// More men of a side than a set has, in a form that says nothing but kings and code.
    Men,
    /// The count of men is not that of the code.
    Control,
    /// A digit 9 that does not fit the count of men.
    Nine,
    /// A digit 9 that cannot be told, because no count of men is given.
    Uncounted,
    /// Digits 9 that can be told in several ways.
    Readings,
    /// A caption or a class where a position is wanted.
    NoSquares,
    /// The rest of it stands elsewhere on the page.
    Torn,
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
    pub(crate) fn syntax(text: &[u8], byte: usize, expected: String) -> ParseError {
        ParseError::new(ErrorKind::Syntax, byte, expected, quote(text.get(byte..).unwrap_or(&[])))
    }

    pub(super) fn many_pawns(name: &str, error: ManyPawns) -> ParseError {
        let byte = name.find(['P', 'p']).expect("a name of many pawns has a letter for them");
        ParseError::new(
            ErrorKind::ManyPawns,
            byte,
            "at most 8 pawns a side",
            error.pawns.to_string(),
        )
    }

    /// The text is all there, but names no more than a class.
    pub(super) fn no_squares(text: &[u8], reading: &Reading) -> ParseError {
        let what = match reading.meaning {
            Meaning::Class(_) => "a class",
            _ => "a caption",
        };
        let code = reading.meaning.code();
        let name = code.tablebase_name().map(|name| format!(", {name},")).unwrap_or_default();
        let found = format!("{what} without squares ({code}{name} in the form `{}`)", reading.form);
        ParseError::new(ErrorKind::NoSquares, text.trim_ascii_end().len(), "a position", found)
    }

    /// The text ends here with its column, and goes on in the next line of that.
    pub(crate) fn torn(byte: usize) -> ParseError {
        ParseError::new(ErrorKind::Torn, byte, "the rest of it", "another column")
    }

    /// Which sort it is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether the text may be right all the same: it contradicts nothing, but its digits 9
    /// leave open how many men there are, or a part of it is missing.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.kind, ErrorKind::Uncounted | ErrorKind::Readings | ErrorKind::Torn)
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
    #[must_use]
    pub fn caret(&self, text: &[u8]) -> String {
        caret(text, self.byte)
    }
}

/// Two lines for a terminal: the text, and a caret under one of its bytes.
///
/// Of a long text only the neighbourhood is shown; control characters are
/// blanks, so that nothing in the text can move the cursor.
#[must_use]
pub fn caret(text: &[u8], byte: usize) -> String {
    let (before, after) = text.split_at(byte.min(text.len()));
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

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, found) = (&self.expected, &self.found);
        match self.kind {
            ErrorKind::Control => write!(f, "the code makes {expected}, the text says {found}"),
            ErrorKind::Torn => write!(f, "could not be put together: {found} runs beside it"),
            _ => write!(f, "expected {expected}, found {found}"),
        }
    }
}

impl std::error::Error for ParseError {}

/// What a text starts with, for a message: a word, or the name of what cannot
/// be quoted.
fn quote(text: &[u8]) -> String {
    match text.first() {
        None => return "the end".into(),
        Some(b' ') => return "a blank".into(),
        Some(b'\n' | b'\r') => return "a line break".into(),
        Some(byte) if byte.is_ascii_control() => return "a control character".into(),
        Some(_) => {}
    }
    let text = printable(&text[..text.len().min(8 * QUOTED)]);
    let mut word: String = text.chars().take_while(|&c| c != ' ').collect();
    if let Some((cut, _)) = word.char_indices().nth(QUOTED) {
        word.replace_range(cut.., "...");
    }
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
        let error = ParseError::syntax(b"0116.0x", 6, "a digit".into());
        assert_eq!(error.to_string(), "expected a digit, found `x`");
        assert_eq!(error.caret(b"0116.0x"), "0116.0x\n      ^");
    }

    #[test]
    fn caret_counts_characters() {
        let text = "½\u{1b}x".as_bytes();
        assert_eq!(ParseError::syntax(text, 3, "a digit".into()).caret(text), "½ x\n  ^");
    }

    #[test]
    fn long_texts_are_shown_in_part() {
        let text = "x".repeat(1000);
        let shown = ParseError::syntax(text.as_bytes(), 500, "y".into()).caret(text.as_bytes());
        assert!(shown.len() < 250);
        assert!(
            shown
                .ends_with("...\n                                                               ^")
        );
    }

    #[test]
    fn the_end_is_named() {
        assert_eq!(ParseError::syntax(b"ab", 2, "c".into()).found(), "the end");
        assert_eq!(ParseError::syntax(b"a b", 1, "c".into()).found(), "a blank");
    }
}
