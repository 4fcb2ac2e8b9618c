//! How a worker hands entries to the directory: as lines of JSON.

use gbr_pgn::directory::{Entry, Rule};
use gbr_pgn::record::Record;
use gbr_pgn::sink::{self, Sink};
use serde_json::{Value, json};

/// Writes the entry of each record that has one.
pub struct Collect {
    pub rule: Rule,
    /// Whether the text of the record is wanted.
    pub with_record: bool,
}

impl Sink for Collect {
    fn write(&self, found: &sink::Entry<'_>, out: &mut Vec<u8>) {
        if !found.record.is_game() {
            return;
        }
        let Some(entry) = self.rule.entry(found.record, found.game) else { return };
        let [head, moves] = if self.with_record { entry.record } else { Default::default() };
        let line = json!([
            entry.position.to_string(),
            entry.fen,
            entry.number,
            entry.composers,
            entry.reference,
            head,
            moves,
            self.tags(found.record),
        ]);
        out.extend_from_slice(line.to_string().as_bytes());
        out.push(b'\n');
    }
}

impl Collect {
    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.tag(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}

/// Reads back what the sink wrote: entries, and which tags of the template their records have.
pub fn entries(out: &[u8]) -> impl Iterator<Item = (Entry, u64)> {
    out.split(|&byte| byte == b'\n').filter_map(|line| entry(serde_json::from_slice(line).ok()?))
}

fn entry(line: Value) -> Option<(Entry, u64)> {
    let Value::Array(cells) = line else { return None };
    let [position, fen, number, composers, reference, head, moves, tags] = cells.try_into().ok()?;
    let [fen, composers, reference, head, moves] =
        [fen, composers, reference, head, moves].map(|cell| match cell {
            Value::String(text) => text,
            _ => String::new(),
        });
    let position = position.as_str()?.parse().ok()?;
    let number = number.as_u64()?;
    let entry = Entry { position, fen, number, composers, reference, record: [head, moves] };
    Some((entry, tags.as_u64()?))
}
