//! How to use this crate, one page for each aim.
//!
//! | you want to | page |
//! |---|---|
//! | write the code of a board, or read one | [`encode_boards`] |
//! | ask whether a force fits a pattern | [`match_patterns`] |
//! | run over whole files: annotate, convert, find, collect | [`run_a_pipeline`] |
//! | read or write a format of your own | [`write_a_format`] |
//! | ship a gbr-pgn with formats and columns of your own | [`ship_your_own`] |
//!
//! These pages are documentation only; what they describe is in other modules. A library depends on this crate without
//! the program:
//!
//! ```toml
//! [dependencies]
//! gbr-pgn = { path = "...", default-features = false, features = ["pages"] } # features are optional
//! ```
//!
//! A program like gbr-pgn depends on all of it:
//!
//! ```toml
//! [dependencies]
//! gbr-pgn = { path = "..." } # with cli::main
//! ```

pub mod encode_boards;
pub mod match_patterns;
pub mod run_a_pipeline;
pub mod ship_your_own;
pub mod write_a_format;
