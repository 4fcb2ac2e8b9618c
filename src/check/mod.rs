//! Stored codes against what positions and moves say.
//!
//! ```text
//!                   stored, comparison
//! Record, Game -----------------------> Findings
//! ```
//!
//! A code is stored in our tags or opcodes, or as `(+0016.32d4g7)` in the Black tag, as databases of
//! studies do. A line of GBR notation is compared with itself.

mod comparison;
mod finding;
mod run;
mod stored;
#[cfg(test)]
mod tests;
mod writer;

#[cfg(feature = "tables")]
pub(crate) use self::comparison::result;
pub use self::finding::Finding;
pub use self::run::{Check, CheckTally, Checked};
pub use self::writer::{FindingFormat, FindingWriter};
