//! EPD and FEN lines: a position, then operations.
//!
//! ```text
//! 8/K7/2nn4/8/8/1B1k4/1R6/8 w - - bm Rb1; id "a; b";
//! ```

use std::num::NonZeroU32;

use shakmaty::Setup;

use super::fields::{fields, has_clocks};
use super::operation::{Operation, operand_value, operands, operations, operations_after};
use super::{AnsweredOpcodes, OpcodeRemoval, Opcodes};
use crate::fault::FaultKind;
use crate::fen;
use crate::format::desk::Desk;
use crate::format::line;
use crate::format::position_faults::remark_men;
use crate::format::repeated_names::RepeatedNames;
use crate::format::sink::Sink;
use crate::format::source::{Names, Source, TakeValue};
use crate::game::{Change, Game};
use crate::gbr::Material;
use crate::record::Record;
use crate::text::bytes::{is_blank, is_line_end};
use crate::text::encoding::text;

/// Positions in Extended Position Description, or as FEN lines.
pub struct Epd;

/// A title and its like take no more lines.
const LONGEST_TITLE: usize = 10;

/// Whether positions follow after a few lines of something else, in which there are no tags.
fn has_title(head: &[u8]) -> bool {
    let lines = || head.split(|&byte| is_line_end(byte));
    lines().take(LONGEST_TITLE + 1).any(|line| fields(line).is_some())
        && lines().all(|line| !line.trim_ascii_start().starts_with(b"["))
}

impl Source for Epd {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn help(&self) -> &'static str {
        "positions in Extended Position Description, or FEN lines"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let Some(first) = line::first(head) else { return false };
        // Among tags a position may stand in any text.
        fields(first).is_some() || first[0] != b'[' && has_title(head)
    }

    fn parts(&self, record: &[u8]) -> usize {
        let is_apart = |byte: &u8| is_blank(*byte) || *byte == b';';
        record.split(is_apart).filter(|word| !word.is_empty()).count()
    }

    fn names(&self) -> Names {
        Names::Operations
    }

    /// The first operand of an operation.
    fn value(&self, record: &Record<'_>, name: &[u8]) -> Option<String> {
        let bytes = record.bytes;
        let operation =
            operations(bytes).into_iter().find(|it| &bytes[it.opcode.clone()] == name)?;
        let operand = operands(&bytes[operation.operands]).into_iter().next()?;
        Some(text(&operand_value(operand)))
    }

    fn editor(&self, strip: bool) -> Option<&'static dyn Sink> {
        Some(if strip { &Opcodes { strip: true } } else { &Opcodes { strip: false } })
    }

    fn answer_editor(&self) -> Option<&'static dyn Sink> {
        Some(&AnsweredOpcodes)
    }

    fn remover(&self) -> Option<&'static dyn Sink> {
        Some(&OpcodeRemoval)
    }

    /// Opcodes with all of their operands, blanks between them.
    fn each_value(&self, record: &Record<'_>, take: &mut TakeValue<'_>) {
        let bytes = record.bytes;
        for operation in operations(bytes) {
            let operands = operands(&bytes[operation.operands]).into_iter().map(operand_value);
            let value = operands.collect::<Vec<_>>().join(&b' ');
            take(&bytes[operation.opcode], Some(&value));
        }
    }

    fn other_endings(&self) -> &'static [&'static str] {
        &["fen"]
    }

    fn decode(&self, record: &Record<'_>, _desk: &mut Desk) -> Game {
        if record.is_game() { decode(record) } else { Game::default() }
    }
}

fn decode(record: &Record<'_>) -> Game {
    let Some(position) = fields(record.bytes) else {
        let message = "no position: expected piece placement and side to move";
        return faulty(record, message.into());
    };
    let text = &record.bytes[position.clone()];
    match fen::read(text) {
        Ok(mut reading) => {
            let mut game = Game::default();
            let operations = operations_after(record.bytes, position.end);
            if let Some(oddity) = reading.oddity {
                let message = format!("the position has {oddity}");
                game.faults.push(record.fault(FaultKind::OddFen, position.start, message));
            }
            let material = Material::from_board(&reading.setup.board);
            remark_men(record, position.start, &reading.setup.board, &material, &mut game);
            remark_own(record, &operations, &mut game);
            if !has_clocks(text) {
                read_clocks(record, &operations, &mut reading.setup);
            }
            game.trail.push(Change { ply: 0, material });
            game.start = Some(reading.setup);
            game
        }
        Err(error) => {
            let text = crate::text::encoding::brief(text);
            faulty(record, format!("the position \"{text}\" cannot be read: {error}"))
        }
    }
}

/// Our opcodes that stand there more than once.
fn remark_own(record: &Record<'_>, operations: &[Operation], game: &mut Game) {
    let mut repeated = RepeatedNames::default();
    for operation in operations {
        let opcode = &record.bytes[operation.opcode.clone()];
        if repeated.is_second(|column| column.key.as_bytes() == opcode) {
            let message = format!("opcode {} more than once", crate::text::encoding::brief(opcode));
            game.faults.push(record.fault(FaultKind::OwnTwice, operation.span.start, message));
            return;
        }
    }
}

/// The clocks of a position that has them as operations; of several the first one counts.
fn read_clocks(record: &Record<'_>, operations: &[Operation], setup: &mut Setup) {
    let number = |name: &[u8]| operations.iter().find_map(|it| it.number(record.bytes, name));
    if let Some(halfmoves) = number(b"hmvc") {
        setup.halfmoves = halfmoves;
    }
    if let Some(fullmoves) = number(b"fmvn").and_then(NonZeroU32::new) {
        setup.fullmoves = fullmoves;
    }
}

fn faulty(record: &Record<'_>, message: String) -> Game {
    Game { faults: vec![record.fault(FaultKind::BadEpd, 0, message)], ..Game::default() }
}
