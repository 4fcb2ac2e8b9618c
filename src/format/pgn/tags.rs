//! PGN with our tags: the same bytes, and one tag per cell.
//!
//! Nothing is parsed and printed back. The output is the record with a list of
//! edits: a new value in a tag that is there, a tag after the last one, a tag taken out.
//! Removing a tag takes away exactly what inserting one put there, so that strip restores the file.

mod answered;
mod editable;
mod removal;
#[cfg(test)]
mod tests;
mod uneditable;

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

pub use self::answered::AnsweredTags;
use self::editable::is_safe;
pub use self::removal::TagRemoval;
use super::tag::{self, Tag};
use crate::fault::Fault;
use crate::format::sink::{Entry, Sink};
use crate::record::Record;
use crate::row::CellKind;
use crate::text::bytes::{
    before_blanks, before_line_end, behind_line_end, is_line_end, is_white, line_stop, skip_blanks,
};
use crate::text::vector::value_end;

/// Writes a record with our tags brought up to date: those with a cell
/// are set, those without are removed.
pub struct Tags {
    /// Whether our tags are to go for good. Otherwise a record that would
    /// begin with no sound tag keeps one, or it might run into the record before.
    pub strip: bool,
}

impl Sink for Tags {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        let bytes = entry.record.bytes;
        if !entry.record.is_game() {
            out.extend_from_slice(bytes);
            return None;
        }
        if let Some(line_end) = plain_line_end(entry.record) {
            append_behind(entry, line_end, out);
            return None;
        }
        let start = out.len();
        let lost = append_edited(entry, self.strip, out);
        let text = &out[start..];
        if self.strip || text == bytes || is_safe(entry, &lost, text) {
            return None;
        }
        out.truncate(start);
        uneditable::leave(entry, &lost, out)
    }
}

/// The record with these tags set, whosever they are; none where that would change how the rest of it is read.
pub(super) fn with_tags(entry: &Entry<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(entry.record.bytes.len() + 200);
    let lost = append_edited(entry, false, &mut out);
    let is_settled = out == entry.record.bytes || is_safe(entry, &lost, &out);
    is_settled.then_some(out)
}

/// What an edit took out.
#[derive(Default)]
struct Lost {
    tag: bool,
    /// Where a brace was. A comment of the record before that is never closed may end here because of it.
    brace: Option<usize>,
}

fn append_edited(entry: &Entry<'_>, strip: bool, out: &mut Vec<u8>) -> Lost {
    let bytes = entry.record.bytes;
    let mut at = 0;
    let mut lost = Lost::default();
    for edit in Editor::new(entry, strip).edits() {
        lost.tag |= matches!(edit.text, Text::Nothing);
        lost.brace = lost.brace.or_else(|| brace(bytes, &edit.range));
        out.extend_from_slice(&bytes[at..edit.range.start]);
        edit.text.append_to(out);
        at = edit.range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    lost
}

/// The first brace of a range.
fn brace(bytes: &[u8], range: &Range<usize>) -> Option<usize> {
    let found = memchr::memchr2(b'{', b'}', &bytes[range.clone()]);
    found.map(|at| range.start + at)
}

/// The column of a name that is ours to set or to take out. Where nobody answered anything, a tag is the user's.
fn own_column(entry: &Entry<'_>, name: &[u8]) -> Option<usize> {
    let column = entry.columns.iter().position(|own| own.tag.as_bytes() == name)?;
    let is_answer = entry.columns[column].kind == CellKind::Answer;
    (!is_answer || entry.row.cell(column).is_some()).then_some(column)
}

/// Finds what may be one of our tags. To set up the search takes longer than most searches.
static OWN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(tag::OWN));

/// The line end after the last tag, if none of our tags is there yet and the last one
/// has a line of its own: nearly all records on their first way through here.
fn plain_line_end<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    let tags = record.section();
    let section = &record.bytes[tags.clone()];
    if section.is_empty() || OWN.find(section).is_some() {
        return None;
    }
    let line_end = tags.end..behind_line_end(record.bytes, tags.end);
    (!line_end.is_empty() && has_plain_last_line(record, section)).then(|| &record.bytes[line_end])
}

