//! The words of the moves: numbers, moves, glyphs, comments, variations, results.
//!
//! Every byte of the moves belongs to a token or is white space, so that whoever
//! reads the tokens can account for all of them.

use std::ops::Range;

use super::spelling;
use crate::game::Marker;
use crate::text::bytes::{BOM, is_line_start, is_white, line_stop, skip_white};

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
        None => {
            end = at + before_glued(text).len();
            Kind::Word
        }
    };
    Token { span: at..end, kind }
}

/// The longest word to which a result marker may be glued.
const LONGEST_GLUED: usize = 16;

/// A word without the result marker that is glued to it: `Qd6` of `Qd61-0`. All before the marker must be a
/// move, as squares end with one digit; any other word stays as it is.
fn before_glued(word: &[u8]) -> &[u8] {
    let markers: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];
    let front = markers.into_iter().find_map(|marker| word.strip_suffix(marker));
    front.filter(|front| takes_glue(front)).unwrap_or(word)
}

fn takes_glue(word: &[u8]) -> bool {
    word.len() <= LONGEST_GLUED && spelling::looks_like_a_move(word)
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
    Marker::from_ascii(&bytes[start..end])?;
    let is_whole = is_boundary(bytes, start) || is_glued(bytes, start);
    is_whole.then_some(start..end)
}

/// Whether a move ends at `end`, where a result marker begins. See [`before_glued`].
fn is_glued(bytes: &[u8], end: usize) -> bool {
    let places = (end.saturating_sub(LONGEST_GLUED)..end).rev();
    let mut within = places.take_while(|&at| !ends_word(bytes[at]));
    within.any(|at| takes_glue(&bytes[at..end]) && begins_word(bytes, at))
}

/// Whether the word of a move begins at `at`; the digits of a `$12` may stand directly before it.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if before[..at - digits].ends_with(b"$") {
        return !bytes[at].is_ascii_digit();
    }
    is_boundary(bytes, at)
}

