//! Entries as a printed directory lists them.

use shakmaty::{ByColor, Square};

use super::captions::{CaptionKey, kings};
use super::{Captions, Entry, Section};
use crate::gbr::Code;

/// Entries in their order.
pub(super) trait PrintedList {
    fn len(&self) -> usize;

    /// What is said of one of them.
    fn listed(&self, at: usize) -> PrintedEntry<'_>;

    /// All of them.
    fn all(&self) -> impl Iterator<Item = PrintedEntry<'_>> {
        (0..self.len()).map(|at| self.listed(at))
    }
}

/// What is said of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PrintedEntry<'a> {
    pub section: Section,
    pub code: Code,
    pub kings: ByColor<Square>,
    pub reference: &'a str,
}

impl PrintedList for [Entry] {
    fn len(&self) -> usize {
        self.len()
    }

    fn listed(&self, at: usize) -> PrintedEntry<'_> {
        let Entry { position, reference, .. } = &self[at];
        let (section, code) = (self[at].section(), position.code());
        PrintedEntry { section, code, kings: kings(position), reference }
    }
}

impl PrintedList for Captions {
    fn len(&self) -> usize {
        self.keys.len()
    }

    fn listed(&self, at: usize) -> PrintedEntry<'_> {
        let CaptionKey { caption, start } = self.keys[at];
        let reference = self.references[start..].split('\n').next().expect("a first piece");
        let six_bits = |shift: u32| (caption >> shift) as u32 & 63;
        let kings = ByColor { white: king(six_bits(6)), black: king(six_bits(0)) };
        let code = Code::from_number((caption >> 12) as u32 & 0xf_ffff).expect("it was a code");
        PrintedEntry { section: Section::ALL[(caption >> 32) as usize], code, kings, reference }
    }
}

fn king(by_file: u32) -> Square {
    Square::new(by_file % 8 * 8 + by_file / 8)
}

impl Captions {
    /// Puts them in order.
    pub(super) fn sort(&mut self) {
        self.keys.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::Directory;
    use crate::directory::list::tests::entry;

    #[test]
    fn captions_say_the_same_as_entries_and_stand_in_the_same_order() {
        let texts = [
            "a1c1 0000.10 .h2 2/1 WTM.",
            "a1c1 0000.10 .h2 2/1=.",
            "h8c1 0000.10 .h2 2/1=.",
            "b1d1 0001.10 h1.h2 3/1+.",
            "a2c1 0000.10 .h2 2/1+.",
            "a1c2 0000.10 .h2 2/1-+.",
            "a1c1 0000.10 .h3 2/1+.",
            "a1c1 0000.10 .h2 2/1+.",
        ];
        let entries: Vec<_> = (1..).zip(texts).map(|(number, text)| entry(number, text)).collect();
        let (mut captions, mut more) = (Captions::default(), Captions::default());
        for entry in &entries {
            let half = if entry.number < 4 { &mut captions } else { &mut more };
            half.push(&entry.position, |reference| *reference += &entry.reference);
        }
        captions.append(&mut more);
        captions.sort();
        let directory = Directory::new(entries);
        let all = directory.entries();
        assert_eq!((captions.len(), more.is_empty()), (all.len(), true));
        assert!((0..all.len()).all(|at| captions.listed(at) == all.listed(at)));
    }
}
