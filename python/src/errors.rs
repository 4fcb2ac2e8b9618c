//! What Python is told when something cannot be done: what, and where.

use std::fmt::Display;
use std::io;

use gbr_pgn::fen::FenError;
use gbr_pgn::gbr::{self, ParseError};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A text that is not what was expected: two more lines show it, with a caret under the place.
pub fn pointed(message: impl Display, text: &str, byte: usize) -> PyErr {
    let shown = gbr::caret(text.as_bytes(), byte).replace('\n', "\n  ");
    PyValueError::new_err(format!("{message}\n  {shown}"))
}

/// Something of a type that nothing can be made of.
pub fn unexpected(given: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let name = given.get_type().name();
    let found = name.map_or_else(|_| "something".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {found}"))
}

pub fn not_notation(text: &str, error: &ParseError) -> PyErr {
    pointed(error, text, error.byte())
}

pub fn not_fen(text: &str, error: &FenError) -> PyErr {
    pointed(format_args!("not a FEN: {error}"), text, error.byte)
}

/// A file that cannot be opened or read. What the system says is an OSError of its sort, as of `open`; what the content says is a
/// ValueError; what the handler of a signal raised while it was read is that.
pub fn unread(name: &str, error: io::Error) -> PyErr {
    if error.get_ref().is_some_and(|inner| inner.is::<PyErr>()) {
        return error.into();
    }
    match error.raw_os_error() {
        Some(number) => {
            // Rust adds the number, which Python shows itself.
            let text = error.to_string();
            let said = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, said, name.to_owned()))
        }
        None => PyValueError::new_err(format!("{name}: {error}")),
    }
}

/// Why a run ended before its input did.
pub enum Stop {
    /// The input cannot be read any further.
    Unread(io::Error),
    /// A signal came, or whatever its handler raised.
    Raised(PyErr),
    /// Nobody wants more.
    Unwanted,
    /// A record is not as it should be, and that was not allowed.
    Faulty(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Unread(error)
    }
}

impl Stop {
    pub fn into_error(self, name: &str) -> PyErr {
        match self {
            Stop::Unread(error) => unread(name, error),
            Stop::Raised(error) => error,
            Stop::Unwanted => PyValueError::new_err(format!("{name}: nobody reads any more")),
            Stop::Faulty(text) => PyValueError::new_err(text),
        }
    }
}
