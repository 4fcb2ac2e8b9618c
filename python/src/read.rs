//! The functions `read` and `rows`.

use gbr_pgn::format::Moves;
use pyo3::prelude::*;

use crate::games::Games;
use crate::given::Given;
use crate::names::Names;
use crate::selection::Selection;
use crate::settings::Settings;

/// The games of a file as rows, with the columns of the program's convert --to parquet.
///
/// source is a path or bytes: PGN, EPD, FEN or GBR notation, plain or compressed by gzip, zstd, bzip2 or xz. columns names some of the columns, in the order
/// in which they are wanted; study adds what the tags of studies say; add names tags that become columns, as in
/// ["WhiteElo", "ECO", "Round:number"]. A bad game has its row, with what is wrong in the column fault; with strict, the first one
/// is an error instead. What comes back has __arrow_c_stream__, which polars, pandas, pyarrow and DuckDB take.
#[pyfunction]
#[pyo3(signature = (source, *, columns = None, add = Names::default(), study = false, claims = "auto", format = None, threads = None, strict = false))]
#[pyo3(
    text_signature = "(source, *, columns=None, add=(), study=False, claims='auto', format=None, threads=None, strict=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python names each of them")]
pub fn read(
    py: Python<'_>,
    source: Given,
    columns: Option<Names>,
    add: Names,
    study: bool,
    claims: &str,
    format: Option<&str>,
    threads: Option<i64>,
    strict: bool,
) -> PyResult<Games> {
    let settings = Settings::new(format, claims, threads)?;
    let selection = Selection::of_games(columns.as_ref().map(|names| &names.0[..]), study, &add.0)?;
    Ok(Games::new(py, source, settings, selection)?.strict(strict))
}

/// A row for each line of moves, as the program's rows: for tables that have moves in a column.
///
/// source is a path or bytes. A line is a game without tags, after a FEN and a tab where it does not begin as usual; each has
/// its row, whatever it holds.
#[pyfunction]
#[pyo3(signature = (source, *, threads = None))]
pub fn rows(py: Python<'_>, source: Given, threads: Option<i64>) -> PyResult<Games> {
    let settings = Settings::new(None, "auto", threads)?;
    Games::of_lines(py, source, Settings { source: Some(&Moves), ..settings })
}
