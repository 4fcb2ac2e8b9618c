//! Formats: what is read, edited and written, and how.
//!
//! Each has a file or a folder here, with all that is known about it, and a place in [`FORMATS`], which is
//! asked by whoever wants to know what there is. A format of somebody else implements [`Source`] or [`Sink`],
//! or [`RowFormat`] where it is about rows.
//!
//! A new one is its file and two lines here: its `mod` and its place in the table.

mod answers;
mod binding;
mod csv;
mod desk;
#[doc(hidden)] // For the tests of this crate; what others need of it is named below.
pub mod epd;
mod fen;
mod gbr;
mod jsonl;
mod line;
mod moves;
#[cfg(feature = "parquet")]
mod parquet;
#[doc(hidden)] // The same.
pub mod pgn;
mod position_faults;
mod repeated_names;
mod row_batch;
mod row_format;
mod row_table;
mod sink;
mod sink_writer;
mod source;
mod table;
mod tsv;
mod unchanged;

pub use self::binding::Binding;
pub use self::csv::Csv;
pub use self::desk::{Claims, Desk};
#[doc(inline)]
pub use self::epd::{Epd, EpdWriter};
pub use self::fen::Fen;
pub use self::gbr::{Gbr, Text};
pub use self::jsonl::Jsonl;
pub use self::moves::Moves;
#[cfg(feature = "parquet")]
pub use self::parquet::Parquet;
#[doc(inline)]
pub use self::pgn::{Cut, Pgn};
pub use self::row_batch::{CellColumn, Extent, RowBatch};
pub use self::row_format::RowFormat;
#[doc(hidden)] // For the program and the tests of this crate.
pub use self::row_table::RowTable;
pub use self::sink::{Entry, Sink};
pub use self::sink_writer::SinkWriter;
pub(crate) use self::source::read;
pub use self::source::{Boundary, Names, Source, TakeValue};
pub use self::table::{Format, Formats, Setting, Settings, Writer};
pub use self::tsv::Tsv;
pub use self::unchanged::Unchanged;

/// Every format of this crate, in the order of the help.
pub static FORMATS: Formats<'static> = Formats(&[
    &pgn::FORMAT,
    &epd::FORMAT,
    &fen::FORMAT,
    &gbr::FORMAT,
    &csv::FORMAT,
    &tsv::FORMAT,
    &jsonl::FORMAT,
    #[cfg(feature = "parquet")]
    &parquet::FORMAT,
    &moves::FORMAT,
]);

/// The format that the beginning of an input shows; PGN where it shows none.
#[must_use]
pub fn detect(head: &[u8]) -> &'static dyn Source {
    FORMATS.recognise(head).unwrap_or(&Pgn)
}
