//! A position as a picture: in comes a board, out comes SVG.
//!
//! The picture needs no fonts, and says in words what it shows to those who cannot see it.

mod arrow;
mod coordinates;
mod letter_outlines;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod png;
mod style;
mod words;

use std::fmt::Write;

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::gbr::{Indicator, Position};

use self::coordinates::{coordinates, corner};
use self::letter_outlines::{LINE, lines};
pub use self::style::BoardStyle;
use self::style::Paint;
pub use self::words::men;

/// The men, a line each.
pub(crate) const PIECES: &str = include_str!("pieces.svg");

/// The side of a square.
const SQUARE: u32 = 45;

/// The room around the board.
const MARGIN: u32 = 20;

/// The room above it.
const ABOVE: u32 = 6;

/// Why a diagram cannot be drawn in pixels or on a page.
#[cfg(feature = "pictures")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// The drawing is not one that can be rendered.
    #[error("the drawing")]
    Drawing(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// There is no memory for so large a picture, or it has no size.
    #[error("the picture")]
    Picture,
}

/// A board, and how it is to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// Where the men stand.
    pub board: &'a Board,
    /// Who is to move, shown as a disc beside the board, and what is claimed.
    pub indicator: Indicator,
    /// Whether Black is below.
    pub flipped: bool,
    /// Whether files and ranks have their names.
    pub coordinates: bool,
    /// The width of the picture.
    pub size: u32,
    /// How squares look.
    pub style: BoardStyle,
    /// Squares that stand out.
    pub marked: Bitboard,
    /// Arrows, each from a square to another.
    pub arrows: &'a [[Square; 2]],
    /// What stands below the board, in letters of Latin, Greek and Cyrillic; any other is a box.
    pub caption: &'a str,
    /// Whether the picture holds the drawings of its men. A page of many pictures may hold them once for all: those
    /// of [`BoardStyle::definitions`].
    pub is_whole: bool,
}

impl<'a> Diagram<'a> {
    /// An ordinary diagram.
    #[must_use]
    pub const fn new(board: &'a Board, indicator: Indicator) -> Diagram<'a> {
        Diagram {
            board,
            indicator,
            flipped: false,
            coordinates: true,
            size: 400,
            style: BoardStyle::Wood,
            marked: Bitboard::EMPTY,
            arrows: &[],
            caption: "",
            is_whole: true,
        }
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (width, height) = self.extent();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
             <desc>{}</desc>\n",
            self.size,
            self.size * height / width,
            escaped(&self.title()),
            escaped(&self.description()),
        );
        if self.is_whole {
            self.defs(&mut svg);
        }
        self.squares(&mut svg);
        if self.coordinates {
            self.names(&mut svg);
        }
        self.turn(&mut svg);
        self.arrows(&mut svg);
        self.caption(&mut svg);
        svg + "</svg>\n"
    }

    /// The notation and what it says: `b6a1 0300.10 d5.c6 2/2+. White to move, White wins`.
    fn title(&self) -> String {
        let words = self.indicator.words();
        match Position::new(self.board.clone(), self.indicator) {
            Ok(position) => format!("{position} {words}").trim_end().to_owned(),
            Err(_) => format!("{} {words}", self.board).trim_end().to_owned(),
        }
    }

    /// Who stands where, and what stands below.
    fn description(&self) -> String {
        let men = men(self.board);
        if self.caption.is_empty() { men } else { format!("{men} {}", self.caption) }
    }

    /// The room on the left, above, on the right and below.
    const fn margins(&self) -> [u32; 4] {
        if self.coordinates { [MARGIN, ABOVE, MARGIN, MARGIN] } else { [6, ABOVE, MARGIN, 6] }
    }

    fn extent(&self) -> (u32, u32) {
        let [left, above, right, below] = self.margins();
        let lines = u32::try_from(self.caption_lines().len()).unwrap_or(u32::MAX / LINE);
        let caption = if lines == 0 { 0 } else { lines * LINE + LINE / 2 };
        (left + 8 * SQUARE + right, above + 8 * SQUARE + below + caption)
    }

    fn caption_lines(&self) -> Vec<String> {
        if self.caption.trim().is_empty() { Vec::new() } else { lines(self.caption, 8 * SQUARE) }
    }

    fn caption(&self, svg: &mut String) {
        let [left, above, _, below] = self.margins();
        let foot = above + 8 * SQUARE + below;
        for (line, number) in self.caption_lines().iter().zip(1..) {
            letter_outlines::draw(line, left + 4 * SQUARE, foot + number * LINE, svg);
        }
    }

    fn arrows(&self, svg: &mut String) {
        for [from, to] in self.arrows {
            arrow::draw(self.corner(*from), self.corner(*to), &self.style.paint(), svg);
        }
    }

    /// Only the men that are on the board.
    fn defs(&self, svg: &mut String) {
        let colors = Color::ALL.into_iter();
        let men = colors.flat_map(|color| Role::ALL.into_iter().map(move |role| role.of(color)));
        let is_there = |piece: &Piece| (self.board.by_piece(*piece)).any();
        *svg += "<defs>\n";
        *svg += &self.style.definitions_of(men.filter(is_there));
        *svg += "</defs>\n";
    }

