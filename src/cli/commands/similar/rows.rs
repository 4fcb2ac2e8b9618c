//! The hits, pairs and groups for programs: CSV and JSON lines.

use super::RankedHits;
use super::comparison::Likened;
use super::occurrence::Occurrence;
use super::pairs::Kin;
use crate::cli::table::Table;
use crate::format::{Csv, Jsonl, RowFormat};
use crate::row::Column;
use crate::similarity::Likeness;
use std::io::{self, Write};

pub const CSV: &dyn RowFormat = &Csv { spreadsheet: false };
pub const JSONL: &dyn RowFormat = &Jsonl;

const COST: Column = Column::number("Cost", "cost");
const FILE: Column = Column::text("File", "file");
const LINE: Column = Column::number("Line", "line");
const GAME: Column = Column::number("Game", "game");
const AS: Column = Column::text("As", "as");
const DIFFERS: Column = Column::text("Differs", "differs");
const POSITION: Column = Column::text("GBRPosition", "gbrpos");
const FEN: Column = Column::text("FEN", "fen");

/// The last, what leads to a position in a variation, only where variations count.
const OF_HITS: &[Column] = &[
    Column::number("Query", "query"),
    Column::number("Rank", "rank"),
    COST,
    FILE,
    LINE,
    GAME,
    Column::number("Ply", "ply"),
    AS,
    DIFFERS,
    POSITION,
    FEN,
    Column::text("Variation", "variation"),
];

const OF_PAIRS: &[Column] = &[
    Column::number("Rank", "rank"),
    COST,
    FILE,
    LINE,
    GAME,
    Column::text("File2", "file2"),
    Column::number("Line2", "line2"),
    Column::number("Game2", "game2"),
    AS,
    DIFFERS,
    POSITION,
    FEN,
    Column::text("GBRPosition2", "gbrpos2"),
    Column::text("FEN2", "fen2"),
];

const OF_GROUPS: &[Column] =
    &[Column::number("Group", "group"), COST, FILE, LINE, GAME, AS, DIFFERS, POSITION, FEN];

type Cell = Option<String>;

/// A row for each hit, best first.
pub fn hits(
    outcomes: &[RankedHits<'_>],
    names: &[String],
    has_ways: bool,
    format: &'static dyn RowFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = if has_ways { OF_HITS } else { &OF_HITS[..OF_HITS.len() - 1] };
    let table = Table { columns, format };
    out.write_all(&table.head())?;
    for RankedHits { submission, hits } in outcomes {
        for (rank, hit) in (1_u64..).zip(hits) {
            let spot = &hit.place;
            let Likeness { cost, .. } = hit.likeness;
            let likened = Likened::new(&submission.exhibit, &spot.exhibit, hit.likeness);
            let way = has_ways.then(|| spot.way.clone());
            let row = [
                &[cell(submission.number), cell(rank), cell(cost)][..],
                &place(spot, names),
                &[cell(spot.ply)],
                &words(&likened),
                &notations(spot),
                way.as_slice(),
            ];
            out.write_all(&table.row(&row.concat()))?;
        }
    }
    Ok(())
}

/// A row for each pair, cheapest first.
pub fn pairs(
    kin: &Kin,
    names: &[String],
    format: &'static dyn RowFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let table = Table { columns: OF_PAIRS, format };
    out.write_all(&table.head())?;
    for (rank, (first, second, likened)) in (1_u64..).zip(kin.pairs()) {
        let row = [
            &[cell(rank), cell(likened.cost)][..],
            &place(first, names),
            &place(second, names),
            &words(&likened),
            &notations(first),
            &notations(second),
        ];
        out.write_all(&table.row(&row.concat()))?;
    }
    Ok(())
}

/// A row for each position of a group. What is said of it compares it with the first one, of which nothing is said.
pub fn groups(
    kin: &Kin,
    names: &[String],
    format: &'static dyn RowFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let table = Table { columns: OF_GROUPS, format };
    out.write_all(&table.head())?;
    for (number, group) in (1_u64..).zip(kin.groups()) {
        for (spot, likened) in group {
            let cost = likened.as_ref().and_then(|likened| cell(likened.cost));
            let words = likened.as_ref().map_or([None, None], words);
            let row = [&[cell(number), cost][..], &place(spot, names), &words, &notations(spot)];
            out.write_all(&table.row(&row.concat()))?;
        }
    }
    Ok(())
}

fn cell(value: impl ToString) -> Cell {
    Some(value.to_string())
}

fn place(spot: &Occurrence, names: &[String]) -> [Cell; 3] {
    [cell(&names[spot.file]), cell(spot.line), cell(spot.game)]
}

fn words(likened: &Likened) -> [Cell; 2] {
    [cell(likened.correspondence), cell(&likened.deviations)]
}

fn notations(spot: &Occurrence) -> [Cell; 2] {
    [spot.exhibit.notation.clone(), cell(&spot.exhibit.fen)]
}
