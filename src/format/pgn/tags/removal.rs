//! PGN without our tags, and without others that the user names.
//!
//! Ours go as they came. A tag of somebody else may hold anything, so the record is read again without it, and keeps it where
//! the rest would be read in another way.

use super::editable::{foreign, reread};
use super::{Lost, append_edited, own_column};
use crate::fault::{Fault, FaultKind};
use crate::format::pgn::tag::Tag;
use crate::format::sink::{Entry, Sink};
use crate::row::{CellKind, Column};

/// Takes out the tags of all columns; those of columns of text are not ours.
pub struct TagRemoval;

impl Sink for TagRemoval {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        if !entry.record.is_game() {
            out.extend_from_slice(entry.record.bytes);
            return None;
        }
        let start = out.len();
        let is_ours = |column: &Column| column.kind != CellKind::Text;
        let (ours, named): (Vec<Column>, Vec<Column>) =
            entry.columns.iter().copied().partition(is_ours);
        append_edited(&Entry { columns: &ours, ..*entry }, true, out);
        let entry = Entry { columns: &named, ..*entry };
        let first = first_named(&entry)?;
        let text = out.split_off(start);
        match reread(&entry, &text, without_named).flatten() {
            Some(text) => {
                out.extend_from_slice(&text);
                None
            }
            None => {
                out.extend_from_slice(&text);
                let message =
                    "the record would be read in another way without the tag, so that it stays";
                Some(entry.record.fault(FaultKind::LeftAlone, first.span().start, message))
            }
        }
    }
}

/// The record without the tags that are named, once ours are gone; none where it would be read in another way.
fn without_named(entry: &Entry<'_>) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(entry.record.bytes.len());
    let lost = append_edited(entry, true, &mut text);
    is_same(entry, &lost, &text).then_some(text)
}

/// The first tag that is not ours and is to go.
fn first_named<'a>(entry: &Entry<'a>) -> Option<&'a Tag> {
    let is_named = |tag: &&Tag| own_column(entry, &entry.record.bytes[tag.name()]).is_some();
    entry.record.attributes.iter().filter(|tag| tag.is_whole()).find(is_named)
}

/// Whether the text is one record with the same moves and with all other tags.
fn is_same(entry: &Entry<'_>, lost: &Lost, text: &[u8]) -> bool {
    let moves = entry.record.bytes[entry.record.frame.moves..].trim_ascii_start();
    let is_alike = |again: &Entry<'_>| {
        foreign(entry).eq(foreign(again))
            && again.record.is_game()
            && text[again.record.frame.moves..].trim_ascii_start() == moves
    };
    lost.brace.is_none() && reread(entry, text, is_alike).unwrap_or(false)
}
