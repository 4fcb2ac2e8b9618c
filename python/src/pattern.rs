//! The class `Pattern`.

use std::cmp::Ordering;
use std::fmt;

use gbr_pgn::gbr::{self, Material};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::board::GivenBoard;
use crate::code::Code;
use crate::errors;
use crate::position::Position;

/// A set of codes: Pattern("0?1?.1*"), or Pattern("KRPvKR") by the name of a tablebase.
///
/// ? is any digit, [14] and [0-3] are some, * is the rest. Its text is a GLOB of SQLite and DuckDB that finds the same codes, unless
/// needs_material says otherwise. Patterns are ordered by their text.
#[pyclass(module = "gbr_pgn", frozen, eq, ord, hash, str)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern(gbr::Pattern);

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialOrd for Pattern {
    fn partial_cmp(&self, other: &Pattern) -> Option<Ordering> {
        Some(self.to_string().cmp(&other.to_string()))
    }
}

#[pymethods]
impl Pattern {
    /// Reads a pattern or the name of a tablebase.
    #[new]
    fn new(text: &str) -> PyResult<Pattern> {
        let pattern = gbr::Pattern::from_ascii(text.as_bytes());
        pattern.map(Pattern).map_err(|error| errors::not_notation(text, &error))
    }

    /// Whether a Code, the text of one, a Position or a chess.Board is in the set.
    fn matches(&self, what: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(code) = what.cast::<Code>() {
            return Ok(self.0.matches(code.get().0));
        }
        if let Ok(position) = what.cast::<Position>() {
            return Ok(self.0.matches_material(position.get().0.material()));
        }
        if let Ok(text) = what.cast::<PyString>() {
            return Ok(self.0.matches(Code::read(&text.to_cow()?)?.0));
        }
        let expected = "a Code, its text, a Position or a chess.Board";
        let board = GivenBoard::of_bitboards(what, expected)?.board;
        Ok(self.0.matches_material(&Material::from_board(&board)))
    }

    fn __contains__(&self, what: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.matches(what)
    }

    /// Whether a code alone does not decide: the name of a tablebase with three or more of a kind. Then matches() of a code says whether it
    /// may be in the set.
    #[getter]
    fn needs_material(&self) -> bool {
        self.0.needs_material()
    }

    /// The set with the colours exchanged.
    fn reversed(&self) -> Pattern {
        Pattern(self.0.reversed())
    }

    fn __repr__(&self) -> String {
        format!("Pattern('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Pattern>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().to_string(),))
    }
}
