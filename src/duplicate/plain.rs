//! Text without what does not count: white space, and our tags and opcodes.

use crate::column::ANNOTATIONS;
use crate::format::epd::{Operation, fields, operations};
use crate::format::{Names, Source};
use crate::record::{Attribute, Record};
use crate::text::bytes::{is_line_end, is_white};
use std::ops::Range;

/// The text with one blank for all white space, and none around it.
pub(super) fn folded(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    fold_into(&mut plain, text, b' ');
    plain
}

/// Puts the words of a text after what is there: `first` before the first of them, a blank before each other.
fn fold_into(plain: &mut Vec<u8>, text: &[u8], first: u8) {
    let mut gap = first;
    for word in text.split(|&byte| is_white(byte)).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(gap);
        }
        plain.extend_from_slice(word);
        gap = b' ';
    }
}

/// The same for bytes of which not all are read: where a line end may end a comment or an escaped line,
/// it is told from a blank.
pub(super) fn of_bytes(bytes: &[u8]) -> Vec<u8> {
    if memchr::memchr2(b';', b'%', bytes).is_none() {
        return folded(bytes);
    }
    let mut plain = Vec::with_capacity(bytes.len());
    bytes.split(|&byte| is_line_end(byte)).for_each(|line| fold_into(&mut plain, line, b'\n'));
    plain
}

/// The bytes of a record, white space folded, without our tags and opcodes.
pub(super) fn of_record(source: &dyn Source, record: &Record<'_>) -> Vec<u8> {
    let own = own(source, record);
    if own.is_empty() {
        return of_bytes(record.bytes);
    }
    let parts = outside(record.bytes.len(), own);
    let parts: Vec<_> = parts.into_iter().map(|part| &record.bytes[part]).collect();
    of_bytes(&parts.join(&b'\n'))
}

/// Where our tags or opcodes are.
fn own(source: &dyn Source, record: &Record<'_>) -> Vec<Range<usize>> {
    match source.names() {
        Names::Attributes => {
            let is_own =
                |name: &[u8]| ANNOTATIONS.iter().any(|stage| stage.column().tag.as_bytes() == name);
            let tags = record.attributes.iter().filter(|tag| tag.is_whole());
            let own = tags.filter(|tag| is_own(&record.bytes[tag.name()]));
            own.map(Attribute::span).collect()
        }
        Names::Operations => {
            let own = operations(record.bytes).into_iter();
            own.filter(|operation| is_own(record, operation)).map(|own| own.span).collect()
        }
        Names::Nowhere => Vec::new(),
    }
}

fn is_own(record: &Record<'_>, operation: &Operation) -> bool {
    let opcode = &record.bytes[operation.opcode.clone()];
    ANNOTATIONS.iter().any(|stage| stage.column().key.as_bytes() == opcode)
}

/// What lies between spans, which are in order.
pub(super) fn outside(
    len: usize,
    spans: impl IntoIterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut parts = Vec::new();
    for span in spans {
        parts.push(at..span.start.max(at));
        at = span.end.max(at);
    }
    parts.push(at..len);
    parts
}

/// The operations of a line, without those of ours and in the order of their bytes; none where anything else
/// stands after the position.
pub(super) fn operations_of(record: &Record<'_>) -> Option<Vec<Vec<u8>>> {
    let line = record.bytes;
    let position = fields(line)?;
    let all = operations(line);
    let spans = std::iter::once(0..position.end).chain(all.iter().map(|one| one.span.clone()));
    let rest = outside(line.len(), spans);
    let is_empty =
        |part: Range<usize>| line[part].iter().all(|&byte| is_white(byte) || byte == b';');
    if !rest.into_iter().all(is_empty) {
        return None;
    }
    let others = all.iter().filter(|operation| !is_own(record, operation));
    let text = |operation: &Operation| {
        let whole = &line[operation.opcode.start..operation.operands.end];
        folded(whole)
    };
    let mut texts: Vec<_> = others.map(text).collect();
    texts.sort_unstable();
    Some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_counts_once_and_a_line_end_where_it_ends_a_comment() {
        assert_eq!(of_bytes(b" 1. e4\r\n\r\n e5\t*\n"), b"1. e4 e5 *");
        assert_eq!(of_bytes(b"1. e4  ; a\r\n\n e5 *"), b"1. e4 ; a\ne5 *");
        assert_ne!(of_bytes(b"1. e4 ; a\n*"), of_bytes(b"1. e4 ; a *"));
    }
}
