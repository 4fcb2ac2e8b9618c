//! What a worker finds for the directory: entries, and which tags of the template there are.

use super::playback::{Home, playback};
use super::rule::parts_of;
use super::verdict::{RecordVerdicts, letter};
use super::{Captions, Entry, Rule};
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
    /// How much of it is wanted.
    pub detail: EntryDetail,
    /// Who knows how positions end; with the record only.
    pub judge: Option<&'a dyn Judge>,
}

/// How much of a record is wanted in its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryDetail {
    /// What text in columns prints, as [`Captions`]; there are no entries then.
    Caption,
    /// Whatever is said in one line of a table.
    Fields,
    /// That, and the text of the record.
    Record,
}

/// The entries found so far, which make a [`Directory`](super::Directory).
#[derive(Debug, Default)]
pub struct Entries {
    /// In the order of the input.
    pub entries: Vec<Entry>,
    /// Instead of them, where nothing else is wanted.
    pub captions: Captions,
    /// A bit for each tag of the template that some record has.
    pub tags: u64,
}

impl Entries {
    /// How many there are, in full or as captions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() + self.captions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes over what was found after it.
    pub fn append(&mut self, next: &mut Entries) {
        self.entries.append(&mut next.entries);
        self.captions.append(&mut next.captions);
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
        let note = match self.detail {
            EntryDetail::Caption => {
                self.rule.caption(found.source, record, found.game, &mut all.captions)?;
                None
            }
            EntryDetail::Fields => {
                all.entries.push(self.rule.entry(found.source, record, found.game)?);
                None
            }
            EntryDetail::Record => {
                let (entry, note) = self.whole(found)?;
                all.entries.push(entry);
                note
            }
        };
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
        entry.fen = fen::write(&start.setup);
    }
    entry.record = parts_of(&Pgn, &rest);
    play(&Pgn, &rest, false, verdicts, entry);
    None
}

impl EntryCollector<'_> {
    /// An entry with its record, and what is wrong with that.
    fn whole(&self, found: &format::Entry<'_>) -> Option<(Entry, Option<Fault>)> {
        let format::Entry { source, record, game, .. } = *found;
        let mut entry = self.rule.whole(source, record, game)?;
        let verdicts = RecordVerdicts { judge: self.judge, record, game };
        let mut note = None;
        if self.rule.at == At::Found && source.names() == Names::Attributes {
            note = cut(found, &verdicts, &mut entry);
        } else {
            play(source, record, self.rule.at == At::Start, &verdicts, &mut entry);
        }
        let setup = self.rule.at.of(game);
        entry.verdict = setup.and_then(|setup| verdicts.of(setup)).map(letter);
        Some((entry, note))
    }

    /// A bit for each tag of the template that the record has.
    fn tags(&self, record: &Record<'_>) -> u64 {
        let names = self.rule.template.tags().into_iter().take(64).enumerate();
        let has = |name: &str| record.attribute(name.as_bytes()).is_some();
        names.filter(|(_, name)| has(name)).fold(0, |all, (index, _)| all | 1 << index)
    }
}