/// Whether the last line of the tags is one whole tag, with nothing in it that could be read in another way.
fn has_plain_last_line(record: &Record<'_>, section: &[u8]) -> bool {
    match last_value(record) {
        Some(value) => memchr::memchr2(b'\\', b']', value).is_none(),
        None => is_plain_last_line(section),
    }
}

/// The same of any section.
fn is_plain_last_line(section: &[u8]) -> bool {
    let line = memchr::memrchr2(b'\n', b'\r', section).map_or(0, |at| at + 1);
    section[line..].starts_with(b"[")
        && memchr::memchr(b'"', &section[line..]).is_some()
        && memchr::memchr2(b'\\', b']', &section[line..section.len() - 1]).is_none()
        && section.ends_with(b"\"]")
}

/// The value of the last tag where that, as nearly always, begins a line and has nothing in it but the name and this, with one
/// blank between them.
fn last_value<'a>(record: &Record<'a>) -> Option<&'a [u8]> {
    let (bytes, last) = (record.bytes, record.attributes.last()?);
    let (span, name, value) = (last.span(), last.name(), last.value());
    let begins_line = span.start == 0 || is_line_end(bytes[span.start - 1]);
    let is_plain = last.flaw.is_none()
        && name.start == span.start + 1
        && value.start == name.end + 2
        && bytes[name.end] == b' '
        && span.end == value.end + 2;
    (begins_line && is_plain).then(|| &bytes[value])
}

/// The record with all cells as tags after its last one.
fn append_behind(entry: &Entry<'_>, line_end: &[u8], out: &mut Vec<u8>) {
    let (front, back) = entry.record.bytes.split_at(entry.record.section().end);
    out.extend_from_slice(front);
    for column in 0..entry.columns.len() {
        if entry.row.cell(column).is_some() {
            match *line_end {
                // For what is not known to be one byte, a function is called.
                [only] => out.push(only),
                _ => out.extend_from_slice(line_end),
            }
            append_tag(entry, column, out);
        }
    }
    out.extend_from_slice(back);
}

/// Bytes that are replaced, and by what.
struct Edit<'a> {
    range: Range<usize>,
    text: Text<'a>,
}

/// What takes the place of an edit's range.
enum Text<'a> {
    Nothing,
    Value(&'a [u8]),
    Tag {
        entry: &'a Entry<'a>,
        column: usize,
    },
    /// Tags after the last one, each with what parts it from the one before.
    Behind {
        separator: Separator<'a>,
        entry: &'a Entry<'a>,
        columns: Vec<usize>,
    },
    /// Tags, and a blank line, before moves that have none.
    Before {
        line_end: &'a [u8],
        entry: &'a Entry<'a>,
        columns: Vec<usize>,
    },
}

impl Text<'_> {
    fn append_to(&self, out: &mut Vec<u8>) {
        match self {
            Text::Nothing => {}
            Text::Value(value) => append_value(value, out),
            Text::Tag { entry, column } => append_tag(entry, *column, out),
            Text::Behind { separator, entry, columns } => {
                for &column in columns {
                    out.extend_from_slice(separator.line_end);
                    out.extend_from_slice(separator.blanks);
                    append_tag(entry, column, out);
                }
            }
            Text::Before { line_end, entry, columns } => {
                for &column in columns {
                    append_tag(entry, column, out);
                    out.extend_from_slice(line_end);
                }
                out.extend_from_slice(line_end);
            }
        }
    }
}

fn append_tag(entry: &Entry<'_>, column: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(entry.columns[column].tag.as_bytes());
    out.extend_from_slice(b" \"");
    let value = entry.row.cell(column).expect("only columns with a cell get a tag");
    match entry.columns[column].kind {
        // There is nothing in them that needs a backslash.
        CellKind::Code
        | CellKind::Codes
        | CellKind::Position
        | CellKind::Number
        | CellKind::Numbers => out.extend_from_slice(value),
        CellKind::Text | CellKind::Date | CellKind::Answer => append_value(value, out),
    }
    out.extend_from_slice(b"\"]");
}

/// The value as the standard wants it between quotes.
pub(super) fn append_value(value: &[u8], out: &mut Vec<u8>) {
    if value_end(value, 0) == value.len() {
        out.extend_from_slice(value);
        return;
    }
    for &byte in value {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            byte if is_line_end(byte) => out.push(b' '),
            byte => out.push(byte),
        }
    }
}

