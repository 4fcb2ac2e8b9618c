//! The index of names, with the numbers of their studies.

use super::BookPart;
use super::extent::{broken, cut};
use super::leaf::{self, LeafChapter};
use super::paper::Paper;
use super::quoted::{plain, text};
use crate::directory::Entry;
use crate::directory::text::block::Paragraph;
use crate::text::fold::fold;
use std::collections::BTreeMap;

/// In how many columns it is set.
const COLUMNS: u32 = 3;

/// How far further lines of a name are indented.
const INDENT: u32 = 150;

/// The numbers of each name, in the order of the alphabet; names that differ in accents alone stay apart.
type Index = BTreeMap<(String, String), Vec<u64>>;

/// The index on its pages; none where nobody is named.
pub fn part(entries: &[Entry], paper: Paper) -> Option<BookPart> {
    let index = index(entries);
    if index.is_empty() {
        return None;
    }
    let are_games = entries.iter().any(|entry| !entry.credit.opponent.is_empty());
    let title = if are_games { "Index of players" } else { "Index of composers" };
    let mut part = BookPart::new("names", title);
    let name = |((_, name), numbers): (&(String, String), &Vec<u64>)| lines(name, numbers, paper);
    let blocks = index.iter().flat_map(name).collect();
    let chapters = [LeafChapter { title: String::new(), blocks }];
    for page in leaf::pages(&chapters, COLUMNS as usize, paper.lines()) {
        let body: String = page.iter().map(leaf::LeafPart::html).collect();
        let range: String = page.iter().map(|it| it.range(String::clone)).collect();
        part.leaf(&format!("lines c{COLUMNS}"), [title, &range], &body);
    }
    Some(part)
}

fn index(entries: &[Entry]) -> Index {
    let mut index = Index::new();
    for entry in entries {
        let opponents = entry.credit.opponent.split("; ");
        let names = entry.credit.composers.iter().map(String::as_str).chain(opponents);
        for name in names.map(plain).filter(|name| !name.is_empty()) {
            index.entry((fold(&name), name)).or_default().push(entry.number);
        }
    }
    for numbers in index.values_mut() {
        numbers.sort_unstable();
        numbers.dedup();
    }
    index
}

/// A name and its numbers, on lines that may go to the next column, but for the first two.
fn lines(name: &str, numbers: &[u64], paper: Paper) -> Vec<Paragraph<String>> {
    let width = paper.column(COLUMNS);
    let lines = broken(&format!("{name} {}", listed(numbers)), width, width - INDENT);
    // What stands above a page has no room for the whole name.
    let key = cut(name.split(',').next().unwrap_or_default(), 1, 1000);
    let line = |(index, line): (usize, &String)| {
        let line = text(line);
        let html = if index == 0 { line } else { format!("<span class=\"hanging\">{line}</span>") };
        let is_heading = index == 0 && lines.len() > 1;
        Paragraph { key: key.clone(), lines: vec![html], is_heading, has_gap: false }
    };
    lines.iter().enumerate().map(line).collect()
}

/// `3, 7-12`
fn listed(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[u64]| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_told_by_the_first_and_the_last() {
        assert_eq!(listed(&[1, 3, 4, 7, 8, 9, 10]), "1, 3, 4, 7-10");
        assert_eq!(listed(&[5]), "5");
    }

    #[test]
    fn a_name_is_not_left_alone_at_the_foot_of_a_column() {
        let numbers: Vec<u64> = (1..200).step_by(2).collect();
        let lines = lines("Réti, Richard", &numbers, Paper::A4);
        assert!(lines.len() > 3 && lines[0].is_heading && !lines[1].is_heading);
    }
}
