//! GBR notation: what force stands on a board ([`Code`]) and where it stands
//! ([`Position`]), without any input or output.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::gbr::{Code, Indicator, Position};
//! use shakmaty::{Color, fen::Fen};
//!
//! let fen: Fen = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1".parse()?;
//! let board = &fen.as_setup().board;
//! assert_eq!(Code::from_board(board)?.to_string(), "0116.00");
//!
//! let position = Position::new(board.clone(), Indicator::to_move(Color::White))?;
//! assert_eq!(position.to_string(), "a7d3 0116.00 b2b3c6d6 3/3 WTM.");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod caption;
mod check;
mod code;
mod draft;
mod error;
mod forms;
mod indicator;
mod king_pattern;
mod material;
mod parse;
mod pattern;
mod position;
mod reading;
mod solve;
pub(crate) mod token;
mod words;
mod write;

pub use self::{
    caption::Caption,
    code::{Code, ManyPawns},
    error::{ErrorKind, ParseError, caret},
    forms::Form,
    indicator::{Claim, Indicator},
    king_pattern::Kings,
    material::Material,
    pattern::Pattern,
    position::{Position, PositionError},
    reading::{Meaning, Prefix, Reading},
    words::Words,
};
