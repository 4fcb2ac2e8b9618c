//! Tags that become columns, as they are typed: `WhiteElo`, `Round:number`.

use crate::row::{CellKind, Column};
use anyhow::{Result, ensure};

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct AddedTag(pub Column);

/// Names of what a column may hold, and what that is.
const KINDS: [(&str, CellKind); 3] =
    [("text", CellKind::Text), ("number", CellKind::Number), ("date", CellKind::Date)];

/// Tags that every table has.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Reads a tag, and what it holds; where that is not said, the name tells.
pub fn added(text: &str) -> Result<AddedTag, String> {
    let text = text.trim();
    let (tag, kind) = match text.split_once(':') {
        Some((tag, name)) => {
            let kind = KINDS.iter().find(|(kind, _)| *kind == name).map(|(_, kind)| *kind);
            (tag, kind.ok_or("expected text, number or date after the colon")?)
        }
        None => (text, usual(text)),
    };
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if tag.is_empty() || !tag.bytes().all(is_part) {
        return Err("expected the name of a tag: letters, digits and underscores".to_owned());
    }
    // Columns live as long as the program, and there are a few of these.
    let tag: &'static str = tag.to_owned().leak();
    let key: &'static str = tag.to_ascii_lowercase().leak();
    Ok(AddedTag(Column { tag, key, kind }))
}

/// What tags with such a name hold.
fn usual(tag: &str) -> CellKind {
    match tag {
        _ if tag.ends_with("Elo") || tag == "PlyCount" => CellKind::Number,
        _ if tag.ends_with("Date") => CellKind::Date,
        _ => CellKind::Text,
    }
}

/// A name stands for one column.
pub fn refuse_taken(columns: &[Column]) -> Result<()> {
    for (at, column) in columns.iter().enumerate() {
        let Column { tag, key, .. } = column;
        let is_taken = columns[..at].iter().any(|other| other.key == *key);
        ensure!(!is_taken || !ROSTER.contains(tag), "--add {tag}: the column {key} has that tag");
        ensure!(!is_taken, "--add {tag}: there is a column {key} already");
    }
    Ok(())
}
