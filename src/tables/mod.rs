//! Endgame tables (Syzygy): what a position is worth with best play, and whether what a study claims or
//! how a game ended is borne out.
//!
//! [`Tables`] is a collection of files, [`Tables::value`] what they say of a position: a [`Value`], or
//! why that is [`Open`]. [`judge_study`] and [`judge_game`] take the moves of a record as a
//! [`MoveTree`], and what is worth telling comes out as a [`Judgement`].
//!
//! Tables can lie: a flipped byte gives another value, not an error. So the [`Checksum`] of a file is
//! compared before it is used for the first time. Where a file is too large for that
//! ([`TableSettings`]) and nobody had it checked before ([`Tables::check_all`]), a value is told only if
//! it agrees with the values after every move. Nothing is concluded from a file that is found out.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::{
//!     gbr::Claim,
//!     tables::{
//!         CheckedTables, FiftyMoves, Matter, MoveTree, Standing, TableSettings, Tables, Value,
//!         judge_study,
//!     },
//! };
//! use shakmaty::{CastlingMode, Chess, fen::Fen, san::San};
//!
//! let mut tables = Tables::new(TableSettings::default());
//! tables.add_directory("samples/tables".as_ref(), &CheckedTables::default());
//! let value = |position: &Chess| tables.value(position, FiftyMoves::SetAside);
//!
//! // White has to take the opposition.
//! let fen: Fen = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1".parse()?;
//! let start: Chess = fen.into_position(CastlingMode::Standard)?;
//! assert_eq!(value(&start), Ok(Value::Win));
//!
//! let mut study = MoveTree::new(start);
//! let kd5 = "Kd5".parse::<San>()?.to_move(study.position(None))?;
//! study.push(None, kd5)?;
//! let judgement = judge_study(&study, Claim::Win, value);
//! assert_eq!(judgement.standing, Standing::Failing);
//! let gone = &judgement.rulings[0];
//! assert_eq!((gone.ply, gone.matter.kind()), (1, "claim"));
//! assert_eq!(gone.matter.is(), Some(Value::Draw));
//! let also = judgement.rulings.iter().filter_map(|ruling| match &ruling.matter {
//!     Matter::Alternative { also, .. } => Some(also.to_string()),
//!     _ => None,
//! });
//! assert_eq!(also.collect::<Vec<_>>(), ["Kd6", "Ke6", "Kf6"]);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod alternative_mark;
mod checked;
mod checksum;
mod city_hash;
mod collection;
mod consistency;
mod error;
mod forced_return;
mod game_judge;
mod judgement;
mod name;
mod page_cache;
mod probe;
mod study_judge;
mod table_files;
#[cfg(test)]
mod test_tables;
mod tree;
mod value;

pub use self::{
    alternative_mark::{Given, mark},
    checked::CheckedTables,
    checksum::Checksum,
    collection::Tables,
    error::TableError,
    game_judge::judge_game,
    judgement::{Judgement, Matter, Ruling, Standing},
    name::{TableKind, TableName},
    probe::Distance,
    study_judge::judge_study,
    table_files::TableSettings,
    tree::{MoveId, MoveTree},
    value::{FiftyMoves, Open, Value},
};
