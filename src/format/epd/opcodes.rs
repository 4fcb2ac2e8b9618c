//! EPD with our opcodes: the same bytes, and one operation per cell.

use std::ops::Range;

use super::{Operation, fields, operand_value, operations};
use crate::fault::{Fault, FaultKind};
use crate::format::sink::{Entry, Sink};
use crate::text::bytes::{before_blanks, is_white};

/// Writes a line with our opcodes brought up to date: those with a
/// cell are set where they stand or put directly after the position, those without are removed.
pub struct Opcodes {
    /// Whether our operations are to go for good. Otherwise a line stays as it is
    /// if without them its next word could pass for a field of the position, or a string
    /// for a longer one.
    pub strip: bool,
}

impl Sink for Opcodes {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        let line = entry.record.bytes;
        let position = if entry.record.is_game() { fields(line) } else { None };
        let Some(position) = position else {
            out.extend_from_slice(line);
            return None;
        };
        let start = out.len();
        edit(entry, position.end, out);
        let message = if self.strip { None } else { misread(entry, &position, &out[start..]) }?;
        out.truncate(start);
        out.extend_from_slice(line);
        let kind = if has_wrong(entry) { FaultKind::WrongLeft } else { FaultKind::LeftAlone };
        Some(entry.record.fault(kind, position.end, message))
    }
}

/// Whether one of our operations says something else than it should: then it must not stay in silence.
fn has_wrong(entry: &Entry<'_>) -> bool {
    own_operations(entry).into_iter().any(|(operation, column)| {
        let stored = operand_value(&entry.record.bytes[operation.operands]);
        entry.row.cell(column) != Some(&*stored)
    })
}

/// Why a line that was edited would not be read as it is meant; none if all is well.
fn misread(entry: &Entry<'_>, position: &Range<usize>, edited: &[u8]) -> Option<&'static str> {
    let line = entry.record.bytes;
    if fields(edited) != Some(position.clone()) {
        return Some(
            "without our opcodes the position would not end here, \
             so that the line stays as it is",
        );
    }
    // Without a backslash, what a string is does not depend on what follows it.
    let is_plain = memchr::memchr(b'\\', line).is_none();
    let is_same = is_plain || foreign(entry, line) == foreign(entry, edited);
    (!is_same).then_some(
        "without our opcodes a string that ends in a backslash would not end there, \
         so that the line stays as it is",
    )
}

/// The operations of a line that are not ours: opcodes and operands.
fn foreign<'a>(entry: &Entry<'_>, line: &'a [u8]) -> Vec<(&'a [u8], &'a [u8])> {
    let parts = |it: Operation| (&line[it.opcode], &line[it.operands]);
    let is_own = |opcode| entry.columns.iter().any(|column| column.key.as_bytes() == opcode);
    operations(line).into_iter().map(parts).filter(|(opcode, _)| !is_own(*opcode)).collect()
}

/// The line with our operations set, put in or taken out; its position
/// ends at `end`.
fn edit(entry: &Entry<'_>, end: usize, out: &mut Vec<u8>) {
    let line = entry.record.bytes;
    let own = own_operations(entry);
    out.extend_from_slice(&line[..end]);
    for column in 0..entry.columns.len() {
        if own.iter().all(|(_, present)| *present != column) {
            append_operation(entry, column, out);
        }
    }
    let mut at = end;
    for (index, (operation, _)) in own.iter().enumerate() {
        if let Some(cell) = value(entry, &own, index) {
            out.extend_from_slice(&line[at..operation.operands.start]);
            set_operand(operation, cell, out);
            at = operation.operands.end;
        } else if operation.span.start >= at {
            let run = removal(entry, &own, index);
            out.extend_from_slice(&line[at..run.start]);
            at = run.end;
        }
    }
    out.extend_from_slice(&line[at..]);
}

/// The new value of one of our operations; none if it is to go.
fn value<'a>(entry: &'a Entry<'_>, own: &[(Operation, usize)], index: usize) -> Option<&'a [u8]> {
    let column = own[index].1;
    let is_first = own[..index].iter().all(|(_, other)| *other != column);
    if is_first { entry.row.cell(column) } else { None }
}

/// What goes with an operation and those that follow it without a gap: the
/// blanks before them, unless what follows would then touch what is before.
fn removal(entry: &Entry<'_>, own: &[(Operation, usize)], index: usize) -> Range<usize> {
    let line = entry.record.bytes;
    let mut span = own[index].0.span.clone();
    for next in index + 1..own.len() {
        if own[next].0.span.start != span.end || value(entry, own, next).is_some() {
            break;
        }
        span.end = own[next].0.span.end;
    }
    let is_free = line.get(span.end).is_none_or(|&byte| is_white(byte) || byte == b';');
    if is_free { before_blanks(line, span.start)..span.end } else { span }
}

/// Our operations, each with its column.
fn own_operations(entry: &Entry<'_>) -> Vec<(Operation, usize)> {
    let line = entry.record.bytes;
    let column = |operation: &Operation| {
        let opcode = &line[operation.opcode.clone()];
        entry.columns.iter().position(|column| column.key.as_bytes() == opcode)
    };
    operations(line)
        .into_iter()
        .filter_map(|operation| column(&operation).map(|column| (operation, column)))
        .collect()
}

fn append_operation(entry: &Entry<'_>, column: usize, out: &mut Vec<u8>) {
    if let Some(cell) = entry.row.cell(column) {
        out.push(b' ');
        out.extend_from_slice(entry.columns[column].key.as_bytes());
        out.push(b' ');
        append_operand(cell, out);
        out.push(b';');
    }
}

/// An operation without operands gets its blank as well.
fn set_operand(operation: &Operation, cell: &[u8], out: &mut Vec<u8>) {
    if operation.operands.start == operation.opcode.end {
        out.push(b' ');
    }
    append_operand(cell, out);
}

/// Quoted, because other readers take a bare code for a number.
fn append_operand(cell: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend(cell.iter().map(|&byte| if byte == b'"' { b'\'' } else { byte }));
    out.push(b'"');
}
