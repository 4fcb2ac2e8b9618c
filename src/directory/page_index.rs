//! What the list and the search of the page are made of, as JSON: columns, which compress better than rows.

use super::html::BLOCK;
use super::{Directory, Entry};
use crate::fen::says_more_than_gbr;
use crate::gbr::Code;
use crate::text::decimal;
use crate::text::json_text::{append, append_list};
use shakmaty::fen::Fen;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;

/// Where most games start, which can castle.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// An object with a member for each column.
pub(super) fn json(directory: &Directory) -> Vec<u8> {
    let entries = directory.entries();
    let mut out = b"{".to_vec();
    for (key, write) in COLUMNS {
        append(key, &mut out);
        out.push(b':');
        write(entries, &mut out);
        out.push(b',');
    }
    out.pop();
    out.push(b'}');
    out
}

/// Appends what all entries have in one column.
type WriteColumn = fn(&[Entry], &mut Vec<u8>);

/// Each column with its key.
const COLUMNS: [(&str, WriteColumn); 12] = [
    ("awards", |entries, out| names(entries, |entry| &entry.credit.award, out)),
    ("block", |_, out| decimal::append(BLOCK as u64, out)),
    ("classes", classes),
    ("composers", |entries, out| names(entries, |entry| &entry.composers, out)),
    ("diagrams", |entries, out| names(entries, |entry| &entry.credit.diagram, out)),
    ("fens", fens),
    ("opponents", |entries, out| names(entries, |entry| &entry.credit.opponent, out)),
    ("positions", positions),
    ("references", references),
    ("sources", |entries, out| names(entries, |entry| &entry.credit.source, out)),
    ("verdicts", verdicts),
    ("years", |entries, out| names(entries, |entry| &entry.credit.year, out)),
];

/// Each name once, and the number of its name for each entry.
fn names(entries: &[Entry], name: fn(&Entry) -> &str, out: &mut Vec<u8>) {
    let (mut names, mut known) = (Vec::new(), HashMap::new());
    let mut number = |name| {
        *known.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        })
    };
    // Neighbours have much in common, and many columns are empty.
    let runs = entries.chunk_by(|one, other| name(one) == name(other));
    let numbers = runs.flat_map(|run| iter::repeat_n(number(name(&run[0])), run.len()));
    let numbers: Vec<usize> = numbers.collect();
    out.push(b'[');
    append_list(names, append, out);
    out.push(b',');
    append_list(numbers, |number, out| decimal::append(number as u64, out), out);
    out.push(b']');
}

/// The codes that there are, with their words.
fn classes(entries: &[Entry], out: &mut Vec<u8>) {
    let codes: BTreeSet<Code> = entries.iter().map(|entry| entry.position.code()).collect();
    let class = |code: Code, out: &mut Vec<u8>| {
        append_list([code.to_string(), code.words().to_string()], |it, out| append(&it, out), out);
    };
    append_list(codes, class, out);
}

/// All positions as one text, in a line each.
fn positions(entries: &[Entry], out: &mut Vec<u8>) {
    let mut lines = Vec::new();
    for entry in entries {
        if !lines.is_empty() {
            lines.push(b'\n');
        }
        entry.position.append_ascii_to(&mut lines);
    }
    append(str::from_utf8(&lines).expect("positions are ASCII"), out);
}

/// The same of references, which have no line ends.
fn references(entries: &[Entry], out: &mut Vec<u8>) {
    let lines: Vec<&str> = entries.iter().map(|entry| entry.reference.as_str()).collect();
    append(&lines.join("\n"), out);
}

/// A letter for each entry, a blank where it is not known how it ends; nothing where nobody was asked.
fn verdicts(entries: &[Entry], out: &mut Vec<u8>) {
    let is_asked = entries.iter().any(|entry| entry.verdict.is_some());
    let letters = entries.iter().filter(|_| is_asked).map(|entry| entry.verdict.unwrap_or(' '));
    append(&letters.collect::<String>(), out);
}

/// The FENs that cannot be made from the notation, by the numbers of their entries: they say more, or a digit 9 says less.
fn fens(entries: &[Entry], out: &mut Vec<u8>) {
    let is_needed = |entry: &Entry| {
        let says_more = |fen: Fen| says_more_than_gbr(fen.as_setup());
        let is_initial = entry.fen == INITIAL;
        is_initial || entry.position.code().has_nine() || entry.fen.parse().is_ok_and(says_more)
    };
    let needed = entries.iter().enumerate().filter(|(_, entry)| is_needed(entry));
    let needed: BTreeMap<String, &str> =
        needed.map(|(number, entry)| (number.to_string(), entry.fen.as_str())).collect();
    out.push(b'{');
    for (number, fen) in &needed {
        append(number, out);
        out.push(b':');
        append(fen, out);
        out.push(b',');
    }
    if !needed.is_empty() {
        out.pop();
    }
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn an_index_of_nothing_has_all_columns() {
        let index: Value = serde_json::from_slice(&json(&Directory::default())).unwrap();
        let keys = COLUMNS.map(|(key, _)| key);
        assert!(keys.is_sorted());
        assert!(index.as_object().unwrap().keys().eq(keys));
        assert_eq!(index["fens"], serde_json::json!({}));
        assert_eq!(index["years"], serde_json::json!([[], []]));
    }
}
