//! What is looked for, as it is typed.

use super::position_traits::TraitArgs;
use crate::cli::args::InputArgs;
use crate::cli::one_by_one::{Complaint, complain};
use crate::gbr::ParseError;
use crate::search::{Asked, Family, Search, Span};
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The pattern, and what else must hold.
#[derive(clap::Args, Debug)]
pub struct QuestionArgs {
    /// what to look for, unless -e says it: a code, a tablebase, a family or a position
    #[arg(value_name = "PATTERN", required_unless_present_any = ["patterns", "board", "bishops", "imbalance"], long_help = pattern_help())]
    pattern: Option<OsString>,

    /// the same; several -e are alternatives
    ///
    /// With -e, all that is not a flag is a FILE.
    #[arg(short = 'e', long = "pattern", value_name = "PATTERN", id = "patterns")]
    patterns: Vec<String>,

    /// which positions count
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    pub at: SpanArg,

    #[command(flatten)]
    pub traits: TraitArgs,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum SpanArg {
    /// the position a game starts from
    Start,
    /// the last position of its main line
    Final,
    /// every position of its main line
    #[default]
    Any,
}

impl SpanArg {
    pub fn span(self) -> Span {
        match self {
            SpanArg::Start => Span::Start,
            SpanArg::Final => Span::Final,
            SpanArg::Any => Span::Any,
        }
    }
}

/// Out of the library's table of families.
fn pattern_help() -> String {
    let mut help = String::from(
        "what to look for, unless -e says it: a code, a tablebase, a family or a position\n\n\
         A code may have open places (0?1?.1*, 4*); a tablebase has White's men first (KRPvKR). A position is a FEN, \
         of which castling rights, en passant and clocks do not count, or any printed form of GBR, of which a sign does \
         not count. Who is to move counts where it is written, unless --turn says it. A form with the squares of the kings alone is \
         code and kings. With --board, --bishops or --imbalance it may be left out. The families:\n",
    );
    for family in Family::ALL {
        help += &format!("\n{:21}  {}", family.name(), family.help());
    }
    help
}

impl QuestionArgs {
    /// What is looked for, and in which files; none where the pattern is not one, which has been told.
    pub fn read(&self, input: &InputArgs) -> Result<Option<(Search, InputArgs)>> {
        let mut input = input.clone();
        let Some(asked) = self.asked(&mut input)? else { return Ok(None) };
        Ok(Some((self.traits.search(&asked, self.at.span()), input)))
    }

    /// The patterns. What stands in the place of one but need not be one is a file.
    fn asked(&self, input: &mut InputArgs) -> Result<Option<Vec<Asked>>> {
        if !self.patterns.is_empty() {
            input.files.splice(0..0, self.pattern.iter().map(Into::into));
            return Ok(self.patterns.iter().map(|text| asked(text)).collect());
        }
        let Some(text) = self.pattern.as_deref() else { return Ok(Some(Vec::new())) };
        let read = text.to_str().map(str::parse::<Asked>);
        if let Some(Ok(asked)) = read {
            return Ok(Some(vec![asked]));
        }
        let is_file = is_file(text);
        if self.traits.says_enough() && is_file {
            input.files.insert(0, text.into());
            return Ok(Some(Vec::new()));
        }
        let Some(text) = text.to_str() else { bail!("the pattern is not ASCII text") };
        if is_file {
            let place = format!("{text} is a file: the pattern comes before the files");
            bail!("{place}");
        }
        Ok(asked(text).map(|asked| vec![asked]))
    }
}

fn is_file(text: &OsStr) -> bool {
    text == "-" || Path::new(text).is_file() || Path::new(text).is_dir()
}

/// Reads a pattern; one that is none is shown, with its place.
pub fn asked(text: &str) -> Option<Asked> {
    let complaint = |error: ParseError| {
        let message =
            format!("{text} is not a pattern: at character {}, {error}", error.byte() + 1);
        complain(text.as_bytes(), "", &Complaint { message, byte: error.byte() });
    };
    text.parse().map_err(complaint).ok()
}
