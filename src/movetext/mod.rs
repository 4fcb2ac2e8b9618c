//! The text of moves, as PGN has it and lines of moves do: tokens, and the spelling of single moves.
//!
//! Everything here works on borrowed bytes, never fails and never panics.

pub mod result;
pub mod spelling;
pub mod structure;
pub mod text_start;
pub mod token;
