//! Tags that become columns: a name stands for one of them.

use crate::row::Column;
use anyhow::{Result, ensure};

/// Tags that every table has.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Says which of the columns is there already.
pub fn refuse_taken(columns: &[Column]) -> Result<()> {
    for (at, column) in columns.iter().enumerate() {
        let Column { tag, key, .. } = column;
        let is_taken = columns[..at].iter().any(|other| other.key == *key);
        ensure!(!is_taken || !ROSTER.contains(tag), "--add {tag}: the column {key} has that tag");
        ensure!(!is_taken, "--add {tag}: there is a column {key} already");
    }
    Ok(())
}
