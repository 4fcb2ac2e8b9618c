//! The hits, pairs and groups as lists for people.

use super::RankedHits;
use super::comparison::Likened;
use super::occurrence::Occurrence;
use super::pairs::Kin;
use crate::cli::console::escape::Escaped;
use crate::similarity::{Cost, Ranked};
use std::fmt::Write;

/// Before the lines of a hit after its first.
const MARGIN: &str = "           ";

/// The hits of each query; where queries have numbers, under a heading each.
pub fn hits(
    outcomes: &[RankedHits<'_>],
    names: &[String],
    is_numbered: bool,
    within: Option<Cost>,
) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        if is_numbered {
            heading(outcome, &mut text);
        }
        if let ([], Some(within)) = (&outcome.hits[..], within) {
            // Writing to memory cannot fail.
            let _ = writeln!(text, "nothing within {within}");
        }
        for (rank, hit) in (1..).zip(&outcome.hits) {
            hit_lines(rank, outcome, hit, names, &mut text);
        }
    }
    text
}

fn heading(RankedHits { submission, .. }: &RankedHits<'_>, text: &mut String) {
    let blank = if text.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{blank}query {}", submission.number);
    if !submission.exhibit.credit.is_empty() {
        let _ = write!(text, ": {}", Escaped(&submission.exhibit.credit));
    }
    let _ = writeln!(text, ": {}", submission.exhibit.text());
}

fn hit_lines(
    rank: u64,
    outcome: &RankedHits<'_>,
    hit: &Ranked<Occurrence>,
    names: &[String],
    text: &mut String,
) {
    let likened = Likened::new(&outcome.submission.exhibit, &hit.place.exhibit, hit.likeness);
    let cost = hit.likeness.cost.to_string();
    let _ = writeln!(text, "{rank:>4}  {cost:<4} {}", hit.place.words(names));
    let _ = writeln!(text, "{MARGIN}{}", hit.place.exhibit.text());
    let _ = writeln!(text, "{MARGIN}{}", likened.words());
}

/// The pairs, cheapest first. The words read from the first position to the second.
pub fn pairs(kin: &Kin, names: &[String]) -> String {
    let mut text = String::new();
    for (rank, (first, second, likened)) in (1_u64..).zip(kin.pairs()) {
        let cost = likened.cost.to_string();
        let _ = writeln!(text, "{rank:>4}  {cost:<4} {}", first.words(names));
        let _ = writeln!(text, "{MARGIN}{}", first.exhibit.text());
        let _ = writeln!(text, "{MARGIN}{}", second.words(names));
        let _ = writeln!(text, "{MARGIN}{}", second.exhibit.text());
        let _ = writeln!(text, "{MARGIN}{}", likened.words());
    }
    text
}

/// The groups, each compared with its first position.
pub fn groups(kin: &Kin, names: &[String]) -> String {
    let mut text = String::new();
    for (number, group) in (1_u64..).zip(kin.groups()) {
        let blank = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{blank}group {number}: {} positions", group.len());
        for (spot, likened) in group {
            let cost = likened.as_ref().map_or_else(String::new, |it| it.cost.to_string());
            let _ = writeln!(text, "      {cost:<4} {}", spot.words(names));
            let _ = writeln!(text, "{MARGIN}{}", spot.exhibit.text());
            if let Some(likened) = likened {
                let _ = writeln!(text, "{MARGIN}{}", likened.words());
            }
        }
    }
    text
}
