//! EPD and FEN lines: a position, then operations.
//!
//! ```text
//! 8/K7/2nn4/8/8/1B1k4/1R6/8 w - - bm Rb1; id "a; b";
//! ```

use std::num::NonZeroU32;
use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{eof, opt, recognize, value};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use shakmaty::Setup;

use super::{Desk, Source, line};
use crate::fault::Kind;
use crate::fen;
use crate::game::{Change, Game};
use crate::gbr::Material;
use crate::pgn::bytes::{is_blank, line_stop, skip_blanks};
use crate::pgn::tag::Tag;
use crate::record::{Record, Step};

/// Positions in Extended Position Description, or as FEN lines.
pub struct Epd;

impl Source for Epd {
    fn name(&self) -> &'static str {
        "epd"
    }

    fn help(&self) -> &'static str {
        "positions in Extended Position Description, or FEN lines"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        line::first(head).is_some_and(|line| fields(line).is_some())
    }

    fn frame(&self, input: &[u8], at_end: bool, limit: usize, _: &mut Vec<Tag>) -> Step {
        line::frame(input, at_end, limit)
    }

    fn resume(&self, input: &[u8]) -> Option<usize> {
        line::resume(input)
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
            let operations = operations(record.bytes);
            if let Some(oddity) = reading.oddity {
                let message = format!("the position has {oddity}");
                game.faults.push(record.fault(Kind::OddFen, position.start, message));
            }
            let material = Material::from_board(&reading.setup.board);
            super::remark_men(record, position.start, &reading.setup.board, &material, &mut game);
            remark_own(record, &operations, &mut game);
            let words = Words { line: text, at: 0 };
            if words.count() < 6 {
                read_clocks(record, &operations, &mut reading.setup);
            }
            game.trail.push(Change { ply: 0, material });
            game.start = Some(reading.setup);
            game
        }
        Err(error) => {
            let text = crate::record::text(text);
            faulty(record, format!("the position \"{text}\" cannot be read: {error}"))
        }
    }
}

/// Opcodes of ours that stand there more than once.
fn remark_own(record: &Record<'_>, operations: &[Operation], game: &mut Game) {
    let mut twice = super::Twice::default();
    for operation in operations {
        let opcode = &record.bytes[operation.opcode.clone()];
        if twice.is_second(|column| column.key.as_bytes() == opcode) {
            let message = format!("opcode {} more than once", crate::record::text(opcode));
            game.faults.push(record.fault(Kind::OwnTwice, operation.span.start, message));
            return;
        }
    }
}

/// The clocks of a position that has them as operations.
fn read_clocks(record: &Record<'_>, operations: &[Operation], setup: &mut Setup) {
    for operation in operations {
        let operand = std::str::from_utf8(&record.bytes[operation.operands.clone()]);
        match (&record.bytes[operation.opcode.clone()], operand.map(str::parse::<u32>)) {
            (b"hmvc", Ok(Ok(number))) => setup.halfmoves = number,
            (b"fmvn", Ok(Ok(number))) => {
                setup.fullmoves = NonZeroU32::new(number).unwrap_or(setup.fullmoves);
            }
            _ => {}
        }
    }
}

fn faulty(record: &Record<'_>, message: String) -> Game {
    Game { faults: vec![record.fault(Kind::BadEpd, 0, message)], ..Game::default() }
}

/// One operation and where it stands in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// From the opcode to behind the `;`, or behind the last operand where it is missing.
    pub span: Range<usize>,
    /// The opcode.
    pub opcode: Range<usize>,
    /// From the first operand to behind the last; empty behind the opcode where there are none.
    pub operands: Range<usize>,
}

/// Where the fields of the position lie in a line: two, four or six of them.
#[must_use]
pub fn fields(line: &[u8]) -> Option<Range<usize>> {
    let start = skip_blanks(line, line::begin(line));
    let mut words = Words { line, at: start };
    let board = words.next()?;
    let turn = words.next()?;
    if !is_placement(&line[board]) || !is_turn(&line[turn.clone()]) {
        return None;
    }
    let end = words
        .pair(is_castling, is_ep_square)
        .map(|end| words.pair(is_number, is_number).unwrap_or(end))
        .unwrap_or(turn.end);
    Some(start..end)
}

/// The operations of a line, behind the fields of its position.
#[must_use]
pub fn operations(line: &[u8]) -> Vec<Operation> {
    let Some(position) = fields(line) else { return Vec::new() };
    let rest = &line[position.end..line_stop(line, position.end)];
    let place = |part: &[u8]| line.len() - (line.len() - position.end) + offset(rest, part);
    let parsed = many0(operation).parse(rest).map(|(_, found)| found).unwrap_or_default();
    parsed
        .into_iter()
        .map(|(opcode, operands, whole)| {
            let opcode_at = place(opcode);
            let operands_at = place(operands);
            Operation {
                span: opcode_at..place(whole) + whole.len(),
                opcode: opcode_at..opcode_at + opcode.len(),
                operands: operands_at..operands_at + operands.len(),
            }
        })
        .collect()
}

/// The single operands of an operation, quotes and all.
#[must_use]
pub fn operands(text: &[u8]) -> Vec<&[u8]> {
    many0(preceded(blanks, operand)).parse(text).map(|(_, found)| found).unwrap_or_default()
}

/// Where a part of a text begins in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

