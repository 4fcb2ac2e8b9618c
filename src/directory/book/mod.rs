//! The directory as a book for the printer: title page, how to read the codes, look-up directory, index of names,
//! studies with diagrams, solutions.
//!
//! It is HTML with the rules of paged media. What browsers cannot do yet, the words above each page that say what is on it,
//! is done here: all pages but those of solutions are set line by line, each with a name of its own and a rule for
//! its margins. So the numbers of pages are known, too, as far as the first of the solutions.

mod caption;
mod extent;
mod front;
mod items;
mod leaf;
mod lookup;
mod names;
mod paper;
mod part;
mod person;
mod quoted;
mod signs;
mod solution;
mod studies;

pub use self::paper::Paper;
use self::part::BookPart;
use self::quoted::text;
use super::Directory;
use crate::diagram::BoardStyle;

const STYLE: &str = include_str!("book.css");

/// Where the moves are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// After all diagrams.
    #[default]
    End,
    /// Each beside its diagram.
    Beside,
    /// Nowhere.
    None,
}

/// How a book is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    /// What it is printed on.
    pub paper: Paper,
    /// Diagrams on each page, which are 4, 6, 9 or 12; any other number is taken for the next of these.
    pub per_page: u8,
    /// How the boards look.
    pub style: BoardStyle,
    /// Where the moves are.
    pub solutions: Solutions,
}

/// Six hatched diagrams on a page of A4, and the solutions at the end.
impl Default for Book {
    fn default() -> Book {
        let (paper, solutions) = (Paper::A4, Solutions::End);
        Book { paper, per_page: 6, style: BoardStyle::Print, solutions }
    }
}

impl Directory {
    /// A book to print, as HTML that needs nothing from anywhere else. The entries must have been collected with their
    /// records.
    #[must_use]
    pub fn to_book(&self, title: &str, book: &Book) -> String {
        let parts = parts(self, book);
        let rules: String = parts.iter().map(|part| part.css.as_str()).collect();
        let body: String = parts.iter().map(|part| part.html.as_str()).collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{}</title>\n<style>\n{STYLE}{}{rules}</style>\n</head>\n<body>\n\
             <svg class=\"drawings\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n{}{body}</body>\n</html>\n",
            text(title),
            book.paper.css(),
            book.style.definitions(),
            front::title_page(self, title, &parts),
        )
    }
}

/// All after the title page, as far as there is something to print.
fn parts(directory: &Directory, book: &Book) -> Vec<BookPart> {
    let entries = directory.entries();
    if entries.is_empty() {
        return Vec::new();
    }
    let studies = match book.solutions {
        Solutions::Beside => studies::with_solutions(entries, book),
        Solutions::End | Solutions::None => studies::plates(entries, book),
    };
    let solutions = (book.solutions == Solutions::End).then(|| solution::part(entries));
    let parts = [
        Some(front::reading(book)),
        Some(lookup::part(directory, book.paper)),
        names::part(entries, book.paper),
        Some(studies),
        solutions.flatten(),
    ];
    parts.into_iter().flatten().collect()
}
