//! GBR codes for Python: the library gbr-pgn as the module `gbr_pgn`.
//!
//! | file | what it has for Python |
//! |---|---|
//! | `code`, `position`, `pattern` | the notation as values |
//! | `encode` | notation out of positions, and back |
//! | `annotate`, `scan` | bytes in, bytes or hits out |
//! | `read` | `read` and `rows`, which make a `Games` |
//! | `games` | a file as rows for Arrow |
//! | `fault` | what is wrong with a record |
//!
//! The rest stands below them: `board` takes what python-chess has, `given` is what a caller gives to read, `named_file` where that is a path, `names` those of columns and tags, `settings` how; `selection`
//! chooses columns, `cells` are the rows of a batch, `row_stream` brings the batches, `signals` lets Ctrl-C through, `errors` says what Python is told.

mod annotate;
mod board;
mod cells;
mod code;
mod encode;
mod errors;
mod fault;
mod games;
mod given;
mod named_file;
mod names;
mod pattern;
mod position;
mod read;
mod row_stream;
mod scan;
mod selection;
mod settings;
mod signals;

use pyo3::prelude::*;

/// GBR codes (Guy, Blandford, Roycroft) for chess databases.
///
/// Code, Position and Pattern are the notation; encode and decode translate from and to FEN; annotate, scan, read and rows
/// work on whole files, with the results of the program gbr-pgn.
#[pymodule(gil_used = false)]
mod gbr_pgn {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::annotate::annotate;
    #[pymodule_export]
    use super::code::Code;
    #[pymodule_export]
    use super::encode::{decode, encode};
    #[pymodule_export]
    use super::fault::Fault;
    #[pymodule_export]
    use super::games::Games;
    #[pymodule_export]
    use super::pattern::Pattern;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::read::{read, rows};
    #[pymodule_export]
    use super::scan::{Hit, scan};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
