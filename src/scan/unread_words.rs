//! Words after a position that look as if they said who is to move or who wins, and that the grammar
//! does not know: nobody may think that they were heeded.

use super::candidate::{Candidate, FoundNotation};
use super::plain_text::{PARTING, WIDE};
use crate::gbr::Meaning;

/// How many words are looked at.
const WORDS: usize = 4;

/// What says who is to move or who wins, in the languages of the printed forms.
const TELLING: &[&str] = &[
    "white", "black", "wh", "bl", "wtm", "btm", "stm", "zaz", "waz", "move", "moves", "play",
    "plays", "win", "wins", "won", "winning", "draw", "draws", "drawn", "drawing", "lose", "loses",
    "lost", "loss", "mate", "mates", "1-0", "0-1", "1/2", "1/2-1/2", "weiss", "schwarz", "zug",
    "gewinn", "gewinnt", "remis", "wit", "zwart", "wint", "remise", "blancs", "noirs", "trait",
    "gain", "gagne", "nulle",
];

/// Letters that name a side only where they stand by themselves.
const LETTERS: &[&str] = &["w", "b", "W", "B", "(w)", "(b)", "(W)", "(B)"];

impl Candidate<'_> {
    /// The words between a notation and the end of its sentence or line, where one of them tells.
    pub(super) fn unread(&self, found: &FoundNotation, window: usize) -> Option<String> {
        let text = self.text.get(found.range.end..window)?;
        let is_over = matches!(self.text[found.range.end - 1], b'.' | b':');
        let has_room = !matches!(found.prefix.meaning, Err(_) | Ok(Meaning::Class(_)));
        if is_over || !has_room {
            return None;
        }
        let is_end = |byte: &u8| matches!(byte, b'.' | b':' | b';' | b'\n' | &PARTING);
        let text = text.split(is_end).next().expect("a first piece, if empty");
        let words = text.split(|byte| matches!(byte, b' ' | b',' | &WIDE));
        let words: Vec<String> =
            words.filter(|word| !word.is_empty()).take(WORDS).map(printable).collect();
        // `3/3+-` is not `3/3+`.
        let is_sign = text.first() == Some(&b'-');
        (is_sign || words.iter().any(|word| tells(word))).then(|| words.join(" "))
    }
}

/// A word as far as it can be shown; characters that no notation has are not kept.
fn printable(word: &[u8]) -> String {
    let shown = |&byte: &u8| if byte.is_ascii_graphic() { char::from(byte) } else { '?' };
    word.iter().map(shown).collect()
}

fn tells(word: &str) -> bool {
    let is_sign = word.contains(['+', '=']) && word.chars().all(|c| "+-=/".contains(c));
    let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_telling = TELLING.iter().any(|telling| telling.eq_ignore_ascii_case(bare));
    is_sign || is_telling || LETTERS.contains(&word)
}
