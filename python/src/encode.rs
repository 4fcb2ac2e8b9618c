//! Notation out of positions, and back.

use pyo3::prelude::*;

use crate::board::{self, GivenBoard};
use crate::position::Position;

/// The GBR notation of a FEN or a chess.Board, as the program's encode prints it.
///
/// form is one of those of Position.to_form; claim, "win" or "draw", is what White is said to achieve.
#[pyfunction]
#[pyo3(signature = (position, *, form = "page", claim = None))]
pub fn encode(position: &Bound<'_, PyAny>, form: &str, claim: Option<&str>) -> PyResult<String> {
    Position::of(GivenBoard::of_any(position)?, board::claim(claim)?)?.written(form)
}

/// The FEN of a text in GBR notation, in any of its printed forms; with exact, only in the one that encode() has.
#[pyfunction]
#[pyo3(signature = (text, *, exact = false))]
pub fn decode(text: &str, exact: bool) -> PyResult<String> {
    Ok(Position::read(text, exact)?.to_fen())
}
