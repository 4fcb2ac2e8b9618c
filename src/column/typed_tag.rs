//! A tag that somebody asks for, `WhiteElo` or `Round:number`, as what it holds.

use std::io::Write as _;
use std::str::FromStr;

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::{CellKind, Column};
use crate::text::tag_number::whole;

/// One tag. Of numbers, what is not a whole one is left out.
#[derive(Clone, Copy, Debug)]
pub struct Tagged(pub Column);

/// Names of what a column may hold, and what that is.
const KINDS: [(&str, CellKind); 3] =
    [("text", CellKind::Text), ("number", CellKind::Number), ("date", CellKind::Date)];

impl FromStr for Tagged {
    type Err = &'static str;

    /// Reads a tag, and what it holds; where that is not said, the name tells. Columns live as long as the program: what is
    /// read again and again should be kept.
    fn from_str(text: &str) -> Result<Tagged, &'static str> {
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
            return Err("expected the name of a tag: letters, digits and underscores");
        }
        let tag: &'static str = tag.to_owned().leak();
        let key: &'static str = tag.to_ascii_lowercase().leak();
        Ok(Tagged(Column { tag, key, kind }))
    }
}

/// What tags with such a name hold.
fn usual(tag: &str) -> CellKind {
    match tag {
        _ if tag.ends_with("Elo") || tag == "PlyCount" => CellKind::Number,
        _ if tag.ends_with("Date") => CellKind::Date,
        _ => CellKind::Text,
    }
}

impl Stage for Tagged {
    fn column(&self) -> Column {
        self.0
    }

    fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        let Some(text) = record.text(self.0.tag.as_bytes()) else { return false };
        match self.0.kind {
            CellKind::Number => whole(&text).is_some_and(|number| write!(out, "{number}").is_ok()),
            _ => out.write_all(text.as_bytes()).is_ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read_with_what_it_holds() {
        let of =
            |text: &str| text.parse().map(|Tagged(column)| (column.tag, column.key, column.kind));
        assert_eq!(of("WhiteElo"), Ok(("WhiteElo", "whiteelo", CellKind::Number)));
        assert_eq!(of(" EventDate "), Ok(("EventDate", "eventdate", CellKind::Date)));
        assert_eq!(of("Round:number"), Ok(("Round", "round", CellKind::Number)));
        assert_eq!(of("WhiteElo:text"), Ok(("WhiteElo", "whiteelo", CellKind::Text)));
        for text in ["", "White Elo", "Elo:", "Elo:int", ":text"] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}
