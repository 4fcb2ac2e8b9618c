//! What a plugin is asked: one line of JSON for each game.

use crate::column::{At, Code, Fen, Plies, Stage};
use crate::run::Inquiry;
use crate::text::encoding::text;
use serde_json::to_writer;
use shakmaty::uci::UciMove;
use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;

/// Names that are compared one by one. More of them, and looking them up is faster.
const FEW: usize = 64;

/// Appends the line of a game. Where nothing is known, a member is null.
pub fn append(inquiry: &Inquiry<'_>, out: &mut Vec<u8>) {
    let number = inquiry.record.number;
    // Writing to memory cannot fail.
    let _ = write!(out, "{{\"number\":{number},\"tags\":{{");
    append_tags(inquiry, out);
    out.push(b'}');
    let quoted: [&dyn Stage; 4] =
        [&Fen(At::Start), &Fen(At::Final), &Code(At::Start), &Code(At::Final)];
    quoted.into_iter().for_each(|stage| append_cell(inquiry, stage, b"\"", out));
    append_cell(inquiry, &Plies, b"", out);
    out.extend_from_slice(b",\"moves\":");
    match inquiry.moves {
        Some(moves) => append_moves(moves, out),
        None => out.extend_from_slice(b"null"),
    }
    out.extend_from_slice(b"}\n");
}

/// All that the record says under names; of several values the first.
fn append_tags(inquiry: &Inquiry<'_>, out: &mut Vec<u8>) {
    let mut seen = ObjectKeys::default();
    inquiry.source.each_value(inquiry.record, &mut |name, value| {
        let Some(value) = value else { return };
        let start = out.len();
        if !seen.is_empty() {
            out.push(b',');
        }
        let name_start = out.len();
        append_text(name, out);
        if !seen.add(out, name_start) {
            out.truncate(start);
            return;
        }
        out.push(b':');
        append_text(value, out);
    });
}

/// The names of one object, where they stand in it.
#[derive(Default)]
struct ObjectKeys {
    few: Vec<Range<usize>>,
    many: HashSet<Vec<u8>>,
}

impl ObjectKeys {
    fn is_empty(&self) -> bool {
        self.few.is_empty()
    }

    /// Adds the name that ends a text; false where it is there already.
    fn add(&mut self, text: &[u8], start: usize) -> bool {
        let name = &text[start..];
        if self.few.iter().any(|other| &text[other.clone()] == name) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(start..text.len());
            return true;
        }
        self.many.insert(name.to_owned())
    }
}

/// In quotes; what is not UTF-8 is taken for Latin-1.
fn append_text(bytes: &[u8], out: &mut Vec<u8>) {
    // Neither a text nor a vector that takes it can fail.
    let _ = match str::from_utf8(bytes) {
        Ok(text) => to_writer(out, text),
        Err(_) => to_writer(out, &text(bytes)),
    };
}

/// A member whose text needs no escapes.
fn append_cell(inquiry: &Inquiry<'_>, stage: &dyn Stage, quote: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(stage.column().key.as_bytes());
    out.extend_from_slice(b"\":");
    let start = out.len();
    out.extend_from_slice(quote);
    if stage.cell(inquiry.record, inquiry.game, out) {
        out.extend_from_slice(quote);
    } else {
        out.truncate(start);
        out.extend_from_slice(b"null");
    }
}

fn append_moves(moves: &[UciMove], out: &mut Vec<u8>) {
    out.push(b'[');
    for (at, one) in moves.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"\"" } else { b",\"" });
        one.append_ascii_to(out);
        out.push(b'"');
    }
    out.push(b']');
}
