//! What a worker finds for the directory: entries, and which tags of the template there are.

use super::playback::{Home, playback};
use super::rule::parts_of;
use super::verdict::{RecordVerdicts, letter};
use super::{Entry, Rule};
use crate::column::At;
use crate::fault::Fault;
use crate::fen;
use crate::format::{self, Claims, Cut, Names, Pgn, Sink, Source};
use crate::record::{Record, Step};
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
        let verdicts = RecordVerdicts { judge: self.judge, record, game: found.game };
        let mut note = None;
        if !self.with_record {
            (entry.record, entry.credit) = Default::default();
        } else if self.rule.at == At::Found && found.source.names() == Names::Attributes {
            note = cut(found, &verdicts, &mut entry);
        } else {
            play(found.source, record, self.rule.at == At::Start, &verdicts, &mut entry);
        }
        if self.with_record {
            let setup = self.rule.at.of(found.game);
            entry.verdict = setup.and_then(|setup| verdicts.of(setup)).map(letter);
        }
        all.entries.push(entry);
        all.tags |= self.tags(record);
        note
    }
}

/// Gives an entry the moves of its record.
fn play(
    source: &dyn Source,
    record: &Record<'_>,
    is_start: bool,
    verdicts: &RecordVerdicts<'_>,
    entry: &mut Entry,
) {
    let shown = Home { position: &entry.position, fen: &entry.fen, is_start };
    entry.playback = playback(source, record, &shown, verdicts);
}

/// Gives an entry its record from the position on that was found; one that cannot be cut there has no moves.
fn cut(
    found: &format::Entry<'_>,
    verdicts: &RecordVerdicts<'_>,
    entry: &mut Entry,
) -> Option<Fault> {
    let claims = if found.game.claim.is_some() { Claims::Always } else { Claims::Never };
    let (mut text, mut attributes) = (Vec::new(), Vec::new());
    let fault = Cut { claims }.write_and_note(found, &mut text);
    if let Some(fault) = fault {
        entry.record[1].clear();
        let message =
            "cannot be cut at the position that was found, so that its moves are left out";
        return Some(Fault { message: message.to_owned(), ..fault });
    }
    let Step::Record(frame) = Pgn.frame(&text, true, usize::MAX, &mut attributes) else {
        return None;
    };
    let attributes = &attributes;
    let rest = Record { bytes: &text, frame, attributes, ..found.record.clone() };
    // The number of its first move is that of the text.
    if let Some((start, _)) = Pgn.moves(&rest) {
        entry.fen = fen::write(&start.setup).to_string();
    }
    entry.record = parts_of(&Pgn, &rest);
    play(&Pgn, &rest, false, verdicts, entry);
    None
}

impl EntryCollector<'_> {
    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.attribute(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}
