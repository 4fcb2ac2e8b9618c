//! PGN: tags and moves.
//!
//! Where records, tags and games are in the text ([`frame`], [`tag`], [`event`]) works on borrowed bytes, never
//! fails and never panics: it prefers a reading with flaws to no reading, and says what the flaws are.

mod cut;
pub mod event;
pub mod frame;
mod section;
mod sink;
mod skip_moves;
mod source;
mod study_claim;
pub mod tag;
mod tags;

use self::sink::AnsweredPgn;
use super::table::{Format, Setting, Writer};

pub use self::cut::Cut;
pub use self::source::Pgn;
#[cfg(any(feature = "cli", feature = "tables"))]
pub(crate) use self::source::rules;
pub(super) use self::source::{finish, given, no_beginning, remark_nul};
pub use self::tags::{AnsweredTags, TagRemoval, Tags};

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: NAME,
    source: Some(&Pgn),
    is_offered: true,
    writer: Some(Writer {
        help: "PGN: games as they are, positions as games without moves",
        endings: &[],
        heeds: &[Setting::Answers],
        is_full: false,
        keeps_records: true,
        make: |settings| if settings.answers { Box::new(AnsweredPgn) } else { Box::new(Pgn) },
    }),
};

const NAME: &str = "pgn";