    fn squares(&self, svg: &mut String) {
        let [left, above, ..] = self.margins();
        let side = 8 * SQUARE;
        let Paint { light, dark, .. } = self.style.paint();
        // Writing to memory cannot fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{above}\" width=\"{side}\" height=\"{side}\" fill=\"{light}\"/>"
        );
        let _ = match dark {
            Some(dark) => writeln!(svg, "<path d=\"{}\" fill=\"{dark}\"/>", self.dark_squares()),
            None => writeln!(svg, "<use href=\"#hatch\" x=\"{left}\" y=\"{above}\"/>"),
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{above}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"#000\"/>"
        );
        self.marks(svg);
        for (square, piece) in self.board.clone() {
            self.man(square, piece, svg);
        }
    }

    fn dark_squares(&self) -> String {
        let mut dark = String::new();
        for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
            let (x, y) = self.corner(square);
            let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
        }
        dark
    }

    fn man(&self, square: Square, piece: Piece, svg: &mut String) {
        let (x, y) = self.corner(square);
        if square.is_dark() && self.style.has_rims() {
            let _ = writeln!(svg, "<use href=\"#rim-{}\" x=\"{x}\" y=\"{y}\"/>", id(piece));
        }
        let _ = writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(piece));
    }

    /// A colour and a frame, so that it is seen without colours too.
    fn marks(&self, svg: &mut String) {
        let Paint { mark, cover, .. } = self.style.paint();
        for square in self.marked {
            let (x, y) = self.corner(square);
            let (x, y, side) = (x + 2, y + 2, SQUARE - 4);
            let _ = writeln!(
                svg,
                "<rect class=\"mark\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" \
                 fill=\"{mark}\" fill-opacity=\"{cover}\" stroke=\"{mark}\" stroke-width=\"4\"/>"
            );
        }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let [left, above, ..] = self.margins();
        corner(square, [left, above], self.flipped)
    }

    fn names(&self, svg: &mut String) {
        if !self.is_whole && !self.flipped {
            *svg += "<use href=\"#names\"/>\n";
            return;
        }
        let [left, above, ..] = self.margins();
        *svg += &coordinates(&self.style.paint(), [left, above], self.flipped);
    }

    /// A disc on the side of whoever is to move.
    fn turn(&self, svg: &mut String) {
        let Some(turn) = self.indicator.turn else { return };
        let (width, _) = self.extent();
        let [_, above, ..] = self.margins();
        let is_below = turn.is_white() != self.flipped;
        let y = above + if is_below { 8 * SQUARE - 8 } else { 8 };
        let fill = turn.fold_wb("#fff", "#000");
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"#000\" \
             stroke-width=\"1.5\"/>",
            width - MARGIN / 2
        );
    }
}

/// `wK`
fn id(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    format!("{color}{}", piece.role.upper_char())
}

/// Text in which nothing is a mark.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::Claim;

    fn svg(board: &str, with: impl Fn(&mut Diagram<'_>)) -> String {
        let board = Board::from_ascii_board_fen(board.as_bytes()).expect("board");
        let mut diagram = Diagram::new(&board, Indicator::claim(Claim::Win, Color::White));
        with(&mut diagram);
        diagram.to_svg()
    }

    #[test]
    fn every_man_stands_on_his_square() {
        let picture = svg("8/K7/2nn4/8/8/1B1k4/1R6/8", |_| ());
        for man in [
            r##"<use href="#wK" x="20" y="51"/>"##,
            r##"<use href="#bK" x="155" y="231"/>"##,
            r##"<use href="#bN" x="110" y="96"/>"##,
        ] {
            assert!(picture.contains(man), "{man} in {picture}");
        }
        assert_eq!(picture.matches("<use ").count(), 6);
        assert_eq!(picture.matches("<g id=").count(), 5, "only what is needed");
    }

    #[test]
    fn black_may_be_below() {
        let picture = svg("8/K7/8/8/8/3k4/8/8", |diagram| diagram.flipped = true);
        assert!(picture.contains(r##"<use href="#wK" x="335" y="276"/>"##), "{picture}");
        assert!(picture.contains(r##"cy="14" r="6" fill="#fff""##), "{picture}");
    }

    #[test]
    fn squares_stand_out_below_their_men() {
        let picture = svg("8/K7/8/8/8/3k4/8/8", |diagram| diagram.marked = Square::A7.into());
        let (before, after) = picture.split_once("<rect class=\"mark\" x=\"22\" y=\"53\"").unwrap();
        assert!(!before.contains("<use ") && after.contains("<use "), "{picture}");
        assert!(!svg("8/K7/8/8/8/3k4/8/8", |_| ()).contains("mark"));
    }

    #[test]
    fn a_page_may_have_the_men() {
        let picture = svg("8/K7/8/8/8/3k4/8/8", |diagram| diagram.is_whole = false);
        assert!(!picture.contains("<defs>") && picture.contains("<use href=\"#wK\""), "{picture}");
    }

    #[test]
    fn it_says_what_it_shows() {
        let picture = svg("8/K7/2nn4/8/8/1B1k4/1R6/8", |_| ());
        let title = ">a7d3 0116.00 b2b3c6d6 3/3+. White to move, White wins</title>";
        assert!(picture.contains(title), "{picture}");
        let men = ">White: king a7, rook b2, bishop b3. Black: king d3, knights c6, d6.</desc>";
        assert!(picture.contains(men), "{picture}");
    }

    #[test]
    fn coordinates_may_be_left_out() {
        let count = |coordinates| {
            let picture = svg("8/K7/8/8/8/3k4/8/8", |diagram| diagram.coordinates = coordinates);
            picture.matches("<g transform").count()
        };
        assert_eq!((count(true), count(false)), (16, 0));
    }
}
