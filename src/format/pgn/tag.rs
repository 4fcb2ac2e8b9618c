//! One tag pair, `[Name "value"]`, as people really write it.
//!
//! In: bytes and the place of a `[`. Out: where name, value and tag are, and
//! what is odd about them; or that more bytes are needed to say so.

mod ordinary;

use std::ops::Range;

use crate::text::bytes::{
    behind_line_end, behind_mark, is_blank, is_line_end, line_stop, skip_blanks, skip_white,
};
use crate::text::vector::value_end;

pub(super) use self::ordinary::ordinary;
pub use crate::record::{Attribute as Tag, Flaw};

/// How the names of our tags begin.
pub const OWN: &[u8] = b"GBR";

impl Flaw {
    /// What to tell a person.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Flaw::Quotes => "quotes inside of the value, expected \\\"",
            Flaw::Backslash => "a backslash before the closing quote",
            Flaw::LineBreak => "a line end inside of the value",
            Flaw::NoValue => "no value in double quotes",
            Flaw::Unclosed => "not closed, expected \"]",
        }
    }
}

/// What stands at a `[`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lexed {
    /// A tag, whole or not.
    Tag(Tag),
    /// Something else in brackets.
    Other,
    /// The bytes end too early to say.
    More,
}

/// The longest name that can begin a game on its own; longer ones are text.
const NAME_LIMIT: usize = 255;

/// What [`opening`] finds at a `[`.
enum Opening {
    Quote { name: Range<usize>, at: usize },
    NoQuote { name: Range<usize> },
    Other,
    More,
}

/// `[`, name, and the opening quote, with any white space between.
fn opening(bytes: &[u8], bracket: usize, at_end: bool) -> Opening {
    let start = skip_white(bytes, bracket + 1);
    let mut stop = start;
    while bytes.get(stop).is_some_and(|&byte| is_name(byte)) && stop - start <= NAME_LIMIT {
        stop += 1;
    }
    let quote = skip_white(bytes, stop);
    if quote == bytes.len() && !at_end {
        return Opening::More;
    }
    if stop == start || stop - start > NAME_LIMIT {
        return Opening::Other;
    }
    match bytes.get(quote) {
        Some(b'"') => Opening::Quote { name: start..stop, at: quote },
        _ => Opening::NoQuote { name: start..stop },
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'#' | b':' | b'.')
}

/// Whether a tag with a quoted value begins at `bracket`; none when the bytes end too early.
#[must_use]
pub fn begins(bytes: &[u8], bracket: usize, at_end: bool) -> Option<bool> {
    if bytes.get(bracket) != Some(&b'[') {
        return if bracket < bytes.len() || at_end { Some(false) } else { None };
    }
    match opening(bytes, bracket, at_end) {
        Opening::Quote { .. } => Some(true),
        Opening::More => None,
        Opening::NoQuote { .. } | Opening::Other => Some(false),
    }
}

/// Reads the tag of any sort whose `[` stands at `bracket`.
#[inline(never)]
#[must_use]
pub fn any(bytes: &[u8], bracket: usize, at_end: bool) -> Lexed {
    match opening(bytes, bracket, at_end) {
        Opening::More => Lexed::More,
        Opening::Other => Lexed::Other,
        Opening::NoQuote { name } => without_value(bytes, bracket, name, at_end),
        Opening::Quote { name, at } => with_value(bytes, bracket, name, at + 1, at_end),
    }
}

/// `[Empty]` or `[White 'A']`: a tag only if its line says so.
fn without_value(bytes: &[u8], bracket: usize, name: Range<usize>, at_end: bool) -> Lexed {
    let stop = line_stop(bytes, name.end);
    if stop == bytes.len() && !at_end {
        return Lexed::More;
    }
    let Some(close) = memchr::memrchr(b']', &bytes[name.end..stop]) else { return Lexed::Other };
    let end = name.end + close;
    Lexed::Tag(Tag::new(bracket..end + 1, name, end..end, Some(Flaw::NoValue)))
}

fn with_value(
    bytes: &[u8],
    bracket: usize,
    name: Range<usize>,
    value: usize,
    at_end: bool,
) -> Lexed {
    let tag = |quote: usize, end: usize, flaw| {
        Lexed::Tag(Tag::new(bracket..end, name.clone(), value..quote, flaw))
    };
    let stop = match first_close(bytes, value) {
        Ok(close) => {
            let Some((quote, end)) = extended(bytes, close, at_end) else { return Lexed::More };
            let has_bare_quotes = has_bare_quotes(&bytes[value..quote]);
            return tag(quote, end, has_bare_quotes.then_some(Flaw::Quotes));
        }
        Err(stop) if stop == bytes.len() && !at_end => return Lexed::More,
        Err(stop) => stop,
    };
    // `\"]` at the end of the line: the backslash was meant as a letter.
    if let Some((quote, end)) = last_close(&bytes[..stop], value) {
        return tag(quote, end, Some(Flaw::Backslash));
    }
    match close_below(bytes, value, at_end) {
        Below::Close { quote, end } => {
            let close = extended(bytes, (quote, end), at_end);
            let Some((quote, end)) = close else { return Lexed::More };
            let broken = bytes[value..quote].iter().any(|&byte| is_line_end(byte));
            tag(quote, end, broken.then_some(Flaw::LineBreak))
        }
        Below::More => Lexed::More,
        Below::None => tag(stop, stop, Some(Flaw::Unclosed)),
    }
}

