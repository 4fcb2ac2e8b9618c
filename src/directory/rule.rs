//! What of a record makes its entry.

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
    /// The entry of a record; none where there is no position to look up.
    #[must_use]
    pub fn entry(&self, source: &dyn Source, record: &Record<'_>, game: &Game) -> Option<Entry> {
        let setup = match self.at {
            At::Final => game.end(),
            at => at.of(game),
        }?;
        let indicator = self.at.indicator(game, setup.turn);
        let position = Position::new(setup.board.clone(), indicator).ok()?;
        let fen = fen::write(setup).to_string();
        let credit = Credit::of_record(source, record);
        let number = self.before + record.number;
        let subject =
            Subject { source, record, credit: &credit, position: &position, fen: &fen, number };
        let reference = self.template.fill(&subject);
        let composers = credit.composers.join("; ");
        Some(Entry {
            position,
            fen,
            number,
            composers,
            reference,
            record: parts_of(source, record),
            credit,
            playback: String::new(),
            verdict: None,
        })
    }
}

/// The record as text: tags, then moves. A line with a position is all moves.
pub(super) fn parts_of(source: &dyn Source, record: &Record<'_>) -> [String; 2] {
    let moves = if source.names() == Names::Attributes { record.frame.moves } else { 0 };
    let (head, moves) = record.bytes.split_at(moves.min(record.bytes.len()));
    let head = head.strip_prefix(BOM).unwrap_or(head);
    // Read in the same way, whichever part the one byte is in that is not UTF-8.
    match std::str::from_utf8(record.bytes) {
        Ok(_) => [head, moves].map(encoding::text),
        Err(_) => [head, moves].map(encoding::latin_1),
    }
}
