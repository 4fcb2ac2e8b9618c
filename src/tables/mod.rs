//! Endgame tables (Syzygy): what a position is worth with best play.
//!
//! [`Tables`] is a collection of files, [`Tables::value`] what they say of a position: a [`Value`], or
//! why that is [`Open`].
//!
//! Tables can lie: a flipped byte gives another value, not an error. So the [`Checksum`] of a file is
//! compared before it is used for the first time. Where a file is too large for that
//! ([`TableSettings`]) and nobody had it checked before ([`Tables::check_all`]), a value is told only if
//! it agrees with the values after every move. Nothing is concluded from a file that is found out.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::tables::{CheckedTables, FiftyMoves, TableSettings, Tables, Value};
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! let mut tables = Tables::new(TableSettings::default());
//! tables.add_directory("samples/tables".as_ref(), &CheckedTables::default());
//! let fen: Fen = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1".parse()?;
//! let start: Chess = fen.into_position(CastlingMode::Standard)?;
//! assert_eq!(tables.value(&start, FiftyMoves::SetAside), Ok(Value::Win));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod checked;
mod checksum;
mod city;
mod collection;
mod error;
mod name;
mod page;
mod probe;
#[cfg(test)]
mod sample;
mod store;
mod trust;
mod value;

pub use self::{
    checked::CheckedTables,
    checksum::Checksum,
    collection::Tables,
    error::TableError,
    name::{TableKind, TableName},
    probe::Distance,
    store::TableSettings,
    value::{FiftyMoves, Open, Value},
};