/// What stands between two tags.
struct Separator<'a> {
    line_end: &'a [u8],
    blanks: &'a [u8],
}

/// What becomes of one of our tags.
enum Fate {
    Set(usize),
    Remove,
}

struct Editor<'a> {
    entry: &'a Entry<'a>,
    strip: bool,
    edits: Vec<Edit<'a>>,
    /// Columns whose tag is there already.
    present: Vec<usize>,
    /// The last tag that stays, and how many edits lie before its end.
    last: Option<(Tag, usize)>,
    /// The tag before it, for the style.
    previous_end: Option<usize>,
    /// Where the tag before ended, whatever became of it.
    seen_end: usize,
    /// Where the last removal at the head of the tags ended.
    head: Option<usize>,
    /// Whether text that stays has been met between tags.
    has_text: bool,
    /// Whether the first tag that stays is a whole one, with no text before it.
    first_is_sound: Option<bool>,
}

impl<'a> Editor<'a> {
    fn new(entry: &'a Entry<'a>, strip: bool) -> Editor<'a> {
        Editor {
            entry,
            strip,
            edits: Vec::new(),
            present: Vec::new(),
            last: None,
            previous_end: None,
            seen_end: 0,
            head: None,
            has_text: false,
            first_is_sound: None,
        }
    }

    fn record(&self) -> &'a Record<'a> {
        self.entry.record
    }

    /// What a tag is to say; nothing where all of ours are to go.
    fn cell(&self, column: usize) -> Option<&'a [u8]> {
        if self.strip { None } else { self.entry.row.cell(column) }
    }

    fn edits(mut self) -> Vec<Edit<'a>> {
        for &tag in self.record().attributes {
            let end = tag.span().end;
            self.pass_gap(&tag);
            match self.fate(&tag) {
                None => self.keep(tag),
                Some(Fate::Set(column)) => self.set(tag, column),
                Some(Fate::Remove) => self.remove(&tag),
            }
            self.seen_end = end;
        }
        self.keep_one();
        self.take_blank_line();
        self.insert();
        self.edits
    }

    /// Looks at what lies between the tag before and this one.
    fn pass_gap(&mut self, tag: &Tag) {
        let gap = &self.record().bytes[self.seen_end..tag.span().start];
        self.has_text |= self.seen_end > 0 && !gap.iter().all(|&byte| is_white(byte));
    }

    /// None for tags that are not ours.
    fn fate(&self, tag: &Tag) -> Option<Fate> {
        let name = &self.record().bytes[tag.name()];
        let column = own_column(self.entry, name)?;
        if !tag.is_whole() {
            return None;
        }
        let is_new = !self.present.contains(&column);
        let has_cell = self.cell(column).is_some();
        Some(if is_new && has_cell { Fate::Set(column) } else { Fate::Remove })
    }

    fn keep(&mut self, tag: Tag) {
        self.first_is_sound.get_or_insert(tag.is_whole() && !self.has_text);
        self.previous_end = self.last.take().map(|(last, _)| last.span().end);
        self.last = Some((tag, self.edits.len()));
    }

    fn set(&mut self, tag: Tag, column: usize) {
        self.present.push(column);
        let value = self.cell(column).expect("only tags with a cell are set");
        self.edits.push(Edit { range: tag.value(), text: Text::Value(value) });
        self.keep(tag);
    }

    fn remove(&mut self, tag: &Tag) {
        let range = self.removal(tag);
        self.edits.push(Edit { range, text: Text::Nothing });
    }

    /// A tag after another goes with the line end (or the blanks) before it, as
    /// it was inserted; one at the head, or after a comment, with what follows it.
    fn removal(&mut self, tag: &Tag) -> Range<usize> {
        let bytes = self.record().bytes;
        let blanks = before_blanks(bytes, tag.span().start);
        let start = before_line_end(bytes, blanks);
        // Blanks at the end of the line before are not ours, and would be taken for what
        // parts the next tag on this line from the one before it.
        let is_behind_tag = start == self.seen_end;
        let white_since =
            |end: usize| bytes[end..tag.span().start].iter().all(|&byte| is_white(byte));
        // Not white since means never again, and is not to be asked for each tag.
        self.head = self.head.filter(|&end| white_since(end));
        let in_head = self.last.is_none() || self.head.is_some();
        if is_behind_tag && !in_head {
            return start..tag.span().end;
        }
        let own_line = blanks == 0 || is_line_end(bytes[blanks - 1]);
        let start = if own_line { blanks } else { tag.span().start };
        let end = behind_line_end(bytes, skip_blanks(bytes, tag.span().end));
        self.head = Some(end);
        start.max(self.edits.last().map_or(0, |edit| edit.range.end))..end
    }

    /// See [`Tags::strip`]. Its place goes to the first tag that is missing.
    fn keep_one(&mut self) {
        let Some(&tag) = self.record().attributes.first() else { return };
        let is_removed =
            self.edits.first().is_some_and(|edit| edit.range.contains(&tag.span().start));
        if self.strip || self.first_is_sound == Some(true) || !is_removed {
            return;
        }
        self.edits[0] = match self.missing().first() {
            Some(&column) => {
                self.present.push(column);
                Edit { range: tag.span(), text: Text::Tag { entry: self.entry, column } }
            }
            None => Edit { range: tag.value(), text: Text::Value(uneditable::UNKNOWN) },
        };
        self.last.get_or_insert((tag, 1));
    }

    /// Without any tag, the blank line between tags and moves goes too.
    fn take_blank_line(&mut self) {
        if self.last.is_none()
            && let Some(edit) = self.edits.last_mut()
        {
            let bytes = self.entry.record.bytes;
            let on_new_line = edit.range.end > 0 && is_line_end(bytes[edit.range.end - 1]);
            if on_new_line {
                edit.range.end = behind_line_end(bytes, edit.range.end);
            }
        }
    }

    /// The columns that have a cell and no tag yet.
    fn missing(&self) -> Vec<usize> {
        (0..self.entry.columns.len())
            .filter(|column| self.cell(*column).is_some() && !self.present.contains(column))
            .collect()
    }

    fn insert(&mut self) {
        let columns = self.missing();
        if columns.is_empty() {
            return;
        }
        let entry = self.entry;
        let bytes = entry.record.bytes;
        match &self.last {
            Some((tag, before)) => {
                let separator = separator(bytes, tag, self.previous_end);
                let text = Text::Behind { separator, entry, columns };
                let end = tag.span().end;
                self.edits.insert(*before, Edit { range: end..end, text });
            }
            None => {
                let line_end = first_line_end(bytes, 0);
                let at = entry.record.frame.moves;
                let text = Text::Before { line_end, entry, columns };
                self.edits.insert(0, Edit { range: at..at, text });
            }
        }
    }
}