/// Quotes that people forgot to escape may look like the closing one: if the
/// line goes on without another tag and ends in `"]`, that is the closing one.
/// None when the bytes end too early to say.
fn extended(bytes: &[u8], close: (usize, usize), at_end: bool) -> Option<(usize, usize)> {
    // No further than the next tag: a line may hold a million of them.
    let found = memchr::memchr3(b'[', b'\n', b'\r', &bytes[close.1..]);
    match found.map(|found| close.1 + found) {
        None if !at_end => None,
        Some(stop) if bytes[stop] == b'[' => Some(close),
        stop => {
            let line = &bytes[..stop.unwrap_or(bytes.len())];
            Some(last_close(line, close.1).unwrap_or(close))
        }
    }
}

/// The first quote on the line without a backslash that is followed by blanks and `]`,
/// and the place after that; or else where the line ends.
fn first_close(bytes: &[u8], from: usize) -> Result<(usize, usize), usize> {
    let mut at = from;
    loop {
        at = value_end(bytes, at.min(bytes.len()));
        match bytes.get(at) {
            Some(b'\\') => {
                at += 1 + usize::from(!bytes.get(at + 1).is_none_or(|&byte| is_line_end(byte)))
            }
            Some(b'"') => {
                let bracket = skip_blanks(bytes, at + 1);
                if bytes.get(bracket) == Some(&b']') {
                    return Ok((at, bracket + 1));
                }
                at += 1;
            }
            _ => return Err(at),
        }
    }
}

/// `"]` at the end of the line, as long as it stands after `from`.
fn last_close(line: &[u8], from: usize) -> Option<(usize, usize)> {
    let trimmed = |mut end: usize| {
        while end > from && is_blank(line[end - 1]) {
            end -= 1;
        }
        end
    };
    let end = trimmed(line.len());
    if end == from || line[end - 1] != b']' {
        return None;
    }
    let quote = trimmed(end - 1);
    (quote > from && line[quote - 1] == b'"').then(|| (quote - 1, end))
}

fn has_bare_quotes(value: &[u8]) -> bool {
    let mut escaped = false;
    value.iter().any(|&byte| {
        let bare = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        bare
    })
}

enum Below {
    Close { quote: usize, end: usize },
    None,
    More,
}

