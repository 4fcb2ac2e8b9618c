//! What a worker finds for the directory: entries, and which tags of the template there are.

use crate::directory::{Entry, Rule};
use crate::format;
use crate::record::Record;

/// Finds the entry of each record that has one.
pub struct Collect {
    pub rule: Rule,
    /// Whether the text of the record is wanted.
    pub with_record: bool,
}

/// What was found so far.
#[derive(Default)]
pub struct Found {
    pub entries: Vec<Entry>,
    /// A bit for each tag of the template that some record has.
    pub tags: u64,
}

impl Found {
    /// Takes over what was found after it.
    pub fn append(&mut self, next: &mut Found) {
        self.entries.append(&mut next.entries);
        self.tags |= next.tags;
    }
}

impl Collect {
    /// Adds the entry of a game.
    pub fn add(&self, game: &format::Entry<'_>, found: &mut Found) {
        let Some(mut entry) = self.rule.entry(game.source, game.record, game.game) else { return };
        if !self.with_record {
            entry.record = Default::default();
        }
        found.entries.push(entry);
        found.tags |= self.tags(game.record);
    }

    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.attribute(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}
