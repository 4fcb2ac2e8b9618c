//! From boards to codes and positions, and back.
//!
//! A [`Code`] says which men are on the board: six digits, for queens, rooks, bishops, knights, White's pawns and
//! Black's pawns. Each of the first four counts 1 for every white man and 3 for every black
//! one, or is 9 where a side has three or more of them, so `0116` is a rook and a bishop against two knights; the last two count
//! pawns. A [`Position`] says where they stand as well. Of `a7d3 0116.00 b2b3c6d6 3/3+.`, `a7d3` are the squares of the kings,
//! White's first, `b2b3c6d6` those of the men in the order of the code, `3/3` the numbers of men on each side, and `+.` says that
//! White is to win. Boards are those of [`shakmaty`], which this crate re-exports.
//!
//! ```
//! use gbr_pgn::gbr::{Claim, Code, Indicator, Position};
//! use gbr_pgn::shakmaty::{Color, fen::Fen};
//!
//! let fen: Fen = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1".parse()?;
//! let setup = fen.as_setup();
//!
//! let code = Code::from_setup(setup)?;
//! assert_eq!(code.to_string(), "0116.00");
//! assert_eq!(code.words().to_string(), "rook and bishop v two knights");
//!
//! // The indicator at the end says who is to move or what a study claims.
//! let position = Position::from_setup(setup)?;
//! assert_eq!(position.to_string(), "a7d3 0116.00 b2b3c6d6 3/3 WTM.");
//! let claim = Indicator::claim(Claim::Win, Color::White);
//! let study = Position::new(setup.board.clone(), claim)?;
//! assert_eq!(study.to_string(), "a7d3 0116.00 b2b3c6d6 3/3+.");
//!
//! // Every printed form is read, and an error says at which byte reading failed.
//! let same = Position::from_ascii(b"(+0116.00a7d3b2b3c6d6)")?;
//! assert_eq!(same.board(), &setup.board);
//! let error = Code::from_ascii(b"0116x00").unwrap_err();
//! assert_eq!(error.byte(), 4);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! The position need not be legal. A board without one king of each colour, or with a pawn on the first or
//! last rank, has a code but no `Position`; one with nine pawns of a colour has
//! neither. [`fen::read`](crate::fen::read) reads FENs as people write them. A picture of a board is a
//! [`Diagram`](crate::diagram::Diagram).
//!
//! [`Code`]: crate::gbr::Code
//! [`Position`]: crate::gbr::Position
