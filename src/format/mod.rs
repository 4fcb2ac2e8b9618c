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

/// The format of a file in which there is nothing, by the ending of its name: none that has anything but blank lines and comments, and none where
/// the ending does not tell.
#[must_use]
pub fn of_empty(ending: Option<&str>, head: &[u8]) -> Option<&'static dyn Source> {
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let is_nothing = lines.all(|line| line.is_empty() || line.starts_with(b"#"));
    (is_nothing && matches!(ending, Some("epd" | "fen"))).then_some(&Epd)
}

/// The format that the beginning of an input shows; PGN where it shows none.
#[must_use]
pub fn detect(head: &[u8]) -> &'static dyn Source {
    FORMATS.recognise(head).unwrap_or(&Pgn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_which_there_is_nothing_is_what_its_name_says() {
        let name = |ending, head: &[u8]| of_empty(ending, head).map(Source::name);
        assert_eq!(name(Some("epd"), b"# none yet\n\n"), Some("epd"));
        assert_eq!(name(Some("fen"), b""), Some("epd"));
        assert_eq!(name(Some("epd"), b"8/8/1KP5/3r4/8/8/8/k7 w - -\n"), None);
        assert_eq!(name(Some("pgn"), b""), None);
        assert_eq!(name(None, b""), None);
    }
}
