//! Whether a text without tags is a game, by its first words.

use super::spelling;
use super::token::{ELLIPSIS, Token, TokenKind, Tokens};
use crate::text::bytes::{behind_line_end, skip_blanks, skip_white};

/// What the beginning of a text without tags is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStart {
    /// Moves.
    Moves,
    /// Anything else.
    Text,
    /// Too few bytes to say.
    More,
}

/// What stands before the first line that may begin a tag or, after a blank line, a game that gets tags. Text ends there,
/// and our tags come and go: whether they are there must not decide what the text is.
fn before_next_record(bytes: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
        let end = at + found;
        let next = skip_white(bytes, end);
        let is_after_blank_line = skip_blanks(bytes, behind_line_end(bytes, end)) != next;
        if begins_tag(bytes, next) || is_after_blank_line && bytes.get(next) == Some(&b'1') {
            return &bytes[..end];
        }
        at = next;
    }
    bytes
}

fn begins_tag(bytes: &[u8], at: usize) -> bool {
    let name = bytes.get(skip_white(bytes, at + 1));
    bytes.get(at) == Some(&b'[') && name.is_none_or(u8::is_ascii_alphanumeric)
}

/// Whether a text without tags is a game: it begins with a move number, or all of its words are moves.
#[must_use]
pub fn opens_game(bytes: &[u8], at_end: bool) -> TextStart {
    // Enough for a number, two moves and their glyphs; and so many moves in a row are not prose.
    const ENOUGH: usize = 200;
    if bytes.len() < ENOUGH && !at_end {
        return TextStart::More;
    }
    let seen = &bytes[..bytes.len().min(ENOUGH)];
    let window = before_next_record(seen);
    // What goes on beyond what is seen may be anything.
    let is_cut = window.len() == seen.len() && seen.len() < bytes.len();
    let is_seen = |token: &Token| {
        !is_cut || token.span.end < window.len() || token.kind == TokenKind::UnclosedComment
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
    fn decided(&mut self, kind: TokenKind, text: &[u8]) -> Option<TextStart> {
        match kind {
            TokenKind::Number(_) | TokenKind::Dots => self.number(text),
            TokenKind::Word => return self.word(spelling::looks_like_a_move(text)),
            TokenKind::Result(_) if self.moves > 0 || self.has_point => {
                return Some(TextStart::Moves);
            }
            TokenKind::UnclosedComment if self.has_point && self.others == 0 => {
                return Some(TextStart::Moves);
            }
            TokenKind::Open | TokenKind::Close if self.moves > 0 => {}
            TokenKind::Glyph | TokenKind::Comment | TokenKind::Escape => {}
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
    fn word(&mut self, is_move: bool) -> Option<TextStart> {
        if is_move {
            self.moves += 1;
            return self.has_number.then_some(TextStart::Moves);
        }
        self.others += 1;
        (self.others > 1 || !self.has_point).then_some(TextStart::Text)
    }

    /// What it is if nothing follows: a single word may be anything.
    fn undecided(&self) -> TextStart {
        if self.others == 0 && self.moves > 1 { TextStart::Moves } else { TextStart::Text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(opens_game(text.as_bytes(), true), TextStart::Moves, "{text}");
        }
        let remark = format!("1. {{ {} }} e4 *", "long ".repeat(100));
        assert_eq!(opens_game(remark.as_bytes(), true), TextStart::Moves, "{remark}");
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
            assert_eq!(opens_game(text.as_bytes(), true), TextStart::Text, "{text}");
        }
    }

    /// A game after a blank line may get tags, and what is before them is the same then.
    #[test]
    fn words_of_the_next_record_do_not_count() {
        for text in
            ["a3 Bb5\n\n1. e4 junk", "a3 Bb5\r\n \r\n1. e4 junk", "a3 Bb5\n\n[Event \"a\"]\njunk"]
        {
            assert_eq!(opens_game(text.as_bytes(), true), TextStart::Moves, "{text}");
        }
        for text in ["a3 Bb5\n1. e4 junk", "a3 Bb5\n\n2. e4 junk", "a3 junk\n\n1. e4 e5"] {
            assert_eq!(opens_game(text.as_bytes(), true), TextStart::Text, "{text}");
        }
    }

    /// What is cut off in the middle says nothing.
    #[test]
    fn a_long_text_is_judged_by_its_beginning() {
        let moves = "Nf3 Nf6 ".repeat(100);
        for cut in 0..8 {
            let text = &moves.as_bytes()[8 * 40 + cut..];
            let begins = text.iter().position(|&byte| byte == b' ').expect("a blank");
            assert_eq!(opens_game(&text[begins + 1..], false), TextStart::Moves, "{cut}");
        }
        assert_eq!(opens_game(b"e4 *", false), TextStart::More);
    }
}