/// Whether a word can begin at `start`.
fn is_boundary(bytes: &[u8], start: usize) -> bool {
    if start == 0 || bytes[..start] == *BOM {
        return true;
    }
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

/// Whether a text without tags is a game: it begins with a move number, or all of its words are moves.
#[must_use]
pub fn opens_game(bytes: &[u8], at_end: bool) -> Opener {
    // Enough for a number, two moves and their glyphs; and so many moves in a row are no prose.
    const ENOUGH: usize = 200;
    if bytes.len() < ENOUGH && !at_end {
        return Opener::More;
    }
    let seen = &bytes[..bytes.len().min(ENOUGH)];
    let window = before_tags(seen);
    // What goes on beyond what is seen may be anything.
    let is_cut = window.len() == seen.len() && seen.len() < bytes.len();
    let is_seen = |token: &Token| {
        !is_cut || token.span.end < window.len() || token.kind == Kind::UnclosedComment
    };
    let mut words = FirstWords::default();
    let decided = Tokens::new(window, 0).take_while(is_seen).find_map(|token| {
        let text = &window[token.span];
        words.decided(token.kind, text)
    });
    decided.unwrap_or_else(|| words.undecided())
}

/// The first words of a text that may be a game.
#[derive(Default)]
struct FirstWords {
    /// Whether the text begins with a number, and whether a point follows it.
    has_number: bool,
    has_point: bool,
    moves: usize,
    others: usize,
}

impl FirstWords {
    /// What the text is, once the next token tells.
    fn decided(&mut self, kind: Kind, text: &[u8]) -> Option<Opener> {
        match kind {
            Kind::Number(_) | Kind::Dots => self.number(text),
            Kind::Word => return self.word(spelling::looks_like_a_move(text)),
            Kind::Result(_) if self.moves > 0 || self.has_point => return Some(Opener::Moves),
            Kind::UnclosedComment if self.has_point && self.others == 0 => {
                return Some(Opener::Moves);
            }
            Kind::Open | Kind::Close if self.moves > 0 => {}
            Kind::Glyph | Kind::Comment | Kind::Escape => {}
            _ => return Some(self.undecided()),
        }
        None
    }

    fn number(&mut self, text: &[u8]) {
        if self.moves + self.others == 0 {
            self.has_number = true;
            self.has_point |= text.ends_with(b".") || text.ends_with(ELLIPSIS);
        }
    }

    /// After a number one word may be garbled; two are prose, a date or a list.
    fn word(&mut self, is_move: bool) -> Option<Opener> {
        if is_move {
            self.moves += 1;
            return self.has_number.then_some(Opener::Moves);
        }
        self.others += 1;
        (self.others > 1 || !self.has_point).then_some(Opener::Text)
    }

    /// What it is if nothing follows: a single word may be anything.
    fn undecided(&self) -> Opener {
        if self.others == 0 && self.moves > 1 { Opener::Moves } else { Opener::Text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a text and its result markers.
    fn words(text: &str) -> Vec<&str> {
        let is_word = |kind| matches!(kind, Kind::Word | Kind::Result(_));
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

    /// Where a record ends must not depend on the side from which a marker is seen.
    #[test]
    fn a_marker_is_the_same_seen_from_its_dash() {
        let moves = ["", "Qd6", "e8=Q+", "O-O", "0-0", "x", "a", "1", "exd6e.p.", "e8(Q)", "♘f3"];
        let fronts = ["", " ", "12.", "12...", "x12.", "!", "$5", "}", "5", "(", "…", "*", "$"];
        for (front, word) in fronts.iter().flat_map(|front| moves.map(|word| (front, word))) {
            for marker in ["1-0", "0-1", "1/2-1/2", "1-1", "1-00"] {
                let text = format!("{front}{word}{marker}");
                let dash = text.rfind('-').expect("a marker has one");
                let results = Tokens::new(text.as_bytes(), 0).filter(
                    |token| matches!(token.kind, Kind::Result(found) if found != Marker::Unknown),
                );
                let found: Vec<_> = results.map(|token| token.span).collect();
                // The digits of a glyph would take the first of the marker.
                if !(text.starts_with('$') && word.is_empty()) {
                    let around = marker_around(text.as_bytes(), dash);
                    assert_eq!(found, Vec::from_iter(around), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_text_without_tags_is_a_game_if_its_words_say_so() {
        for text in [
            "1. e4",
            "1.e4 *",
            "34... Kd5",
            "... e5",
            "1. Pf3 Pf6",
            "1. Nf33 e5",
            "1. xyz *",
            "e4 *",
            "e4 e5",
            "e4 (d4) e5 1-0",
            "e4 {x} *",
            "{x} 1. e4",
            "1 e4",
            "e41-0",
        ] {
            assert_eq!(opens_game(text.as_bytes(), true), Opener::Moves, "{text}");
        }
        let remark = format!("1. {{ {} }} e4 *", "long ".repeat(100));
        assert_eq!(opens_game(remark.as_bytes(), true), Opener::Moves, "{remark}");
        for text in [
            "e4",
            "*",
            "1-0",
            "e4 is best *",
            "e4 e5 is how most games begin",
            "1. Introduction",
            "1. Introduction to e4",
            "12.5.2024 Dear Sir, I won 1-0",
            "42 apples *",
            "From: e4 *",
            "",
        ] {
            assert_eq!(opens_game(text.as_bytes(), true), Opener::Text, "{text}");
        }
    }

    /// What is cut off in the middle says nothing.
    #[test]
    fn a_long_text_is_judged_by_its_beginning() {
        let moves = "Nf3 Nf6 ".repeat(100);
        for cut in 0..8 {
            let text = &moves.as_bytes()[8 * 40 + cut..];
            let begins = text.iter().position(|&byte| byte == b' ').expect("a blank");
            assert_eq!(opens_game(&text[begins + 1..], false), Opener::Moves, "{cut}");
        }
        assert_eq!(opens_game(b"e4 *", false), Opener::More);
    }
}
