//! Where a record is in its file.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;
use crate::text::decimal;

/// One of the three ways to say it.
pub enum Place {
    /// Its number among the games.
    Number,
    /// The line on which it begins.
    Line,
    /// The byte at which it begins.
    Offset,
}

impl Stage for Place {
    fn column(&self) -> Column {
        match self {
            Place::Number => Column::number("Number", "number"),
            Place::Line => Column::number("Line", "line"),
            Place::Offset => Column::number("Offset", "offset"),
        }
    }

    fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        let number = match self {
            Place::Number => record.number,
            Place::Line => record.line(),
            Place::Offset => record.offset,
        };
        decimal::append(number, out);
        true
    }
}
