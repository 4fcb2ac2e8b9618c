//! Text out of files, made harmless for a terminal.

use std::fmt::{self, Write};

/// Displays a text with its control characters as `\x1b` or `\u{202e}`: a
/// player's name must not be able to clear the screen, or to turn what
/// follows it around.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            c if c.is_control() => write!(f, "\\x{:02x}", u32::from(c)),
            c if turns_around(c) => write!(f, "{}", c.escape_unicode()),
            c => f.write_char(c),
        })
    }
}

/// Line separators, and the marks that set the direction of writing.
pub fn turns_around(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        let hostile = "Dvo\u{159}\u{e1}k\u{1b}[2J\r\n\u{9b}\u{202e}";
        let shown = Escaped(hostile).to_string();
        assert_eq!(shown, "Dvo\u{159}\u{e1}k\\x1b[2J\\x0d\\x0a\\x9b\\u{202e}");
    }
}
