//! What of a record makes its entry.

use std::cell::OnceCell;

use super::captions::Captions;
use super::credit::Credit;
use super::entry::Entry;
use super::field::Subject;
use super::template::Template;
use crate::column::At;
use crate::fen;
use crate::format::{Names, Source};
use crate::game::Game;
use crate::gbr::Position;
use crate::record::Record;
use crate::text::bytes::BOM;
use crate::text::encoding;

/// Which position of a record counts, and how it is referred to.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Start, final, or the one that a search found.
    pub at: At,
    /// Makes the reference.
    pub template: Template,
    /// How many records came before this input.
    pub before: u64,
}

impl Rule {
    /// The entry of a record, without its text; none where there is no position to look up.
    #[must_use]
    pub fn entry(&self, source: &dyn Source, record: &Record<'_>, game: &Game) -> Option<Entry> {
        let subject = self.subject(source, record, game)?;
        Some(self.entry_of(&subject))
    }

    /// The same with the text of the record.
    pub(super) fn whole(
        &self,
        source: &dyn Source,
        record: &Record<'_>,
        game: &Game,
    ) -> Option<Entry> {
        let subject = self.subject(source, record, game)?;
        let entry = self.entry_of(&subject);
        let credit = subject.credit.into_inner().expect("its composers were asked for");
        Some(Entry { record: parts_of(source, record), credit, ..entry })
    }

    /// Adds what a printed directory says of a record; none where there is no position to look up.
    pub(super) fn caption(
        &self,
        source: &dyn Source,
        record: &Record<'_>,
        game: &Game,
        captions: &mut Captions,
    ) -> Option<()> {
        let subject = self.subject(source, record, game)?;
        captions.push(&subject.position, |out| self.template.fill(&subject, out));
        Some(())
    }

    fn subject<'a>(
        &self,
        source: &'a dyn Source,
        record: &'a Record<'a>,
        game: &'a Game,
    ) -> Option<Subject<'a>> {
        let setup = match self.at {
            At::Final => game.end(),
            at => at.of(game),
        }?;
        let indicator = self.at.indicator(game, setup.turn);
        let position = Position::new(setup.board.clone(), indicator).ok()?;
        let number = self.before + record.number;
        Some(Subject { source, record, credit: OnceCell::new(), position, setup, number })
    }

    fn entry_of(&self, subject: &Subject<'_>) -> Entry {
        let mut reference = String::new();
        self.template.fill(subject, &mut reference);
        Entry {
            position: subject.position.clone(),
            fen: fen::write(subject.setup),
            number: subject.number,
            composers: subject.credit().composers.join("; "),
            reference,
            record: Default::default(),
            credit: Credit::default(),
            playback: String::new(),
            verdict: None,
        }
    }
}

/// The record as text: tags, then moves. A line with a position is all moves.
pub(super) fn parts_of(source: &dyn Source, record: &Record<'_>) -> [String; 2] {
    let moves = if source.names() == Names::Attributes { record.frame.moves } else { 0 };
    let moves = moves.min(record.bytes.len());
    // Read in the same way, whichever part the one byte is in that is not UTF-8.
    let parts = str::from_utf8(record.bytes).map(|text| text.split_at_checked(moves));
    match parts {
        Ok(Some((head, moves))) => {
            [head.strip_prefix('\u{feff}').unwrap_or(head), moves].map(String::from)
        }
        Ok(None) => halves(record.bytes, moves).map(encoding::text),
        Err(_) => halves(record.bytes, moves).map(encoding::latin_1),
    }
}

fn halves(bytes: &[u8], moves: usize) -> [&[u8]; 2] {
    let (head, moves) = bytes.split_at(moves);
    [head.strip_prefix(BOM).unwrap_or(head), moves]
}
