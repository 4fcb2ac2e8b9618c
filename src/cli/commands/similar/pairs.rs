//! `--all`: which start positions of a database are like one another, by pairs and by groups.

use super::comparison::Likened;
use super::occurrence::Occurrence;
use super::{Args, SimilarFormat, WITHIN_ALL, list, page, rows};
use crate::cli::console::counted;
use crate::cli::session::Inputs;
use crate::fault::Fault;
use crate::format::Entry;
use crate::run::{Chunk, Collector, Job};
use crate::similarity::{self, Likeness, Pair, Placement, likeness};
use anyhow::Result;
use shakmaty::Board;
use std::io::{self, Write};

/// Positions, and which of them are alike.
pub struct Kin {
    spots: Vec<Occurrence>,
    pairs: Vec<Pair>,
}

/// Reads all positions and compares each with each.
pub fn find(args: &Args, inputs: &mut Inputs<'_>) -> Result<Kin> {
    let (mut spots, mut games, mut file) = (Vec::new(), 0, 0);
    for source in inputs.sources {
        inputs.open(source, |intake| {
            let job = Job::collect(intake.source(), Census { file });
            let job = args.whose.apply(args.play.apply(&args.run.input, job));
            intake.run(&job, |_, done| {
                spots.append(&mut done.out);
                games += done.games;
                Ok(())
            })
        })?;
        file += 1;
    }
    let placements: Vec<Placement> = spots.iter().map(placement).collect();
    let within = args.within.unwrap_or(WITHIN_ALL);
    let mut pairs = similarity::pairs(&placements, within, args.run.input.threads());
    if let Some(top) = args.top.and_then(|top| top.0) {
        pairs.truncate(top.get());
    }
    let found = pairs.len() as u64;
    inputs.console.find(found);
    let (positions, games) = (counted(spots.len() as u64, "position"), counted(games, "game"));
    inputs.console.conclude(format!("{}, {positions}, {games}", counted(found, "pair")), false);
    Ok(Kin { spots, pairs })
}

fn placement(spot: &Occurrence) -> Placement {
    spot.exhibit.placement.clone()
}

impl Kin {
    /// Each pair in the order of the database, cheapest first, with what is said of the second.
    pub fn pairs(&self) -> impl Iterator<Item = (&Occurrence, &Occurrence, Likened)> {
        self.pairs.iter().map(|pair| {
            let (first, second) = (&self.spots[pair.first], &self.spots[pair.second]);
            (first, second, Likened::new(&first.exhibit, &second.exhibit, pair.likeness))
        })
    }

    /// What hangs together, with what is said of each in terms of the first one of its group.
    pub fn groups(&self) -> impl Iterator<Item = Vec<(&Occurrence, Option<Likened>)>> {
        similarity::groups(&self.pairs).into_iter().map(|group| {
            let first = &self.spots[group[0]];
            let member = |(place, number): (usize, &usize)| {
                let spot = &self.spots[*number];
                (spot, (place > 0).then(|| compared(first, spot)))
            };
            group.iter().enumerate().map(member).collect()
        })
    }

    /// Writes them piece by piece: of a large database they are far more text than it has itself.
    pub fn write(
        &self,
        args: &Args,
        to: SimilarFormat,
        names: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match (to, args.groups) {
            (SimilarFormat::Text, false) => list::pairs(self, names, out),
            (SimilarFormat::Text, true) => list::groups(self, names, out),
            (SimilarFormat::Csv, false) => rows::pairs(self, names, rows::CSV, out),
            (SimilarFormat::Csv, true) => rows::groups(self, names, rows::CSV, out),
            (SimilarFormat::Jsonl, false) => rows::pairs(self, names, rows::JSONL, out),
            (SimilarFormat::Jsonl, true) => rows::groups(self, names, rows::JSONL, out),
            (SimilarFormat::Html, false) => page::pairs(self, names, out),
            (SimilarFormat::Html, true) => page::groups(self, names, out),
        }
    }
}

fn compared(first: &Occurrence, spot: &Occurrence) -> Likened {
    let likeness: Likeness = likeness(&first.exhibit.placement, &spot.exhibit.placement);
    Likened::new(&first.exhibit, &spot.exhibit, likeness)
}

/// Collects the start positions of a file.
struct Census {
    /// The place of the file among the inputs.
    file: usize,
}

impl Collector for Census {
    type Value = Vec<Occurrence>;

    fn begin(&self, _: &Chunk) -> Vec<Occurrence> {
        Vec::new()
    }

    /// Whoever begins a game from the initial array has composed nothing; a thousand of them would make half a
    /// million pairs.
    fn add(&self, entry: &Entry<'_>, spots: &mut Vec<Occurrence>) -> Option<Fault> {
        let start = entry.game.start.as_ref().filter(|_| entry.record.is_game())?;
        if start.board != Board::new() {
            spots.extend(Occurrence::new(self.file, entry, start, 0));
        }
        None
    }
}
