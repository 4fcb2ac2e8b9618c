//! What tells games apart that are the same otherwise, where it is known.

use super::date::Date;
use super::name::known;
use crate::record::Record;

/// Date, round, time, site and address of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Details {
    date: Date,
    /// The values of [`NAMES`], in their order.
    others: [Option<String>; 5],
}

/// Tags that make two games of records that differ in them. `Link` is what some servers call the URL.
pub(super) const NAMES: [&str; 5] = ["Round", "UTCTime", "Site", "URL", "Link"];

impl Details {
    /// Those of a record.
    #[must_use]
    pub fn of_record(record: &Record<'_>) -> Details {
        let date = Date::read(record.text(b"Date").as_deref());
        Details { date, others: NAMES.map(|name| known(record.text(name.as_bytes()))) }
    }

    /// The date and the round.
    #[must_use]
    pub fn round(&self) -> (&Date, Option<&str>) {
        (&self.date, self.others[0].as_deref())
    }

    /// Whether both have one date and one round.
    #[must_use]
    pub fn is_of_same_round(&self, other: &Details) -> bool {
        self.round() == other.round()
    }

    /// Whether all that the other one knows is known here too, and the same.
    #[must_use]
    pub fn covers(&self, other: &Details) -> bool {
        let mut others = self.others.iter().zip(&other.others);
        self.date.covers(&other.date) && others.all(|(own, other)| other.is_none() || own == other)
    }
}
