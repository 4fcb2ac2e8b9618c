//! Parquet: columns for SQL engines, one row per game.
//!
//! Workers put the cells of their games under their columns. The binding takes what they have put together
//! ([`group`], [`column`]) and, when there are enough rows, has all columns encoded at the same time and
//! writes them as a row group ([`file`]). The types are those of [`schema`].

mod column;
mod file;
mod group;
mod schema;

use super::binding::Binding;
use super::sink::{Entry, Sink};
use super::table::{Format, Setting, Writer};
use crate::row::Column;
use std::io;

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: "parquet",
    source: None,
    is_offered: false,
    writer: Some(Writer {
        help: "columns for DuckDB, Spark and other engines, one row per game",
        endings: &[],
        heeds: &[Setting::At, Setting::Study, Setting::Answers],
        is_full: true,
        keeps_records: false,
        make: |settings| Box::new(Parquet { threads: settings.threads }),
    }),
};

/// Parquet with zstd, dictionaries, and statistics by which engines skip codes.
pub struct Parquet {
    /// How many columns are encoded at a time.
    pub threads: usize,
}

/// One column at a time.
impl Default for Parquet {
    fn default() -> Parquet {
        Parquet { threads: 1 }
    }
}

impl Sink for Parquet {
    /// Nothing: a row is not written before there are many of them, which is up to the binding.
    fn write(&self, _: &Entry<'_>, _: &mut Vec<u8>) {}

    fn binding(&self, columns: &[Column]) -> io::Result<Option<Box<dyn Binding>>> {
        Ok(Some(Box::new(file::File::new(columns, self.threads)?)))
    }
}
