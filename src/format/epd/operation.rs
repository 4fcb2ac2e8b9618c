//! The operations of a line: an opcode, its operands and a `;` each.

use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{opt, peek, recognize, verify};
use nom::multi::many0;
use nom::sequence::{pair, preceded};

use super::fields::fields;
use crate::text::bytes::{is_blank, line_stop, skip_blanks};
use crate::text::quoted::unescape;

/// One operation and where it stands in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// From the opcode to after the `;`, or after the last operand where it is missing.
    pub span: Range<usize>,
    /// The opcode.
    pub opcode: Range<usize>,
    /// From the first operand to after the last; empty after the opcode where there are none.
    pub operands: Range<usize>,
}

impl Operation {
    /// The number that this is if it has the name: `hmvc 12` is one of `hmvc`.
    pub(crate) fn number(&self, line: &[u8], name: &[u8]) -> Option<u32> {
        let operand = std::str::from_utf8(&line[self.operands.clone()]).ok()?;
        (line[self.opcode.clone()] == *name).then(|| operand.parse().ok()).flatten()
    }
}

/// The operations of a line, after the fields of its position. Those that are empty (`;;`) are
/// left out; otherwise every byte of the line that is not blank belongs to one.
#[must_use]
pub fn operations(line: &[u8]) -> Vec<Operation> {
    fields(line).map_or_else(Vec::new, |position| operations_after(line, position.end))
}

/// The same of a line whose position is known to end at `end`.
pub(super) fn operations_after(line: &[u8], end: usize) -> Vec<Operation> {
    let rest = &line[end..line_stop(line, end)];
    let place = |part: &[u8]| end + offset(rest, part);
    let (_, found) = many0(operation).parse(rest).expect(NEVER_EMPTY);
    found
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
    many0(preceded(blanks, operand)).parse(text).expect(NEVER_EMPTY).1
}

/// What an operand says: without its quotes, and with `\"` and `\\` read as what they stand for.
#[must_use]
pub fn operand_value(operand: &[u8]) -> Vec<u8> {
    let Some(open) = operand.strip_prefix(b"\"") else { return operand.to_vec() };
    let is_closed = string_end(operand) == Some(operand.len());
    unescape(if is_closed { &open[..open.len() - 1] } else { open }).into_owned()
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

/// Why reading many of them cannot fail.
const NEVER_EMPTY: &str = "an operation or operand takes a byte at least";

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
/// string, which one after a backslash does not.
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
/// A quote that opens a string never stands after a backslash, so that nothing is looked at
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
}
