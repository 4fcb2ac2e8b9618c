//! The class `Code`.

use gbr_pgn::gbr;
use gbr_pgn::shakmaty::Board;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::board::GivenBoard;
use crate::errors;

/// The force on a board as six digits that sort: Code("0116.00").
///
/// The digits are queens, rooks, bishops and knights, each the number of White's and three times that of Black's, and after the point the
/// pawns of White and of Black. 9 is three or more of a kind on one side. Codes have the order of their text.
#[pyclass(module = "gbr_pgn", frozen, eq, ord, hash, str)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub gbr::Code);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Code {
    fn of(board: &Board) -> PyResult<Code> {
        gbr::Code::from_board(board)
            .map(Code)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    pub fn read(text: &str) -> PyResult<Code> {
        let code = gbr::Code::from_ascii(text.as_bytes());
        code.map(Code).map_err(|error| errors::not_notation(text, &error))
    }
}

#[pymethods]
impl Code {
    /// Reads a code: 0116.00, or 0116 for the same.
    #[new]
    fn new(text: &str) -> PyResult<Code> {
        Code::read(text)
    }

    /// The code of the position of a FEN.
    #[staticmethod]
    fn from_fen(fen: &str) -> PyResult<Code> {
        Code::of(&GivenBoard::of_fen(fen)?.board)
    }

    /// The code of a chess.Board, by its bitboards.
    #[staticmethod]
    fn from_board(board: &Bound<'_, PyAny>) -> PyResult<Code> {
        Code::of(&GivenBoard::of_bitboards(board, "a chess.Board")?.board)
    }

    /// The code of a tablebase's name, such as KRBvKNN.
    #[staticmethod]
    fn from_tablebase_name(name: &str) -> PyResult<Code> {
        let code = gbr::Code::from_tablebase_name(name);
        code.map(Code).map_err(|error| errors::not_notation(name, &error))
    }

    /// The digits: queens, rooks, bishops, knights, white pawns, black pawns.
    #[getter]
    fn digits(&self) -> (u8, u8, u8, u8, u8, u8) {
        let [q, r, b, n, white, black] = self.0.digits();
        (q, r, b, n, white, black)
    }

    /// How many codes come before it, in their order.
    #[getter]
    fn number(&self) -> u32 {
        self.0.number()
    }

    /// The name of the tablebase of its class; None where a digit is 9, which is the class of many.
    #[getter]
    fn tablebase_name(&self) -> Option<String> {
        self.0.tablebase_name()
    }

    /// What stands on the board, in words.
    #[getter]
    fn words(&self) -> String {
        self.0.words().to_string()
    }

    /// The class with the colours exchanged.
    fn reversed(&self) -> Code {
        Code(self.0.reversed())
    }

    fn __repr__(&self) -> String {
        format!("Code('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Code>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().to_string(),))
    }
}
