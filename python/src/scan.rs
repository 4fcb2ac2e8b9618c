//! The function `scan`, and what it finds.

use std::io::{self, Cursor, Read};

use gbr_pgn::scan::{self as library, Scanner};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::code::Code;
use crate::errors;
use crate::given::Given;
use crate::position::Position;
use crate::signals::Interruptible;

/// A notation that was found in a text.
#[pyclass(module = "gbr_pgn", frozen, get_all)]
pub struct Hit {
    /// The line it begins on, from 1.
    line: u64,
    /// The character in its line, from 1.
    column: u64,
    /// Its first byte, from 0; of a str, in UTF-8.
    offset: u64,
    /// The byte after its last one.
    end: u64,
    /// The page, from 1, where form feeds part the text into pages.
    page: Option<u64>,
    /// The form it is printed in.
    form: &'static str,
    /// Its text on one line.
    text: String,
    /// "ok", "open" (nothing disagrees, but not all is known) or "wrong" (it contradicts itself).
    verdict: &'static str,
    /// What is wrong with it.
    problem: Option<String>,
    /// The one change that would make it agree.
    suggestion: Option<String>,
    /// Words after it that look as if they belonged to it, and were not read.
    unread: Option<String>,
    /// Its position as FEN, where all of it is known.
    fen: Option<String>,
    /// Its code, unless it is wrong.
    code: Option<Code>,
    /// Its position, where all of it is known.
    position: Option<Position>,
}

impl Hit {
    fn new(hit: &library::Hit) -> Hit {
        Hit {
            line: hit.place.line,
            column: hit.place.column,
            offset: hit.place.offset,
            end: hit.end,
            page: hit.page,
            form: hit.form.name(),
            text: hit.text.clone(),
            verdict: hit.verdict().name(),
            problem: hit.meaning.as_ref().err().map(ToString::to_string),
            suggestion: hit.repair().map(|repair| repair.text),
            unread: hit.unread.clone(),
            fen: hit.fen(),
            code: hit.meaning.as_ref().ok().map(|meaning| Code(meaning.code())),
            position: hit.position().cloned().map(Position),
        }
    }
}

/// Finds the codes in any text, with their places, as the program's scan does: a list of Hit.
///
/// text is a str or bytes (plain, HTML or mail; UTF-8 or Latin-1), or the path of a file as a pathlib.Path. With bare, codes alone
/// count as well, such as 0002.01.
#[pyfunction]
#[pyo3(signature = (text, *, bare = false))]
pub fn scan(py: Python<'_>, text: &Bound<'_, PyAny>, bare: bool) -> PyResult<Vec<Hit>> {
    if let Ok(text) = text.cast::<PyString>() {
        let text: PyBackedStr = text.extract()?;
        return found(py, "<str>", bare, || Ok(Cursor::new(text)));
    }
    if text.is_instance_of::<PyBytes>() || text.is_instance_of::<PyByteArray>() {
        let bytes: PyBackedBytes = text.extract()?;
        return found(py, "<bytes>", bare, || Ok(Cursor::new(bytes)));
    }
    let given: Given = text.extract().map_err(|_| {
        PyTypeError::new_err("expected a str, bytes or a path that is a pathlib.Path")
    })?;
    found(py, &given.name(), bare, || Ok(given.open(1, false)?.input))
}

/// Opens a text and looks through all of it.
fn found<R: Read>(
    py: Python<'_>,
    name: &str,
    bare: bool,
    open: impl FnOnce() -> io::Result<R> + Send,
) -> PyResult<Vec<Hit>> {
    let hits = py.detach(|| {
        let hits = Scanner::new(Interruptible::new(open()?)).bare(bare);
        hits.map(|hit| hit.map(|hit| Hit::new(&hit))).collect::<io::Result<_>>()
    });
    hits.map_err(|error| errors::unread(name, error))
}

#[pymethods]
impl Hit {
    fn __repr__(&self) -> String {
        format!("<Hit {}:{}: '{}', {}>", self.line, self.column, self.text, self.verdict)
    }
}
