//! Whether studies and games are borne out by endgame tables.
//!
//! ```text
//!            growth            tables           opinion
//! Entry ---------> MoveTree ---------> Judgement ---------> Opinion
//! ```
//!
//! A study is judged by what it claims, everything else by how it ended. Nothing is rewritten.

mod columns;
mod judged_tree;
mod opinion;
mod table_judge;
mod tally;
mod verifier;

pub use self::columns::TableColumn;
pub use self::opinion::{LastMove, Opinion, Statement};
pub use self::table_judge::TableJudge;
pub use self::tally::Balance;
pub use self::verifier::{Verified, Verifier};
