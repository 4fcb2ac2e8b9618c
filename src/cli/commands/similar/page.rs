//! The hits, pairs and groups as one page for the browser: two boards side by side, with the squares marked that
//! differ. The page needs nothing from elsewhere, and no scripts.

use super::RankedHits;
use super::comparison::Likened;
use super::occurrence::Occurrence;
use super::pairs::Kin;
use super::shown_position::Exhibit;
use crate::diagram::{BoardStyle, Diagram, escaped};
use crate::gbr::Indicator;
use crate::similarity::Correspondence;
use shakmaty::{Bitboard, Board};
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");

/// The hits of each query.
pub fn hits(
    outcomes: &[RankedHits<'_>],
    names: &[String],
    is_numbered: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    begin("Similar positions", out)?;
    for RankedHits { submission, hits } in outcomes {
        let exhibit = &submission.exhibit;
        let title =
            if is_numbered { format!("Query {}", submission.number) } else { "Query".into() };
        section(&title, exhibit, out)?;
        if hits.is_empty() {
            writeln!(out, "<p>Nothing is within the cost.</p>")?;
        }
        for (rank, hit) in (1_u64..).zip(hits) {
            let likened = Likened::new(exhibit, &hit.place.exhibit, hit.likeness);
            comparison(&format!("{rank}."), "The query", &likened, &hit.place, names, out)?;
        }
        writeln!(out, "</section>")?;
    }
    end(out)
}

/// The pairs, cheapest first.
pub fn pairs(kin: &Kin, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    begin("Pairs of similar positions", out)?;
    writeln!(out, "<section>")?;
    for (rank, (first, second, likened)) in (1_u64..).zip(kin.pairs()) {
        let of = format!("{}: {}", first.words(names), first.exhibit.text());
        comparison(&format!("{rank}."), &of, &likened, second, names, out)?;
    }
    writeln!(out, "</section>")?;
    end(out)
}

/// The groups, each compared with its first position.
pub fn groups(kin: &Kin, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    begin("Groups of similar positions", out)?;
    for (number, group) in (1_u64..).zip(kin.groups()) {
        for (spot, likened) in group {
            match likened {
                None => {
                    section(&format!("Group {number}"), &spot.exhibit, out)?;
                    writeln!(out, "<p class=\"place\">{}</p>", escaped(&spot.words(names)))?;
                }
                Some(likened) => {
                    comparison("", "The first of the group", &likened, spot, names, out)?;
                }
            }
        }
        writeln!(out, "</section>")?;
    }
    end(out)
}

/// All that comes before the first section.
fn begin(title: &str, out: &mut dyn Write) -> io::Result<()> {
    let drawings = BoardStyle::Wood.definitions();
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'; img-src data:\">\n<meta name=\"generator\" content=\"gbr-pgn\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<svg class=\"pieces\" aria-hidden=\"true\">\n<defs>\n{drawings}</defs>\n\
         </svg>\n<h1>{title}</h1>\n"
    )
}

fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "</body>\n</html>")
}

/// Opens a section with the position that it is about.
fn section(title: &str, exhibit: &Exhibit, out: &mut dyn Write) -> io::Result<()> {
    let credit = match exhibit.credit.as_str() {
        "" => String::new(),
        credit => format!(": {}", escaped(credit)),
    };
    writeln!(out, "<section>\n<h2>{title}{credit}</h2>\n<div class=\"one\">")?;
    let board = exhibit.placement.board();
    figure(board, exhibit.indicator, Bitboard::EMPTY, exhibit.text(), out)?;
    writeln!(out, "</div>")
}

/// Two boards: the first position laid upon the second, and the second.
fn comparison(
    rank: &str,
    of: &str,
    likened: &Likened,
    spot: &Occurrence,
    names: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    let exhibit = &spot.exhibit;
    writeln!(
        out,
        "<article>\n<h3>{rank} Cost {}: {}</h3>\n<p class=\"place\">{}</p>\n<div class=\"two\">",
        likened.cost,
        escaped(&likened.words()),
        escaped(&spot.words(names)),
    )?;
    figure(&likened.image, likened.indicator, likened.left(), &laid(of, likened), out)?;
    let board = exhibit.placement.board();
    figure(board, exhibit.indicator, likened.arrived(), exhibit.text(), out)?;
    writeln!(out, "</div>\n</article>")
}

/// `The query, shifted three files to the left (1 man off the board)`
fn laid(of: &str, likened: &Likened) -> String {
    let how = match likened.correspondence {
        Correspondence::IDENTITY => of.to_owned(),
        other => format!("{of}, {other}"),
    };
    match likened.lost {
        0 => how,
        1 => format!("{how} (1 man off the board)"),
        men => format!("{how} ({men} men off the board)"),
    }
}

fn figure(
    board: &Board,
    indicator: Indicator,
    marked: Bitboard,
    caption: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let diagram = Diagram { marked, is_whole: false, ..Diagram::new(board, indicator) };
    let (picture, caption) = (diagram.to_svg(), escaped(caption));
    writeln!(out, "<figure>\n{picture}<figcaption>{caption}</figcaption>\n</figure>")
}
