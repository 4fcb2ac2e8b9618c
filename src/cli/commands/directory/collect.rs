//! How a worker hands entries to the directory: as lines of JSON.

use crate::directory::{Entry, Rule, Section};
use crate::fen;
use crate::format::{self, Sink};
use crate::gbr::{Claim, Indicator, Position};
use crate::record::Record;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// Writes the entry of each record that has one.
pub struct Collect {
    pub rule: Rule,
    /// Whether the text of the record is wanted.
    pub with_record: bool,
}

impl Sink for Collect {
    fn write(&self, found: &format::Entry<'_>, out: &mut Vec<u8>) {
        if !found.record.is_game() {
            return;
        }
        let Some(entry) = self.rule.entry(found.source, found.record, found.game) else { return };
        let claim = entry.section().claim();
        let [head, moves] = if self.with_record { entry.record } else { Default::default() };
        let texts = [&entry.fen, claim, &entry.composers, &entry.reference, &head, &moves];
        let line = json!([texts, entry.number, self.tags(found.record)]);
        out.extend_from_slice(line.to_string().as_bytes());
        out.push(b'\n');
    }
}

impl Collect {
    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.attribute(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}

/// Reads back what the sink wrote: entries, and which tags of the template their records have.
pub fn entries(out: &[u8]) -> impl Iterator<Item = Result<(Entry, u64)>> {
    let lines = out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| {
        let read = serde_json::from_slice(line).ok().and_then(entry);
        read.context("an entry got lost between two threads")
    })
}

fn entry(line: Value) -> Option<(Entry, u64)> {
    let Value::Array(cells) = line else { return None };
    let [texts, number, tags] = cells.try_into().ok()?;
    let texts: Vec<String> = serde_json::from_value(texts).ok()?;
    let [fen, claim, composers, reference, head, moves] = texts.try_into().ok()?;
    let entry = Entry {
        position: position(&fen, &claim)?,
        fen,
        number: number.as_u64()?,
        composers,
        reference,
        record: [head, moves],
    };
    Some((entry, tags.as_u64()?))
}

/// From the FEN, as the notation does not always say how many men a digit 9 is.
fn position(fen: &str, claim: &str) -> Option<Position> {
    let setup = fen::read(fen.as_bytes()).ok()?.setup;
    let claim = match claim {
        _ if claim == Section::Wins.claim() => Some(Claim::Win),
        _ if claim == Section::Draws.claim() => Some(Claim::Draw),
        _ => None,
    };
    Position::new(setup.board, Indicator { claim, turn: Some(setup.turn) }).ok()
}