/// A closing quote and bracket on a later line, before a blank line and before
/// any line that begins with `[`.
fn close_below(bytes: &[u8], value: usize, at_end: bool) -> Below {
    let mut at = value;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += usize::from(bytes.get(at + 1).is_some_and(|&byte| !is_line_end(byte))),
            b'"' => {
                let bracket = skip_white(bytes, at + 1);
                match bytes.get(bracket) {
                    Some(b']') => return Below::Close { quote: at, end: bracket + 1 },
                    None if !at_end => return Below::More,
                    _ => {}
                }
            }
            byte if is_line_end(byte) => {
                let next = behind_line_end(bytes, at);
                let first = skip_blanks(bytes, behind_mark(bytes, next));
                match bytes.get(first) {
                    Some(b'[') => return Below::None,
                    Some(&byte) if is_line_end(byte) => return Below::None,
                    _ => at = next - 1,
                }
            }
            _ => {}
        }
        at += 1;
    }
    if at_end { Below::None } else { Below::More }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, String, String, Option<Flaw>) {
        match any(text.as_bytes(), 0, true) {
            Lexed::Tag(tag) => (
                text[tag.span()].into(),
                text[tag.name()].into(),
                text[tag.value()].into(),
                tag.flaw,
            ),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn ordinary_tags() {
        let (span, name, value, flaw) = read("[White \"Reti\"]\n[Black \"x\"]");
        assert_eq!(
            (span.as_str(), name.as_str(), value.as_str()),
            ("[White \"Reti\"]", "White", "Reti")
        );
        assert_eq!(flaw, None);
    }

    #[test]
    fn unescaped_quotes_end_at_the_last_one_of_the_line() {
        let (span, _, value, flaw) = read("[Event \"The \"Big\" [\"One\"] x\"]\n");
        assert_eq!(value, "The \"Big\" [\"One\"] x");
        assert_eq!(span, "[Event \"The \"Big\" [\"One\"] x\"]");
        assert_eq!(flaw, Some(Flaw::Quotes));
    }

    #[test]
    fn tags_on_one_line_end_at_their_own_brackets() {
        assert_eq!(read("[A \"x\"] [B \"y\"]\n").2, "x");
        assert_eq!(read("[A \"x\"][B \"y\"] 1. e4 *").2, "x");
        assert_eq!(read("[A \"x\"] 1. e4 *").0, "[A \"x\"]");
    }

    #[test]
    fn escapes_do_not_close() {
        assert_eq!(read(r#"[A "a \"b\" \\"]"#).2, r#"a \"b\" \\"#);
    }

    #[test]
    fn a_last_backslash_does_not_hide_the_closing_quote() {
        let (_, _, value, flaw) = read("[A \"Tournament \\\"]\n");
        assert_eq!((value.as_str(), flaw), ("Tournament \\", Some(Flaw::Backslash)));
    }

    #[test]
    fn a_tag_may_run_over_lines() {
        let (span, name, value, flaw) = read("[\n Site \n \"x\" \n]\n");
        assert_eq!(
            (span.as_str(), name.as_str(), value.as_str(), flaw),
            ("[\n Site \n \"x\" \n]", "Site", "x", None)
        );
        let (_, _, value, flaw) = read("[Event \"long\nname\"]\n");
        assert_eq!((value.as_str(), flaw), ("long\nname", Some(Flaw::LineBreak)));
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line() {
        let (span, _, _, flaw) = read("[White \"Reti\n[Black \"x\"]\n");
        assert_eq!((span.as_str(), flaw), ("[White \"Reti", Some(Flaw::Unclosed)));
        // Neither a backslash nor a byte-order mark hides that a line begins with a tag.
        for between in ["\\\n", "\\\r\n", "\n\u{feff}"] {
            let text = format!("[White \"Reti{between}[Black \"x\"]\n");
            assert_eq!(read(&text).3, Some(Flaw::Unclosed), "{text:?}");
        }
        assert_eq!(read("[Empty]\n").3, Some(Flaw::NoValue));
        assert_eq!(read("[White 'A']\n").3, Some(Flaw::NoValue));
    }

    #[test]
    fn brackets_that_are_no_tags() {
        assert_eq!(any(b"[%clk 1:00]", 0, true), Lexed::Other);
        assert_eq!(any(b"[ \"x\"]", 0, true), Lexed::Other);
    }

    #[test]
    fn more_bytes_are_asked_for_only_where_they_matter() {
        assert_eq!(any(b"[White", 0, false), Lexed::More);
        assert_eq!(any(b"[White \"Re", 0, false), Lexed::More);
        assert_eq!(any(b"[White \"Reti\"]", 0, false), Lexed::More);
        assert!(matches!(any(b"[White \"Reti\"]\n", 0, false), Lexed::Tag(_)));
        // The bracket may stand after a blank line.
        assert_eq!(any(b"[White \"Reti\nx\"\n\n", 0, false), Lexed::More);
    }

    #[test]
    fn a_name_of_more_than_the_limit_is_text() {
        let tag = |length: usize| format!("[{} \"x\"]\n", "N".repeat(length)).into_bytes();
        assert!(matches!(any(&tag(NAME_LIMIT), 0, true), Lexed::Tag(_)));
        assert_eq!(any(&tag(NAME_LIMIT + 1), 0, true), Lexed::Other);
        // However many bytes of it are there, the answer does not change.
        assert_eq!(any(&tag(NAME_LIMIT + 9)[..NAME_LIMIT + 5], 0, false), Lexed::Other);
    }

    #[test]
    fn an_empty_value_is_a_value() {
        assert_eq!(read("[A \"\"]\n"), ("[A \"\"]".into(), "A".into(), String::new(), None));
    }

    #[test]
    fn what_begins_a_tag_has_a_name_and_a_quote() {
        for (text, expected) in [
            ("[A \"", Some(true)),
            ("[ A\n\"", Some(true)),
            ("[A]", Some(false)),
            ("[%clk \"", Some(false)),
            ("x", Some(false)),
            ("[A", None),
            ("[A ", None),
            ("", None),
        ] {
            assert_eq!(begins(text.as_bytes(), 0, false), expected, "{text:?}");
            assert_eq!(begins(text.as_bytes(), 0, true), Some(expected == Some(true)), "{text:?}");
        }
    }

    #[test]
    fn more_bytes_never_change_an_answer() {
        let texts =
            ["[A \"a\\\"b\" ] x\n", "[A \"a\nb\"]\n\n", "[A 'a']\n", "[A \"a\\\"]\n[B \"b\"]"];
        for text in texts.map(str::as_bytes) {
            let whole = any(text, 0, true);
            for end in 1..text.len() {
                let early = any(&text[..end], 0, false);
                assert!(
                    early == Lexed::More || early == whole,
                    "{}: {early:?}, {whole:?}",
                    text[..end].escape_ascii()
                );
            }
        }
    }
}
