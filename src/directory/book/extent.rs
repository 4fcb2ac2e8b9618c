//! How wide a text gets in print. The font is the reader's, so this is a guess, in hundredths of the size of the letters:
//! enough for Times and Georgia, and what a wider font takes more is less than what lies between columns.

use crate::text::wrapping;
use unicode_width::UnicodeWidthChar;

/// The width of a text.
pub fn extent(text: &str) -> u32 {
    text.chars().map(extent_of).sum()
}

fn extent_of(c: char) -> u32 {
    match c {
        'f' | 'i' | 'j' | 'l' | 't' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | '(' | ')'
        | '[' | ']' | '-' | ' ' => 37,
        'm' | 'w' | 'ш' | 'щ' | 'ж' | 'ю' | 'ы' | '&' | '@' | '%' => 88,
        'M' | 'W' | 'Ш' | 'Щ' | 'Ж' | 'Ю' | 'Ы' | '—' => 100,
        c if c.is_uppercase() => 72,
        c => match c.width() {
            None | Some(0) => 0,
            Some(1) => 58,
            Some(_) => 100,
        },
    }
}

/// The text on lines, of which the first has `first` room and the others `room`.
pub fn broken(text: &str, first: u32, room: u32) -> Vec<String> {
    wrapping::broken(text, first, room, extent_of)
}

/// As much of a text as fits on so many lines.
pub fn cut(text: &str, lines: usize, room: u32) -> String {
    let all = broken(text, room, room);
    if all.len() <= lines {
        return text.to_owned();
    }
    let mut kept = all[..lines].join(" ");
    kept.truncate(kept.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut_with_a_sign() {
        assert_eq!(cut("aa bb cc", 2, 120), "aa bb…");
        assert_eq!(cut("aa bb", 2, 120), "aa bb");
    }
}
