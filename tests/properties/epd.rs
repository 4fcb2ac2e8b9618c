//! Promises of convert about lines of EPD.

use std::io;

use gbr_pgn::column::At;
use gbr_pgn::format;
use gbr_pgn::format::Epd;
use gbr_pgn::format::epd::{operand_value, operands, operations};
use gbr_pgn::run::{Job, Task};
use gbr_pgn::text::bytes::end_mark;

/// An opcode and its operands, as they stand in a line.
pub type Operation = (Vec<u8>, Vec<Vec<u8>>);

pub fn convert(input: &[u8]) -> Vec<u8> {
    let sink = format::epd::EpdWriter { at: vec![At::Start] };
    let mut out = Vec::new();
    Job::new(&Epd, Task::Find(&[]), &sink)
        .run(input, |done| {
            out.extend_from_slice(&done.out);
            Ok::<_, io::Error>(())
        })
        .expect("reading from memory does not fail");
    out
}

pub fn read(line: &[u8]) -> Vec<Operation> {
    let owned = |part: &[u8]| part.to_vec();
    let operation = |it: gbr_pgn::format::epd::Operation| {
        (owned(&line[it.opcode]), operands(&line[it.operands]).into_iter().map(owned).collect())
    };
    operations(line).into_iter().map(operation).collect()
}

/// Every operation of every line whose position can be read is in what is written, and
/// reading that again changes nothing.
pub fn convert_keeps_operations(input: &[u8]) {
    for line in input.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let converted = convert(line);
        assert!(converted == convert(&converted), "convert is not idempotent: {}", shown(line));
        let mut written = read(&converted);
        for operation in
            read(without_end_mark(line)).iter().filter(|it| !converted.is_empty() && !is_own(it))
        {
            let place = written.iter().position(|it| is_kept(operation, it));
            let lost = || format!("{operation:?}\nof {}\nin {}", shown(line), shown(&converted));
            written.remove(place.unwrap_or_else(|| panic!("lost: {}", lost())));
        }
    }
}

/// A line without the Ctrl-Z that a file may end with, which is no operation.
fn without_end_mark(line: &[u8]) -> &[u8] {
    end_mark(line).map_or(line, |mark| &line[..mark])
}

fn shown(line: &[u8]) -> String {
    line.escape_ascii().to_string()
}

/// Codes are found anew, and a clock that is said already (in another spelling) is not said twice.
fn is_own((opcode, operands): &Operation) -> bool {
    let is_number =
        |text: &[u8]| std::str::from_utf8(text).is_ok_and(|it| it.parse::<u32>().is_ok());
    match opcode.as_slice() {
        b"gbr" | b"gbrpos" => true,
        b"hmvc" | b"fmvn" => matches!(operands.as_slice(), [one] if is_number(one)),
        _ => false,
    }
}

/// Byte for byte; of a string that is not closed, or ends in a plain backslash, what it says.
fn is_kept((opcode, operands): &Operation, written: &Operation) -> bool {
    let are_strings = |one: &[u8], other: &[u8]| one.starts_with(b"\"") && other.starts_with(b"\"");
    let same = |one: &[u8], other: &[u8]| {
        one == other || (are_strings(one, other) && operand_value(one) == operand_value(other))
    };
    same(opcode, &written.0)
        && operands.len() == written.1.len()
        && operands.iter().zip(&written.1).all(|(one, other)| same(one, other))
}
