//! EPD and FEN lines: a position, then operations.
//!
//! ```text
//! 8/K7/2nn4/8/8/1B1k4/1R6/8 w - - bm Rb1; id "a; b";
//! ```

use std::num::NonZeroU32;
use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{opt, peek, recognize, verify};
use nom::multi::many0;
use nom::sequence::{pair, preceded};
use shakmaty::Setup;

use super::Opcodes;
use crate::fault::Kind;
use crate::fen;
use crate::format::desk::Desk;
use crate::format::line;
use crate::format::men::remark_men;
use crate::format::sink::Sink;
use crate::format::source::{Names, Source};
use crate::format::twice::Twice;
use crate::game::{Change, Game};
use crate::gbr::Material;
use crate::record::Record;
use crate::text::bytes::{is_blank, line_stop, skip_blanks};
use crate::text::encoding::text;
use crate::text::quoted::unescape;

/// Positions in Extended Position Description, or as FEN lines.
pub struct Epd;

impl Source for Epd {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn help(&self) -> &'static str {
        "positions in Extended Position Description, or FEN lines"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        line::first(head).is_some_and(|line| fields(line).is_some())
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
            let operations = operations(record.bytes);
            if let Some(oddity) = reading.oddity {
                let message = format!("the position has {oddity}");
                game.faults.push(record.fault(Kind::OddFen, position.start, message));
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

/// Opcodes of ours that stand there more than once.
fn remark_own(record: &Record<'_>, operations: &[Operation], game: &mut Game) {
    let mut twice = Twice::default();
    for operation in operations {
        let opcode = &record.bytes[operation.opcode.clone()];
        if twice.is_second(|column| column.key.as_bytes() == opcode) {
            let message = format!("opcode {} more than once", crate::text::encoding::brief(opcode));
            game.faults.push(record.fault(Kind::OwnTwice, operation.span.start, message));
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

/// Whether the fields of a position hold its clocks.
fn has_clocks(position: &[u8]) -> bool {
    Words { line: position, at: 0 }.skip(4).any(|word| is_number(&position[word]))
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

impl Operation {
    /// The number that this is if it has the name: `hmvc 12` is one of `hmvc`.
    pub(crate) fn number(&self, line: &[u8], name: &[u8]) -> Option<u32> {
        let operand = std::str::from_utf8(&line[self.operands.clone()]).ok()?;
        (line[self.opcode.clone()] == *name).then(|| operand.parse().ok()).flatten()
    }
}

/// Where the fields of the position lie in a line: two, four or six of them, and the checks of
/// three-check chess (`3+3 0 1`, `0 1 +0+0`, or `3+3` alone).
#[must_use]
pub fn fields(line: &[u8]) -> Option<Range<usize>> {
    let start = skip_blanks(line, line::begin(line));
    let mut words = Words { line, at: start };
    let board = words.next()?;
    let turn = words.next()?;
    if !is_placement(&line[board]) || !is_turn(&line[turn.clone()]) {
        return None;
    }
    let Some(end) = words.pair(is_castling, is_ep_square) else { return Some(start..turn.end) };
    let early = words.one(is_checks);
    let clocks = words.pair(is_number, is_number);
    let late = if early.is_none() && clocks.is_some() { words.one(is_checks) } else { None };
    Some(start..late.or(clocks).or(early).unwrap_or(end))
}

/// The operations of a line, behind the fields of its position. Those that are empty (`;;`) are
/// left out; otherwise every byte of the line that is not blank belongs to one.
#[must_use]
pub fn operations(line: &[u8]) -> Vec<Operation> {
    let Some(position) = fields(line) else { return Vec::new() };
    let rest = &line[position.end..line_stop(line, position.end)];
    let place = |part: &[u8]| position.end + offset(rest, part);
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

/// What an operand says: without its quotes, and with `\"` and `\\` read as what they stand for.
#[must_use]
pub fn operand_value(operand: &[u8]) -> Vec<u8> {
    let Some(open) = operand.strip_prefix(b"\"") else { return operand.to_vec() };
    let is_closed = string_end(operand) == Some(operand.len());
    unescape(if is_closed { &open[..open.len() - 1] } else { open })
}

/// Whether an opcode or operand is a string that never ends.
pub(crate) fn is_unclosed(token: &[u8]) -> bool {
    token.starts_with(b"\"") && string_end(token).is_none()
}

/// Whether an opcode or operand is a string that ends in a plain backslash.
pub(crate) fn ends_in_backslash(token: &[u8]) -> bool {
    let is_string = token.starts_with(b"\"") && string_end(token) == Some(token.len());
    let before = token.iter().rev().skip(1).take_while(|&&byte| byte == b'\\').count();
    is_string && before % 2 == 1
}

/// Where a part of a text begins in it.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

type Parsed<'a, T> = nom::IResult<&'a [u8], T>;

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// Opcode, operands, and all of the operation with its `;`. Empty ones before it are passed over.
fn operation(input: &[u8]) -> Parsed<'_, (&[u8], &[u8], &[u8])> {
    let (start, _) = take_while(|byte| is_blank(byte) || byte == b';').parse(input)?;
    let (rest, opcode) = alt((quoted, opcode)).parse(start)?;
    let (rest, operands) = recognize_operands(rest)?;
    let (rest, _) = opt(preceded(blanks, char(';'))).parse(rest)?;
    Ok((rest, (opcode, operands, &start[..start.len() - rest.len()])))
}

/// opcode = ALPHA *( ALPHA / DIGIT / "_" ); anything is let pass up to a quote that opens a
/// string, which one behind a backslash does not.
fn opcode(input: &[u8]) -> Parsed<'_, &[u8]> {
    let mut end = 0;
    while let Some(&byte) = input.get(end) {
        match (byte, input.get(end + 1)) {
            (b'\\', Some(b'"' | b'\\')) => end += 2,
            (byte, _) if is_blank(byte) || matches!(byte, b';' | b'"') => break,
            _ => end += 1,
        }
    }
    verify(take(end), |word: &[u8]| !word.is_empty()).parse(input)
}

/// The operands without the blanks around them.
fn recognize_operands(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (first, _) = blanks.parse(input)?;
    let (rest, found) = recognize(many0(preceded(blanks, operand))).parse(first)?;
    if found.is_empty() { Ok((input, &input[..0])) } else { Ok((rest, found)) }
}

/// operand = string / word
fn operand(input: &[u8]) -> Parsed<'_, &[u8]> {
    alt((quoted, take_while1(is_of_word))).parse(input)
}

/// A string, and what touches it.
fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    recognize(pair(string, take_while(is_of_word))).parse(input)
}

fn is_of_word(byte: u8) -> bool {
    !is_blank(byte) && byte != b';'
}

/// string = DQUOTE *( "\" DQUOTE / "\\" / any other byte ) DQUOTE; one that is not closed ends
/// with its line.
fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (input, _) = peek(char('"')).parse(input)?;
    take(string_end(input).unwrap_or(input.len())).parse(input)
}

/// Where the string ends that `text` begins with; none where it does not.
///
/// The standard knows no escapes, but programs write them, and others end a string in a plain
/// backslash: `"C:\"; id "x";`. Read with escapes, that string would end at the quote that opens
/// the next one. So if the quote that ends it is followed by a word (or if there is none), the
/// string ends at the first `\"` that an end of the operation follows.
///
/// A quote that opens a string never stands behind a backslash, so that nothing is looked at
/// more than twice.
fn string_end(text: &[u8]) -> Option<usize> {
    let mut early = None;
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b'"', next) => {
                let is_end = next.is_none_or(|&next| is_blank(next) || next == b';');
                return Some(early.filter(|_| !is_end).unwrap_or(at + 1));
            }
            (b'\\', Some(b'"')) => {
                early = early.or_else(|| ends_operation(&text[at + 2..]).then_some(at + 2));
                at += 2;
            }
            (b'\\', Some(b'\\')) => at += 2,
            _ => at += 1,
        }
    }
    early
}

