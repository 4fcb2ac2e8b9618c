//! The studies: diagrams with captions, and where they are wanted beside them, the moves.

use super::Book;
use super::BookPart;
use super::caption::{CaptionRoom, caption};
use super::paper::{EM, Grid, LINE, millimetres};
use super::solution::moves;
use crate::diagram::Diagram;
use crate::directory::Entry;

/// Lines of a caption that the diagrams leave room for.
const CAPTION: u32 = 4;

/// The least height of a board whose caption is long.
const SMALLEST: u32 = 220;

/// What keeps places apart.
const APART: u32 = 50;

/// The room that the heading takes from the first page.
const HEADING: u32 = 150;

/// The width of a diagram that has its moves beside it, in units of which a millimetre has ten.
const BESIDE: u32 = 640;

/// The studies by number.
fn by_number(entries: &[Entry]) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_unstable_by_key(|entry| entry.number);
    entries
}

/// Diagrams on a grid.
pub fn plates(entries: &[Entry], book: &Book) -> BookPart {
    let grid = Grid::of(book.paper, book.per_page);
    let mut part = BookPart::new("studies", "Studies");
    part.css = css(grid);
    for entries in by_number(entries).chunks(grid.places()) {
        let figures: String = entries.iter().map(|entry| figure(entry, book, room(grid))).collect();
        let (first, last) = (entries[0].number, entries[entries.len() - 1].number);
        let range = if first == last { first.to_string() } else { format!("{first} - {last}") };
        part.leaf(
            "plate",
            ["Studies", &range],
            &format!("<div class=\"grid\">\n{figures}</div>\n"),
        );
    }
    part
}

/// Each diagram with its moves on the right.
pub fn with_solutions(entries: &[Entry], book: &Book) -> BookPart {
    let mut part = BookPart::new("studies", "Studies");
    part.css = format!(".beside figure{{width:{}}}\n", millimetres(BESIDE));
    let room = CaptionRoom { lines: 12, width: BESIDE * 100 / EM };
    let mut body = String::new();
    for entry in by_number(entries) {
        let moves = moves(entry).unwrap_or_default();
        body += &format!("<article>\n{}<p>{moves}</p>\n</article>\n", figure(entry, book, room));
    }
    part.flow("beside", &body);
    part
}

fn figure(entry: &Entry, book: &Book, room: CaptionRoom) -> String {
    let diagram = Diagram {
        style: book.style,
        is_whole: false,
        ..Diagram::new(entry.position.board(), entry.position.indicator())
    };
    let (number, svg, caption) = (entry.number, diagram.to_svg(), caption(entry, room));
    format!("<figure id=\"n{number}\">\n{svg}{caption}\n</figure>\n")
}

/// The height of a place on the first page is that of all others.
fn height(grid: Grid) -> u32 {
    grid.place.1 - HEADING / grid.rows
}

fn room(grid: Grid) -> CaptionRoom {
    let lines = (height(grid) - APART - SMALLEST) / LINE;
    CaptionRoom { lines: lines as usize, width: (grid.place.0 - APART) * 100 / EM }
}

fn css(grid: Grid) -> String {
    let (width, height) = (grid.place.0 - APART, height(grid) - APART);
    // A picture is a little wider than high.
    let board = (height - CAPTION * LINE).min(width * 386 / 400);
    format!(
        ".grid{{grid-template-columns:repeat({},1fr);grid-auto-rows:{}}}\n\
         .grid figure{{height:{}}}\n.grid svg{{height:{};min-height:{}}}\n",
        grid.columns,
        millimetres(height + APART),
        millimetres(height),
        millimetres(board),
        millimetres(SMALLEST),
    )
}
