//! The codes that a record holds, and where they stand.

use crate::gbr::{Form, Prefix};
use crate::pgn::tag::unescape;
use crate::record::{Record, brief, text};
use crate::source::{operand_value, operands, operations};
use crate::stage::{ANNOTATIONS, Stage};

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
    /// A tag or opcode of ours, and the stage that fills it.
    Own(&'static dyn Stage),
    /// The Black tag of a study.
    Black(Form),
    /// A line of notation.
    Line,
}

/// More than this of a value is not looked at.
const LONGEST: usize = 1000;

/// All codes of a record, in their order.
pub(super) fn stored(record: &Record<'_>) -> Vec<Stored> {
    match record.format {
        _ if !record.is_game() => Vec::new(),
        "pgn" => in_tags(record),
        "epd" => in_opcodes(record),
        _ => vec![line(record)],
    }
}

fn in_tags(record: &Record<'_>) -> Vec<Stored> {
    let mut found = Vec::new();
    for tag in record.tags.iter().filter(|tag| tag.is_whole()) {
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

/// The code that a name begins with, without flags. Most names are just names.
pub(crate) fn in_brackets(name: &str) -> Option<(String, Form)> {
    let name = name.trim_start();
    let prefix = Prefix::from_ascii(name.as_bytes())?;
    let is_listed = matches!(prefix.form, Form::Database | Form::Probleemblad);
    let end = name.find(')').filter(|_| is_listed)?;
    Some((name[..=end].to_owned(), prefix.form))
}

fn line(record: &Record<'_>) -> Stored {
    let line = text(record.bytes);
    let line = line.trim_start_matches('\u{feff}').trim().to_owned();
    Stored { name: "line".into(), at: 0, text: line, slot: Slot::Line }
}
