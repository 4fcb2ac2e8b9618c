//! What a caller gives to read: a file by its path, or bytes.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use gbr_pgn::unpack::{self, UnpackedReader, Unpacking};
use gbr_pgn::{Source, format};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::errors;
use crate::named_file::NamedFile;

/// What is no larger is read before a thread has started.
const LITTLE: u64 = 512 << 10;

/// What the program calls a zip archive is one that it was not told to open.
const ZIP: &str =
    "is a zip archive; read what is in it with the module zipfile, and give that as bytes";

/// What is to be read, any number of times unless it is a pipe.
#[derive(Clone)]
pub enum Given {
    File(NamedFile),
    Bytes(SharedBytes),
}

/// Bytes of Python, which nobody copies.
#[derive(Clone)]
pub struct SharedBytes(Arc<PyBackedBytes>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// An open input, and how it begins.
pub struct Opened {
    pub input: UnpackedReader<Box<dyn Read + Send>>,
    pub is_little: bool,
}

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Given> {
        if given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>() {
            return Ok(Given::Bytes(SharedBytes(Arc::new(given.extract()?))));
        }
        if given.is_instance_of::<PyString>() || given.hasattr("__fspath__")? {
            // A path may be an object whose path is bytes.
            let path = given.py().import("os")?.call_method1("fsdecode", (given,))?;
            return Ok(Given::File(NamedFile::new(path.extract()?)));
        }
        Err(errors::unexpected(&given, "a path or bytes"))
    }
}

impl Given {
    /// What to call it in messages.
    pub fn name(&self) -> String {
        match self {
            Given::File(file) => file.path.display().to_string(),
            Given::Bytes(_) => "<bytes>".to_owned(),
        }
    }

    /// Whether it is still there once it has been opened.
    pub fn is_lasting(&self) -> bool {
        match self {
            Given::File(file) => file.is_lasting(),
            Given::Bytes(_) => true,
        }
    }

    /// Opens it; verbatim, bytes are taken as they are, whatever they look like.
    pub fn open(&self, threads: usize, is_verbatim: bool) -> io::Result<Opened> {
        let (reader, is_little, is_verbatim): (Box<dyn Read + Send>, _, _) = match self {
            Given::File(file) => (Box::new(file.open()?), file.is_at_most(LITTLE), false),
            Given::Bytes(bytes) => {
                let is_little = bytes.as_ref().len() as u64 <= LITTLE;
                (Box::new(Cursor::new(bytes.clone())), is_little, is_verbatim)
            }
        };
        let unpacking = Unpacking { threads, is_verbatim, is_little, ..Unpacking::default() };
        let input = unpacking.begin(reader).map_err(in_python_terms)?;
        let is_little = is_little && !input.was_packed();
        Ok(Opened { input, is_little })
    }

    /// The format of an input that begins like this.
    pub fn format(&self, head: &[u8]) -> &'static dyn Source {
        let ending = match self {
            Given::File(file) => unpack::ending_of_name(&file.path),
            Given::Bytes(_) => None,
        };
        format::of_empty(ending.as_deref(), head).unwrap_or_else(|| format::detect(head))
    }
}

fn in_python_terms(error: io::Error) -> io::Error {
    let is_zip = error.to_string().starts_with("is a zip archive");
    if is_zip { io::Error::new(error.kind(), ZIP) } else { error }
}
