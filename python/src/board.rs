//! A board as Python has it: a FEN, or a `chess.Board` by its bitboards, which is forty times as fast as its FEN.

use gbr_pgn::fen;
use gbr_pgn::gbr::{Claim, Indicator};
use gbr_pgn::shakmaty::{Bitboard, Board, ByColor, ByRole, Color};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors;

/// A board, and who is to move where that is known.
pub struct GivenBoard {
    pub board: Board,
    pub turn: Option<Color>,
}

impl GivenBoard {
    /// Reads either of them.
    pub fn of_any(given: &Bound<'_, PyAny>) -> PyResult<GivenBoard> {
        match given.cast::<PyString>() {
            Ok(text) => GivenBoard::of_fen(&text.to_cow()?),
            Err(_) => GivenBoard::of_bitboards(given),
        }
    }

    pub fn of_fen(text: &str) -> PyResult<GivenBoard> {
        let read = fen::read(text.as_bytes()).map_err(|error| errors::not_fen(text, &error))?;
        Ok(GivenBoard { board: read.setup.board, turn: Some(read.setup.turn) })
    }

    /// Reads a `chess.Board`; a `chess.BaseBoard` does not say who is to move.
    pub fn of_bitboards(given: &Bound<'_, PyAny>) -> PyResult<GivenBoard> {
        let py = given.py();
        let men = |name| -> PyResult<Bitboard> {
            let attribute = given.getattr(name).map_err(|_| not_a_board(given))?;
            Ok(Bitboard(attribute.extract()?))
        };
        let by_role = ByRole {
            pawn: men(intern!(py, "pawns"))?,
            knight: men(intern!(py, "knights"))?,
            bishop: men(intern!(py, "bishops"))?,
            rook: men(intern!(py, "rooks"))?,
            queen: men(intern!(py, "queens"))?,
            king: men(intern!(py, "kings"))?,
        };
        let occupied = given.getattr(intern!(py, "occupied_co")).map_err(|_| not_a_board(given))?;
        let color = |index: usize| Ok::<_, PyErr>(Bitboard(occupied.get_item(index)?.extract()?));
        // The colours of python-chess are False and True.
        let by_color = ByColor { black: color(0)?, white: color(1)? };
        let board = Board::try_from_bitboards(by_role, by_color).map_err(|_| {
            PyValueError::new_err("the bitboards of the board contradict each other")
        })?;
        let turn = given.getattr_opt(intern!(py, "turn"))?;
        let turn = turn.map(|turn| turn.is_truthy()).transpose()?.map(Color::from_white);
        Ok(GivenBoard { board, turn })
    }

    /// What the position says besides its men.
    pub fn indicator(&self, claim: Option<Claim>) -> Indicator {
        Indicator { claim, turn: self.turn }
    }
}

fn not_a_board(given: &Bound<'_, PyAny>) -> PyErr {
    let found =
        given.get_type().name().map_or_else(|_| "something".to_owned(), |it| it.to_string());
    PyTypeError::new_err(format!("expected a FEN or a chess.Board, found {found}"))
}

/// What White is said to achieve, as it is typed.
pub fn claim(name: Option<&str>) -> PyResult<Option<Claim>> {
    match name {
        None => Ok(None),
        Some("win") => Ok(Some(Claim::Win)),
        Some("draw") => Ok(Some(Claim::Draw)),
        Some(other) => {
            Err(PyValueError::new_err(format!("claim: expected win or draw, found {other:?}")))
        }
    }
}
