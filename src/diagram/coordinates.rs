//! Where squares are on a board, and the names of files and ranks around it.

use std::fmt::Write;

use shakmaty::{File, Rank, Square};

use super::style::Paint;
use super::{MARGIN, SQUARE};

/// The names of files and ranks, a line each.
const COORDINATES: &str = include_str!("coordinates.svg");

/// The upper left corner of a square on a board that is so far from the edges.
pub(super) fn corner(square: Square, [left, above]: [u32; 2], flipped: bool) -> (u32, u32) {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    let (column, row) = if flipped { (7 - file, rank) } else { (file, 7 - rank) };
    (left + column * SQUARE, above + row * SQUARE)
}

/// The names of files and ranks around such a board.
pub(super) fn coordinates(paint: &Paint, at: [u32; 2], flipped: bool) -> String {
    let [left, above] = at;
    let mut svg = format!("<g fill=\"{}\">\n", paint.names);
    for file in File::ALL {
        let (x, _) = corner(Square::from_coords(file, Rank::First), at, flipped);
        name(&mut svg, file.char(), x, above + 8 * SQUARE + 1);
    }
    for rank in Rank::ALL {
        let (_, y) = corner(Square::from_coords(File::A, rank), at, flipped);
        name(&mut svg, rank.char(), left - MARGIN, y);
    }
    svg + "</g>\n"
}

fn name(svg: &mut String, name: char, x: u32, y: u32) {
    let outline = COORDINATES.lines().find(|line| line.contains(&format!("id=\"{name}\"")));
    let outline = outline.expect("every name of a file or a rank has its outline");
    let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{outline}</g>");
}
