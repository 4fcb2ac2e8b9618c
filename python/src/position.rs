//! The class `Position`.

use std::cmp::Ordering;
use std::fmt;

use gbr_pgn::gbr::{self, Claim, Form, Indicator};
use gbr_pgn::shakmaty::Color;
use gbr_pgn::{fen, position_order};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::{self, GivenBoard};
use crate::code::Code;
use crate::errors;

/// What a pickle holds: FEN, turn and claim.
type Parts = (String, Option<bool>, Option<&'static str>);

/// Where the men of a code stand, who is to move and what White is said to achieve: Position("a7d3 0116.00 b2b3c6d6 3/3+.").
///
/// Positions are ordered as in a directory: by code, White's king, Black's king and the other men.
#[pyclass(module = "gbr_pgn", frozen, eq, ord, hash, str)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position(pub gbr::Position);

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.key().cmp(&other.key()))
    }
}

impl Position {
    /// Bytes that sort as positions do; with the same board, those come first that say less.
    fn key(&self) -> (Vec<u8>, Option<bool>, Option<bool>) {
        let mut key = Vec::new();
        position_order::append_key(self.0.board(), &mut key);
        let Indicator { claim, turn } = self.0.indicator();
        (key, claim.map(|claim| claim == Claim::Draw), turn.map(Color::is_black))
    }

    pub fn of(given: GivenBoard, claim: Option<Claim>) -> PyResult<Position> {
        let indicator = given.indicator(claim);
        gbr::Position::new(given.board, indicator)
            .map(Position)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    pub fn read(text: &str, exact: bool) -> PyResult<Position> {
        let read = if exact { gbr::Position::from_ascii_strict } else { gbr::Position::from_ascii };
        let position = read(text.as_bytes());
        position.map(Position).map_err(|error| errors::not_notation(text, &error))
    }

    /// The FEN that the program's decode writes.
    pub fn to_fen(&self) -> String {
        fen::write(&self.0.to_setup())
    }

    pub fn written(&self, form: &str) -> PyResult<String> {
        let known = Form::ALL.into_iter().find(|known| known.name() == form);
        known.map(|form| self.0.to_form(form)).ok_or_else(|| {
            let names: Vec<_> = Form::ALL.into_iter().map(Form::name).collect();
            let names = names.join(", ");
            PyValueError::new_err(format!("form: expected one of {names}, found {form:?}"))
        })
    }
}

#[pymethods]
impl Position {
    /// Reads a position in any printed form; with exact, only in the form that str() has.
    #[new]
    #[pyo3(signature = (text, *, exact = false))]
    fn new(text: &str, exact: bool) -> PyResult<Position> {
        Position::read(text, exact)
    }

    /// The position of a FEN; claim is "win" or "draw", which no FEN says.
    #[staticmethod]
    #[pyo3(signature = (fen, *, claim = None))]
    fn from_fen(fen: &str, claim: Option<&str>) -> PyResult<Position> {
        Position::of(GivenBoard::of_fen(fen)?, board::claim(claim)?)
    }

    /// The position of a chess.Board, by its bitboards.
    #[staticmethod]
    #[pyo3(signature = (board, *, claim = None))]
    fn from_board(board: &Bound<'_, PyAny>, claim: Option<&str>) -> PyResult<Position> {
        Position::of(GivenBoard::of_bitboards(board, "a chess.Board")?, board::claim(claim)?)
    }

    /// Its class.
    #[getter]
    fn code(&self) -> Code {
        Code(self.0.code())
    }

    /// Board and side to move as FEN; White's, where it is not known.
    #[getter]
    fn fen(&self) -> String {
        self.to_fen()
    }

    /// The squares of the kings, White's first: a7d3.
    #[getter]
    fn kings(&self) -> String {
        self.0.kings()
    }

    /// Who is to move, as in python-chess: True for White, False for Black, None where it is not known.
    #[getter]
    fn turn(&self) -> Option<bool> {
        self.0.indicator().turn.map(Color::is_white)
    }

    /// What White is said to achieve: "win", "draw" or None.
    #[getter]
    fn claim(&self) -> Option<&'static str> {
        self.0.indicator().claim.map(|claim| match claim {
            Claim::Win => "win",
            Claim::Draw => "draw",
        })
    }

    /// Its text in a printed form: page, eg, caption, database, encyclopaedia, probleemblad, dutch, german, solver or class.
    fn to_form(&self, form: &str) -> PyResult<String> {
        self.written(form)
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    /// Its text does not tell a claim with White to move from one that leaves that open.
    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let position = slf.get();
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, (position.to_fen(), position.turn(), position.claim())))
    }

    #[staticmethod]
    fn _restore(fen: &str, turn: Option<bool>, claim: Option<&str>) -> PyResult<Position> {
        let given = GivenBoard::of_fen(fen)?;
        let given = GivenBoard { turn: turn.map(Color::from_white), ..given };
        Position::of(given, board::claim(claim)?)
    }
}
