//! What a worker finds out for the sort: each record with its key.

use crate::duplicate::{self, Measure};
use crate::fault::Fault;
use crate::format::{Entry, Same};
use crate::joint::{Ends, Joints};
use crate::order;
use crate::record::Kind;
use crate::run::{Chunk, Collector, SinkCollector};

/// Collects the key and the bytes of each record.
pub struct Keyed {
    /// By the last position of the main line, not the first.
    by_final: bool,
    /// What makes records the same, where somebody looks for that.
    unique: Option<Measure>,
    /// How records may follow each other.
    joints: Joints<'static>,
    records: SinkCollector<'static>,
}

/// The records of a chunk, one after the other, and so their keys.
pub struct KeyedRecords {
    records: Vec<u8>,
    keys: Vec<u8>,
    heads: Vec<Head>,
}

/// What is known of a record, and how long it and its key are.
struct Head {
    key: usize,
    len: usize,
    digest: Option<u64>,
    kind: Kind,
    ends: Ends,
}

/// One of them.
pub struct Part<'a> {
    /// Empty where there is no code.
    pub key: &'a [u8],
    pub bytes: &'a [u8],
    /// The same for the same records; none for what is not a game, or where nobody asks.
    pub digest: Option<u64>,
    pub kind: Kind,
    pub ends: Ends,
}

impl Part<'_> {
    /// Text between games goes with the game after it.
    pub fn is_between(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Empty)
    }
}

impl Keyed {
    pub fn new(by_final: bool, unique: Option<Measure>, joints: Joints<'static>) -> Keyed {
        Keyed { by_final, unique, joints, records: SinkCollector::new(&Same) }
    }
}

impl Collector for Keyed {
    type Value = KeyedRecords;

    fn begin(&self, chunk: &Chunk) -> KeyedRecords {
        let records = self.records.begin(chunk);
        KeyedRecords { records, keys: Vec::new(), heads: Vec::new() }
    }

    fn add(&self, entry: &Entry<'_>, found: &mut KeyedRecords) -> Option<Fault> {
        let Entry { record, game, .. } = *entry;
        let before = found.keys.len();
        let setup = if self.by_final { game.end() } else { game.start.as_ref() };
        if let Some(setup) = setup.filter(|_| record.is_game()) {
            order::append_key(&setup.board, &mut found.keys);
        }
        let unique = self.unique.filter(|_| record.is_game());
        found.heads.push(Head {
            key: found.keys.len() - before,
            len: record.bytes.len(),
            digest: unique.map(|measure| duplicate::digest(entry.source, record, game, measure)),
            kind: record.frame.kind,
            ends: self.joints.ends(record),
        });
        self.records.add(entry, &mut found.records)
    }

    fn end(&self, found: KeyedRecords) {
        self.records.end(found.records);
    }
}

impl KeyedRecords {
    /// The records in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let (mut keys, mut records) = (&self.keys[..], &self.records[..]);
        self.heads.iter().map(move |&Head { key, len, digest, kind, ends }| {
            let key = keys.split_off(..key).expect("as many bytes as were put there");
            let bytes = records.split_off(..len).expect("as many bytes as were put there");
            Part { key, bytes, digest, kind, ends }
        })
    }
}