type Parsed<'a, T> = nom::IResult<&'a [u8], T>;

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// Opcode, operands, and all of the operation with its `;`.
fn operation(input: &[u8]) -> Parsed<'_, (&[u8], &[u8], &[u8])> {
    let (start, _) = blanks.parse(input)?;
    let (rest, opcode) = opcode.parse(start)?;
    let (rest, operands) = recognize_operands(rest)?;
    let (rest, _) = opt(preceded(blanks, char(';'))).parse(rest)?;
    Ok((rest, (opcode, operands, &start[..start.len() - rest.len()])))
}

/// opcode = ALPHA *( ALPHA / DIGIT / "_" ); anything but quotes is let pass.
fn opcode(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(|byte: u8| !is_blank(byte) && byte != b';' && byte != b'"').parse(input)
}

/// The operands without the blanks around them.
fn recognize_operands(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (first, _) = blanks.parse(input)?;
    let (rest, found) = recognize(many0(preceded(blanks, operand))).parse(first)?;
    if found.is_empty() { Ok((input, &input[..0])) } else { Ok((rest, found)) }
}

/// operand = string / word
fn operand(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((string, take_while1(|byte: u8| !is_blank(byte) && byte != b';'))).parse(input)
}

/// string = DQUOTE *( %x20-21 / %x23-7E ) DQUOTE; one that is not closed ends with its line.
fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    let content = take_while(|byte: u8| byte != b'"');
    let close = alt((value((), tag("\"")), value((), eof)));
    recognize(terminated(preceded(char('"'), content), close)).parse(input)
}

/// The words of a line.
struct Words<'a> {
    line: &'a [u8],
    at: usize,
}

impl Words<'_> {
    /// The end of the next two words if they are of these kinds; else nothing is taken.
    fn pair(&mut self, one: fn(&[u8]) -> bool, two: fn(&[u8]) -> bool) -> Option<usize> {
        let back = self.at;
        let end = self
            .next()
            .filter(|word| one(&self.line[word.clone()]))
            .and_then(|_| self.next())
            .filter(|word| two(&self.line[word.clone()]))
            .map(|word| word.end);
        if end.is_none() {
            self.at = back;
        }
        end
    }
}

impl Iterator for Words<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = skip_blanks(self.line, self.at);
        let is_end = |byte: &u8| is_blank(*byte) || matches!(byte, b'\n' | b'\r' | b';');
        let length = self.line[start..].iter().position(is_end).unwrap_or(self.line.len() - start);
        self.at = start + length;
        (length > 0).then(|| start..start + length)
    }
}

/// Eight ranks, perhaps with a pocket or a slash behind them.
fn is_placement(word: &[u8]) -> bool {
    let slashes = word.iter().filter(|&&byte| byte == b'/').count();
    let known =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'~' | b'[' | b']');
    (7..=8).contains(&slashes) && word.iter().all(known)
}

fn is_turn(word: &[u8]) -> bool {
    matches!(word, b"w" | b"b" | b"W" | b"B")
}

fn is_dash(word: &[u8]) -> bool {
    matches!(word, b"-" | b"\xe2\x80\x93" | b"\xe2\x80\x94" | b"\xe2\x88\x92")
}

fn is_castling(word: &[u8]) -> bool {
    let known = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
    is_dash(word) || (word.len() <= 4 && word.iter().all(known))
}

fn is_ep_square(word: &[u8]) -> bool {
    is_dash(word) || matches!(word, [b'a'..=b'h', b'1'..=b'8'])
}

fn is_number(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -";

    fn read(rest: &str) -> Vec<(String, String, String)> {
        let line = format!("{POSITION}{rest}");
        operations(line.as_bytes())
            .into_iter()
            .map(|op| (line[op.opcode].into(), line[op.operands].into(), line[op.span].into()))
            .collect()
    }

    #[test]
    fn quoted_strings_may_hold_semicolons() {
        let found = read(" bm e4 Nf3;id \"a; b\";\tacd 12\r\n");
        let found: Vec<_> =
            found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(
            found,
            [
                ("bm", "e4 Nf3", "bm e4 Nf3;"),
                ("id", "\"a; b\"", "id \"a; b\";"),
                ("acd", "12", "acd 12")
            ]
        );
    }

    #[test]
    fn odd_operations_do_not_stop_the_reading() {
        assert_eq!(read(" noop;").len(), 1);
        assert_eq!(read(" noop; id \"never closed ;\n")[1].1, "\"never closed ;");
        assert_eq!(read("").len(), 0);
    }

    #[test]
    fn two_four_or_six_fields() {
        let end = |text: &str| fields(text.as_bytes()).map(|range| text[range].to_owned());
        assert_eq!(end("8/8/8/8/8/8/8/8 w").as_deref(), Some("8/8/8/8/8/8/8/8 w"));
        assert_eq!(end("8/8/8/8/8/8/8/8 w ce 1;").as_deref(), Some("8/8/8/8/8/8/8/8 w"));
        assert_eq!(end("8/8/8/8/8/8/8/8 w - - bm e4;").as_deref(), Some("8/8/8/8/8/8/8/8 w - -"));
        assert_eq!(
            end(" 8/8/8/8/8/8/8/8\tb - e3 0 12 ; x").as_deref(),
            Some("8/8/8/8/8/8/8/8\tb - e3 0 12")
        );
        assert_eq!(end("hello world"), None);
    }
}
