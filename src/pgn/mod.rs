//! The text of PGN: tags, records, tokens and the spelling of moves.
//!
//! Everything here works on borrowed bytes, never fails and never panics:
//! it prefers a reading with flaws to no reading, and says what the flaws are.

pub mod bytes;
pub mod event;
pub mod frame;
pub(crate) mod marks;
mod quiet;
pub(crate) mod section;
pub mod spelling;
pub mod survey;
pub mod tag;
pub mod token;
pub mod vector;
