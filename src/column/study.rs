//! What the tags of a study say, one column for each part.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;
use crate::study;

/// One of the parts.
pub enum Study {
    /// Who made it.
    Composers,
    /// What it was awarded.
    Award,
    /// Where it was published.
    Source,
    /// The number of its diagram there.
    Diagram,
    /// Flags after its code.
    Flags,
}

impl Stage for Study {
    fn column(&self) -> Column {
        match self {
            Study::Composers => Column::text("Composers", "composers"),
            Study::Award => Column::text("Award", "award"),
            Study::Source => Column::text("Source", "source"),
            Study::Diagram => Column::text("Diagram", "diagram"),
            Study::Flags => Column::text("Flags", "flags"),
        }
    }

    fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        let Some(study) = study::Study::of_record(record) else { return false };
        let text = match self {
            Study::Composers => study.composers.join("; "),
            Study::Award => study.award,
            Study::Source => study.source,
            Study::Diagram => study.number,
            Study::Flags => study.flags.join(" "),
        };
        out.extend_from_slice(text.as_bytes());
        !text.is_empty()
    }
}
