//! The class `Games`.

use std::thread::{self, ThreadId};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::cells;
use crate::errors;
use crate::fault::Fault;
use crate::given::Given;
use crate::row_stream::{Latest, Plan, RowStream};
use crate::selection::Selection;
use crate::settings::Settings;

/// The games of a file as rows, for whatever takes Arrow streams: polars, pandas, pyarrow, DuckDB.
///
/// The file is read when they ask for rows, batch by batch, and anew each time that they do.
#[pyclass(module = "gbr_pgn", frozen)]
pub struct Games {
    given: Given,
    settings: Settings,
    selection: Selection,
    is_every_line: bool,
    is_strict: bool,
    latest: Latest,
}

impl Games {
    /// Opens the input once, so that what cannot be read is told at once; but not a pipe, which would lose what is read of it.
    pub fn new(
        py: Python<'_>,
        given: Given,
        settings: Settings,
        selection: Selection,
    ) -> PyResult<Games> {
        let latest = Latest::default();
        let games =
            Games { given, settings, selection, is_every_line: false, is_strict: false, latest };
        games.try_out(py)?;
        Ok(games)
    }

    /// The same with a row for each line.
    pub fn of_lines(py: Python<'_>, given: Given, settings: Settings) -> PyResult<Games> {
        let (selection, latest) = (Selection::of_lines(), Latest::default());
        let games =
            Games { given, settings, selection, is_every_line: true, is_strict: false, latest };
        games.try_out(py)?;
        Ok(games)
    }

    /// The same, which ends at the first fault.
    pub fn strict(self, is_strict: bool) -> Games {
        Games { is_strict, ..self }
    }

    fn try_out(&self, py: Python<'_>) -> PyResult<()> {
        let open = || self.given.open(1, self.is_every_line).map(drop);
        let opened = py.detach(|| if self.given.is_lasting() { open() } else { Ok(()) });
        opened.map_err(|error| errors::unread(&self.given.name(), error))
    }

    fn plan(&self) -> Plan {
        Plan {
            given: self.given.clone(),
            settings: self.settings,
            selection: self.selection.clone(),
            is_every_line: self.is_every_line,
            is_strict: self.is_strict,
            latest: self.latest.clone(),
        }
    }
}

/// The thread that calls, if Python handles signals on it.
fn main_thread(py: Python<'_>) -> PyResult<Option<ThreadId>> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    let is_main = main.eq(threading.call_method0("get_ident")?)?;
    Ok(is_main.then(|| thread::current().id()))
}

#[pymethods]
impl Games {
    /// Begins to read: an ArrowArrayStream in a capsule. Engines call it.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who wants other types casts them: that is what the protocol says.
        let _ = requested_schema;
        let rows = RowStream::new(self.plan(), main_thread(py)?);
        let stream = FFI_ArrowArrayStream::new(Box::new(rows));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names and types of the columns: an ArrowSchema in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = cells::schema(&self.selection.columns());
        let schema = FFI_ArrowSchema::try_from(schema.as_ref())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.selection.columns().iter().map(|column| column.key).collect()
    }

    /// How many games the last reading has met so far.
    #[getter]
    fn games(&self) -> u64 {
        self.latest.get(|account| account.games)
    }

    /// How many of them were coded without a fault.
    #[getter]
    fn coded(&self) -> u64 {
        self.latest.get(|account| account.coded)
    }

    /// How many faults the last reading has met so far.
    #[getter]
    fn fault_count(&self) -> u64 {
        self.latest.get(|account| account.faults)
    }

    /// How many notes the last reading has met so far.
    #[getter]
    fn note_count(&self) -> u64 {
        self.latest.get(|account| account.notes)
    }

    /// What is wrong or odd, in the order of the file; of more than 10,000, the first.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        let name = self.given.name();
        self.latest
            .get(|account| account.first.iter().map(|fault| Fault::new(&name, fault)).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Games of {}: {}>", self.given.name(), self.columns().join(", "))
    }
}
