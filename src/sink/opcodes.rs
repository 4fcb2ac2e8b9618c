//! EPD with opcodes of ours: the same bytes, and one operation per cell.

use super::{Entry, Sink};
use crate::pgn::bytes::before_blanks;
use crate::source::{Operation, fields, operations};

/// Writes a line with its opcodes of ours brought up to date: those with a
/// cell are set where they stand or put directly behind the position, those without are removed.
pub struct Opcodes;

impl Sink for Opcodes {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let line = entry.record.bytes;
        let position = if entry.record.is_game() { fields(line) } else { None };
        let Some(position) = position else {
            out.extend_from_slice(line);
            return;
        };
        let own = own_operations(entry);
        out.extend_from_slice(&line[..position.end]);
        for column in 0..entry.columns.len() {
            if own.iter().all(|(_, present)| *present != column) {
                append_operation(entry, column, out);
            }
        }
        let mut at = position.end;
        let mut seen = Vec::new();
        for (operation, column) in own {
            let is_new = !seen.contains(&column);
            seen.push(column);
            match entry.row.cell(column) {
                Some(cell) if is_new => {
                    out.extend_from_slice(&line[at..operation.operands.start]);
                    set_operand(line, &operation, cell, out);
                    at = operation.operands.end;
                }
                _ => {
                    out.extend_from_slice(&line[at..before_blanks(line, operation.span.start)]);
                    at = operation.span.end;
                }
            }
        }
        out.extend_from_slice(&line[at..]);
    }
}

/// The operations of ours, each with its column.
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
fn set_operand(line: &[u8], operation: &Operation, cell: &[u8], out: &mut Vec<u8>) {
    if operation.operands.is_empty()
        && line[..operation.operands.start].ends_with(&line[operation.opcode.clone()])
    {
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
