//! PGN with our tags and with what somebody outside answered: tags of the user stay, whatever they are called.
//!
//! Ours are brought up to date first, as without any answers; what that gives is read again, and the answers go into it. So they
//! make no difference to ours, and a second run decides as the first did. Where they cannot stand, they are left out.

use super::editable::{is_complete, is_safe, reread};
use super::{TagRemoval, Tags, append_edited, append_tag};
use crate::fault::{Fault, FaultKind};
use crate::format::answers::Editors;
use crate::format::pgn::source::is_untagged;
use crate::format::pgn::tag::{self, Lexed};
use crate::format::sink::{Entry, Sink};

/// Writes a record with our tags brought up to date, and with those that have an answer. What comes in has no answer for a tag
/// that is to stay.
pub struct AnsweredTags;

impl Sink for AnsweredTags {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        const OURS: Tags = Tags { strip: false };
        let (columns, row) = entry.answers();
        if !entry.record.is_game() || columns.is_empty() {
            return OURS.write_and_note(entry, out);
        }
        let start = out.len();
        let ours = entry.without_answers();
        let told = OURS.write_and_note(&Entry { row: &ours, ..*entry }, out);
        let text = out.split_off(start);
        let answered = Entry { columns: &columns, row: &row, ..*entry };
        // A record that cannot be edited for ours cannot be for others.
        let edited = if told.is_some() { None } else { reread(&answered, &text, with_answers) };
        let editors = Editors { ours: &OURS, remover: &TagRemoval };
        let holds = |text: &Vec<u8>| {
            reread(entry, text, |again| editors.hold(entry, again)).unwrap_or(false)
        };
        let edited = edited.flatten().filter(holds);
        out.extend_from_slice(edited.as_ref().unwrap_or(&text));
        let is_told = edited.is_some() || told.as_ref().is_some_and(|fault| !fault.is_note());
        if is_told { told } else { Some(left_out(entry)) }
    }
}

/// The record with its answers; none where it would be read in another way, or they would.
fn with_answers(entry: &Entry<'_>) -> Option<Vec<u8>> {
    // A record that is cut has no codes, and an excerpt without tags but ours has none: with a tag, they would be read otherwise.
    let is_excerpt = is_untagged(entry.record) && entry.game.start.is_none();
    if is_excerpt
        || entry.record.attributes.is_empty()
        || !entry.record.is_game()
        || !is_complete(entry.record)
    {
        return None;
    }
    let mut text = Vec::with_capacity(entry.record.bytes.len() + 200);
    let lost = append_edited(entry, false, &mut text);
    let is_sound = is_safe(entry, &lost, &text);
    (is_sound && (0..entry.columns.len()).all(|column| is_read_back(entry, column))).then_some(text)
}

/// Whether a tag is what is meant, whatever stands around it.
fn is_read_back(entry: &Entry<'_>, column: usize) -> bool {
    let mut text = Vec::new();
    append_tag(entry, column, &mut text);
    let end = text.len();
    text.push(b'\n');
    matches!(tag::any(&text, 0, true), Lexed::Tag(tag) if tag.span() == (0..end) && tag.flaw.is_none())
}

fn left_out(entry: &Entry<'_>) -> Fault {
    let message = "the answers would change how the record is read, so that they are left out";
    entry.record.fault(FaultKind::LeftAlone, entry.record.section().start, message)
}
