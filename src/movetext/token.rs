//! The words of the moves: numbers, moves, glyphs, comments, variations, results.
//!
//! Every byte of the moves belongs to a token or is white space, so that whoever
//! reads the tokens can account for all of them.

use std::ops::Range;

use super::result::before_glued;
use crate::game::Marker;
use crate::text::bytes::{is_line_start, is_white, line_stop};

/// One token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub span: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A move number, with its dots.
    Number(u32),
    /// Dots without a number.
    Dots,
    /// A move, or what should be one.
    Word,
    /// `$12`, `!?`, `+-`, `e.p.`
    Glyph,
    /// `{...}` or `;...`
    Comment,
    /// `{` without its `}`.
    UnclosedComment,
    /// A line that begins with `%`.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A result marker.
    Result(Marker),
    /// A byte that belongs to nothing: `}`, `[`, `<`, NUL.
    Stray,
}

/// Iterates over the tokens of `bytes[at..]`.
pub struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Begins at `at`, which must be the beginning of a line or of a token.
    #[must_use]
    pub fn new(bytes: &'a [u8], at: usize) -> Tokens<'a> {
        Tokens { bytes, at }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while is_white(*self.bytes.get(self.at)?) {
            self.at += 1;
        }
        let token = lex(self.bytes, self.at);
        self.at = token.span.end;
        Some(token)
    }
}

/// The token at `at`, where no white space stands.
fn lex(bytes: &[u8], at: usize) -> Token {
    let token = |end, kind| Token { span: at..end, kind };
    match bytes[at] {
        b'{' => match memchr::memchr(b'}', &bytes[at..]) {
            Some(close) => token(at + close + 1, TokenKind::Comment),
            None => token(bytes.len(), TokenKind::UnclosedComment),
        },
        b';' => token(line_stop(bytes, at), TokenKind::Comment),
        b'%' if is_line_start(bytes, at) => token(line_stop(bytes, at), TokenKind::Escape),
        b'(' => token(at + 1, TokenKind::Open),
        b')' => token(at + 1, TokenKind::Close),
        b'*' => token(at + 1, TokenKind::Result(Marker::Unknown)),
        b'$' => token(behind(bytes, at + 1, |byte| byte.is_ascii_digit()), TokenKind::Glyph),
        b'!' | b'?' => {
            token(behind(bytes, at, |byte| matches!(byte, b'!' | b'?')), TokenKind::Glyph)
        }
        byte if is_delimiter(byte) || byte == 0 => token(at + 1, TokenKind::Stray),
        b'.' => token(behind_dots(bytes, at), TokenKind::Dots),
        0xe2 if bytes[at..].starts_with(ELLIPSIS) => token(behind_dots(bytes, at), TokenKind::Dots),
        _ => word(bytes, at),
    }
}

pub(super) const ELLIPSIS: &[u8] = "…".as_bytes();

/// Ends a word. `*` stands for itself, as the standard says.
const fn is_delimiter(byte: u8) -> bool {
    is_white(byte)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b';' | b'*')
}

pub(super) fn behind(bytes: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
    bytes[at..].iter().position(|&byte| !test(byte)).map_or(bytes.len(), |found| at + found)
}

fn behind_dots(bytes: &[u8], mut at: usize) -> usize {
    loop {
        if bytes.get(at) == Some(&b'.') {
            at += 1;
        } else if bytes[at..].starts_with(ELLIPSIS) {
            at += ELLIPSIS.len();
        } else {
            return at;
        }
    }
}

pub(super) fn ends_word(byte: u8) -> bool {
    is_delimiter(byte) || matches!(byte, b'$' | b'!' | b'?' | 0)
}

/// A number with its dots, or a word up to its delimiter.
fn word(bytes: &[u8], at: usize) -> Token {
    let digits = behind(bytes, at, |byte| byte.is_ascii_digit());
    let dots = behind_dots(bytes, digits);
    let bare = bytes.get(digits).is_none_or(|&byte| ends_word(byte));
    if digits > at && (dots > digits || bare) && &bytes[at..digits] != b"0000" {
        return Token { span: at..dots, kind: TokenKind::Number(number(&bytes[at..digits])) };
    }
    let mut end = behind(bytes, at, |byte| !ends_word(byte));
    end = behind_promotion(bytes, at, end);
    let text = &bytes[at..end];
    let kind = match Marker::from_ascii(text) {
        Some(marker) => TokenKind::Result(marker),
        None if is_glyph(text) => TokenKind::Glyph,
        None => {
            end = at + before_glued(text).len();
            TokenKind::Word
        }
    };
    Token { span: at..end, kind }
}

