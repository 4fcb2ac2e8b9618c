//! The hits, pairs and groups as lists for people.

use super::RankedHits;
use super::comparison::Likened;
use super::occurrence::Occurrence;
use super::pairs::Kin;
use crate::cli::console::escape::Escaped;
use crate::similarity::{Cost, Ranked};
use std::io::{self, Write};

/// Before the lines of a hit after its first.
const MARGIN: &str = "           ";

/// The hits of each query; where queries have numbers, under a heading each.
pub fn hits(
    outcomes: &[RankedHits<'_>],
    names: &[String],
    is_numbered: bool,
    within: Option<Cost>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (place, outcome) in outcomes.iter().enumerate() {
        if is_numbered {
            heading(outcome, place == 0, out)?;
        }
        if let ([], Some(within)) = (&outcome.hits[..], within) {
            writeln!(out, "nothing within {within}")?;
        }
        for (rank, hit) in (1..).zip(&outcome.hits) {
            hit_lines(rank, outcome, hit, names, out)?;
        }
    }
    Ok(())
}

fn heading(outcome: &RankedHits<'_>, is_first: bool, out: &mut dyn Write) -> io::Result<()> {
    let submission = &outcome.submission;
    write!(out, "{}query {}", blank(is_first), submission.number)?;
    if !submission.exhibit.credit.is_empty() {
        write!(out, ": {}", Escaped(&submission.exhibit.credit))?;
    }
    writeln!(out, ": {}", submission.exhibit.text())
}

/// What comes before a heading.
fn blank(is_first: bool) -> &'static str {
    if is_first { "" } else { "\n" }
}

fn hit_lines(
    rank: u64,
    outcome: &RankedHits<'_>,
    hit: &Ranked<Occurrence>,
    names: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    let likened = Likened::new(&outcome.submission.exhibit, &hit.place.exhibit, hit.likeness);
    let cost = hit.likeness.cost.to_string();
    writeln!(out, "{rank:>4}  {cost:<4} {}", hit.place.words(names))?;
    writeln!(out, "{MARGIN}{}", hit.place.exhibit.text())?;
    writeln!(out, "{MARGIN}{}", likened.words())
}

/// The pairs, cheapest first. The words read from the first position to the second.
pub fn pairs(kin: &Kin, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    for (rank, (first, second, likened)) in (1_u64..).zip(kin.pairs()) {
        let cost = likened.cost.to_string();
        writeln!(out, "{rank:>4}  {cost:<4} {}", first.words(names))?;
        writeln!(out, "{MARGIN}{}", first.exhibit.text())?;
        writeln!(out, "{MARGIN}{}", second.words(names))?;
        writeln!(out, "{MARGIN}{}", second.exhibit.text())?;
        writeln!(out, "{MARGIN}{}", likened.words())?;
    }
    Ok(())
}

/// The groups, each compared with its first position.
pub fn groups(kin: &Kin, names: &[String], out: &mut dyn Write) -> io::Result<()> {
    for (number, group) in (1_u64..).zip(kin.groups()) {
        writeln!(out, "{}group {number}: {} positions", blank(number == 1), group.len())?;
        for (spot, likened) in group {
            let cost = likened.as_ref().map_or_else(String::new, |it| it.cost.to_string());
            writeln!(out, "      {cost:<4} {}", spot.words(names))?;
            writeln!(out, "{MARGIN}{}", spot.exhibit.text())?;
            if let Some(likened) = likened {
                writeln!(out, "{MARGIN}{}", likened.words())?;
            }
        }
    }
    Ok(())
}
