//! The words of the moves: numbers, moves, glyphs, comments, variations, results.
//!
//! Every byte of the moves belongs to a token or is white space, so that whoever
//! reads the tokens can account for all of them.

use std::ops::Range;

use super::bytes::{is_line_start, is_white, line_stop, skip_white};
use super::spelling;

/// One token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

/// How a game says that it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl Marker {
    /// Reads a marker; `1/2` alone is how some write a draw.
    #[must_use]
    pub fn from_ascii(word: &[u8]) -> Option<Marker> {
        match word {
            b"1-0" => Some(Marker::WhiteWins),
            b"0-1" => Some(Marker::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(Marker::Draw),
            b"*" => Some(Marker::Unknown),
            _ => None,
        }
    }

    /// The marker as the standard writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Marker::WhiteWins => "1-0",
            Marker::BlackWins => "0-1",
            Marker::Draw => "1/2-1/2",
            Marker::Unknown => "*",
        }
    }
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
            Some(close) => token(at + close + 1, Kind::Comment),
            None => token(bytes.len(), Kind::UnclosedComment),
        },
        b';' => token(line_stop(bytes, at), Kind::Comment),
        b'%' if is_line_start(bytes, at) => token(line_stop(bytes, at), Kind::Escape),
        b'(' => token(at + 1, Kind::Open),
        b')' => token(at + 1, Kind::Close),
        b'*' => token(at + 1, Kind::Result(Marker::Unknown)),
        b'$' => token(behind(bytes, at + 1, |byte| byte.is_ascii_digit()), Kind::Glyph),
        b'!' | b'?' => token(behind(bytes, at, |byte| matches!(byte, b'!' | b'?')), Kind::Glyph),
        byte if is_delimiter(byte) || byte == 0 => token(at + 1, Kind::Stray),
        b'.' => token(behind_dots(bytes, at), Kind::Dots),
        0xe2 if bytes[at..].starts_with(ELLIPSIS) => token(behind_dots(bytes, at), Kind::Dots),
        _ => word(bytes, at),
    }
}

const ELLIPSIS: &[u8] = "…".as_bytes();

/// Ends a word. `*` stands for itself, as the standard says.
const fn is_delimiter(byte: u8) -> bool {
    is_white(byte)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b';' | b'*')
}

fn behind(bytes: &[u8], at: usize, test: impl Fn(u8) -> bool) -> usize {
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

fn ends_word(byte: u8) -> bool {
    is_delimiter(byte) || matches!(byte, b'$' | b'!' | b'?' | 0)
}

/// A number with its dots, or a word up to its delimiter.
fn word(bytes: &[u8], at: usize) -> Token {
    let digits = behind(bytes, at, |byte| byte.is_ascii_digit());
    let dots = behind_dots(bytes, digits);
    let bare = bytes.get(digits).is_none_or(|&byte| ends_word(byte));
    if digits > at && (dots > digits || bare) && &bytes[at..digits] != b"0000" {
        return Token { span: at..dots, kind: Kind::Number(number(&bytes[at..digits])) };
    }
    let mut end = behind(bytes, at, |byte| !ends_word(byte));
    end = behind_promotion(bytes, at, end);
    let text = &bytes[at..end];
    let kind = match Marker::from_ascii(text) {
        Some(marker) => Kind::Result(marker),
        None if is_glyph(text) => Kind::Glyph,
        None => Kind::Word,
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

/// The result marker at `bytes[at]`, which is a `*` or a `-`.
///
/// The same words as [`Tokens`] finds, seen from their middle.
#[must_use]
pub fn marker_around(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if bytes[at] == b'*' {
        return Some(at..at + 1);
    }
    let before = bytes.get(at.checked_sub(1)?)?;
    let start = match before {
        b'0' | b'1' => at - 1,
        b'2' => at.checked_sub(3)?,
        _ => return None,
    };
    // No marker has more than three bytes behind its dash; what a word of
    // megabytes goes on with need not be looked at for each of its dashes.
    let near = &bytes[..bytes.len().min(at + 5)];
    let end = behind(near, at, |byte| !ends_word(byte));
    let free = start == 0 || is_boundary(bytes, start);
    (free && Marker::from_ascii(&bytes[start..end]).is_some()).then_some(start..end)
}

/// Whether a word can begin at `start`.
fn is_boundary(bytes: &[u8], start: usize) -> bool {
    let before = bytes[start - 1];
    ends_word(before)
        || (before == b'.' && ends_number(bytes, start - 1))
        || bytes[..start].ends_with(ELLIPSIS)
}

/// Whether the dots that end at `dot` follow a number or nothing.
fn ends_number(bytes: &[u8], dot: usize) -> bool {
    let mut at = dot;
    while at > 0 && (bytes[at - 1] == b'.' || bytes[at - 1].is_ascii_digit()) {
        at -= 1;
    }
    at == 0 || ends_word(bytes[at - 1])
}

/// The move number that stands before the first move, with its dots.
#[must_use]
pub fn first_number(bytes: &[u8], at: usize) -> Option<Token> {
    let is_between = |kind| matches!(kind, Kind::Comment | Kind::Escape | Kind::Glyph);
    let token = Tokens::new(bytes, at).find(|token| !is_between(token.kind))?;
    matches!(token.kind, Kind::Number(_)).then_some(token)
}

/// What the beginning of a text without tags is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// Moves.
    Moves,
    /// Anything else.
    Text,
    /// Too few bytes to say.
    More,
}

/// What stands before the first line that may begin a tag. Text ends there, and tags of ours
/// come and go: what they are must not decide what the text is.
fn before_tags(bytes: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
        let next = skip_white(bytes, at + found);
        let name = bytes.get(skip_white(bytes, next + 1));
        if bytes.get(next) == Some(&b'[') && name.is_none_or(u8::is_ascii_alphanumeric) {
            return &bytes[..at + found];
        }
        at = next;
    }
    bytes
}

/// Whether a text without tags begins like a game: a number and a move, or
/// two moves in a row.
#[must_use]
pub fn opens_game(bytes: &[u8], at_end: bool) -> Opener {
    // Enough for a number, two moves and their glyphs.
    const ENOUGH: usize = 200;
    if bytes.len() < ENOUGH && !at_end {
        return Opener::More;
    }
    let window = before_tags(&bytes[..bytes.len().min(ENOUGH)]);
    let mut signs = 0;
    for token in Tokens::new(window, 0) {
        match token.kind {
            Kind::Number(_) | Kind::Dots => signs = signs.max(1),
            Kind::Word if spelling::looks_like_a_move(&window[token.span]) => {
                signs += 1;
                if signs >= 2 {
                    return Opener::Moves;
                }
            }
            Kind::Glyph | Kind::Comment | Kind::Escape => {}
            Kind::Result(_) if signs > 1 => return Opener::Moves,
            _ => return Opener::Text,
        }
    }
    Opener::Text
}
