//! Signs of judgement and comments, as they are printed.

/// The signs by their numbers; others are printed as they are written. The page for the browser has the same.
pub const GLYPHS: &[(usize, &str)] = &[
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (11, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (22, "⨀"),
    (23, "⨀"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "→"),
    (37, "→"),
    (40, "↑"),
    (41, "↑"),
    (44, "=∞"),
    (45, "=∞"),
    (132, "⇄"),
    (133, "⇄"),
    (138, "⊕"),
    (139, "⊕"),
    (140, "∆"),
    (142, "⌓"),
    (146, "N"),
];

/// Marks of study databases in words.
const MARKS: &[(&str, &str)] = &[
    ("main", "main line"),
    ("or", "or else"),
    ("eg", "for example"),
    ("cook", "cook: solves it as well"),
    ("dual", "dual"),
    ("minor dual", "minor dual"),
];

/// The sign of a glyph.
pub fn sign(written: &str, number: usize) -> &str {
    GLYPHS.iter().find(|(known, _)| *known == number).map_or(written, |(_, sign)| sign)
}

/// What a comment says to people: without its braces, and without commands to programs.
pub fn said(comment: &str) -> String {
    let inner = comment.strip_prefix(['{', ';']).unwrap_or(comment);
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    super::quoted::plain(&in_words(&without_commands(inner)))
}

/// `[%clk 0:03:00]` goes.
fn without_commands(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        kept += before;
        kept.push(' ');
        // What has no end is not a command.
        let Some((_, after)) = command.split_once(']') else { return kept + "[%" + command };
        rest = after;
    }
    kept + rest
}

/// `<cook>` is said in words.
fn in_words(text: &str) -> String {
    let mut words = text.to_owned();
    for (mark, meaning) in MARKS {
        words = words.replace(&format!("<{mark}>"), &format!("({meaning})"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_what_people_read() {
        assert_eq!(said("{ a [%clk 0:01:00]\n b }"), "a b");
        assert_eq!(said("{<cook> wins}"), "(cook: solves it as well) wins");
        assert_eq!(said("; to the end"), "to the end");
        assert_eq!(said("{[%cal Ra1a2,"), "[%cal Ra1a2,");
        assert_eq!(said("{<b>}"), "<b>");
    }

    #[test]
    fn the_page_for_the_browser_has_the_same_signs() {
        let page = include_str!("../page/comment.js");
        let (_, table) = page.split_once("const GLYPHS = {").unwrap();
        let (table, _) = table.split_once("};").unwrap();
        let listed: Vec<(usize, &str)> = table
            .split(", ")
            .flat_map(|some| some.split(",\n"))
            .filter_map(|pair| pair.trim().split_once(": "))
            .map(|(number, sign)| (number.parse().unwrap(), sign.trim_matches('"')))
            .collect();
        assert_eq!(listed, GLYPHS);
    }
}
