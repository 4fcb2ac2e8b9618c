//! Entries in their order.

use super::entry::Entry;
use super::section::Section;
use crate::gbr::Code;

/// All entries: by claim, code, White's king, Black's king, and then as they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directory {
    entries: Vec<Entry>,
}

impl Directory {
    /// Puts entries in order.
    #[must_use]
    pub fn new(mut entries: Vec<Entry>) -> Directory {
        entries.sort_by_cached_key(Entry::key);
        Directory { entries }
    }

    /// The entries in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The parts that there are, in order.
    pub fn sections(&self) -> impl Iterator<Item = (Section, &[Entry])> {
        let same = |a: &Entry, b: &Entry| a.section() == b.section();
        self.entries.chunk_by(same).map(|entries| (entries[0].section(), entries))
    }
}

/// The classes of a part, in order.
pub fn classes(section: &[Entry]) -> impl Iterator<Item = (Code, &[Entry])> {
    let same = |a: &Entry, b: &Entry| a.position.code() == b.position.code();
    section.chunk_by(same).map(|entries| (entries[0].position.code(), entries))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gbr::Position;

    pub(in crate::directory) fn entry(number: u64, position: &str) -> Entry {
        Entry {
            position: position.parse::<Position>().unwrap(),
            fen: String::new(),
            number,
            composers: String::new(),
            reference: format!("{number} Nobody"),
            record: Default::default(),
            credit: Default::default(),
            playback: String::new(),
            verdict: None,
        }
    }

    #[test]
    fn wins_come_before_draws_and_those_before_the_rest() {
        let texts = [
            "a1c1 0000.10 .h2 2/1 WTM.",
            "a1c1 0000.10 .h2 2/1=.",
            "b1d1 0001.10 h1.h2 3/1+.",
            "a2c1 0000.10 .h2 2/1+.",
            "a1c2 0000.10 .h2 2/1-+.",
            "a1c1 0000.10 .h3 2/1+.",
            "a1c1 0000.10 .h2 2/1+.",
        ];
        let entries = (1..).zip(texts).map(|(number, text)| entry(number, text)).collect();
        let directory = Directory::new(entries);
        // Of the same code and kings, the one that came first is first.
        let numbers: Vec<u64> = directory.entries().iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, [6, 7, 5, 4, 3, 2, 1]);
        let sections: Vec<_> =
            directory.sections().map(|(section, entries)| (section, entries.len())).collect();
        assert_eq!(sections, [(Section::Wins, 5), (Section::Draws, 1), (Section::Open, 1)]);
        let (_, wins) = directory.sections().next().unwrap();
        let counts: Vec<_> = classes(wins).map(|(code, entries)| (code, entries.len())).collect();
        assert_eq!(counts, [("0000.10".parse().unwrap(), 4), ("0001.10".parse().unwrap(), 1)]);
    }
}
