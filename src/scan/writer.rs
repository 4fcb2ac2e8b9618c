//! How hits are written: a line, a row or a position for each.

use super::Hit;
use crate::format::{Csv, Jsonl, RowTable};
use crate::gbr::{Claim, Position};
use crate::row::Column;
use crate::text::escape::Escaped;

/// What hits are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HitFormat {
    /// A line each, with tabs: place, form, text, FEN, ok or what is wrong, page if there are pages.
    #[default]
    Text,
    /// EPD of the positions that are complete, with the place as c0.
    Epd,
    /// FEN of the positions that are complete.
    Fen,
    /// A table with a heading.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// A game without moves for each position that is complete.
    Pgn,
}

const COLUMNS: &[Column] = &[
    Column::text("File", "file"),
    Column::number("Line", "line"),
    Column::number("Column", "column"),
    Column::number("Offset", "offset"),
    Column::text("Form", "form"),
    Column::text("Text", "text"),
    Column::code("GBR", "gbr"),
    Column::text("FEN", "fen"),
    Column::text("Verdict", "verdict"),
    Column::text("Problem", "problem"),
    Column::text("Suggestion", "suggestion"),
    Column::number("Page", "page"),
    Column::text("Unread", "unread"),
];

/// Writes hits of a [`Scanner`](super::Scanner), and numbers them.
#[derive(Debug, Default)]
pub struct HitWriter {
    format: HitFormat,
    /// How many hits it has written.
    number: u64,
}

impl HitWriter {
    /// Writes in this format.
    #[must_use]
    pub fn new(format: HitFormat) -> HitWriter {
        HitWriter { format, number: 0 }
    }

    /// What comes before the first hit.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        self.table().map(|table| table.head()).unwrap_or_default()
    }

    /// One hit, found in a file of this name; nothing where the format has no place for it.
    pub fn hit(&mut self, file: &str, hit: &Hit) -> Vec<u8> {
        self.number += 1;
        let place = format!("{file}:{}:{}", hit.place.line, hit.place.column);
        if let Some(table) = self.table() {
            return table.row(&cells(file, hit));
        }
        let text = match (self.format, hit.position(), hit.fen()) {
            (HitFormat::Text, _, fen) => line(&place, hit, fen),
            (HitFormat::Epd, Some(position), Some(fen)) => epd(&place, position, &fen),
            (HitFormat::Fen, _, Some(fen)) => format!("{fen}\n"),
            (HitFormat::Pgn, Some(position), Some(fen)) => pgn(&place, self.number, position, &fen),
            _ => String::new(),
        };
        text.into_bytes()
    }

    fn table(&self) -> Option<RowTable> {
        match self.format {
            HitFormat::Csv => {
                Some(RowTable { columns: COLUMNS, format: &Csv { spreadsheet: false } })
            }
            HitFormat::Jsonl => Some(RowTable { columns: COLUMNS, format: &Jsonl }),
            _ => None,
        }
    }
}

fn cells(file: &str, hit: &Hit) -> [Option<String>; 13] {
    [
        Some(file.to_owned()),
        Some(hit.place.line.to_string()),
        Some(hit.place.column.to_string()),
        Some(hit.place.offset.to_string()),
        Some(hit.form.to_string()),
        Some(hit.text.clone()),
        hit.meaning.as_ref().ok().map(|meaning| meaning.code().to_string()),
        hit.fen(),
        Some(hit.verdict().name().to_owned()),
        hit.meaning.as_ref().err().map(ToString::to_string),
        hit.repair().map(|repair| repair.text),
        hit.page.map(|page| page.to_string()),
        hit.unread.clone(),
    ]
}

fn line(place: &str, hit: &Hit, fen: Option<String>) -> String {
    let verdict = match &hit.meaning {
        Ok(_) => match &hit.unread {
            Some(words) => format!("ok, but not read: {words}"),
            None => "ok".to_owned(),
        },
        Err(error) => {
            let repair = hit.repair().map(|repair| format!("; {repair}?")).unwrap_or_default();
            format!("{}: {error}{repair}", hit.verdict().name())
        }
    };
    let fen = fen.unwrap_or_else(|| "-".into());
    let page = hit.page.map(|page| format!("\tp. {page}")).unwrap_or_default();
    let (place, text, verdict) = (Escaped(place), Escaped(&hit.text), Escaped(&verdict));
    format!("{place}\t{}\t{text}\t{fen}\t{verdict}{page}\n", hit.form)
}

fn epd(place: &str, position: &Position, fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let place = Escaped(place).to_string().replace('"', "'").replace('\\', "\\\\");
    let (fields, code) = (fields.join(" "), position.code());
    format!("{fields} c0 \"{place}\"; gbr \"{code}\"; gbrpos \"{position}\";\n")
}

fn pgn(place: &str, number: u64, position: &Position, fen: &str) -> String {
    let place = Escaped(place).to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let result = match position.indicator().claim {
        Some(Claim::Win) => "1-0",
        Some(Claim::Draw) => "1/2-1/2",
        None => "*",
    };
    format!(
        "[Event \"{place}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{number}\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{result}\n\n"
    )
}
