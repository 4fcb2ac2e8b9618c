//! A table with commas, one row per game.

use super::row_format::RowFormat;
use super::table::{Format, Setting, Writer};
use crate::row::{CellKind, Column, Row};
use crate::text::cpu::Vector;
use crate::text::vector::find;
use wide::u8x16;

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "csv",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "a table with a heading, one row per game",
        endings: &[],
        heeds: &[
            Setting::At,
            Setting::Spreadsheet,
            Setting::Study,
            Setting::Full,
            Setting::Answers,
        ],
        is_full: false,
        keeps_records: false,
        make: |settings| Box::new(Csv { spreadsheet: settings.spreadsheet }),
    }),
};

/// Comma-separated values with a heading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv {
    /// Writes codes as `="0002.01"`: a spreadsheet would make 2.01 of a bare one.
    pub spreadsheet: bool,
}

impl RowFormat for Csv {
    fn heading(&self, columns: &[Column], out: &mut Vec<u8>) {
        line(out, columns, |column, out| field(column.key.as_bytes(), out));
    }

    fn row(&self, columns: &[Column], row: &Row, out: &mut Vec<u8>) {
        line(out, row.cells().zip(columns), |(cell, column), out| {
            let cell = cell.unwrap_or_default();
            if self.spreadsheet && is_mistaken(column, cell) {
                field(&as_formula(cell), out);
            } else {
                field(cell, out);
            }
        });
    }
}

/// Whether a spreadsheet would take the cell for something else than its text:
/// a code for a number, or a name that begins like a formula for one.
fn is_mistaken(column: &Column, cell: &[u8]) -> bool {
    match column.kind {
        CellKind::Code | CellKind::Codes => !cell.is_empty(),
        CellKind::Text | CellKind::Date | CellKind::Answer => {
            matches!(without_blanks(cell).first(), Some(b'=' | b'+' | b'-' | b'@'))
        }
        // A position begins with the square of a king.
        CellKind::Number | CellKind::Numbers | CellKind::Position => false,
    }
}

/// The text without what some programs drop before they look: blanks of all kinds, line ends,
/// control characters, a byte-order mark.
fn without_blanks(cell: &[u8]) -> &[u8] {
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    std::str::from_utf8(cell)
        .map_or(cell.trim_ascii_start(), |text| text.trim_start_matches(is_blank).as_bytes())
}

/// A formula whose value is the text.
fn as_formula(text: &[u8]) -> Vec<u8> {
    let mut formula = b"=".to_vec();
    quoted(text, &mut formula);
    formula
}

/// A line with a field for each of some things. One without any text gets quotes, or it would be taken for a blank
/// line.
fn line<T>(
    out: &mut Vec<u8>,
    things: impl IntoIterator<Item = T>,
    write: impl Fn(T, &mut Vec<u8>),
) {
    let start = out.len();
    for (index, thing) in things.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(thing, out);
    }
    if out.len() == start {
        out.extend_from_slice(b"\"\"");
    }
    out.push(b'\n');
}

/// One field, in quotes where it needs them.
fn field(text: &[u8], out: &mut Vec<u8>) {
    if special(text, 0) < text.len() {
        quoted(text, out);
    } else {
        out.extend_from_slice(text);
    }
}

/// The next byte for which a field needs quotes.
fn special(text: &[u8], at: usize) -> usize {
    let is_special = |byte| matches!(byte, b',' | b'"' | b'\r' | b'\n');
    let block = |block: u8x16| block.is(b',') | block.is(b'"') | block.is(b'\r') | block.is(b'\n');
    find(text, at, block, is_special)
}

/// A field in quotes, with those inside it doubled.
fn quoted(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in text {
        out.push(byte);
        if byte == b'"' {
            out.push(byte);
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vector::tests::check;

    /// What the csv crate makes of some fields.
    fn reference(fields: &[&str]) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        writer.write_record(fields).unwrap();
        writer.into_inner().unwrap()
    }

    #[test]
    fn vectors_find_what_needs_quotes() {
        check(special, b'e', |byte| b",\"\r\n".contains(&byte));
    }

    #[test]
    fn fields_are_quoted_as_by_the_csv_crate() {
        let texts = ["", " ", "a", "a,b", "\"", "a\"b", "a\nb", "a\rb", "'", "#", "é", "a\tb"];
        let pairs = texts.iter().flat_map(|one| texts.map(|other| vec![*one, other]));
        for fields in pairs.chain(texts.map(|text| vec![text])) {
            let mut ours = Vec::new();
            line(&mut ours, &fields, |text, out| field(text.as_bytes(), out));
            assert_eq!(ours, reference(&fields), "{fields:?}");
        }
    }
}
