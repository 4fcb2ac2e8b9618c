//! Endgame tables through the library: what they say, what is left open, and what damage cannot do.
#![cfg(feature = "tables")]

// Positions of king and pawn, worked out backwards.
mod backwards;
// Files with flipped bytes, of wrong lengths, missing and unreadable ones.
mod damage;
// Claims, sidelines, alternatives; results and changes of verdict.
mod judgement;
// Values and distances of single positions, and why they are open.
mod values;

use std::path::PathBuf;

use gbr_pgn::tables::{CheckedTables, TableSettings, Tables};
use shakmaty::{CastlingMode, Chess, fen::Fen};

/// Where the committed tables are.
fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "samples", "tables"].iter().collect()
}

/// The committed tables.
fn tables() -> Tables {
    let mut tables = Tables::new(TableSettings::default());
    assert_eq!(tables.add_directory(&folder(), &CheckedTables::default()), 10);
    tables
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}
