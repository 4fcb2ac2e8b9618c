//! What a worker finds out for the sort: each record with its key.

use super::known_keys::KnownKeys;
use crate::column::At;
use crate::duplicate::{self, Measure};
use crate::format::{Entry, Unchanged};
use crate::joint::{Ends, Joints};
use crate::position_order;
use crate::record::RecordKind;
use crate::run::{Collector, MarkCollector, Marked};

/// What the sort has to know of a record.
pub struct Keyed {
    /// Empty where there is no code.
    pub key: Vec<u8>,
    /// The same for the same records; none for what is not a game, or where nobody asks.
    pub digest: Option<u64>,
    /// The same for games that may begin each other, where somebody asks.
    pub kin: Option<u64>,
    pub kind: RecordKind,
    pub ends: Ends,
}

impl Keyed {
    /// Text between games goes with the game after it.
    pub fn is_between(&self) -> bool {
        matches!(self.kind, RecordKind::Text | RecordKind::Empty)
    }
}

/// Collects records with their keys, by which position counts and by what makes them the same, where somebody
/// looks for that. Keys that are known need no game.
pub fn keyed(
    at: At,
    known: Option<&KnownKeys>,
    unique: Option<Measure>,
    has_kin: bool,
    joints: Joints<'static>,
) -> impl Collector<Value = Marked<Keyed>> {
    MarkCollector::new(&Unchanged, move |entry: &Entry<'_>, _: &[u8]| {
        let (record, game) = (entry.record, entry.game);
        let known = known.filter(|_| record.is_game()).and_then(|known| known.key(record));
        let key = known.unwrap_or_else(|| key_of(entry, at));
        let unique = unique.filter(|_| record.is_game());
        let digest = unique.map(|measure| duplicate::digest(entry.source, record, game, measure));
        let kin = kin_of(entry, has_kin);
        Keyed { key, digest, kin, kind: record.frame.kind, ends: joints.ends(record) }
    })
}

fn key_of(entry: &Entry<'_>, at: At) -> Vec<u8> {
    let mut key = Vec::new();
    let setup = if at == At::Final { entry.game.end() } else { entry.game.start.as_ref() };
    if let Some(setup) = setup.filter(|_| entry.record.is_game()) {
        position_order::append_key(&setup.board, &mut key);
    }
    key
}

fn kin_of(entry: &Entry<'_>, is_wanted: bool) -> Option<u64> {
    let is_game = is_wanted && entry.record.is_game();
    is_game.then(|| duplicate::kin_digest(entry.source, entry.record, entry.game)).flatten()
}
