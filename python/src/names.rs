//! Names that a caller gives, of columns or of tags: a list of them, or whatever else has them one after the other.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors;

#[derive(Default)]
pub struct Names(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    /// A single name is not taken apart into its letters.
    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Names> {
        let unexpected = |found: &Bound<'py, PyAny>, what| errors::unexpected(found, what);
        if given.is_instance_of::<PyString>() {
            return Err(unexpected(&given, "a list of names"));
        }
        let names = given.try_iter().map_err(|_| unexpected(&given, "a list of names"))?;
        let read = |name: PyResult<Bound<'py, PyAny>>| {
            let name = name?;
            name.extract().map_err(|_| unexpected(&name, "a list of names, each of them a str"))
        };
        names.map(read).collect::<PyResult<_>>().map(Names)
    }
}
