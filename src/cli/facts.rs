//! What statistics and the index want to know of a game: where it is, how it ended, and
//! its classes.
//!
//! Workers hand the facts over as lines of text, a sink's way to say anything.

use crate::format::{Entry, Sink};
use crate::game::Marker;
use crate::gbr::Code;
use std::fmt::Display;
use std::io::Write;

/// The facts of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub offset: u64,
    pub length: u64,
    pub line: u64,
    pub number: u64,
    pub result: Option<Marker>,
    /// Half-moves, where all of them could be played.
    pub plies: Option<u32>,
    pub start: Option<Code>,
    pub last: Option<Code>,
    /// Whether it could be read without a fault.
    pub coded: bool,
    /// Every class of the main line with the ply from which it is on the board.
    pub passed: Vec<(u32, Code)>,
}

/// Writes the facts of each game, and nothing of what is no game.
pub struct Gather;

impl Sink for Gather {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let (record, game) = (entry.record, entry.game);
        if !record.is_game() {
            return;
        }
        let tag = || record.attribute(b"Result").and_then(Marker::from_ascii);
        let code = |setup: Option<&_>| setup.and_then(|setup| Code::from_setup(setup).ok());
        let result = game.marker.or_else(tag).map(Marker::as_str);
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            "{} {} {} {} {} {} {} {} {}",
            record.offset,
            record.bytes.len(),
            record.line(),
            record.number,
            or_dash(result),
            or_dash(game.last.as_ref().map(|_| game.plies)),
            or_dash(code(game.start.as_ref())),
            or_dash(code(game.end())),
            u8::from(game.start.is_some() && !game.has_fault()),
        );
        for change in &game.trail {
            if let Ok(code) = Code::from_material(&change.material) {
                let _ = write!(out, " {} {code}", change.ply);
            }
        }
        out.push(b'\n');
    }
}

fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

impl Facts {
    /// Reads back the lines of the sink.
    pub fn read(out: &[u8]) -> impl Iterator<Item = Facts> {
        let text = str::from_utf8(out).unwrap_or_default();
        text.lines().filter_map(Facts::parse)
    }

    fn parse(line: &str) -> Option<Facts> {
        let mut words = line.split(' ');
        let mut number = || words.next()?.parse().ok();
        let (offset, length, line, number) = (number()?, number()?, number()?, number()?);
        let result = words.next().and_then(|word| Marker::from_ascii(word.as_bytes()));
        let plies = words.next().and_then(|word| word.parse().ok());
        let mut code = || words.next().and_then(|word| word.parse().ok());
        let (start, last) = (code(), code());
        let coded = words.next() == Some("1");
        let mut passed = Vec::new();
        while let (Some(ply), Some(code)) = (words.next(), words.next()) {
            passed.push((ply.parse().ok()?, code.parse().ok()?));
        }
        Some(Facts { offset, length, line, number, result, plies, start, last, coded, passed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_are_written() {
        let facts = Facts::parse("10 200 3 1 1/2-1/2 40 - 0400.10 1 0 4888.88 40 0400.10").unwrap();
        assert_eq!((facts.offset, facts.length, facts.line, facts.number), (10, 200, 3, 1));
        assert_eq!((facts.result, facts.plies), (Some(Marker::Draw), Some(40)));
        assert_eq!((facts.start, facts.last), (None, "0400.10".parse().ok()));
        assert_eq!((facts.coded, facts.passed.len()), (true, 2));
        assert_eq!(Facts::parse("x"), None);
    }
}
