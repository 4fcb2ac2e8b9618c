//! Letters as outlines: a picture needs no font.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use crate::text::wrapping;

/// The letters, a line each.
const LETTERS: &str = include_str!("letters.txt");

/// What stands for a letter that has no outline.
const UNKNOWN: char = '\u{fffd}';

/// The size of letters; the file has a thousand units instead.
const SIZE: u32 = 17;

/// From line to line.
pub const LINE: u32 = 21;

static OUTLINES: LazyLock<HashMap<char, (u32, &str)>> = LazyLock::new(|| {
    let letter = |line: &'static str| {
        let mut parts = line.split('\t');
        let c = parts.next()?.chars().next()?;
        let width = parts.next()?.parse().ok()?;
        Some((c, (width, parts.next()?)))
    };
    LETTERS.lines().filter_map(letter).collect()
});

/// The width of a letter, and its outline.
fn outline(c: char) -> (u32, &'static str) {
    let known = OUTLINES.get(&c).or_else(|| OUTLINES.get(&UNKNOWN));
    *known.expect("there is an outline for what is unknown")
}

/// The text on lines that fit into so much room.
pub fn lines(text: &str, room: u32) -> Vec<String> {
    let room = room * 1000 / SIZE;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    wrapping::broken(&text, room, room, |c| outline(c).0)
}

/// Draws a line with its middle at x, standing on y.
pub fn draw(line: &str, x: u32, y: u32, svg: &mut String) {
    let width: u32 = line.chars().map(|c| outline(c).0).sum();
    let left = f64::from(x) - f64::from(width * SIZE) / 2000.0;
    // Writing to memory cannot fail.
    let _ = writeln!(svg, "<g transform=\"translate({left:.2} {y}) scale(.0{SIZE})\">");
    let mut at = 0;
    for c in line.chars() {
        let (width, outline) = outline(c);
        if !outline.is_empty() {
            let _ = writeln!(svg, "<path transform=\"translate({at})\" d=\"{outline}\"/>");
        }
        at += width;
    }
    svg.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_europe_have_outlines() {
        for c in "Réti Šmídžů Łoś Ștefan Gøran İş ẞß Αλέξης Алехин Ґїњ Nguyễn “–” №#".chars()
        {
            assert!(OUTLINES.contains_key(&c), "{c}");
        }
        assert_eq!(outline('漢'), outline(UNKNOWN));
    }

    #[test]
    fn lines_are_as_wide_as_there_is_room() {
        assert_eq!(lines(" Réti,\n Richard ", 400), ["Réti, Richard"]);
        assert_eq!(lines("Réti, Richard", 70), ["Réti,", "Richard"]);
        assert!(lines(&"W".repeat(300), 360).len() > 10);
    }
}
