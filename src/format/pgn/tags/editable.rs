//! Whether a record can be edited without changing how the file is read.
//!
//! In: a record and its edited text. Out: whether the text may take its place.

use super::{Editor, Entry, Lost, append_edited, own_column};
use crate::format::pgn::frame;
use crate::format::pgn::tag::{self, Flaw, Lexed, Tag};
use crate::record::{Record, Step};
use crate::text::bytes::{before_blanks, before_line_end, is_line_end, skip_blanks};

/// Whether the file is read as before with the edited text in the place of the record.
pub(super) fn is_safe(entry: &Entry<'_>, lost: &Lost, text: &[u8]) -> bool {
    let is_doubtful = lost.tag || is_odd(entry.record);
    lost.brace.is_none() && (!is_doubtful || is_settled(entry, text))
}

/// Whether a tag has a flaw, or more lies between two tags than a line end and blanks.
fn is_odd(record: &Record<'_>) -> bool {
    let mut seen_end = None;
    record.attributes.iter().any(|tag| {
        let start = before_blanks(record.bytes, tag.span().start);
        let is_near =
            seen_end.is_none_or(|end| start == end || before_line_end(record.bytes, start) == end);
        seen_end = Some(tag.span().end);
        tag.flaw.is_some() || !is_near
    })
}

/// Whether the edited text still is the same record: one, with the same tags of others and
/// the same moves, that a second edit would leave alone and strip would restore.
///
/// Where a tag with a flaw ends depends on what follows it on its line, so that an edit may
/// make it swallow a sound one; what follows a tag that goes may come to the beginning of a line; and
/// of lines between tags that go, nobody knows whose they were. Too many ways lead there to name
/// them; a record that went one of them stays as it was.
fn is_settled(entry: &Entry<'_>, text: &[u8]) -> bool {
    let moves = &entry.record.bytes[entry.record.frame.moves..];
    reread(entry, text, |again| {
        is_complete(again.record)
            && begins_blank(text) == begins_blank(entry.record.bytes)
            && foreign(entry).eq(foreign(again))
            && text[again.record.frame.moves..] == *moves
            && is_edited(again, false, text)
            && is_edited(again, true, &stripped(entry))
    })
    .unwrap_or(false)
}

/// What somebody says of the text in the place of the record; none if it is not one record.
pub(super) fn reread<T>(
    entry: &Entry<'_>,
    text: &[u8],
    say: impl FnOnce(&Entry<'_>) -> T,
) -> Option<T> {
    let mut tags = Vec::new();
    let step = frame::frame(text, true, usize::MAX, &mut tags);
    let Step::Record(frame) = step else { return None };
    let record = Record { bytes: text, frame, attributes: &tags, ..entry.record.clone() };
    (frame.len == text.len()).then(|| say(&Entry { record: &record, ..*entry }))
}

/// Whether the bytes of the record alone say where each of its tags ends. The end of one that is not closed
/// is looked for as long as no blank line or tag comes, even in the next record; and where
/// the input ends in it, the record counts as cut.
///
/// With it, and with the same bytes after its last tag, the edited record ends where it did, whatever
/// follows. What follows is not looked at: it gets tags of its own, and the answer must be the same then.
pub(super) fn is_complete(record: &Record<'_>) -> bool {
    record.attributes.iter().all(|tag| is_known_alone(record, tag))
}

/// The same of one tag.
pub(super) fn is_known_alone(record: &Record<'_>, tag: &Tag) -> bool {
    let is_cut = tag.flaw == Some(Flaw::Unclosed) && tag.span().end == record.bytes.len();
    // A part of the input may end with the record, too, but then it ends with a line end.
    let at_end = record.is_last && !record.bytes.last().is_some_and(|&byte| is_line_end(byte));
    !is_cut && tag::any(record.bytes, tag.span().start, at_end) == Lexed::Tag(*tag)
}

/// Whether white space at the beginning ends a line: that line would belong to the record before.
fn begins_blank(bytes: &[u8]) -> bool {
    bytes.get(skip_blanks(bytes, 0)).is_some_and(|&byte| is_line_end(byte))
}

/// Names and values of the tags that are not ours.
pub(super) fn foreign<'a>(entry: &Entry<'a>) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    let Entry { source, record, game, columns, row } = *entry;
    let (bytes, entry) = (record.bytes, Entry { source, record, game, columns, row });
    let is_ours =
        move |tag: &Tag| tag.is_whole() && own_column(&entry, &bytes[tag.name()]).is_some();
    let tags = record.attributes.iter().filter(move |tag| !is_ours(tag));
    tags.map(move |tag| (&bytes[tag.name()], &bytes[tag.value()]))
}

/// The record with all our tags taken out.
pub(super) fn stripped(entry: &Entry<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(entry.record.bytes.len());
    append_edited(entry, true, &mut out);
    out
}

/// Whether the record with our tags set, or all of them taken out, is this text. A record
/// may be long, so that it is not written out to be compared.
pub(super) fn is_edited(entry: &Entry<'_>, strip: bool, text: &[u8]) -> bool {
    let bytes = entry.record.bytes;
    let (mut at, mut rest, mut new) = (0, text, Vec::new());
    for edit in Editor::new(entry, strip).edits() {
        new.clear();
        edit.text.append_to(&mut new);
        let old = &bytes[at..edit.range.start];
        let Some(behind) = rest.strip_prefix(old).and_then(|rest| rest.strip_prefix(&new[..]))
        else {
            return false;
        };
        (at, rest) = (edit.range.end, behind);
    }
    rest == &bytes[at..]
}
