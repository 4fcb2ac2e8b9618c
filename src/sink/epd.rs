//! EPD, one line per position, opcodes in ASCII order.
//!
//! A line that was EPD already keeps its operations; so this is also the way to
//! bring odd EPD, or lines of FEN, into the standard's form.

use std::io::Write as _;

use shakmaty::Setup;

use super::{Entry, Format, Setting, Sink};
use crate::record::Record;
use crate::source::{operands, operations};
use crate::stage::{At, Code, Position, Stage as _};

pub(super) const FORMAT: Format = Format {
    name: "epd",
    help: "EPD with gbr and gbrpos, one line per position",
    heeds: &[Setting::At],
    is_full: false,
    make: |settings| Box::new(Epd { at: settings.at.clone() }),
};

/// EPD lines.
pub struct Epd {
    /// Which positions of a game.
    pub at: Vec<At>,
}

impl Sink for Epd {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        for &at in &self.at {
            if let Some(setup) = at.of(entry.game) {
                append_line(setup, &line_operations(entry, at, setup), out);
            }
        }
    }
}

/// An opcode and what stands between it and its `;`.
type Operation = (Vec<u8>, Vec<u8>);

fn append_line(setup: &Setup, operations: &[Operation], out: &mut Vec<u8>) {
    let fen = crate::fen::write(setup).to_string();
    let position: Vec<&str> = fen.split(' ').take(4).collect();
    out.extend_from_slice(position.join(" ").as_bytes());
    for (opcode, operands) in operations {
        for part in [b" ", opcode.as_slice(), operands, b";"] {
            out.extend_from_slice(part);
        }
    }
    out.push(b'\n');
}

/// Ours, and those of the line that are not ours, in ASCII order.
fn line_operations(entry: &Entry<'_>, at: At, setup: &Setup) -> Vec<Operation> {
    let mut found = own(entry, at, setup);
    for operation in operations(entry.record.bytes).iter().filter(|_| !entry.record.is_pgn()) {
        let opcode = &entry.record.bytes[operation.opcode.clone()];
        if !matches!(opcode, b"gbr" | b"gbrpos" | b"fmvn" | b"hmvc") {
            let operands = tidy(&entry.record.bytes[operation.operands.clone()]);
            found.push((opcode.to_vec(), operands));
        }
    }
    // Stable: of an opcode that stands there twice, nobody knows which one is meant.
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

fn own(entry: &Entry<'_>, at: At, setup: &Setup) -> Vec<Operation> {
    let mut found: Vec<Operation> = vec![
        (b"fmvn".to_vec(), format!(" {}", setup.fullmoves).into_bytes()),
        (b"hmvc".to_vec(), format!(" {}", setup.halfmoves).into_bytes()),
    ];
    if entry.record.is_pgn() {
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
    let mut text = b" \"".to_vec();
    let is_said = operand(&mut text);
    text.push(b'"');
    is_said.then(|| (opcode.to_vec(), text))
}

/// Operands with one blank before each, and every string closed.
fn tidy(text: &[u8]) -> Vec<u8> {
    let mut tidy = Vec::with_capacity(text.len() + 2);
    for operand in operands(text) {
        tidy.push(b' ');
        tidy.extend_from_slice(operand);
        let is_closed = operand.len() > 1 && operand.ends_with(b"\"");
        if operand.starts_with(b"\"") && !is_closed {
            tidy.push(b'"');
        }
    }
    tidy
}

/// `White - Black, Event, Date`. An EPD string cannot hold quotes or line ends.
fn id(record: &Record<'_>) -> Option<String> {
    let mut parts = vec![record.players()?];
    parts.extend(record.text(b"Event"));
    parts.extend(record.text(b"Date"));
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    Some(parts.join(", ").chars().map(plain).collect())
}
