//! How wide a text gets in print. The font is the reader's, so this is a guess on the wide side, in hundredths of the
//! size of the letters.

use unicode_width::UnicodeWidthChar;

/// The width of a text.
pub fn extent(text: &str) -> u32 {
    text.chars().map(extent_of).sum()
}

fn extent_of(c: char) -> u32 {
    match c {
        'f' | 'i' | 'j' | 'l' | 't' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | '(' | ')'
        | '[' | ']' | '-' | ' ' => 40,
        'm' | 'w' | 'ш' | 'щ' | 'ж' | 'ю' | 'ы' | '&' | '@' | '%' => 95,
        'M' | 'W' | 'Ш' | 'Щ' | 'Ж' | 'Ю' | 'Ы' | '—' => 110,
        c if c.is_uppercase() => 78,
        c => match c.width() {
            None | Some(0) => 0,
            Some(1) => 63,
            Some(_) => 100,
        },
    }
}

/// The text on lines, of which the first has `first` room and the others `room`. It breaks between words, or within one
/// that is longer than a line.
pub fn broken(text: &str, first: u32, room: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut left = first;
    for word in text.split(' ') {
        let blank = if lines.last().is_none_or(String::is_empty) { 0 } else { extent(" ") };
        let needed = blank + extent(word);
        if needed > left && blank > 0 {
            lines.push(String::new());
            left = room;
        } else if blank > 0 {
            push(' ', &mut lines, &mut left, room);
        }
        word.chars().for_each(|c| push(c, &mut lines, &mut left, room));
    }
    lines
}

fn push(c: char, lines: &mut Vec<String>, left: &mut u32, room: u32) {
    let needed = extent_of(c);
    if needed > *left && lines.last().is_some_and(|line| !line.is_empty()) {
        lines.push(String::new());
        *left = room;
    }
    *left = left.saturating_sub(needed);
    lines.last_mut().expect("there is a line").push(c);
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
    fn lines_break_between_words() {
        assert_eq!(broken("aa bb cc", 310, 310), ["aa bb", "cc"]);
        assert_eq!(broken("aa bb cc", 130, 310), ["aa", "bb cc"]);
        assert_eq!(broken("", 100, 100), [""]);
    }

    #[test]
    fn a_word_that_is_too_long_breaks_anywhere() {
        assert_eq!(broken("aaaaa bb", 130, 130), ["aa", "aa", "a", "bb"]);
    }

    #[test]
    fn what_does_not_fit_is_cut_with_a_sign() {
        assert_eq!(cut("aa bb cc", 2, 130), "aa bb…");
        assert_eq!(cut("aa bb", 2, 130), "aa bb");
    }
}
