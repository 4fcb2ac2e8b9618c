//! EPD, one line per position, opcodes in ASCII order.
//!
//! A line that was EPD already keeps its operations, those apart that are empty; so this is
//! also the way to bring odd EPD, or lines of FEN, into the standard's form. Strings stay as
//! they are, escapes and all.

use std::io::Write as _;
use std::iter;

use shakmaty::Setup;

use super::{Operation as Read, ends_in_backslash, is_unclosed, operands, operations};
use crate::column::{At, Code, Position, Stage as _};
use crate::fen;
use crate::format::sink::{Entry, Sink};
use crate::format::source::Names;
use crate::record::Record;
use crate::text::quoted::append_escaped;

/// EPD lines.
pub struct EpdWriter {
    /// Which positions of a game.
    pub at: Vec<At>,
}

/// Of the position a game starts from.
impl Default for EpdWriter {
    fn default() -> EpdWriter {
        EpdWriter { at: vec![At::Start] }
    }
}

impl Sink for EpdWriter {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        for &at in &self.at {
            if let Some(setup) = at.of(entry.game) {
                append_line(setup, &line_operations(entry, at, setup), out);
            }
        }
    }
}

/// The same with what somebody outside answered, as operations. All columns are of answers.
pub struct AnsweredEpd(pub EpdWriter);

impl Sink for AnsweredEpd {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let answers = entry.columns.iter().zip(entry.row.cells());
        let answers: Vec<Operation> = answers
            .filter_map(|(column, cell)| {
                quoted(column.key.as_bytes(), |out| {
                    cell.map(|cell| append_escaped(cell, out)).is_some()
                })
            })
            .collect();
        for &at in &self.0.at {
            if let Some(setup) = at.of(entry.game) {
                let mut found = line_operations(entry, at, setup);
                found.retain(|(opcode, _)| answers.iter().all(|(answer, _)| answer != opcode));
                found.extend_from_slice(&answers);
                sort(&mut found);
                append_line(setup, &found, out);
            }
        }
    }
}

/// An opcode and its operands.
type Operation = (Vec<u8>, Vec<Vec<u8>>);

fn append_line(setup: &Setup, found: &[Operation], out: &mut Vec<u8>) {
    let position = fen::write_without_clocks(setup);
    let mut line = joined(&position, found);
    if !reads_back(&line, found) {
        let mut unmistakable: Vec<_> = found.iter().map(with_escapes).collect();
        sort(&mut unmistakable);
        line = joined(&position, &unmistakable);
    }
    out.extend_from_slice(&line);
}

fn joined(position: &str, operations: &[Operation]) -> Vec<u8> {
    let mut line = position.as_bytes().to_vec();
    for (opcode, operands) in operations {
        for part in iter::once(opcode).chain(operands) {
            line.push(b' ');
            line.extend_from_slice(part);
        }
        line.push(b';');
    }
    line.push(b'\n');
    line
}

/// Whether the operations of a line are those that were meant. A string that ends in a plain
/// backslash could be taken for a longer one where another operation follows it than before.
fn reads_back(line: &[u8], meant: &[Operation]) -> bool {
    memchr::memchr(b'\\', line).is_none() || {
        let read = operations(line).into_iter().map(|it| {
            let operands = operands(&line[it.operands]).into_iter().map(<[u8]>::to_vec);
            (line[it.opcode].to_vec(), operands.collect::<Vec<_>>())
        });
        read.eq(meant.iter().cloned())
    }
}

/// An operation of which every string that ends in a plain backslash has a second one.
fn with_escapes((opcode, operands): &Operation) -> Operation {
    (escaped_end(opcode), operands.iter().map(|operand| escaped_end(operand)).collect())
}

fn escaped_end(token: &[u8]) -> Vec<u8> {
    match token.split_last() {
        Some((_, text)) if ends_in_backslash(token) => [text, b"\\\""].concat(),
        _ => token.to_vec(),
    }
}

/// Ours, and those of the line that are not ours, in ASCII order.
fn line_operations(entry: &Entry<'_>, at: At, setup: &Setup) -> Vec<Operation> {
    let mut found = own(entry, at, setup);
    if entry.source.names() != Names::Attributes {
        found.extend(foreign(entry, setup));
    }
    sort(&mut found);
    found
}

/// Stable: of an opcode that stands there twice, nobody knows which one is meant. What the
/// standard would not call an opcode comes last, where no field of the position can be.
fn sort(operations: &mut [Operation]) {
    let is_odd = |opcode: &[u8]| !opcode.first().is_some_and(u8::is_ascii_alphabetic);
    operations.sort_by(|(one, _), (other, _)| (is_odd(one), one).cmp(&(is_odd(other), other)));
}

/// The operations of the line that say something else than ours.
fn foreign(entry: &Entry<'_>, setup: &Setup) -> Vec<Operation> {
    let line = entry.record.bytes;
    let is_said = |it: &Read| {
        matches!(&line[it.opcode.clone()], b"gbr" | b"gbrpos")
            || it.number(line, b"hmvc") == Some(setup.halfmoves)
            || it.number(line, b"fmvn") == Some(setup.fullmoves.get())
    };
    let kept = operations(line).into_iter().filter(|it| !is_said(it));
    kept.map(|it| {
        let operands = operands(&line[it.operands]).into_iter().map(closed);
        (closed(&line[it.opcode]), operands.collect())
    })
    .collect()
}

fn own(entry: &Entry<'_>, at: At, setup: &Setup) -> Vec<Operation> {
    let mut found: Vec<Operation> = vec![
        (b"fmvn".to_vec(), vec![setup.fullmoves.to_string().into_bytes()]),
        (b"hmvc".to_vec(), vec![setup.halfmoves.to_string().into_bytes()]),
    ];
    if entry.source.names() == Names::Attributes {
        found.extend(quoted(b"c0", |out| match (at, &entry.game.found) {
            (At::Start, _) => out.write_all(b"start").is_ok(),
            (At::Final, _) => out.write_all(b"final").is_ok(),
            (At::Found, place) => {
                place.as_ref().is_some_and(|place| write!(out, "ply {}", place.ply).is_ok())
            }
        }));
        let id = id(entry.record);
        found.extend(id.and_then(|id| quoted(b"id", |out| write!(out, "{id}").is_ok())));
    }
    found.extend(quoted(b"gbr", |out| Code(at).cell(entry.record, entry.game, out)));
    found.extend(quoted(b"gbrpos", |out| Position(at).cell(entry.record, entry.game, out)));
    found
}

/// An operation with a quoted operand, or none where there is nothing to say.
fn quoted(opcode: &[u8], operand: impl FnOnce(&mut Vec<u8>) -> bool) -> Option<Operation> {
    let mut text = b"\"".to_vec();
    let is_said = operand(&mut text);
    text.push(b'"');
    is_said.then(|| (opcode.to_vec(), vec![text]))
}

/// A token with its string closed.
fn closed(token: &[u8]) -> Vec<u8> {
    let missing: &[u8] = if is_unclosed(token) { b"\"" } else { b"" };
    [token, missing].concat()
}

/// `White - Black, Event, Date`. By the standard an EPD string cannot hold quotes or line ends.
fn id(record: &Record<'_>) -> Option<String> {
    let mut parts = vec![record.players()?];
    parts.extend(record.text(b"Event"));
    parts.extend(record.text(b"Date"));
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let plain: String = parts.join(", ").chars().map(plain).collect();
    Some(plain.replace('\\', r"\\"))
}
