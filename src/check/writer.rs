//! How findings are written: a line or a row for each.

use super::Finding;
use crate::format::{Csv, Jsonl, RowTable};
use crate::row::Column;
use crate::text::escape::Escaped;

/// What findings are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingFormat {
    /// A line each: `FILE:LINE: game N (White - Black): TAG stored "...", computed "...", FEN ...`
    #[default]
    Text,
    /// A table with a heading.
    Csv,
    /// A JSON object a line.
    Jsonl,
}

const COLUMNS: &[Column] = &[
    Column::text("File", "file"),
    Column::number("Line", "line"),
    Column::number("Game", "game"),
    Column::text("Players", "players"),
    Column::text("Tag", "tag"),
    Column::text("What", "what"),
    Column::text("Stored", "stored"),
    Column::text("Computed", "computed"),
    Column::text("FEN", "fen"),
];

/// Writes the findings of a [`Check`](super::Check).
#[derive(Clone, Copy, Debug, Default)]
pub struct FindingWriter {
    format: FindingFormat,
}

impl FindingWriter {
    /// Writes in this format.
    #[must_use]
    pub const fn new(format: FindingFormat) -> FindingWriter {
        FindingWriter { format }
    }

    /// What comes before the first finding.
    #[must_use]
    pub fn head(self) -> Vec<u8> {
        self.table().map(|table| table.head()).unwrap_or_default()
    }

    /// One finding, in a file of this name.
    #[must_use]
    pub fn finding(self, file: &str, finding: &Finding) -> Vec<u8> {
        if let Some(table) = self.table() {
            return table.row(&cells(file, finding));
        }
        let text = finding.to_fault().to_string();
        format!("{}:{}\n", Escaped(file), Escaped(&text)).into_bytes()
    }

    fn table(self) -> Option<RowTable> {
        match self.format {
            FindingFormat::Text => None,
            FindingFormat::Csv => {
                Some(RowTable { columns: COLUMNS, format: &Csv { spreadsheet: false } })
            }
            FindingFormat::Jsonl => Some(RowTable { columns: COLUMNS, format: &Jsonl }),
        }
    }
}

fn cells(file: &str, finding: &Finding) -> [Option<String>; 9] {
    [
        Some(file.to_owned()),
        Some(finding.place.line.to_string()),
        finding.place.game.map(|game| game.to_string()),
        finding.place.players.clone(),
        Some(finding.name.clone()),
        Some(finding.what.clone()),
        Some(finding.stored.clone()),
        finding.computed.clone(),
        finding.fen.clone(),
    ]
}
