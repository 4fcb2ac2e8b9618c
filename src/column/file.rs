//! Which file a record is in, for tables of several.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// What the file is called.
pub struct File(pub String);

impl Stage for File {
    fn column(&self) -> Column {
        Column::text("File", "file")
    }

    fn cell(&self, _: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(self.0.as_bytes());
        true
    }
}
