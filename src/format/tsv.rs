//! A table with tabs, one row per game and line.

use super::row_format::RowFormat;
use super::table::{Format, Setting, Writer};
use crate::row::{Column, Row};

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "tsv",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "a table with a heading and tabs, one line per game",
        endings: &[],
        heeds: &[Setting::At, Setting::Study, Setting::Full, Setting::Answers],
        is_full: false,
        keeps_records: false,
        make: |_| Box::new(Tsv),
    }),
};

/// Tab-separated values with a heading. Nothing is quoted: tabs and line ends within a cell become spaces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tsv;

impl RowFormat for Tsv {
    fn heading(&self, columns: &[Column], out: &mut Vec<u8>) {
        line(columns.iter().map(|column| column.key.as_bytes()), out);
    }

    fn row(&self, _: &[Column], row: &Row, out: &mut Vec<u8>) {
        line(row.cells().map(Option::unwrap_or_default), out);
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a [u8]>, out: &mut Vec<u8>) {
    for (number, cell) in cells.enumerate() {
        if number > 0 {
            out.push(b'\t');
        }
        let plain = |&byte: &u8| if matches!(byte, b'\t' | b'\n' | b'\r') { b' ' } else { byte };
        out.extend(cell.iter().map(plain));
    }
    out.push(b'\n');
}
