//! What is looked for, as it is typed.

use super::position_traits::TraitArgs;
use super::verdict::VerdictArgs;
use crate::cli::args::InputArgs;
use crate::cli::choice::{SPANS, one_of};
use crate::cli::one_by_one::{Complaint, complain};
use crate::gbr::ParseError;
use crate::search::{Asked, Family, Search, Span};
use anyhow::{Result, bail, ensure};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Flags beside which there need not be a pattern.
const SUFFICIENT: [&str; 7] = ["patterns", "board", "bishops", "imbalance", "kings", "men", "tags"];

// The pattern, and what else must hold.
#[derive(clap::Args, Debug)]
pub struct QuestionArgs {
    /// what to look for, unless -e says it: a code, a tablebase, a family or a position
    #[arg(value_name = "PATTERN", required_unless_present_any = SUFFICIENT, long_help = pattern_help())]
    pattern: Option<OsString>,

    /// the same; several -e are alternatives
    ///
    /// With -e, all that is not a flag is a FILE.
    #[arg(short = 'e', long = "pattern", value_name = "PATTERN", id = "patterns")]
    patterns: Vec<String>,

    /// which positions count
    #[arg(long, value_name = "WHERE", value_parser = one_of(SPANS), default_value = "any")]
    pub at: Span,

    #[command(flatten)]
    pub traits: TraitArgs,

    #[command(flatten)]
    pub verdict: VerdictArgs,
}

/// Out of the library's table of families.
fn pattern_help() -> String {
    let mut help = String::from(
        "what to look for, unless -e says it: a code, a tablebase, a family or a position\n\n\
         A code may have open places (0?1?.1*, 4*); a tablebase has White's men first (KRPvKR). A position is a FEN, \
         of which castling rights, en passant and clocks do not count, or any printed form of GBR, of which a sign does \
         not count; a FEN has all men, a king on each side among them, and --board takes some. Who is to move counts where it is written, unless --turn says it. A form with the squares of the kings alone is \
         code and kings. With --board, --bishops, --imbalance, --kings, --men or --where it may be left out. The families:\n",
    );
    for family in Family::ALL {
        help += &format!("\n{:21}  {}", family.name(), family.help());
    }
    help
}

impl QuestionArgs {
    /// What is looked for, and in which files; none where the pattern is not one, which has been told. Games that are chosen
    /// by their tags need no pattern.
    pub fn read(&self, input: &InputArgs, are_chosen: bool) -> Result<Option<(Search, InputArgs)>> {
        let mut input = input.clone();
        let needs_pattern = !are_chosen && !self.traits.says_enough();
        let Some(asked) = self.asked(&mut input, needs_pattern)? else { return Ok(None) };
        let outcome = self.verdict.verdict;
        Ok(Some((self.traits.search(&asked, self.at, outcome), input)))
    }

    /// The patterns. What stands in the place of one but need not be one is a file.
    fn asked(&self, input: &mut InputArgs, needs_pattern: bool) -> Result<Option<Vec<Asked>>> {
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
        if !needs_pattern && is_file {
            input.files.insert(0, text.into());
            return Ok(Some(Vec::new()));
        }
        let Some(text) = text.to_str() else { bail!("the pattern is not ASCII text") };
        ensure!(!is_file, "{text} is a file: the pattern comes before the files");
        let role = if needs_pattern { NO_PATTERN } else { NEITHER };
        Ok(read_or_tell(text, role).map(|asked| vec![asked]))
    }
}

fn is_file(text: &OsStr) -> bool {
    text == "-" || Path::new(text).is_file() || Path::new(text).is_dir()
}

/// What is said of a text that is not a pattern and cannot be anything else.
const NO_PATTERN: &str = "is not a pattern";

/// The same of one that may be a file.
const NEITHER: &str = "is neither a file that is there nor a pattern";

/// Reads a pattern; one that is none is shown, with its place.
pub fn asked(text: &str) -> Option<Asked> {
    read_or_tell(text, NO_PATTERN)
}

/// The same, with what it is not.
fn read_or_tell(text: &str, role: &str) -> Option<Asked> {
    let complaint = |error: ParseError| {
        let message = if text.is_empty() {
            "the pattern is empty: expected a code, a tablebase, a family or a position".to_owned()
        } else {
            let place = text.get(..error.byte()).map_or(0, |before| before.chars().count());
            format!("{text} {role}: at character {}, {error}", place + 1)
        };
        complain(text.as_bytes(), "", &Complaint { message, byte: error.byte() });
    };
    text.parse().map_err(complaint).ok()
}
