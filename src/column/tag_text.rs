//! Tags of the record, taken over as they are.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// The tag and the key of one of them.
pub struct Roster(pub &'static str, pub &'static str);

impl Stage for Roster {
    fn column(&self) -> Column {
        Column::text(self.0, self.1)
    }

    fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        record.append_text(self.0.as_bytes(), out)
    }
}
