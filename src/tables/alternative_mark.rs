//! What a record itself says of a move that is not the one played.

use std::fmt;

/// The longest word in angle brackets that counts as a mark.
const LONGEST: usize = 24;

/// How an alternative stands in the record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Given {
    /// As a variation without a mark.
    Variation,
    /// With a mark, as it is written: `<or>`, `<cook>`, `?`.
    Marked(String),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Variation => f.pad("variation"),
            Given::Marked(mark) => f.pad(mark),
        }
    }
}

/// The mark of a move, from the comment after it and the numbers of its glyphs (`$2` is 2).
///
/// Study databases put a word in angle brackets into the comment; it counts more than a glyph. Of the
/// glyphs, those count that find fault with a move.
///
/// ```
/// use gbr_pgn::tables::mark;
///
/// assert_eq!(mark("MG <minor dual>", &[]).as_deref(), Some("<minor dual>"));
/// assert_eq!(mark("", &[2]).as_deref(), Some("?"));
/// assert_eq!(mark("Black is lost.", &[1]), None);
/// ```
#[must_use]
pub fn mark(comment: &str, glyphs: &[u8]) -> Option<String> {
    let glyph = glyphs.iter().find_map(|glyph| match glyph {
        2 => Some("?"),
        4 => Some("??"),
        6 => Some("?!"),
        _ => None,
    });
    bracketed(comment).or(glyph).map(str::to_owned)
}

fn bracketed(comment: &str) -> Option<&str> {
    comment.match_indices('<').find_map(|(from, _)| {
        let len = comment[from..].find('>')? + 1;
        let word = &comment[from + 1..from + len - 1];
        let fits = (1..=LONGEST).contains(&word.len())
            && word.chars().all(|letter| letter.is_ascii_alphanumeric() || " _".contains(letter));
        fits.then(|| &comment[from..from + len])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_angle_brackets_counts_more_than_a_glyph() {
        assert_eq!(mark("<cook> HvdH", &[2]).as_deref(), Some("<cook>"));
        assert_eq!(mark("a < b, then <or>", &[]).as_deref(), Some("<or>"));
    }

    #[test]
    fn other_angle_brackets_are_not_marks() {
        for comment in ["", "<", "<>", "a < b", "><", "<https://example.org>", "eval <-0.5>"] {
            assert_eq!(mark(comment, &[]), None, "{comment}");
        }
    }
}
