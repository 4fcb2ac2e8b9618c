//! EPD with our opcodes: the same bytes, and one operation per cell.

use std::ops::Range;

use super::operation::operations_after;
use super::{Operation, fields, operand_value, operations};
use crate::fault::{Fault, FaultKind};
use crate::format::answers::Editors;
use crate::format::sink::{Entry, Sink};
use crate::record::Record;
use crate::row::{CellKind, Column};
use crate::text::bytes::{before_blanks, is_white};
use crate::text::quoted::append_escaped;

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
        let kind = if has_wrong(entry, position.end) {
            FaultKind::WrongLeft
        } else {
            FaultKind::LeftAlone
        };
        Some(entry.record.fault(kind, position.end, message))
    }
}

/// Whether one of our operations after the position says something else than it should: then it must not stay in silence.
fn has_wrong(entry: &Entry<'_>, end: usize) -> bool {
    own_operations(entry, end).into_iter().any(|(operation, column)| {
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
    let is_own = |opcode| own_column(entry, opcode).is_some();
    operations(line).into_iter().map(parts).filter(|(opcode, _)| !is_own(*opcode)).collect()
}

/// The column of an opcode that is ours to set or to take out. Where nobody answered anything, an operation is the user's.
fn own_column(entry: &Entry<'_>, opcode: &[u8]) -> Option<usize> {
    let column = entry.columns.iter().position(|column| column.key.as_bytes() == opcode)?;
    let is_answer = entry.columns[column].kind == CellKind::Answer;
    (!is_answer || entry.row.cell(column).is_some()).then_some(column)
}

/// The line with our operations set, put in or taken out; its position
/// ends at `end`.
fn edit(entry: &Entry<'_>, end: usize, out: &mut Vec<u8>) {
    let line = entry.record.bytes;
    let own = own_operations(entry, end);
    out.extend_from_slice(&line[..end]);
    for column in 0..entry.columns.len() {
        if own.iter().all(|(_, present)| *present != column) {
            append_operation(entry, column, out);
        }
    }
    let mut at = end;
    for (index, (operation, column)) in own.iter().enumerate() {
        if let Some(cell) = value(entry, &own, index) {
            out.extend_from_slice(&line[at..operation.operands.start]);
            set_operand(operation, entry.columns[*column].kind, cell, out);
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

/// Our operations, each with its column; the position ends at `end`.
fn own_operations(entry: &Entry<'_>, end: usize) -> Vec<(Operation, usize)> {
    let line = entry.record.bytes;
    let column = |operation: &Operation| own_column(entry, &line[operation.opcode.clone()]);
    operations_after(line, end)
        .into_iter()
        .filter_map(|operation| column(&operation).map(|column| (operation, column)))
        .collect()
}

fn append_operation(entry: &Entry<'_>, column: usize, out: &mut Vec<u8>) {
    if let Some(cell) = entry.row.cell(column) {
        out.push(b' ');
        out.extend_from_slice(entry.columns[column].key.as_bytes());
        out.push(b' ');
        append_operand(entry.columns[column].kind, cell, out);
        out.push(b';');
    }
}

/// An operation without operands gets its blank as well.
fn set_operand(operation: &Operation, kind: CellKind, cell: &[u8], out: &mut Vec<u8>) {
    if operation.operands.start == operation.opcode.end {
        out.push(b' ');
    }
    append_operand(kind, cell, out);
}

/// Quoted, because other readers take a bare code for a number.
fn append_operand(kind: CellKind, cell: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    if kind == CellKind::Answer {
        append_escaped(cell, out);
    } else {
        out.extend(cell.iter().map(|&byte| if byte == b'"' { b'\'' } else { byte }));
    }
    out.push(b'"');
}

/// Writes a line with our opcodes brought up to date, and with those that have an answer.
pub struct AnsweredOpcodes;

impl Sink for AnsweredOpcodes {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        const OURS: Opcodes = Opcodes { strip: false };
        let (columns, row) = entry.answers();
        if !entry.record.is_game() || columns.is_empty() {
            return OURS.write_and_note(entry, out);
        }
        let start = out.len();
        let ours = entry.without_answers();
        let told = OURS.write_and_note(&Entry { row: &ours, ..*entry }, out);
        let text = out.split_off(start);
        let record = Record { bytes: &text, ..entry.record.clone() };
        let answered = Entry { record: &record, columns: &columns, row: &row, ..*entry };
        let position = fields(&text).filter(|_| told.is_none());
        if position.is_some_and(|position| can_take(entry, &answered, &position, out)) {
            return None;
        }
        out.truncate(start);
        out.extend_from_slice(&text);
        let message = "the answers would change how the line is read, so that they are left out";
        let note = || entry.record.fault(FaultKind::LeftAlone, 0, message);
        told.filter(|fault| !fault.is_note()).or_else(|| Some(note()))
    }
}

/// Appends a line, in which ours are up to date, with its answers; returns whether that can stand.
fn can_take(
    entry: &Entry<'_>,
    answered: &Entry<'_>,
    position: &Range<usize>,
    out: &mut Vec<u8>,
) -> bool {
    let start = out.len();
    edit(answered, position.end, out);
    let record = Record { bytes: &out[start..], ..entry.record.clone() };
    let editors = Editors { ours: &Opcodes { strip: false }, remover: &OpcodeRemoval };
    holds(answered, position, &out[start..])
        && editors.hold(entry, &Entry { record: &record, ..*entry })
}

/// Whether an edited line says what is meant: the same position, the operations of others, and every cell.
fn holds(entry: &Entry<'_>, position: &Range<usize>, edited: &[u8]) -> bool {
    let says = |(column, cell): (&Column, Option<&[u8]>)| {
        let Some(cell) = cell.filter(|_| column.kind == CellKind::Answer) else { return true };
        let is_its = |it: &Operation| &edited[it.opcode.clone()] == column.key.as_bytes();
        let stored = operations(edited).into_iter().find(is_its);
        stored.is_some_and(|it| operand_value(&edited[it.operands]) == cell)
    };
    fields(edited) == Some(position.clone())
        && foreign(entry, entry.record.bytes) == foreign(entry, edited)
        && entry.columns.iter().zip(entry.row.cells()).all(says)
}

/// Takes out the operations of all columns; those of columns of text are not ours, and stay where the line would be read in
/// another way without them.
pub struct OpcodeRemoval;

impl Sink for OpcodeRemoval {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        const STRIP: Opcodes = Opcodes { strip: true };
        let start = out.len();
        let is_ours = |column: &&Column| column.kind != CellKind::Text;
        let ours: Vec<Column> = entry.columns.iter().filter(is_ours).copied().collect();
        STRIP.write(&Entry { columns: &ours, ..*entry }, out);
        let text = out.split_off(start);
        let record = Record { bytes: &text, ..entry.record.clone() };
        let named: Vec<Column> = entry.columns.iter().filter(|it| !is_ours(it)).copied().collect();
        let rest = Entry { record: &record, columns: &named, ..*entry };
        let position = fields(&text).filter(|_| entry.record.is_game());
        STRIP.write(&rest, out);
        let position = position.filter(|_| out[start..] != text)?;
        misread(&rest, &position, &out[start..])?;
        out.truncate(start);
        out.extend_from_slice(&text);
        let message = "the line would be read in another way without the opcode, so that it stays";
        Some(entry.record.fault(FaultKind::LeftAlone, position.end, message))
    }
}
