//! The index beside a file: how it is made out of games, when it is believed, and what it says in the place of the file.
//!
//! In: a file, and a question of a command. Out: the answer that a scan would give, with the same faults and the same
//! summary; or nothing, and the file has to be read.

mod answer;
mod harvester;
mod lookup;
mod question;
mod records;
mod remark;
mod standing;
mod tail;
mod unpacked;

pub use answer::{Answer, OTHER_RECORD, Wish};
pub use harvester::{Crop, Harvester};
pub use lookup::{Lookup, Worth};
pub use question::{moment, question};
pub use standing::stamp_of;
pub use tail::Tail;
pub use unpacked::frames_of;

use crate::cli::args::InputArgs;
use std::path::{Path, PathBuf};

/// The index of a file stands beside it.
pub fn path_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".gbrx");
    name.into()
}

/// What decides, besides the file, what is said about its records: another version may say it in other words.
pub fn settings_of(input: &InputArgs) -> String {
    format!("gbr-pgn {}, records of {}", env!("CARGO_PKG_VERSION"), input.max_record.0)
}
