//! A board as Python has it: a FEN, or a `chess.Board` by its bitboards, which is forty times as fast as its FEN.

use gbr_pgn::fen;
use gbr_pgn::gbr::{Claim, Indicator};
use gbr_pgn::shakmaty::{Bitboard, Board, ByColor, ByRole, Color};
use pyo3::exceptions::PyValueError;
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
            Err(_) => GivenBoard::of_bitboards(given, "a FEN or a chess.Board"),
        }
    }

    pub fn of_fen(text: &str) -> PyResult<GivenBoard> {
        let read = fen::read(text.as_bytes()).map_err(|error| errors::not_fen(text, &error))?;
        Ok(GivenBoard { board: read.setup.board, turn: Some(read.setup.turn) })
    }

    /// Reads a `chess.Board`; a `chess.BaseBoard` does not say who is to move. Whoever gives something else is told what was expected.
    pub fn of_bitboards(given: &Bound<'_, PyAny>, expected: &str) -> PyResult<GivenBoard> {
        let contradict =
            |_| PyValueError::new_err("the bitboards of the board contradict each other");
        let (by_role, by_color) = (by_role(given, expected)?, by_color(given, expected)?);
        let board = Board::try_from_bitboards(by_role, by_color).map_err(contradict)?;
        Ok(GivenBoard { board, turn: turn(given)? })
    }

    /// What the position says besides its men.
    pub fn indicator(&self, claim: Option<Claim>) -> Indicator {
        Indicator { claim, turn: self.turn }
    }
}

fn by_role(given: &Bound<'_, PyAny>, expected: &str) -> PyResult<ByRole<Bitboard>> {
    let py = given.py();
    let men = |name| bitboard(&attribute(given, name, expected)?, || name.to_string());
    Ok(ByRole {
        pawn: men(intern!(py, "pawns"))?,
        knight: men(intern!(py, "knights"))?,
        bishop: men(intern!(py, "bishops"))?,
        rook: men(intern!(py, "rooks"))?,
        queen: men(intern!(py, "queens"))?,
        king: men(intern!(py, "kings"))?,
    })
}

fn by_color(given: &Bound<'_, PyAny>, expected: &str) -> PyResult<ByColor<Bitboard>> {
    let occupied = attribute(given, intern!(given.py(), "occupied_co"), expected)?;
    let men = |index: usize| {
        let place = || format!("occupied_co[{index}]");
        let found = occupied.get_item(index).map_err(|_| no_bitboard(&occupied, &place()))?;
        bitboard(&found, place)
    };
    // The colours of python-chess are False and True.
    Ok(ByColor { black: men(0)?, white: men(1)? })
}

fn turn(given: &Bound<'_, PyAny>) -> PyResult<Option<Color>> {
    let turn = given.getattr_opt(intern!(given.py(), "turn"))?;
    let known = turn.filter(|turn| !turn.is_none());
    Ok(known.map(|turn| turn.is_truthy()).transpose()?.map(Color::from_white))
}

fn attribute<'py>(
    given: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    expected: &str,
) -> PyResult<Bound<'py, PyAny>> {
    given.getattr(name).map_err(|_| errors::unexpected(given, expected))
}

fn bitboard(given: &Bound<'_, PyAny>, place: impl Fn() -> String) -> PyResult<Bitboard> {
    given.extract().map(Bitboard).map_err(|_| no_bitboard(given, &place()))
}

fn no_bitboard(given: &Bound<'_, PyAny>, place: &str) -> PyErr {
    let found = given.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
    PyValueError::new_err(format!("{place} of the board: expected 64 bits, found {found}"))
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
