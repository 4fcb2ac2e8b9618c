//! An output that is where it belongs.

use crate::cli::journal::SizeAndTime;

/// All of it is written, and it stands in its place.
pub struct PlacedFile {
    /// What its file will be known by, where that was found out on the way: to ask by its name takes longer.
    pub stamp: Option<SizeAndTime>,
}
