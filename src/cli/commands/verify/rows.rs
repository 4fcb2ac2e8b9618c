//! What was found, for programs: CSV and JSON lines.

use crate::cli::table::Table;
use crate::format::{Csv, Jsonl};
use crate::row::Column;
use crate::tables::Matter;
use crate::verify::{Opinion, Statement};

pub const CSV: Table = Table { columns: COLUMNS, format: &Csv { spreadsheet: false } };
pub const JSONL: Table = Table { columns: COLUMNS, format: &Jsonl };

const COLUMNS: &[Column] = &[
    Column::text("File", "file"),
    Column::number("Line", "line"),
    Column::number("Game", "game"),
    Column::number("Ply", "ply"),
    Column::text("Move", "move"),
    Column::text("Kind", "kind"),
    Column::text("Was", "was"),
    Column::text("Is", "is"),
    Column::text("Also", "also"),
    Column::text("Given", "given"),
    Column::text("Returns", "returns"),
];

/// A row for each point about a record.
pub fn rows(table: &Table, file: &str, opinion: &Opinion) -> Vec<u8> {
    let rows = opinion.statements.iter().map(|it| table.row(&cells(file, opinion, it)));
    rows.flatten().collect()
}

fn cells(file: &str, opinion: &Opinion, statement: &Statement) -> [Option<String>; 11] {
    let matter = &statement.matter;
    let (given, returns) = match matter {
        Matter::Alternative { given, returns, .. } => {
            let returns = if *returns { "yes" } else { "no" };
            (given.as_ref().map(ToString::to_string), Some(returns.to_owned()))
        }
        _ => (None, None),
    };
    let is = match matter {
        Matter::Open(open) => Some(open.to_string()),
        _ => matter.is().map(|value| value.name().to_owned()),
    };
    [
        Some(file.to_owned()),
        Some(opinion.line.to_string()),
        Some(opinion.game.to_string()),
        Some(statement.ply.to_string()),
        statement.played(),
        Some(matter.kind().to_owned()),
        matter.was().map(|value| value.name().to_owned()),
        is,
        statement.also(),
        given,
        returns,
    ]
}