/// How the tag before parts from the next: blanks where tags share a line, or else
/// a line end and the same indentation.
fn separator<'a>(bytes: &'a [u8], tag: &Tag, previous_end: Option<usize>) -> Separator<'a> {
    let indentation = before_blanks(bytes, tag.span().start)..tag.span().start;
    let shares_line = previous_end == Some(indentation.start);
    // Where a tag with a flaw ends depends on what follows it on its line.
    if shares_line && tag.flaw.is_none() {
        return Separator { line_end: b"", blanks: &bytes[indentation] };
    }
    let starts_line = indentation.start == 0 || is_line_end(bytes[indentation.start - 1]);
    let blanks = if starts_line { &bytes[indentation.clone()] } else { b"" };
    let stop = line_stop(bytes, tag.span().end);
    let line_end = if stop < bytes.len() {
        &bytes[stop..behind_line_end(bytes, stop)]
    } else {
        last_line_end(bytes, indentation.start)
    };
    Separator { line_end, blanks }
}

/// The line end that stops at `at`, or a plain one.
fn last_line_end(bytes: &[u8], at: usize) -> &[u8] {
    let start = before_line_end(bytes, at);
    if start < at { &bytes[start..at] } else { b"\n" }
}

/// The first line end at or after `at`, or a plain one.
fn first_line_end(bytes: &[u8], at: usize) -> &[u8] {
    let stop = line_stop(bytes, at);
    if stop < bytes.len() { &bytes[stop..behind_line_end(bytes, stop)] } else { b"\n" }
}