/// Move numbers beyond nine digits are all the same to us.
fn number(digits: &[u8]) -> u32 {
    digits.iter().take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
}

/// `e8(Q)`: the brackets belong to the move.
fn behind_promotion(bytes: &[u8], at: usize, end: usize) -> usize {
    let on_last_rank = end >= at + 2
        && matches!(bytes[end - 1], b'1' | b'8')
        && matches!(bytes[end - 2], b'a'..=b'h');
    match bytes.get(end..end + 3) {
        Some([b'(', letter, b')']) if on_last_rank && letter.is_ascii_alphabetic() => {
            behind(bytes, end + 3, |byte| matches!(byte, b'+' | b'#'))
        }
        _ => end,
    }
}

/// Signs of judgement that people write between moves.
fn is_glyph(text: &[u8]) -> bool {
    matches!(
        text,
        b"+-"
            | b"-+"
            | b"+="
            | b"=+"
            | b"="
            | b"+/-"
            | b"-/+"
            | b"+/="
            | b"=/+"
            | b"+/"
            | b"/+"
            | b"~"
            | b"e.p."
            | b"ep"
            | b"N"
            | b"D"
            | b"#"
            | b"+"
            | b"++"
            | b"^"
            | b"|"
    ) || matches!(
        std::str::from_utf8(text),
        Ok("±"
            | "∓"
            | "⩲"
            | "⩱"
            | "∞"
            | "⇄"
            | "→"
            | "↑"
            | "□"
            | "⊙"
            | "⟳"
            | "½-½"
            | "–"
            | "—"
            | "½")
    )
}

/// The move number that stands before the first move, with its dots.
#[must_use]
pub fn first_number(bytes: &[u8], at: usize) -> Option<Token> {
    let is_between =
        |kind| matches!(kind, TokenKind::Comment | TokenKind::Escape | TokenKind::Glyph);
    let token = Tokens::new(bytes, at).find(|token| !is_between(token.kind))?;
    matches!(token.kind, TokenKind::Number(_)).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a text and its result markers.
    fn words(text: &str) -> Vec<&str> {
        let is_word = |kind| matches!(kind, TokenKind::Word | TokenKind::Result(_));
        let tokens = Tokens::new(text.as_bytes(), 0).filter(|token| is_word(token.kind));
        tokens.map(|token| &text[token.span]).collect()
    }

    #[test]
    fn a_result_glued_to_a_move_is_a_word_of_its_own() {
        for (text, front) in [
            ("R8xg20-1", "R8xg2"),
            ("Qd61-0", "Qd6"),
            ("a10-1", "a1"),
            ("a11-0", "a1"),
            ("exd51/2-1/2", "exd5"),
            ("e8=Q1-0", "e8=Q"),
            ("e8Q+1-0", "e8Q+"),
            ("Qh7#1-0", "Qh7#"),
            ("O-O1-0", "O-O"),
            ("0-00-1", "0-0"),
            ("0-0-01-0", "0-0-0"),
            ("e2-e40-1", "e2-e4"),
            ("Sf31-0", "Sf3"),
            ("♘f31-0", "♘f3"),
        ] {
            assert_eq!(words(text), [front, &text[front.len()..]], "{text}");
        }
    }

    #[test]
    fn other_words_that_end_like_a_result_stay_whole() {
        for text in [
            "a1-0",
            "11-0",
            "21-0",
            "0-0-1",
            "1-1-0",
            "Qd91-0",
            "x1-0",
            "Elo1-0",
            "d1-01",
            "Nf1/2",
            "1-01-0",
            "Qd6x1-0",
            "Qd6+++++++++++++++1-0",
        ] {
            assert_eq!(words(text), [text]);
        }
    }
}
