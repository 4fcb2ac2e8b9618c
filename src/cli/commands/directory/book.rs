//! The flags of a book, and what is to be printed.

use crate::cli::args::StyleArg;
use crate::diagram::BoardStyle;
use crate::directory::{Book, Paper, Solutions};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a book is set.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book, for --layout book")]
pub struct BookArgs {
    /// diagrams a page [default: 6]
    #[arg(long, value_name = "N", value_parser = per_page())]
    per_page: Option<u8>,

    /// what it is printed on [default: a4]
    #[arg(long, value_name = "PAPER", value_enum)]
    paper: Option<PaperArg>,

    /// how boards look [default: print]
    #[arg(long, value_name = "STYLE", value_enum)]
    style: Option<StyleArg>,

    /// where the moves are [default: end]
    #[arg(long, value_name = "WHERE", value_enum)]
    solutions: Option<SolutionsArg>,
}

fn per_page() -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(["4", "6", "9", "12"])
        .map(|text| text.parse().expect("one of these numbers"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PaperArg {
    /// 210 by 297 mm
    A4,
    /// 8½ by 11 inches
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolutionsArg {
    /// after all diagrams
    End,
    /// beside each diagram; --per-page has no meaning then
    Beside,
    /// nowhere
    None,
}

impl BookArgs {
    pub fn book(&self) -> Book {
        let usual = Book::default();
        Book {
            paper: match self.paper {
                Some(PaperArg::Letter) => Paper::Letter,
                Some(PaperArg::A4) | None => Paper::A4,
            },
            per_page: self.per_page.unwrap_or(usual.per_page),
            style: self.style.map_or(usual.style, BoardStyle::from),
            solutions: match self.solutions {
                Some(SolutionsArg::Beside) => Solutions::Beside,
                Some(SolutionsArg::None) => Solutions::None,
                Some(SolutionsArg::End) | None => usual.solutions,
            },
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
        let is_beside = self.solutions == Some(SolutionsArg::Beside);
        ensure!(
            self.per_page.is_none() || !is_beside,
            "--per-page has no meaning with --solutions beside"
        );
        Ok(())
    }
}