/// Whether nothing comes before the next `;`.
fn ends_operation(rest: &[u8]) -> bool {
    matches!(rest.get(skip_blanks(rest, 0)), None | Some(b';'))
}

/// The words of a line.
struct Words<'a> {
    line: &'a [u8],
    at: usize,
}

impl Words<'_> {
    /// The end of the next word if it is of this kind; else nothing is taken.
    fn one(&mut self, kind: fn(&[u8]) -> bool) -> Option<usize> {
        let back = self.at;
        let end = self.next().filter(|word| kind(&self.line[word.clone()])).map(|word| word.end);
        if end.is_none() {
            self.at = back;
        }
        end
    }

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

/// Checks that are left (`3+3`) or given (`+0+0`).
fn is_checks(word: &[u8]) -> bool {
    matches!(word.strip_prefix(b"+").unwrap_or(word), [b'0'..=b'3', b'+', b'0'..=b'3'])
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
    fn empty_operations_do_not_stop_the_reading() {
        let names = |rest| read(rest).into_iter().map(|(name, ..)| name).collect::<Vec<_>>();
        assert_eq!(names(";D1 20 ;D2 400 ;D3 8902"), ["D1", "D2", "D3"]);
        assert_eq!(names(" ;; bm e4;; ;id \"x\";;"), ["bm", "id"]);
        assert_eq!(names(";"), [""; 0]);
        assert_eq!(names(" bm e4; \"a; b\" c; gbr"), ["bm", "\"a; b\"", "gbr"]);
    }

    #[test]
    fn a_quote_behind_a_backslash_does_not_end_a_string() {
        let operands = |rest| read(rest).into_iter().map(|(_, it, _)| it).collect::<Vec<_>>();
        assert_eq!(operands(r#" id "a \"; gbr \"x\";"; bm e4"#), [r#""a \"; gbr \"x\";""#, "e4"]);
        assert_eq!(operands(r#" id "a\\"; bm e4;"#), [r#""a\\""#, "e4"]);
        assert_eq!(operands(r#" id "a\\\""; bm e4;"#), [r#""a\\\"""#, "e4"]);
    }

    #[test]
    fn a_string_may_end_in_a_plain_backslash() {
        let operands = |rest| read(rest).into_iter().map(|(_, it, _)| it).collect::<Vec<_>>();
        assert_eq!(operands(r#" c0 "C:\"; bm e4;"#), [r#""C:\""#, "e4"]);
        assert_eq!(operands(r#" c0 "C:\" ; gbr "x"; id " y""#), [r#""C:\""#, r#""x""#, r#"" y""#]);
        assert_eq!(operands(r#" c0 "\"x\"; bm e4;"#), [r#""\"x\""#, "e4"]);
        assert_eq!(operands(r#" c0 "C:\""#), [r#""C:\""#]);
    }

    #[test]
    fn values_have_no_quotes_and_no_escapes() {
        let value = |operand: &str| String::from_utf8(operand_value(operand.as_bytes())).unwrap();
        assert_eq!(value(r#""a \"b\" \\ \c""#), r#"a "b" \ \c"#);
        assert_eq!(value(r#""C:\""#), r"C:\");
        assert_eq!(value(r#""never closed"#), "never closed");
        assert_eq!(value("plain"), "plain");
    }

    #[test]
    fn many_strings_with_backslashes_take_no_longer_than_others() {
        for piece in [r#" x\"\";"#, r#" "\";"#, r#""\";"#, r#"a"\"; "#, "\\\"", ";\\"] {
            let line = format!("{POSITION} {}", piece.repeat((1 << 19) / piece.len()));
            let before = std::time::Instant::now();
            assert!(!operations(line.as_bytes()).is_empty());
            assert!(before.elapsed().as_secs() < 20, "{piece}");
        }
    }

    #[test]
    fn the_checks_of_three_check_belong_to_the_position() {
        let end = |rest: &str| {
            let line = format!("{POSITION} {rest}");
            line[fields(line.as_bytes()).unwrap().end..].to_owned()
        };
        assert_eq!(end("3+3 0 1 bm e4;"), " bm e4;");
        assert_eq!(end("0 1 +0+2 bm e4;"), " bm e4;");
        assert_eq!(end("2+3; bm e4;"), "; bm e4;");
        assert_eq!(end("3+3 0 1 +0+0"), " +0+0");
        assert_eq!(end("7+3 0 1"), " 7+3 0 1");
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
