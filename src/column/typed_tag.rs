//! A tag that somebody asks for, as what it holds.

use std::io::Write as _;

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::{CellKind, Column};
use crate::text::tag_number::whole;

/// One tag. Of numbers, what is not a whole one is left out.
pub struct Tagged(pub Column);

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
