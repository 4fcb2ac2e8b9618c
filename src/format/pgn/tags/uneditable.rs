//! Records that cannot be edited without changing how the file is read, and our tags in them.
//!
//! What is right there stays. What is wrong gets another value, where that alone is safe: nothing moves then.
//! Where it is not, it is a fault, for nobody is to take it for ours in silence.

use super::editable::{foreign, is_edited, is_known_alone, is_safe, reread, stripped};
use super::{Entry, Lost, append_edited, append_value, brace, own_column};
use crate::fault::{Fault, FaultKind};
use crate::format::pgn::tag::Tag;
use crate::record::Record;
use crate::text::encoding::text;

/// The value of one of our tags that has to stay where there is nothing to say.
pub(super) const UNKNOWN: &[u8] = b"?";

/// Writes such a record, and returns what to tell about it; `lost` is what the edit would have taken out.
pub(super) fn leave(entry: &Entry<'_>, lost: &Lost, out: &mut Vec<u8>) -> Option<Fault> {
    let record = entry.record;
    let Some(first) = wrong(entry).next() else {
        out.extend_from_slice(record.bytes);
        let told = format!("{}, so that the record stays as it is", reason(entry, lost));
        return Some(record.fault(FaultKind::LeftAlone, place(entry, lost), told));
    };
    let name = text(&record.bytes[first.name()]);
    let told = |what: &str| format!("{}, so that the wrong tag {name} {what}", reason(entry, lost));
    match corrected(entry) {
        Some(Corrected { text, is_up_to_date }) => {
            out.extend_from_slice(&text);
            let note = || {
                record.fault(FaultKind::LeftAlone, first.span().start, told("is all that is set"))
            };
            (!is_up_to_date).then(note)
        }
        None => {
            out.extend_from_slice(record.bytes);
            Some(record.fault(FaultKind::WrongLeft, first.span().start, told("stays")))
        }
    }
}

/// Why the record cannot be edited.
fn reason(entry: &Entry<'_>, lost: &Lost) -> String {
    let record = entry.record;
    let holder =
        lost.brace.and_then(|at| record.attributes.iter().find(|tag| tag.span().contains(&at)));
    match holder {
        Some(tag) => format!("a brace in tag {}", text(&record.bytes[tag.name()])),
        None => "our tags would change how it is read".to_owned(),
    }
}

/// Where that is.
fn place(entry: &Entry<'_>, lost: &Lost) -> usize {
    lost.brace.unwrap_or(entry.record.section().start)
}

/// Those of our tags that are wrong.
fn wrong<'a>(entry: &'a Entry<'_>) -> impl Iterator<Item = &'a Tag> {
    entry.record.attributes.iter().filter(|tag| {
        column(entry, tag).is_some_and(|column| !is_right(entry, tag, column))
            && &entry.record.bytes[tag.value()] != UNKNOWN
    })
}

/// The column of a tag that is one of ours.
fn column(entry: &Entry<'_>, tag: &Tag) -> Option<usize> {
    let name = &entry.record.bytes[tag.name()];
    tag.is_whole().then(|| own_column(entry, name)).flatten()
}

/// Whether the tag says what its cell does.
fn is_right(entry: &Entry<'_>, tag: &Tag, column: usize) -> bool {
    entry.row.cell(column).is_some_and(|cell| {
        let mut value = Vec::new();
        append_value(cell, &mut value);
        value == entry.record.bytes[tag.value()]
    })
}

/// A record without wrong tags.
struct Corrected {
    text: Vec<u8>,
    /// Whether it could be edited then, and so has all tags.
    is_up_to_date: bool,
}

/// The record with other values in its wrong tags; none where it would be read in another way.
fn corrected(entry: &Entry<'_>) -> Option<Corrected> {
    let bytes = entry.record.bytes;
    let (mut text, mut at) = (Vec::with_capacity(bytes.len()), 0);
    for tag in wrong(entry) {
        let cell = column(entry, tag).and_then(|column| entry.row.cell(column));
        text.extend_from_slice(&bytes[at..tag.value().start]);
        append_value(cell.unwrap_or(UNKNOWN), &mut text);
        at = tag.value().end;
    }
    text.extend_from_slice(&bytes[at..]);
    reread(entry, &text, |again| is_alike(entry, again, at).then(|| edited(again)))?.map(|full| {
        let is_up_to_date = full.is_some();
        Corrected { text: full.unwrap_or(text), is_up_to_date }
    })
}

/// The record with all its tags up to date, if that is safe: what is written now must be what
/// is written next time.
fn edited(entry: &Entry<'_>) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(entry.record.bytes.len());
    let lost = append_edited(entry, false, &mut text);
    (text == entry.record.bytes || is_safe(entry, &lost, &text)).then_some(text)
}

/// Whether a record has the same tags as before, and the same moves, and strip would leave the same of it. No byte
/// changed at or after `end`.
fn is_alike(entry: &Entry<'_>, again: &Entry<'_>, end: usize) -> bool {
    let (record, other) = (entry.record, again.record);
    let is_fixed = |tag: &Tag| tag.span().start >= end || is_known_alone(record, tag);
    wrong(entry).all(|tag| brace(record.bytes, &tag.value()).is_none())
        && record.attributes.iter().all(is_fixed)
        && names(record).eq(names(other))
        && foreign(entry).eq(foreign(again))
        && other.bytes[other.frame.moves..] == record.bytes[record.frame.moves..]
        && is_edited(again, true, &stripped(entry))
}

/// The names of all tags.
fn names<'a>(record: &Record<'a>) -> impl Iterator<Item = &'a [u8]> {
    let bytes = record.bytes;
    record.attributes.iter().map(move |tag| &bytes[tag.name()])
}
