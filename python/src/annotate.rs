//! The function `annotate`.

use gbr_pgn::column::ANNOTATIONS;
use gbr_pgn::run::{Done, Task};
use gbr_pgn::{Fault as RecordFault, Job, Stage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::errors::Stop;
use crate::fault::Fault;
use crate::given::Given;
use crate::names::Names;
use crate::settings::Settings;
use crate::signals::Signals;

/// The same file with the codes put in, as the program's annotate writes it: PGN or EPD, of which no other byte changes.
///
/// source is a path or bytes, compressed or not; what comes back is not compressed. tags names some of GBR, GBRPosition, GBRFinal and
/// GBRFinalPosition; claims ("auto", "never", "always") says whose result is a claim; format ("pgn", "epd") is told from the content
/// unless it is given. A bad record does not end the run: give a list as faults to learn of them.
#[pyfunction]
#[pyo3(signature = (source, *, tags = None, claims = "auto", format = None, threads = None, faults = None))]
pub fn annotate<'py>(
    py: Python<'py>,
    source: Given,
    tags: Option<Names>,
    claims: &str,
    format: Option<&str>,
    threads: Option<i64>,
    faults: Option<&Bound<'py, PyList>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let settings = Settings::new(format, claims, threads)?;
    let stages = stages(tags)?;
    let name = source.name();
    let mut run = Annotating::default();
    let ended = py.detach(|| run.run(&source, &settings, &stages));
    ended.map_err(|error| error.into_error(&name))?;
    if let Some(list) = faults {
        run.found.iter().try_for_each(|fault| list.append(Fault::new(&name, fault)))?;
    }
    Ok(PyBytes::new(py, &run.out))
}

/// The stages of the tags that are named, in their own order; all if none is.
fn stages(tags: Option<Names>) -> PyResult<Vec<&'static dyn Stage>> {
    let Some(Names(tags)) = tags else { return Ok(ANNOTATIONS.to_vec()) };
    let known = |tag: &&String| ANNOTATIONS.iter().any(|stage| stage.column().tag == **tag);
    if let Some(unknown) = tags.iter().find(|tag| !known(tag)) {
        let names: Vec<_> = ANNOTATIONS.iter().map(|stage| stage.column().tag).collect();
        let names = names.join(", ");
        let told = format!("tags: expected some of {names}, found {unknown:?}");
        return Err(PyValueError::new_err(told));
    }
    let is_named = |stage: &&dyn Stage| tags.iter().any(|tag| tag == stage.column().tag);
    Ok(ANNOTATIONS.iter().copied().filter(is_named).collect())
}

/// Why nothing was annotated.
enum Unannotated {
    /// A format without tags.
    NoPlace(&'static str),
    Stopped(Stop),
}

impl From<Stop> for Unannotated {
    fn from(stop: Stop) -> Unannotated {
        Unannotated::Stopped(stop)
    }
}

impl Unannotated {
    fn into_error(self, name: &str) -> PyErr {
        match self {
            Unannotated::NoPlace(format) => {
                PyValueError::new_err(format!("{name}: {format} has no place for codes, use read"))
            }
            Unannotated::Stopped(stop) => stop.into_error(name),
        }
    }
}

/// What has come of it so far.
#[derive(Default)]
struct Annotating {
    out: Vec<u8>,
    found: Vec<RecordFault>,
    signals: Signals,
}

impl Annotating {
    fn run(
        &mut self,
        given: &Given,
        settings: &Settings,
        stages: &[&dyn Stage],
    ) -> Result<(), Unannotated> {
        let opened = given.open(settings.threads, false).map_err(Stop::Unread)?;
        let source = settings.source(given, &opened);
        let job = Job::annotate(source).ok_or(Unannotated::NoPlace(source.name()))?;
        let job = settings.apply(Job { task: Task::Find(stages), ..job }, &opened);
        let (mut games, mut texts) = (0, 0);
        job.run(opened.input, |done| {
            games += done.games;
            texts += done.texts;
            self.take(done)
        })?;
        if games == 0 && texts > 0 {
            self.found.push(RecordFault::of_nothing());
        }
        Ok(())
    }

    fn take(&mut self, done: &mut Done) -> Result<(), Stop> {
        self.out.extend_from_slice(&done.out);
        self.found.append(&mut done.faults);
        self.signals.handle().map_err(Stop::Raised)
    }
}
