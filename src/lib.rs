//! GBR codes and positions for chess databases.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chunk;
pub mod fault;
pub mod fen;
pub mod game;
pub mod gbr;
pub mod job;
pub mod pgn;
pub mod pipeline;
pub mod play;
pub mod record;
pub mod row;
pub mod sink;
pub mod source;
pub mod stage;
