//! PGN: records that are PGN as they are, positions as games without moves.

use std::io::Write as _;

use shakmaty::Setup;

use super::{AnsweredTags, Pgn};
use crate::fault::Fault;
use crate::format::epd::{operand_value, operands, operations};
use crate::format::sink::{Entry, Sink};
use crate::format::source::Names;
use crate::gbr::Claim;
use crate::text::quoted::append_escaped;

impl Sink for Pgn {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        if entry.source.is::<Pgn>() {
            out.extend_from_slice(entry.record.bytes);
        } else if entry.record.is_game() {
            position(entry, &[], out);
        }
    }
}

/// The same with what somebody outside answered, as tags. All columns are of answers.
pub struct AnsweredPgn;

impl Sink for AnsweredPgn {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        if entry.source.is::<Pgn>() {
            return AnsweredTags.write_and_note(entry, out);
        }
        if entry.record.is_game() {
            let mut tags = Vec::new();
            for (column, cell) in entry.columns.iter().zip(entry.row.cells()) {
                let Some(cell) = cell else { continue };
                tags.extend_from_slice(format!("[{} \"", column.tag).as_bytes());
                append_escaped(cell, &mut tags);
                tags.extend_from_slice(b"\"]\n");
            }
            position(entry, &tags, out);
        }
        None
    }
}

/// A game with nothing but its starting position, and with these lines after its tags.
fn position(entry: &Entry<'_>, tags: &[u8], out: &mut Vec<u8>) {
    let Entry { record, game, .. } = entry;
    let Some(start) = &game.start else { return };
    let result = match game.claim {
        Some(Claim::Win) => "1-0",
        Some(Claim::Draw) => "1/2-1/2",
        None => "*",
    };
    let fen = crate::fen::write(start);
    out.extend_from_slice(b"[Event \"");
    append_escaped(&name(entry).unwrap_or_else(|| b"?".to_vec()), out);
    let variant = variant(start).map(|it| format!("[Variant \"{it}\"]\n")).unwrap_or_default();
    // Writing to memory cannot fail.
    let _ = write!(
        out,
        "\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n{variant}[SetUp \"1\"]\n[FEN \"{fen}\"]\n",
        record.number
    );
    out.extend_from_slice(tags);
    let _ = write!(out, "\n{result}\n\n");
}

/// The variant to which a position belongs that has what no other one has.
fn variant(start: &Setup) -> Option<&'static str> {
    let checks = start.remaining_checks.map(|_| "Three-check");
    checks.or(start.pockets.map(|_| "Crazyhouse"))
}

/// What a line of EPD calls its position: the operand of `id`.
fn name(entry: &Entry<'_>) -> Option<Vec<u8>> {
    if entry.source.names() != Names::Operations {
        return None;
    }
    let record = entry.record;
    let operations = operations(record.bytes);
    let id =
        operations.iter().find(|operation| record.bytes[operation.opcode.clone()] == *b"id")?;
    let operand = *operands(&record.bytes[id.operands.clone()]).first()?;
    Some(operand_value(operand)).filter(|name| !name.is_empty())
}
