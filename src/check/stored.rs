//! The codes that a record holds, and where they stand.

use crate::column::{ANNOTATIONS, Stage};
use crate::format::epd::{operand_value, operands, operations};
use crate::format::{Names, Source};
use crate::gbr::Form;
use crate::record::Record;
use crate::study::in_brackets;
use crate::text::encoding::{brief, text};
use crate::text::quoted::unescape;

/// A code in a record.
pub(super) struct Stored {
    /// The tag or opcode that holds it.
    pub name: String,
    /// The byte of the record where that stands.
    pub at: usize,
    /// The code, or whatever is in its place.
    pub text: String,
    pub slot: Slot,
}

/// What sort of place it is in.
pub(super) enum Slot {
    /// One of our tags or opcodes, and the stage that fills it.
    Own(&'static dyn Stage),
    /// The Black tag of a study.
    Black(Form),
    /// A line of notation.
    Line,
}

/// More than this of a value is not looked at.
const LONGEST: usize = 1000;

/// All codes of a record, in their order.
pub(super) fn stored(source: &dyn Source, record: &Record<'_>) -> Vec<Stored> {
    match source.names() {
        _ if !record.is_game() => Vec::new(),
        Names::Attributes => in_tags(record),
        Names::Operations => in_opcodes(record),
        Names::Nowhere => vec![line(record)],
    }
}

fn in_tags(record: &Record<'_>) -> Vec<Stored> {
    let mut found = Vec::new();
    for tag in record.attributes.iter().filter(|tag| tag.is_whole()) {
        let name = &record.bytes[tag.name()];
        let at = tag.span().start;
        // A code is short; of anything else its beginning tells enough.
        let value = || {
            let value = &record.bytes[tag.value()];
            brief(&unescape(&value[..value.len().min(LONGEST)]))
        };
        if let Some(stage) = own(|column| column.tag.as_bytes() == name) {
            found.push(Stored { name: text(name), at, text: value(), slot: Slot::Own(stage) });
        } else if name == b"Black"
            && let Some((code, form)) = in_brackets(&value())
        {
            found.push(Stored { name: text(name), at, text: code, slot: Slot::Black(form) });
        }
    }
    found
}

fn in_opcodes(record: &Record<'_>) -> Vec<Stored> {
    let mut found = Vec::new();
    for operation in operations(record.bytes) {
        let opcode = &record.bytes[operation.opcode.clone()];
        if let Some(stage) = own(|column| column.key.as_bytes() == opcode) {
            let operand = operands(&record.bytes[operation.operands]).first().copied();
            let operand = text(&operand_value(operand.unwrap_or_default()));
            let at = operation.opcode.start;
            found.push(Stored { name: text(opcode), at, text: operand, slot: Slot::Own(stage) });
        }
    }
    found
}

fn own(is_meant: impl Fn(&crate::Column) -> bool) -> Option<&'static dyn Stage> {
    ANNOTATIONS.iter().copied().find(|stage| is_meant(&stage.column()))
}

fn line(record: &Record<'_>) -> Stored {
    let line = text(record.bytes);
    let line = line.trim_start_matches('\u{feff}').trim().to_owned();
    Stored { name: "line".into(), at: 0, text: line, slot: Slot::Line }
}
