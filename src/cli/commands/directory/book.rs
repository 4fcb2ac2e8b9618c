//! The flags of a book, and what is to be printed.

use crate::cli::choice::{Choice, STYLES, one_of};
use crate::diagram::BoardStyle;
use crate::directory::{Book, Paper, Solutions};
use anyhow::{Result, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};

// How a book is set.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book, for --layout book")]
pub struct BookArgs {
    /// diagrams a page [default: 6]
    #[arg(long, value_name = "N", value_parser = per_page())]
    per_page: Option<u8>,

    /// what it is printed on [default: a4]
    #[arg(long, value_name = "PAPER", value_parser = one_of(PAPERS))]
    paper: Option<Paper>,

    /// how boards look [default: print]
    #[arg(long, value_name = "STYLE", value_parser = one_of(STYLES))]
    style: Option<BoardStyle>,

    /// where the moves are [default: end]
    #[arg(long, value_name = "WHERE", value_parser = one_of(PLACES))]
    solutions: Option<Solutions>,
}

fn per_page() -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(["4", "6", "9", "12"])
        .map(|text| text.parse().expect("one of these numbers"))
}

const PAPERS: &[Choice<Paper>] =
    &[("a4", Paper::A4, "210 by 297 mm"), ("letter", Paper::Letter, "8½ by 11 inches")];

const PLACES: &[Choice<Solutions>] = &[
    ("end", Solutions::End, "after all diagrams"),
    ("beside", Solutions::Beside, "beside each diagram; --per-page has no meaning then"),
    ("none", Solutions::None, "nowhere"),
];

impl BookArgs {
    pub fn book(&self) -> Book {
        let usual = Book::default();
        Book {
            paper: self.paper.unwrap_or(usual.paper),
            per_page: self.per_page.unwrap_or(usual.per_page),
            style: self.style.unwrap_or(usual.style),
            solutions: self.solutions.unwrap_or(usual.solutions),
        }
    }

    /// The flags, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 4] {
        [
            ("--per-page", self.per_page.is_some()),
            ("--paper", self.paper.is_some()),
            ("--style", self.style.is_some()),
            ("--solutions", self.solutions.is_some()),
        ]
    }

    /// Diagrams cannot be counted on pages where each has its moves beside it.
    pub fn refuse_contradiction(&self) -> Result<()> {
        let is_beside = self.solutions == Some(Solutions::Beside);
        ensure!(
            self.per_page.is_none() || !is_beside,
            "--per-page has no meaning with --solutions beside"
        );
        Ok(())
    }
}
