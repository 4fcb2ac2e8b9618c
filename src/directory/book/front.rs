//! The title page, and how to read the codes.

use super::quoted::text;
use super::{Book, BookPart};
use crate::diagram::Diagram;
use crate::directory::{Directory, Entry, Section};
use crate::gbr::Position;

/// How GBR is read, with a place for the example.
const READING: &str = include_str!("reading.html");

/// The example.
const EXAMPLE: &str = "a7d3 0116.00 b2b3c6d6 3/3+.";

/// Title, how many studies there are, and where to find what.
pub fn title_page(directory: &Directory, title: &str, parts: &[BookPart]) -> String {
    let entries = directory.entries();
    let counts = directory.sections().map(|(section, entries)| counted(section, entries.len()));
    let counts = counts.collect::<Vec<_>>().join(", ");
    format!(
        "<section class=\"title\" style=\"page:title\">\n<h1>{}</h1>\n\
         <p class=\"about\">{} by GBR code</p>\n<p>{counts}</p>\n<p>{}</p>\n{}</section>\n",
        text(title),
        numbered(entries.len(), "position", "positions"),
        years(entries),
        contents(parts),
    )
}

fn numbered(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn counted(section: Section, count: usize) -> String {
    match section {
        Section::Wins => numbered(count, "win", "wins"),
        Section::Draws => numbered(count, "draw", "draws"),
        Section::Open => format!("{count} without a claim"),
    }
}

/// `1851 - 1939`
fn years(entries: &[Entry]) -> String {
    let years =
        || entries.iter().map(|entry| entry.credit.year.as_str()).filter(|it| !it.is_empty());
    match (years().min(), years().max()) {
        (Some(first), Some(last)) if first != last => format!("{first} - {last}"),
        (first, _) => first.unwrap_or_default().to_owned(),
    }
}

/// Each part with the page that it begins on: the title page is the first.
fn contents(parts: &[BookPart]) -> String {
    let mut page = 2;
    let mut list = String::from("<ol class=\"contents\">\n");
    for part in parts {
        let (anchor, title) = (part.anchor(), text(&part.title));
        list += &format!("<li><a href=\"#{anchor}\">{title}</a> <span>{page}</span></li>\n");
        page += part.pages;
    }
    list + "</ol>\n"
}

/// A page on how the codes are read.
pub fn reading(book: &Book) -> BookPart {
    let example: Position = EXAMPLE.parse().expect("the example is a position");
    let diagram = Diagram {
        style: book.style,
        is_whole: false,
        ..Diagram::new(example.board(), example.indicator())
    };
    let mut part = BookPart::new("reading", "How to read a GBR code");
    let body = READING.replace("{{diagram}}", &diagram.to_svg());
    part.leaf("reading", ["How to read a GBR code", ""], &body);
    part
}
