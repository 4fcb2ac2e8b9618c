//! How squares look: in colours for the screen, in greys or as lines for paper.

use std::fmt::Write;

use shakmaty::{Color, Piece, Role, Square};

use super::coordinates::coordinates;
use super::{ABOVE, MARGIN, PIECES, SQUARE, id};

/// How far the lines of a hatched square lie apart.
const HATCH: u32 = 5;

/// How wide the white rim is that keeps a man apart from the lines below.
const RIM: &str = "stroke-width=\"5\"";

/// The look of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardStyle {
    /// Light and dark wood, for the screen.
    #[default]
    Wood,
    /// White and grey, for printers of any kind.
    Grey,
    /// White and hatched, as in printed books: it needs black alone.
    Print,
}

/// What a board is painted in.
pub(super) struct Paint {
    pub light: &'static str,
    /// None where lines stand for a colour.
    pub dark: Option<&'static str>,
    /// Of the names of files and ranks.
    pub names: &'static str,
    /// Of marks and arrows.
    pub mark: &'static str,
    /// How opaque a mark is on its square, and an arrow.
    pub cover: &'static str,
    pub arrow: &'static str,
}

impl BoardStyle {
    pub(super) const fn paint(self) -> Paint {
        let (white, black) = ("#fff", "#000");
        match self {
            BoardStyle::Wood => Paint {
                light: "#f3e7d0",
                dark: Some("#b8976c"),
                names: "#555",
                mark: "#d2452d",
                cover: ".5",
                arrow: ".85",
            },
            BoardStyle::Grey => Paint {
                light: white,
                dark: Some("#c4c4c4"),
                names: black,
                mark: black,
                cover: ".15",
                arrow: "1",
            },
            BoardStyle::Print => Paint {
                light: white,
                dark: None,
                names: black,
                mark: black,
                cover: "0",
                arrow: "1",
            },
        }
    }

    /// What pictures of this style refer to: for a page that holds it once for all of them.
    #[must_use]
    pub fn definitions(self) -> String {
        let roles = Role::ALL.into_iter();
        let men =
            Color::ALL.into_iter().flat_map(|color| roles.clone().map(move |role| role.of(color)));
        let names = coordinates(&self.paint(), [MARGIN, ABOVE], false);
        format!("{}<g id=\"names\">\n{names}</g>\n", self.definitions_of(men))
    }

    /// The same for some men.
    pub(super) fn definitions_of(self, men: impl Iterator<Item = Piece>) -> String {
        let mut svg = String::new();
        for line in men.map(drawing) {
            svg += line;
            svg.push('\n');
            if self.has_rims() {
                svg += &rim(line);
                svg.push('\n');
            }
        }
        if self == BoardStyle::Print {
            svg += &hatching();
        }
        svg
    }

    /// Whether men on dark squares stand on white.
    pub(super) fn has_rims(self) -> bool {
        self == BoardStyle::Print
    }
}

/// A man, as a line of SVG.
fn drawing(piece: Piece) -> &'static str {
    let begin = format!("<g id=\"{}\"", id(piece));
    PIECES.lines().find(|line| line.starts_with(&begin)).expect("every man has his drawing")
}

/// The same man in white, a little larger all around: `rim-wK` for `wK`.
fn rim(drawing: &str) -> String {
    let white = drawing.replace("#000", "#fff").replace("<g id=\"", "<g id=\"rim-");
    white.replace("stroke-width=\"1.5\"", RIM)
}

/// A hatched board whose corner is at the origin: lines all over it, and the light squares upon them.
fn hatching() -> String {
    let mut lines = String::new();
    let side = 8 * SQUARE;
    for sum in (HATCH / 2..2 * side).step_by(HATCH as usize) {
        let (long, short) = (sum.min(side), sum.saturating_sub(side));
        let length = long - short;
        // Writing to memory cannot fail.
        let _ = write!(lines, "M{short} {long}l{length}-{length}");
    }
    let mut light = String::new();
    for square in Square::ALL.into_iter().filter(|square| square.is_light()) {
        let (file, row) = (u32::from(square.file()), 7 - u32::from(square.rank()));
        let _ = write!(light, "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", file * SQUARE, row * SQUARE);
    }
    format!(
        "<g id=\"hatch\"><path d=\"{lines}\" stroke=\"#000\" fill=\"none\"/>\
         <path d=\"{light}\" fill=\"#fff\"/></g>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_from_edge_to_edge_and_leave_light_squares_white() {
        let hatching = hatching();
        assert!(hatching.contains("M0 2l2-2M0 7l7-7"), "{hatching}");
        assert!(hatching.contains("M357 360l3-3\""), "{hatching}");
        assert!(hatching.contains("M0 0h45v45h-45zM") || hatching.contains("M0 0h45v45h-45z\""));
        assert_eq!(hatching.matches("h45v45").count(), 32);
    }

    #[test]
    fn every_man_has_a_rim_where_lines_are_below_him() {
        let print = BoardStyle::Print.definitions();
        assert_eq!(print.matches("<g id=\"rim-").count(), 12);
        assert_eq!(print.matches("<g id=\"w").count(), 6);
        assert!(!BoardStyle::Grey.definitions().contains("rim-"));
        let pawn = print.lines().find(|line| line.contains("\"rim-bP\"")).unwrap();
        assert!(!pawn.contains("#000") && pawn.contains(RIM), "{pawn}");
    }
}
