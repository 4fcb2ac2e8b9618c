//! What a worker finds for the directory: entries, and which tags of the template there are.

use super::playback::{Home, playback};
use super::verdict::{RecordVerdicts, letter};
use super::{Entry, Rule};
use crate::column::At;
use crate::fault::Fault;
use crate::format;
use crate::record::Record;
use crate::run::{Chunk, Collector, Judge};

/// Collects the entry of each record that has one: the collector of a [`Job`](crate::Job).
pub struct EntryCollector<'a> {
    /// What an entry is made of.
    pub rule: Rule,
    /// Whether the text of the record is wanted.
    pub with_record: bool,
    /// Who knows how positions end; with the record only.
    pub judge: Option<&'a dyn Judge>,
}

/// The entries found so far, which make a [`Directory`](super::Directory).
#[derive(Debug, Default)]
pub struct Entries {
    /// In the order of the input.
    pub entries: Vec<Entry>,
    /// A bit for each tag of the template that some record has.
    pub tags: u64,
}

impl Entries {
    /// Takes over what was found after it.
    pub fn append(&mut self, next: &mut Entries) {
        self.entries.append(&mut next.entries);
        self.tags |= next.tags;
    }
}

impl Collector for EntryCollector<'_> {
    type Value = Entries;

    fn begin(&self, _: &Chunk) -> Entries {
        Entries::default()
    }

    fn add(&self, found: &format::Entry<'_>, all: &mut Entries) -> Option<Fault> {
        let record = Some(found.record).filter(|record| record.is_game())?;
        let mut entry = self.rule.entry(found.source, record, found.game)?;
        if self.with_record {
            let is_start = self.rule.at == At::Start;
            let shown = Home { position: &entry.position, fen: &entry.fen, is_start };
            let verdicts = RecordVerdicts { judge: self.judge, record, game: found.game };
            entry.playback = playback(found.source, record, &shown, &verdicts);
            let setup = self.rule.at.of(found.game);
            entry.verdict = setup.and_then(|setup| verdicts.of(setup)).map(letter);
        } else {
            (entry.record, entry.credit) = Default::default();
        }
        all.entries.push(entry);
        all.tags |= self.tags(record);
        None
    }
}

impl EntryCollector<'_> {
    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.attribute(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}
