//! How to read: what the program has flags for.

use std::thread;

use gbr_pgn::format::{Claims, FORMATS};
use gbr_pgn::{Job, Source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::given::{Given, Opened};

/// Read once, so that mistakes are told before anything is done.
#[derive(Clone, Copy)]
pub struct Settings {
    /// As the caller says; by content where he does not.
    pub source: Option<&'static dyn Source>,
    pub claims: Claims,
    pub threads: usize,
}

impl Settings {
    pub fn new(format: Option<&str>, claims: &str, threads: Option<i64>) -> PyResult<Settings> {
        let source = format.map(source_by_name).transpose()?;
        Ok(Settings { source, claims: claims_by_name(claims)?, threads: threads_of(threads)? })
    }

    /// How an input is read that was opened.
    pub fn source(&self, given: &Given, opened: &Opened) -> &'static dyn Source {
        self.source.unwrap_or_else(|| given.format(opened.input.head()))
    }

    /// The job with all that. A little is done before a thread has started.
    pub fn apply<'a, C>(&self, job: Job<'a, C>, opened: &Opened) -> Job<'a, C> {
        let threads = if opened.is_little { 0 } else { self.threads };
        job.claims(self.claims).threads(threads)
    }
}

fn source_by_name(name: &str) -> PyResult<&'static dyn Source> {
    let found = FORMATS.sources().find(|source| source.name() == name);
    found.ok_or_else(|| {
        let names: Vec<_> = FORMATS.sources().map(|source| source.name()).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("format: expected one of {names}, found {name:?}"))
    })
}

fn claims_by_name(name: &str) -> PyResult<Claims> {
    match name {
        "auto" => Ok(Claims::Auto),
        "never" => Ok(Claims::Never),
        "always" => Ok(Claims::Always),
        _ => {
            let told = format!("claims: expected auto, never or always, found {name:?}");
            Err(PyValueError::new_err(told))
        }
    }
}

/// All processors, unless the caller says otherwise.
fn threads_of(threads: Option<i64>) -> PyResult<usize> {
    let Some(threads) = threads else {
        return Ok(thread::available_parallelism().map_or(1, usize::from));
    };
    let known = usize::try_from(threads).ok().filter(|&threads| threads > 0);
    known.ok_or_else(|| {
        PyValueError::new_err(format!("threads: expected 1 or more, found {threads}"))
    })
}
