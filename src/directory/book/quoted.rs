//! Text from records in HTML and CSS, where nothing of it is a mark.

use crate::diagram::escaped;
use std::fmt::Write;

/// For HTML: on one line, without what steers a terminal or turns the direction of writing.
pub fn text(text: &str) -> String {
    escaped(&plain(text))
}

/// The same, before it is quoted.
pub fn plain(text: &str) -> String {
    let is_bad =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(is_bad, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A string of CSS. Whatever might end it or the style sheet is written as a number.
pub fn css(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in plain(text).chars() {
        match c {
            '"' | '\\' | '<' | '>' | '&' => {
                // Writing to memory cannot fail.
                let _ = write!(quoted, "\\{:x} ", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_string() {
        assert_eq!(css("a\"b\\</style>\n"), "\"a\\22 b\\5c \\3c /style\\3e \"");
        assert_eq!(text("<b>\u{202e}\u{0}x\n y"), "&lt;b&gt; x y");
    }
}
